"""Facts about a trick, as codes for the teacher's texts."""

from __future__ import annotations

from enum import StrEnum

from games.rules.state import Cards, Phase, Seat, Trick
from games.rules.tricks import POWERS, Gain, Pile, decide_trick, list_gains
from games.state.lessons.lesson import LEARNER


class TrickFact(StrEnum):
    """Fact about a trick: why it was won, or where its cards went.

    ``MINE`` stands for the learner, ``THEIRS`` for the teacher.
    """

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
    """Return all facts about a trick: first why it was won, then where its cards went."""
    reason = decide_trick(trick.lead, trick.follow)[1]
    return (
        *_list_copy_facts(trick),
        TrickFact(f"{reason}_{_get_owner(trick.winner)}"),
        *_list_recruit_facts(trick),
        *group_played_gains(trick),
    )


def group_played_gains(trick: Trick) -> dict[TrickFact, Cards]:
    """Return the played cards of a trick, grouped by the fact that says where they went."""
    groups: dict[TrickFact, Cards] = {}
    for gain in _list_gains(trick):
        if gain.pile is not Pile.FOLLOWERS:
            fact = _get_gain_fact(trick, gain)
            groups[fact] = (*groups.get(fact, ()), gain.card)
    return groups


def _list_copy_facts(trick: Trick) -> tuple[TrickFact, ...]:
    """Return ``COPIED`` if a wild card answered another faction and so counted as that faction."""
    is_other_faction = trick.follow.faction is not trick.lead.faction
    return (TrickFact.COPIED,) if is_other_faction and POWERS[trick.follow.faction].wild else ()


def _list_recruit_facts(trick: Trick) -> tuple[TrickFact, ...]:
    if trick.revealed is None:
        return ()
    return (TrickFact.RECRUITED if trick.winner == LEARNER else TrickFact.BLIND,)


def _get_gain_fact(trick: Trick, gain: Gain) -> TrickFact:
    """Return the fact that says where a played card went."""
    if gain.seat is None:
        return TrickFact.SPENT
    if trick.phase is Phase.ONE:
        return TrickFact(f"undead_{_get_owner(gain.seat)}")
    goes_to_loser = trick.phase in POWERS[gain.card.faction].to_loser
    return TrickFact(f"{'dwarves' if goes_to_loser else 'taken'}_{_get_owner(gain.seat)}")


def _list_gains(trick: Trick) -> tuple[Gain, ...]:
    return list_gains(trick.phase, trick.winner, (trick.lead, trick.follow), trick.revealed, trick.blind)


def _get_owner(seat: Seat) -> str:
    return "mine" if seat == LEARNER else "theirs"
