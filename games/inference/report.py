"""JSON report of a physical game, which the ``score`` command prints."""

from __future__ import annotations

from typing import Any

from games.inference.certainty import compute_prospects, get_certain_seat, get_settled_outcome
from games.inference.deduction import Deduction, deduce
from games.inference.progress import get_current_trick, get_turn, is_ended, list_hands, list_score_piles
from games.inference.record import TableRecord, get_phase, get_trick_number
from games.inference.slips import Moment, Slip
from games.rules.cards import CODES_WITH_NONE, Faction
from games.rules.record import build_result_report, list_codes


def build_table_report(record: TableRecord) -> dict[str, Any]:
    """Return the report of a physical game: as from ``replay`` without ``legal``, and null for what is not known.

    The current trick is the last one of the record or, if both its cards are logged, the one after it. ``status`` is
    "finished" after trick 13 of phase two or when the final piles were counted. ``tricks`` are all finished tricks,
    including those with gaps; a gap is filled if only one card fits. ``followers`` and ``score_piles`` leave out
    unknown cards. The current trick does not change them, except that its cards have left the hands of phase two.

    A vote is null if it is not certain yet, and also if certainly neither seat gets it.
    """
    known = deduce(record)
    at, ending = get_current_trick(record, known), compute_prospects(record, known)
    result = get_settled_outcome(ending)
    return {
        "status": "finished" if is_ended(record, known) else "playing",
        "phase": int(get_phase(at)),
        "trick": get_trick_number(at),
        "to_play": get_turn(record, known),
        "tricks": [_build_trick(known, index) for index in range(known.over)],
        "followers": [list_codes(cards) for cards in list_hands(record, known)],
        "score_piles": [list_codes(cards) for cards in list_score_piles(known)],
        "votes": {faction.key: get_certain_seat(ending.prospects[faction]) for faction in Faction},
        "result": result and build_result_report(result),
        "warnings": [_build_warning(slip) for slip in known.slips],
    }


def _build_trick(known: Deduction, index: int) -> dict[str, Any]:
    trick = known.tricks[index]
    return {
        "phase": int(get_phase(index)),
        "number": get_trick_number(index),
        "leader": known.chain.leaders[index].seat,
        "lead": CODES_WITH_NONE[trick.lead],
        "follow": CODES_WITH_NONE[trick.follow],
        "winner": known.chain.winners[index].seat,
        "revealed": CODES_WITH_NONE[trick.revealed],
        "blind": CODES_WITH_NONE[trick.blind],
    }


def _build_warning(slip: Slip) -> dict[str, Any]:
    return {
        "code": slip.code.value,
        **_build_moment(slip.moment),
        "seat": slip.seat,
        "card": CODES_WITH_NONE[slip.card],
        "evidence": _build_moment(slip.evidence),
    }


def _build_moment(moment: Moment) -> dict[str, Any]:
    return {"phase": int(moment.phase), "trick": moment.number}
