"""Votes of the factions and the outcome of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import Card, Faction
from games.rules.rulings import Draw
from games.rules.state import Seat, SeatCards, State

FACTIONS = tuple(Faction)
VOTES_TO_WIN = 3
"""Number of votes that always wins."""


class VoteBasis(StrEnum):
    """Basis of a vote: the count of cards, the highest card, or none."""

    COUNT = "count"
    CARD = "card"
    NONE = "none"


class Vote(NamedTuple):
    """Vote of a faction, with the counts and the highest cards of both seats.

    ``seat`` gets the vote, None if neither seat does; ``by`` says what decided it.
    """

    faction: Faction
    counts: tuple[int, int]
    highest: tuple[Card | None, Card | None]
    by: VoteBasis
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of a game: the winning seat, None for a draw (rulings 15 and 16), and the votes of each seat."""

    winner: Seat | None
    votes: tuple[int, int]


@lru_cache(maxsize=1024)
def compute_votes(score: SeatCards) -> tuple[Vote, ...]:
    """Return the vote of each faction for these score piles, in the order of the factions.

    Cached, because the view of every audience needs the votes, and most cards do not change the score piles.
    """
    piles: dict[Faction, tuple[list[Card], list[Card]]] = {faction: ([], []) for faction in FACTIONS}
    for seat in (0, 1):
        for card in score[seat]:
            piles[card.faction][seat].append(card)
    return tuple(_build_vote(faction, *pile) for faction, pile in piles.items())


def compute_vote(faction: Faction, score: SeatCards) -> Vote:
    """Return the vote of a single faction, as in ``compute_votes``."""
    return _build_vote(faction, *list_faction_cards(faction, score))


def list_faction_cards(faction: Faction, score: SeatCards) -> tuple[list[Card], list[Card]]:
    """Return the cards of the faction in the score pile of each seat."""
    mine, theirs = score
    return [card for card in mine if card.faction is faction], [card for card in theirs if card.faction is faction]


def get_leading_seat(mine: Sequence[Card], theirs: Sequence[Card]) -> Seat | None:
    """Return the seat that gets the vote of a faction, given its cards in the two score piles.

    The seat with more cards gets the vote; with equal counts, the seat with the higher single card. None if the highest
    cards are equal too, or if there are no cards.
    """
    if len(mine) != len(theirs):
        return int(len(theirs) > len(mine))
    first, second = max(mine, default=None), max(theirs, default=None)
    return None if first is None or second is None or first == second else int(second > first)


def _build_vote(faction: Faction, mine: Sequence[Card], theirs: Sequence[Card]) -> Vote:
    seat, highest = get_leading_seat(mine, theirs), (max(mine, default=None), max(theirs, default=None))
    by = VoteBasis.NONE if seat is None else VoteBasis.CARD if len(mine) == len(theirs) else VoteBasis.COUNT
    return Vote(faction, (len(mine), len(theirs)), highest, by, seat)


def compute_outcome(state: State, draw: str = Draw.VOTES) -> Outcome | None:
    """Return the outcome of a finished game; None while the game is in progress."""
    return decide_outcome(tuple(vote.seat for vote in compute_votes(state.score)), draw) if state.finished else None


def decide_outcome(seats: tuple[Seat | None, ...], draw: str = Draw.VOTES) -> Outcome:
    """Return the outcome, given the seat that got each vote (None for neither).

    More votes win, and equal votes are a draw. With ``Draw.THREE`` a seat needs three votes to win; otherwise the game
    is a draw.
    """
    counts = (seats.count(0), seats.count(1))
    short = draw == Draw.THREE and max(counts) < VOTES_TO_WIN
    return Outcome(None if short or counts[0] == counts[1] else int(counts[1] > counts[0]), counts)
