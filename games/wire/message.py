"""What every message is, and the parts that many have."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CardCode = Annotated[str, Field(pattern=r"^[GKUDP][0-9]$")]
Letter = Literal["G", "K", "U", "D", "P"]
ClientId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,36}$")]
Ply = Annotated[int, Field(ge=0, le=51)]
Line = Annotated[int, Field(ge=0)]
"""How often cards were taken back."""
Seat = Literal[0, 1]


class Message(BaseModel):
    """Unknown fields and wrong types are refused, never converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
