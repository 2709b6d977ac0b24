"""What goes to and fro about the clocks of a game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.wire.message import Message, Seat

Thought = Annotated[int, Field(ge=0, le=10**10)]
"""Milliseconds: nobody has a card for longer."""


class ClockShown(Message):
    """Both clocks as they stood at ``since``: what each seat had ``left``, in milliseconds, and whose ``runs`` since.

    Moments are milliseconds since 1970 by the site's clock, which beats tell. At ``out`` the time of that seat is out.
    """

    daily: bool
    left: tuple[int, int]
    runs: Seat | None
    since: int | None
    out: int | None
