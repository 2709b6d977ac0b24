"""What happened in a trick, as codes for the words that a teacher would find for it."""

from __future__ import annotations

from enum import StrEnum

from games.rules.state import Cards, Phase, Seat, Trick
from games.rules.tricks import POWERS, Gain, Pile, collect, judge
from games.stories.lessons.lesson import LEARNER


class Happened(StrEnum):
    """Why a trick went to its winner, and where its cards went; ``MINE``: the learner's, ``THEIRS``: the teacher's."""

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


def happened(trick: Trick) -> tuple[Happened, ...]:
    """All that a trick shows, why before where."""
    why = judge(trick.lead, trick.follow)[1]
    return (*_copied(trick), Happened(f"{why}_{_whose(trick.winner)}"), *_recruits(trick), *gone(trick))


def gone(trick: Trick) -> dict[Happened, Cards]:
    """Where the cards that were played went, those that went the same way together."""
    found: dict[Happened, Cards] = {}
    for gain in _gains(trick):
        if gain.pile is not Pile.FOLLOWERS:
            way = _way(trick, gain)
            found[way] = (*found.get(way, ()), gain.card)
    return found


def _copied(trick: Trick) -> tuple[Happened, ...]:
    """A wild card that answered another faction counted as that."""
    other = trick.follow.faction is not trick.lead.faction
    return (Happened.COPIED,) if other and POWERS[trick.follow.faction].wild else ()


def _recruits(trick: Trick) -> tuple[Happened, ...]:
    if trick.revealed is None:
        return ()
    return (Happened.RECRUITED if trick.winner == LEARNER else Happened.BLIND,)


def _way(trick: Trick, gain: Gain) -> Happened:
    """What became of one card that was played."""
    if gain.seat is None:
        return Happened.SPENT
    if trick.phase is Phase.ONE:
        return Happened(f"undead_{_whose(gain.seat)}")
    lost = trick.phase in POWERS[gain.card.faction].to_loser
    return Happened(f"{'dwarves' if lost else 'taken'}_{_whose(gain.seat)}")


def _gains(trick: Trick) -> tuple[Gain, ...]:
    return collect(trick.phase, trick.winner, (trick.lead, trick.follow), trick.revealed, trick.blind)


def _whose(seat: Seat) -> str:
    return "mine" if seat == LEARNER else "theirs"
