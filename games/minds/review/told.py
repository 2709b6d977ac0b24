"""A review as values, and as the JSON that is kept and shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.cards import Card
from games.rules.state import Seat

FORMAT = "claim-review/1"
DIGITS = 3
"""Of chances: a tenth of a point says more than is known."""


@dataclass(frozen=True, slots=True)
class Sure:
    """A chance, or a difference of two, with its standard error over the worlds."""

    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Point:
    """The chance of seat 0 after so many cards, by what the seat to play knew; exact where phase two begins and its
    outcome is known."""

    step: int
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A card of phase one. ``loss`` is what it cost against the best other card; None where nothing is said.

    ``better`` are the cards that were worth more, those within three points of the best of them.
    """

    ply: int
    seat: Seat
    card: Card
    verdict: str | None = None
    loss: float | None = None
    error: float | None = None
    better: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """A card of phase two, for the seat that played it: 1 it wins with best play of both, 0 a draw, -1 it loses, None
    where that is not known; margins are votes. ``keeps`` and ``line`` are there where it gave something away: the
    cards that would have kept it, and one line of best play from the first of them to the end."""

    ply: int
    seat: Seat
    card: Card
    before: int | None
    after: int | None
    margin_before: int | None
    margin_after: int | None
    keeps: tuple[Card, ...] = ()
    line: tuple[Card, ...] | None = None

    @property
    def gave_away(self) -> bool:
        return self.before is not None and self.after is not None and self.after < self.before


@dataclass(frozen=True, slots=True)
class Swing:
    """What a blind card changed for seat 0, against another one that the deck still held; ``seat`` took it, and
    ``step`` is the number of cards played by then."""

    step: int
    seat: Seat
    card: Card
    swing: float
    error: float


@dataclass(frozen=True, slots=True)
class Part:
    """What one step of the work found. ``deal`` is what the deal was worth to seat 0, both hands seen."""

    curve: tuple[Point, ...] = ()
    cards: tuple[Judged, ...] = ()
    endings: tuple[Ended, ...] = ()
    deal: Sure | None = None
    blind: tuple[Swing, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """All parts of a game. One that goes on from another began after ``begun`` cards, with the position that ``deal``
    is about; None where phase two is not known there."""

    curve: tuple[Point, ...] = ()
    cards: tuple[Judged, ...] = ()
    endings: tuple[Ended, ...] = ()
    deal: Sure | None = None
    blind: tuple[Swing, ...] = ()
    begun: int = 0

    @property
    def known(self) -> bool:
        """Whether every ending is exact."""
        return all(None not in (one.before, one.after) for one in self.endings)


def joined(parts: list[Part], begun: int = 0) -> Review:
    """The review that the parts of a game make, in the order of the game."""
    deal = next((part.deal for part in parts if part.deal), None)
    return Review(
        tuple(one for part in parts for one in part.curve),
        tuple(one for part in parts for one in part.cards),
        tuple(one for part in parts for one in part.endings),
        deal,
        tuple(one for part in parts for one in part.blind),
        begun,
    )


def written(review: Review) -> dict[str, Any]:
    """The JSON value of a review."""
    return {
        "format": FORMAT,
        "begun": review.begun,
        "curve": [_plain(one) for one in review.curve],
        "cards": [_plain(one) for one in review.cards],
        "endings": [{**_plain(one), "gave_away": one.gave_away} for one in review.endings],
        "luck": {"deal": review.deal and _plain(review.deal), "blind": [_plain(one) for one in review.blind]},
        "known": review.known,
    }


def _plain(value: Any) -> dict[str, Any]:
    return {name: _simple(getattr(value, name)) for name in value.__slots__}


def _simple(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [str(card) for card in value]
    return round(value, DIGITS) if isinstance(value, float) else value
