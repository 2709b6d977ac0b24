"""What was agreed before a game: its options, and what its deal follows from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.wire.message import Message

KeptName = Literal["lead", "trick", "all"]
DrawName = Literal["votes", "three"]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class DealShown(Message):
    """What the deal follows from, as far as it is no secret: the commitment to the seed, and each seat's part."""

    commitment: Digest
    parts: tuple[Digest | None, Digest | None]


class OptionsShown(Message):
    """``clock`` is empty without one, minutes and seconds as ``5+5``, or days as ``3d``; ``rated``: it counts for the
    ratings of both, as it stands."""

    strict: bool
    watch: bool
    listed: bool
    lead: Literal["random", "creator", "other"]
    last_trick: KeptName
    draw: DrawName
    clock: str
    rated: bool
