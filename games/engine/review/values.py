"""Values of a review, and the JSON in which it is stored and shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.cards import Card
from games.rules.state import Seat

FORMAT = "claim-review/1"
DIGITS = 3
"""Decimals of chances: the estimates are no more exact than a tenth of a point."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance or a difference of chances, with its standard error over the worlds."""

    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Point:
    """Chance of seat 0 after ``step`` cards, from what the seat to play knew; exact at a known start of phase two."""

    step: int
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A card of phase one.

    ``loss`` is its cost against the best other card; None where there is no verdict. ``better`` are the better cards,
    those within three points of the best of them.
    """

    ply: int
    seat: Seat
    card: Card
    verdict: str | None = None
    loss: float | None = None
    error: float | None = None
    better: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class EndgameCard:
    """A card of phase two, for the seat that played it.

    ``before`` and ``after`` are 1 if the seat wins with best play of both, 0 for a draw, -1 if it loses, None if
    unknown; the margins are votes. If the card gave something away, ``keeps`` are the cards that would have kept it and
    ``line`` is best play from the first of them to the end.
    """

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
        """Whether the card made the outcome worse."""
        return self.before is not None and self.after is not None and self.after < self.before


@dataclass(frozen=True, slots=True)
class BlindSwing:
    """What a blind card changed for seat 0 against another card that the deck still held.

    ``seat`` took the card, and ``step`` is the number of cards played by then.
    """

    step: int
    seat: Seat
    card: Card
    swing: float
    error: float


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """Result of one step. ``deal`` is the value of the deal for seat 0 with both hands open."""

    curve: tuple[Point, ...] = ()
    cards: tuple[JudgedCard, ...] = ()
    endings: tuple[EndgameCard, ...] = ()
    deal: Estimate | None = None
    blind: tuple[BlindSwing, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a game.

    A game that goes on from another game began after ``first_ply`` cards, with the position whose value is ``deal``;
    None if phase two is not known there.
    """

    curve: tuple[Point, ...] = ()
    cards: tuple[JudgedCard, ...] = ()
    endings: tuple[EndgameCard, ...] = ()
    deal: Estimate | None = None
    blind: tuple[BlindSwing, ...] = ()
    first_ply: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether every ending is exact."""
        return all(None not in (card.before, card.after) for card in self.endings)


def join_parts(parts: list[ReviewPart], first_ply: int = 0) -> Review:
    """Return the review made of these parts, which are in the order of the game."""
    deal = next((part.deal for part in parts if part.deal), None)
    return Review(
        tuple(one for part in parts for one in part.curve),
        tuple(one for part in parts for one in part.cards),
        tuple(one for part in parts for one in part.endings),
        deal,
        tuple(one for part in parts for one in part.blind),
        first_ply,
    )


def serialize_review(review: Review) -> dict[str, Any]:
    """Return the JSON value of a review."""
    return {
        "format": FORMAT,
        "begun": review.first_ply,
        "curve": [_serialize_value(value) for value in review.curve],
        "cards": [_serialize_value(value) for value in review.cards],
        "endings": [{**_serialize_value(value), "gave_away": value.gave_away} for value in review.endings],
        "luck": {
            "deal": review.deal and _serialize_value(review.deal),
            "blind": [_serialize_value(value) for value in review.blind],
        },
        "known": review.is_exact,
    }


def _serialize_value(value: Any) -> dict[str, Any]:
    return {name: _simplify_number(getattr(value, name)) for name in value.__slots__}


def _simplify_number(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [str(card) for card in value]
    return round(value, DIGITS) if isinstance(value, float) else value
