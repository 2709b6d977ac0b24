"""Response for the page of a replay: all steps of a finished game."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message, Seat
from games.schemas.match import LastTrick, PlayerShown, TallyRow


class ReplayStep(Message):
    """Board after a card. ``trick`` are the cards on the board by seat, ``done`` is the trick once it is complete.

    ``hands`` and ``recruits`` are null for a seat whose cards are hidden from the reader; ``sizes`` and ``followers``
    count them. After the last trick of phase one the hands are empty and the followers are not yet the hand. ``words``
    describe the effect of the last card.
    """

    phase: Literal[1, 2]
    number: int
    leader: Seat
    turn: Seat | None
    deck: int
    revealed: CardCode | None
    trick: tuple[CardCode | None, CardCode | None]
    done: LastTrick | None
    hands: tuple[tuple[CardCode, ...] | None, tuple[CardCode, ...] | None]
    sizes: tuple[int, int]
    recruits: tuple[tuple[CardCode, ...] | None, tuple[CardCode, ...] | None]
    followers: tuple[int, int]
    score: tuple[tuple[CardCode, ...], tuple[CardCode, ...]]
    tally: tuple[TallyRow, ...]
    enough: int
    words: str


class ReplayShown(Message):
    """Replay of a game. ``first`` is the number of cards played before the first of the ``steps``.

    ``seen`` is the seat from whose side the replay is shown, null if all cards are open.
    """

    type: Literal["replay"] = "replay"
    game: str
    players: tuple[PlayerShown, PlayerShown]
    seen: Seat | None
    first: int
    steps: tuple[ReplayStep, ...]
