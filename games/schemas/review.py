"""Response about a finished game: claim-review/1."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message, Seat

Outcome = Literal[-1, 0, 1]


class ReviewPending(Message):
    """The review is being made: ask again in a second."""

    state: Literal["thinking"] = "thinking"


class PointShown(Message):
    """The chance of seat 0 after ``step`` cards, and its standard error."""

    step: int
    chance: float
    error: float


class CardVerdictShown(Message):
    """A card of phase one. Where nothing is said of it, ``verdict``, ``loss`` and ``error`` are null."""

    ply: int
    seat: Seat
    card: CardCode
    verdict: Literal["mistake", "perhaps"] | None
    loss: float | None
    error: float | None
    better: tuple[CardCode, ...]


class EndgameCardShown(Message):
    """A card of phase two, with outcomes and margins for the seat that played it; null where they are not known."""

    ply: int
    seat: Seat
    card: CardCode
    before: Outcome | None
    after: Outcome | None
    margin_before: int | None
    margin_after: int | None
    gave_away: bool
    keeps: tuple[CardCode, ...]
    line: tuple[CardCode, ...] | None


class EstimateShown(Message):
    """A chance of seat 0 and its standard error."""

    chance: float
    error: float


class SwingShown(Message):
    """What a blind card that ``seat`` took changed for seat 0."""

    step: int
    seat: Seat
    card: CardCode
    swing: float
    error: float


class LuckShown(Message):
    """What was luck, apart from play.

    ``deal`` is what seat 0 had after ``begun`` cards, both hands seen; null where that is not known.
    """

    deal: EstimateShown | None
    blind: tuple[SwingShown, ...]


class ReviewShown(Message):
    """A finished game as the site sees it.

    One that goes on from another one from its own first card on, after ``begun`` cards.
    """

    format: Literal["claim-review/1"]
    begun: int
    curve: tuple[PointShown, ...]
    cards: tuple[CardVerdictShown, ...]
    endings: tuple[EndgameCardShown, ...]
    luck: LuckShown
    known: bool
