"""Response with the review of a finished game, ``claim-review/1``."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message, Seat

Outcome = Literal[-1, 0, 1]


class ReviewPending(Message):
    """Answer while the review is being computed. The client asks again after a second.

    It is ``starting`` while the engine compiles its search, once after an installation or update.
    """

    state: Literal["starting", "thinking"] = "thinking"


class PointShown(Message):
    """Winning chance of seat 0 after ``step`` cards, and its standard error, the larger of sampling and model."""

    step: int
    chance: float
    error: float


class CardVerdictShown(Message):
    """Card of phase one. ``verdict``, ``loss`` and ``error`` are null if the card was not judged."""

    ply: int
    seat: Seat
    card: CardCode
    verdict: Literal["mistake", "perhaps"] | None
    loss: float | None
    error: float | None
    better: tuple[CardCode, ...]


class EndgameCardShown(Message):
    """Card of phase two, with outcomes and margins for the seat that played it, null if unknown."""

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
    """Winning chance of seat 0, and its standard error."""

    chance: float
    error: float


class SwingShown(Message):
    """Effect of a blind card that ``seat`` took on the winning chance of seat 0."""

    step: int
    seat: Seat
    card: CardCode
    swing: float
    error: float


class LuckShown(Message):
    """Luck in a game: its deal and its blind cards.

    ``deal`` is the winning chance of seat 0 after ``begun`` cards with both hands open; null if unknown.
    """

    deal: EstimateShown | None
    blind: tuple[SwingShown, ...]


class ReviewShown(Message):
    """Review of a finished game.

    The review of a game that continues another one starts after ``begun`` cards, at the game's own first card.
    """

    format: Literal["claim-review/1"]
    begun: int
    curve: tuple[PointShown, ...]
    cards: tuple[CardVerdictShown, ...]
    endings: tuple[EndgameCardShown, ...]
    luck: LuckShown
    known: bool
