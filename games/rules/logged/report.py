"""The JSON object that the ``score`` command prints."""

from __future__ import annotations

from typing import Any

from games.rules.cards import CODE_OR_NONE, Faction
from games.rules.logged.certainty import certain, prospects, settled
from games.rules.logged.inference import Known, know
from games.rules.logged.slips import Moment, Slip
from games.rules.logged.slots import TableRecord, number_of, phase_of
from games.rules.logged.stand import ended, in_hand, piles, reached, turn
from games.rules.record import codes, result_report


def table_report(record: TableRecord) -> dict[str, Any]:
    """The object of ``replay`` without ``legal`` for a physical game, with null for what cannot be known.

    The trick being played is the last one of the record unless both its cards are logged, then the one after it.
    ``status`` is finished after trick 13 of phase two, or when the final piles were counted. ``tricks`` are
    all that are over by this, those with gaps included; a card follows there when no other fits. In
    ``followers`` and ``score_piles`` unknown cards are left out, and of a trick being played everything but the
    hand it was played from. A vote is null while it is not certain, and when it is certain that nobody gets it.
    """
    known = know(record)
    at, ending = reached(record, known), prospects(record, known)
    result = settled(ending)
    return {
        "status": "finished" if ended(record, known) else "playing",
        "phase": int(phase_of(at)),
        "trick": number_of(at),
        "to_play": turn(record, known),
        "tricks": [_trick(known, index) for index in range(known.over)],
        "followers": [codes(cards) for cards in in_hand(record, known)],
        "score_piles": [codes(cards) for cards in piles(known)],
        "votes": {one.key: certain(ending.prospects[one]) for one in Faction},
        "result": result and result_report(result),
        "warnings": [_warning(slip) for slip in known.slips],
    }


def _trick(known: Known, index: int) -> dict[str, Any]:
    trick = known.tricks[index]
    return {
        "phase": int(phase_of(index)),
        "number": number_of(index),
        "leader": known.chain.leaders[index].seat,
        "lead": CODE_OR_NONE[trick.lead],
        "follow": CODE_OR_NONE[trick.follow],
        "winner": known.chain.winners[index].seat,
        "revealed": CODE_OR_NONE[trick.revealed],
        "blind": CODE_OR_NONE[trick.blind],
    }


def _warning(slip: Slip) -> dict[str, Any]:
    return {
        "code": slip.code.value,
        **_moment(slip.moment),
        "seat": slip.seat,
        "card": CODE_OR_NONE[slip.card],
        "evidence": _moment(slip.evidence),
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {"phase": int(moment.phase), "trick": moment.number}
