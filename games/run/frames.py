"""Frames of web sockets (RFC 6455) as nearly all of them are: saves what libraries do for the others, and what servers
and Channels wrap each text in that goes by ``games.live.line``.

Only a text in one unfragmented frame without extensions is read and written here; the server's library does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from games.live.line import Line

WHOLE_TEXT = 0x81
"""First byte: the last frame of a message, no extensions, a text."""
MASKED = 0x80
SHORT, LONG = 126, 65536
"""Lengths from which on two and eight more bytes tell them."""
MANY = 1024
"""A change is hardly ever as long; what comes before shorter ones stands in a table."""


def read(data: bytes) -> str | None:
    """The text, where ``data`` is exactly one frame of a client with a whole text of less than 64 KiB; else None."""
    size = len(data) - 6
    if size < 0 or data[0] != WHOLE_TEXT:
        return None
    if size < SHORT and data[1] == MASKED + size:
        payload, mask = data[6:], data[2:6]
    elif data[1] == MASKED + SHORT and int.from_bytes(data[2:4]) == size - 2 >= SHORT:
        payload, mask = data[8:], data[4:8]
    else:
        return None
    try:
        return _unmasked(payload, mask).decode()
    except UnicodeDecodeError:
        return None


def heard(data: bytes, hear: Callable[[str], bool], line: Line) -> bytes:
    """Have ``hear`` take the texts of ``data`` one after the other, for as long as it does; what is left of it.

    An answer that the line awaits, and that comes alone, goes to nobody else.

    A page answers a beat and plays a card at once, and both come together.
    """
    text = read(data)
    if text is not None:
        return b"" if line.answered(text) or hear(text) else data
    at = 0
    while (end := _end(data, at)) is not None and (text := read(data[at:end])) is not None and hear(text):
        at = end
    return data[at:]


def unmasked(payload: bytes, mask: bytes) -> bytes:
    """The bytes of a payload, whose mask of four bytes is repeated; as one number, since a loop takes longer."""
    size = len(payload)
    pad = int.from_bytes((mask * (size // 4 + 1))[:size])
    return (int.from_bytes(payload) ^ pad).to_bytes(size)


_unmasked: Callable[[bytes, bytes], bytes] = unmasked
"""Where the library of uvicorn is there, in C."""
with suppress(ImportError):
    from websockets.speedups import apply_mask

    _unmasked = apply_mask


def written(text: str) -> bytes:
    """The frame of a server with this text."""
    payload = text.encode()
    size = len(payload)
    return (_HEADS[size] if size < MANY else _head(size)) + payload


def _head(size: int) -> bytes:
    """What comes before so many bytes."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < LONG:
        return bytes((WHOLE_TEXT, SHORT)) + size.to_bytes(2)
    return bytes((WHOLE_TEXT, SHORT + 1)) + size.to_bytes(8)


_HEADS = tuple(map(_head, range(MANY)))


def whole(data: bytes) -> bool:
    """Whether these bytes of a client end where a frame does, if they begin where one begins."""
    at: int | None = 0
    while at is not None and at < len(data):
        at = _end(data, at)
    return at is not None


def _end(data: bytes, at: int) -> int | None:
    """Where a frame that begins there ends; None where its end is not there yet."""
    if len(data) - at < 2:
        return None
    size, head = data[at + 1] & 127, 2
    if size >= SHORT:
        more = 2 if size == SHORT else 8
        size, head = int.from_bytes(data[at + 2 : at + 2 + more]), 2 + more
    end = at + head + (4 if data[at + 1] & MASKED else 0) + size
    return end if end <= len(data) else None
