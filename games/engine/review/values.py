"""Values of a review, and its JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.cards import Card
from games.rules.state import Seat

FORMAT = "claim-review/1"
DIGITS = 3
"""Decimal places of chances; the estimates are no more exact than a tenth of a percentage point."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Chance or difference of chances, with its standard error.

    The error of a chance is the larger of the sampling and the model error; that of a difference is of the sampling.
    """

    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Point:
    """Chance of seat 0 after ``step`` cards, given the knowledge of the seat to play.

    The chance is exact at the start of phase two, if the outcome there is known.
    """

    step: int
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """Card of phase one, with its verdict.

    ``loss`` is the cost against the best other card, None if there is no verdict. ``better`` are the better cards that
    are about as good as the best of them.
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
    """Card of phase two, with its effect for the seat that played it.

    ``before`` and ``after`` are 1 if the seat wins with best play of both seats, 0 for a draw, -1 if it loses, None if
    unknown; the margins are in votes. If the card made the outcome worse, ``keeps`` are the cards that would have kept
    it, and ``line`` is best play from the position before the card to the end.
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
        """Return whether the card made the outcome worse."""
        return self.before is not None and self.after is not None and self.after < self.before


@dataclass(frozen=True, slots=True)
class BlindSwing:
    """Change in the chance of seat 0 by a blind card, against another card that the deck still held.

    ``seat`` recruited the card, and ``step`` is the number of cards played by then.
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

    ``first_ply`` is the number of cards played before the game began, 0 unless it continues another game. ``deal`` is
    the value of that position for seat 0, None if it is in phase two and unknown.
    """

    curve: tuple[Point, ...] = ()
    cards: tuple[JudgedCard, ...] = ()
    endings: tuple[EndgameCard, ...] = ()
    deal: Estimate | None = None
    blind: tuple[BlindSwing, ...] = ()
    first_ply: int = 0

    @property
    def is_exact(self) -> bool:
        """Return whether the outcomes around every card of phase two are known."""
        return all(None not in (card.before, card.after) for card in self.endings)


def join_parts(parts: list[ReviewPart], first_ply: int = 0) -> Review:
    """Return the review that consists of these parts, which are in the order of the game."""
    deal = next((part.deal for part in parts if part.deal), None)
    return Review(
        tuple(point for part in parts for point in part.curve),
        tuple(card for part in parts for card in part.cards),
        tuple(ending for part in parts for ending in part.endings),
        deal,
        tuple(swing for part in parts for swing in part.blind),
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
