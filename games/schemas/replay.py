"""Response for the page of a replay: every step of a finished game, loaded once."""

from __future__ import annotations

from typing import Literal

from games.schemas.common import CardCode, Message, Seat
from games.schemas.match import LastTrick, PlayerShown, TallyRow


class ReplayStep(Message):
    """The table after a card. ``trick`` has the card of each seat that lies there, ``done`` says that it is complete.

    ``hands`` and ``recruits`` are those of the seats whose cards are open to this reader, null for others; ``sizes``
    and ``followers`` count them. After the last trick of phase one the hands are empty, and the followers lie there.
    ``words`` tell what the last card did.
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
    """``first`` is the number of cards that were played before the first of the ``steps``.

    ``seen`` the seat by whose eyes they are looked at, null for all cards open.
    """

    type: Literal["replay"] = "replay"
    game: str
    players: tuple[PlayerShown, PlayerShown]
    seen: Seat | None
    first: int
    steps: tuple[ReplayStep, ...]
