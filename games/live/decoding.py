"""A frame of a socket as a message, read defensively."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from games.rules.errors import Refusal

LARGEST = 8192
"""Bytes of a frame that is read; longer ones are refused unread."""


def decode(understood: TypeAdapter[Any], text: str | None) -> Any:
    """The message in a frame. Refused with ``not_text``, ``too_large`` or ``bad_message``, never with a traceback."""
    if text is None:
        raise Refusal("not_text")
    if len(text) > LARGEST or len(text.encode()) > LARGEST:
        raise Refusal("too_large", limit=LARGEST)
    try:
        return understood.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        # The library's own sentences are English; its codes are nobody's language.
        raise Refusal("bad_message", detail=f"{place}: {first['type']}" if place else first["type"]) from None
