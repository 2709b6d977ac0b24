"""Explanation of a trick, as codes for the texts of the teacher."""

from __future__ import annotations

from enum import StrEnum

from games.rules.state import Cards, Phase, Seat, Trick
from games.rules.tricks import POWERS, Gain, Pile, decide_trick, list_gains
from games.state.lessons.lesson import LEARNER


class TrickFact(StrEnum):
    """Reason for the winner of a trick, or way of its cards; ``MINE``: the learner's, ``THEIRS``: the teacher's."""

    HIGHER_MINE = "higher_mine"
    HIGHER_THEIRS = "higher_theirs"
    EQUAL_MINE = "equal_mine"
    EQUAL_THEIRS = "equal_theirs"
    OTHER_FACTION_MINE = "other_faction_mine"
    OTHER_FACTION_THEIRS = "other_faction_theirs"
    POWER_MINE = "power_mine"
    POWER_THEIRS = "power_theirs"
    COPIED = "copied"
    RECRUITED = "recruited"
    BLIND = "blind"
    UNDEAD_MINE = "undead_mine"
    UNDEAD_THEIRS = "undead_theirs"
    SPENT = "spent"
    TAKEN_MINE = "taken_mine"
    TAKEN_THEIRS = "taken_theirs"
    DWARVES_MINE = "dwarves_mine"
    DWARVES_THEIRS = "dwarves_theirs"


def list_trick_facts(trick: Trick) -> tuple[TrickFact, ...]:
    """Return all codes of a trick: why it went to its winner before where its cards went."""
    why = decide_trick(trick.lead, trick.follow)[1]
    return (
        *_is_copied(trick),
        TrickFact(f"{why}_{_get_owner(trick.winner)}"),
        *_list_recruit_facts(trick),
        *group_played_gains(trick),
    )


def group_played_gains(trick: Trick) -> dict[TrickFact, Cards]:
    """Group the played cards of a trick by where they went."""
    found: dict[TrickFact, Cards] = {}
    for gain in _list_gains(trick):
        if gain.pile is not Pile.FOLLOWERS:
            way = _get_gain_fact(trick, gain)
            found[way] = (*found.get(way, ()), gain.card)
    return found


def _is_copied(trick: Trick) -> tuple[TrickFact, ...]:
    """Return ``COPIED`` if a wild card answered another faction and so counted as that faction."""
    other = trick.follow.faction is not trick.lead.faction
    return (TrickFact.COPIED,) if other and POWERS[trick.follow.faction].wild else ()


def _list_recruit_facts(trick: Trick) -> tuple[TrickFact, ...]:
    if trick.revealed is None:
        return ()
    return (TrickFact.RECRUITED if trick.winner == LEARNER else TrickFact.BLIND,)


def _get_gain_fact(trick: Trick, gain: Gain) -> TrickFact:
    """Return where one played card went."""
    if gain.seat is None:
        return TrickFact.SPENT
    if trick.phase is Phase.ONE:
        return TrickFact(f"undead_{_get_owner(gain.seat)}")
    lost = trick.phase in POWERS[gain.card.faction].to_loser
    return TrickFact(f"{'dwarves' if lost else 'taken'}_{_get_owner(gain.seat)}")


def _list_gains(trick: Trick) -> tuple[Gain, ...]:
    return list_gains(trick.phase, trick.winner, (trick.lead, trick.follow), trick.revealed, trick.blind)


def _get_owner(seat: Seat) -> str:
    return "mine" if seat == LEARNER else "theirs"
