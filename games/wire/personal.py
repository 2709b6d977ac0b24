"""What one person is told, whatever game their page shows."""

from __future__ import annotations

from typing import Literal

from games.wire.message import Message


class Told(Message):
    """The moderators have something to say to you alone; ``url`` is the path of the page that says it."""

    type: Literal["told"] = "told"
    code: str
    message: str
    url: str


class Challenged(Message):
    """Somebody challenges you: ``url`` is the path of the invitation; by POST you ``join`` or ``decline``."""

    type: Literal["challenged"] = "challenged"
    game: str
    name: str
    message: str
    url: str
    join: str
    decline: str
    commitment: str
