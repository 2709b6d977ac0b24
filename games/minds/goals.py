"""What a search asks of phase two, and what it needs for that: the votes as weights, the goal as units to be had."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from games.minds import proof
from games.minds.position import FACTION, FACTIONS, VALUE, Ids, Position
from games.rules.scoring import ENOUGH


class Wish(Enum):
    """What a search asks of seat 0: a lead in votes, enough votes, or that the other seat has not enough."""

    LEAD = "lead"
    ENOUGH = "enough"
    NOT_ENOUGH = "not enough"


@dataclass(frozen=True, slots=True)
class Goal:
    """A wish; for ``LEAD`` with the votes that seat 0 is to have more than seat 1, which may be negative."""

    wish: Wish
    votes: int = 0


@dataclass(frozen=True, slots=True)
class Votes:
    """What the votes of a position come to: the weight of each card, what seat 0 needs, and which units are contested.

    Level counts go to the higher card, so with an even number of scoring cards the highest one weighs three and the
    others two,
    and with an odd number all weigh one: whoever has more than half has the vote. The last unit is there for Goblins
    alone: where all that can be scored are zeros both may have half, and it is had with half.
    """

    weights: dict[int, int]
    needs: int
    contested: Ids
    level: bool


def votes_of(at: Position) -> Votes:
    """The votes of a position, as weights."""
    held = [*at.hands[0], *at.hands[1], *(() if at.lead is None else (at.lead,))]
    weights: dict[int, int] = {}
    needs, contested, level = 0, [], False
    for unit in range(len(FACTIONS)):
        cards = [one for one in (*held, *at.score[0], *at.score[1]) if FACTION[one] == unit]
        if not cards:
            continue
        contested.append(unit)
        weighed = _weighed(cards)
        whole, had = sum(weighed.values()), sum(weighed[one] for one in at.score[0] if one in weighed)
        needs |= max(0, whole // 2 + 1 - had) << 8 * unit
        if whole % 2 == 0:
            level = True
            needs |= max(0, whole // 2 - had) << 8 * len(FACTIONS)
        both = 1 << 8 * unit | (1 << 8 * len(FACTIONS) if whole % 2 == 0 else 0)
        weights.update({one: weight * both for one, weight in weighed.items()})
    return Votes(weights, needs, tuple(contested), level)


def _weighed(cards: list[int]) -> dict[int, int]:
    if len(cards) % 2:
        return dict.fromkeys(cards, 1)
    top = max(VALUE[one] for one in cards)
    alone = sum(VALUE[one] == top for one in cards) == 1
    return {one: 3 if alone and VALUE[one] == top else 2 for one in cards}


def threshold(goal: Goal, votes: Votes) -> tuple[int, tuple[int, ...]]:
    """What seat 0 must reach, and what each unit is worth: the sum over the units that it has."""
    goblins, last, contested = 0, len(FACTIONS), len(votes.contested)
    worth = [0] * proof.UNITS
    for unit in votes.contested:
        worth[unit] = 2 if goal.wish is Wish.LEAD else 1
    if votes.level and goal.wish is Wish.LEAD:
        worth[goblins] = worth[last] = 1
    if votes.level and goal.wish is Wish.NOT_ENOUGH:
        # The other seat has the vote only where this one has not even half.
        worth[goblins], worth[last] = 0, 1
    if goal.wish is Wish.LEAD:
        return goal.votes + contested, tuple(worth)
    return ENOUGH if goal.wish is Wish.ENOUGH else contested - ENOUGH + 1, tuple(worth)


@cache
def ends(needed: int, worth: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """For each set of units that seat 0 has: the answer, if they are enough; for each set that it cannot have: the
    bytes that say so, if the others are not enough. No more of them than that takes."""
    reached, lost = [0] * 64, [0] * 64
    for units in range(64):
        have = [unit for unit in range(proof.UNITS) if units >> unit & 1]
        if sum(worth[unit] for unit in have) >= needed:
            kept = _pruned(have, worth, needed)
            free = sum(0x3F << 8 * unit for unit in range(proof.UNITS) if unit not in kept)
            reached[units] = proof.YES | free
        short = sum(worth) - needed + 1
        if sum(worth[unit] for unit in have) >= short:
            lost[units] = sum(0x7F << 8 * unit for unit in _pruned(have, worth, short))
    return reached, lost


def _pruned(units: list[int], worth: tuple[int, ...], needed: int) -> list[int]:
    kept = list(units)
    for unit in units:
        if sum(worth[one] for one in kept) - worth[unit] >= needed:
            kept.remove(unit)
    return kept
