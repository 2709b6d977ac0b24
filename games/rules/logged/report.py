"""The JSON object that the ``score`` command prints."""

from __future__ import annotations

from typing import Any

from games.rules.cards import CODES, Card
from games.rules.logged.slips import Moment, Slip
from games.rules.logged.tally import Tally, TrickTally
from games.rules.record import codes, result_report


def table_report(tally: Tally) -> dict[str, Any]:
    """The object of ``replay`` without ``legal`` for a physical game, with null for what cannot be known.

    The trick being played is the last one of the record unless both its cards are logged, then the one after it.
    ``status`` is finished after trick 13 of phase two, or when the final piles were counted. ``tricks`` are
    all that are over by this, those with gaps included; a card follows there when no other fits. In
    ``followers`` and ``score_piles`` unknown cards are left out, and of a trick being played everything but the
    hand it was played from. A vote is null while it is not certain, and when it is certain that nobody gets it.
    """
    return {
        "status": "finished" if tally.finished else "playing",
        "phase": int(tally.phase),
        "trick": tally.number,
        "to_play": tally.turn,
        "tricks": [_trick(trick) for trick in tally.tricks if trick.over],
        "followers": [codes(cards) for cards in tally.followers],
        "score_piles": [codes(cards) for cards in tally.score],
        "votes": {one.faction.key: one.seat for one in tally.factions},
        "result": tally.result and result_report(tally.result),
        "warnings": [_warning(slip) for slip in tally.slips],
    }


def _trick(trick: TrickTally) -> dict[str, Any]:
    return {
        "phase": int(trick.phase),
        "number": trick.number,
        "leader": trick.leader,
        "lead": _code(trick.lead),
        "follow": _code(trick.follow),
        "winner": trick.winner,
        "revealed": _code(trick.revealed),
        "blind": _code(trick.blind),
    }


def _code(card: Card | None) -> str | None:
    return None if card is None else CODES[card]


def _warning(slip: Slip) -> dict[str, Any]:
    return {
        "code": slip.code.value,
        **_moment(slip.moment),
        "seat": slip.seat,
        "card": _code(slip.card),
        "evidence": _moment(slip.evidence),
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {"phase": int(moment.phase), "trick": moment.number}
