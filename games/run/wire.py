"""What the lines of both servers' sockets have in common."""

from __future__ import annotations

from typing import Generic, TypeVar

from games.live.line import Line
from games.run import frames

S = TypeVar("S")


class Wire(Line, Generic[S]):
    """The line of a socket, until that is gone."""

    __slots__ = ("socket",)
    written = staticmethod(frames.written)

    def __init__(self, socket: S) -> None:
        super().__init__()
        self.socket: S | None = socket

    def end(self) -> None:
        super().end()
        self.socket = None
