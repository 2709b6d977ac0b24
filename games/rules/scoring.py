"""The votes of the factions and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import Card, Faction
from games.rules.rulings import Draw
from games.rules.state import Pair, Seat, State

FACTIONS = tuple(Faction)
ENOUGH = 3
"""Votes that always win."""


class By(StrEnum):
    """What a vote was decided by."""

    COUNT = "count"
    CARD = "card"
    NONE = "none"


class Vote(NamedTuple):
    """One faction's vote: ``seat`` gets it (None: nobody), by count or by the highest single card."""

    faction: Faction
    counts: tuple[int, int]
    highest: tuple[Card | None, Card | None]
    by: By
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end: the winning seat, None for a draw (rulings 15 and 16), and the votes of each seat."""

    winner: Seat | None
    votes: tuple[int, int]


@lru_cache(maxsize=1024)
def votes(score: Pair) -> tuple[Vote, ...]:
    """Who gets each faction's vote from these score piles, in the order of the factions.

    Remembered, since every audience asks and most cards leave the score piles as they are.
    """
    piles: dict[Faction, tuple[list[Card], list[Card]]] = {faction: ([], []) for faction in FACTIONS}
    for seat in (0, 1):
        for card in score[seat]:
            piles[card.faction][seat].append(card)
    return tuple(_vote(faction, *pile) for faction, pile in piles.items())


def vote(faction: Faction, score: Pair) -> Vote:
    """One faction's of ``votes``."""
    return _vote(faction, *of_faction(faction, score))


def of_faction(faction: Faction, score: Pair) -> tuple[list[Card], list[Card]]:
    """Its cards in the score piles."""
    mine, theirs = score
    return [card for card in mine if card.faction is faction], [card for card in theirs if card.faction is faction]


def ahead(mine: Sequence[Card], theirs: Sequence[Card]) -> Seat | None:
    """Whose the vote of a faction is with these cards of it: more of them win, with as many the higher single card;
    None where that is the same or there is none."""
    if len(mine) != len(theirs):
        return int(len(theirs) > len(mine))
    first, second = max(mine, default=None), max(theirs, default=None)
    return None if first is None or second is None or first == second else int(second > first)


def _vote(faction: Faction, mine: Sequence[Card], theirs: Sequence[Card]) -> Vote:
    seat, highest = ahead(mine, theirs), (max(mine, default=None), max(theirs, default=None))
    by = By.NONE if seat is None else By.CARD if len(mine) == len(theirs) else By.COUNT
    return Vote(faction, (len(mine), len(theirs)), highest, by, seat)


def outcome(state: State, draw: str = Draw.VOTES) -> Outcome | None:
    """The end of a finished game; None while it is played."""
    return decide(tuple(vote.seat for vote in votes(state.score)), draw) if state.finished else None


def decide(seats: tuple[Seat | None, ...], draw: str = Draw.VOTES) -> Outcome:
    """The outcome when these seats got the votes: more votes win, equal votes are a draw.

    Where ``draw`` says that three are needed, nobody wins with fewer.
    """
    counts = (seats.count(0), seats.count(1))
    short = draw == Draw.THREE and max(counts) < ENOUGH
    return Outcome(None if short or counts[0] == counts[1] else int(counts[1] > counts[0]), counts)
