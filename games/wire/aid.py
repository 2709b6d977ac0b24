"""What goes to and fro about hints and cards taken back, in games against one of the site's own."""

from __future__ import annotations

from typing import Literal

from games.wire.message import CardCode, ClientId, Line, Message, Ply


class AskHint(Message):
    """Ask for a hint for the card that one is to play, against one of the site's own."""

    type: Literal["hint"]
    ply: Ply
    line: Line
    id: ClientId


class TakeBack(Message):
    """Take back one's last card, that of ``ply``, and all that came after it, against one of the site's own."""

    type: Literal["take_back"]
    ply: Ply
    line: Line
    id: ClientId


class HintShown(Message):
    """A card to play: ``why`` is for programs, ``text`` says it."""

    card: CardCode
    why: str
    text: str


class AidShown(Message):
    """What the site helped with in a game against one of its own. Of watchers it is no matter what may be asked."""

    line: int
    hints: int
    hint: HintShown | None
    may_hint: bool
    back: int | None
