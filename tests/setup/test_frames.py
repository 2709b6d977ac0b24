"""Frames that are read and written without a library: exactly the plain ones, and as the library does it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest
from websockets.frames import Frame, Opcode

from games.live.line import Line
from games.run import frames

SIZES = (0, 1, 2, 3, 4, 5, 124, 125, 126, 127, 128, frames.MANY - 1, frames.MANY, 4000, 16384)


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    """As the library writes it, with a mask by chance."""
    return Frame(opcode, payload, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", SIZES)
def test_heads_say_how_much_comes(size: int) -> None:
    assert frames.written("x" * size) == frame(b"x" * size, mask=False)
    assert frames.read(frame(b"x" * size)) == "x" * size


@pytest.mark.parametrize("size", SIZES)
def test_what_a_client_writes_is_read(size: int) -> None:
    text = "".join(random.choices("aé漢𝄞", k=size))
    assert frames.read(frame(text.encode())) == (text if len(text.encode()) < frames.LONG else None)


@pytest.mark.parametrize("size", [*SIZES, 65535, 65536, 70000])
def test_what_is_written_is_what_the_library_writes(size: int) -> None:
    text = "é" * (size // 2) + "x" * (size % 2)
    assert frames.written(text) == frame(text.encode(), mask=False)


@pytest.mark.parametrize(
    "other",
    [
        frame(b"{}", fin=False),
        frame(b"{}", Opcode.CONT),
        frame(b"{}", Opcode.BINARY),
        frame(b"", Opcode.PING),
        frame(b"\x03\xe8", Opcode.CLOSE),
        frame(b"{}", mask=False),
        frame(b"{}") + frame(b"{}"),
        frame(b"{}")[:-1],
        frame(b"{}") + b"\x81",
        frame(b"\xff\xfe"),
        b"\xc1" + frame(b"{}")[1:],
        b"\x81\xfe\x00\x02" + bytes(4) + b"{}",
        frame(b"x" * 65536),
        b"",
        b"\x81",
    ],
    ids=lambda other: str(len(other)),
)
def test_everything_else_is_left_to_the_library(other: bytes) -> None:
    assert frames.read(other) is None


class Beaten(Line):
    """A line that was told a beat, and awaits an answer."""

    def __init__(self, awaited: str) -> None:
        super().__init__()
        self.awaited, self.owes = awaited, True

    def written(self, text: str) -> bytes:
        raise AssertionError(text)

    def rest(self, frame: bytes) -> None:
        raise AssertionError(frame)


A, B, C = (frame(text) for text in (b"a", b"b" * 300, b"c" * 5000))
PING, BEGUN = frame(b"", Opcode.PING), frame(b"b", fin=False)


@pytest.mark.parametrize(
    ("data", "takes", "told", "left"),
    [
        (A, 9, ["a"], b""),
        (A, 0, ["a"], A),
        (A + B + C, 9, ["a", "b" * 300, "c" * 5000], b""),
        (A + B + C, 1, ["a", "b" * 300], B + C),
        (A + B + C, 0, ["a"], A + B + C),
        (A + B[:-1], 9, ["a"], B[:-1]),
        (A + B[:1], 9, ["a"], B[:1]),
        (A + PING + B, 9, ["a"], PING + B),
        (A + BEGUN + C, 9, ["a"], BEGUN + C),
        (PING + A, 9, [], PING + A),
        (b"", 9, [], b""),
    ],
    ids=[
        "one",
        "one that is not taken",
        "several",
        "the first alone is taken",
        "none is taken",
        "the second is not whole",
        "the second has no head",
        "something else between",
        "a message in pieces",
        "something else first",
        "nothing",
    ],
)
def test_texts_that_came_together_are_heard_in_their_order(
    data: bytes, takes: int, told: list[str], left: bytes
) -> None:
    asked: list[str] = []

    def hear(text: str) -> bool:
        asked.append(text)
        return len(asked) <= takes

    assert frames.heard(data, hear, Beaten("z")) == left
    assert asked == told


@pytest.mark.parametrize(
    ("data", "owes", "told", "left"),
    [
        (A, True, [], b""),
        (A, False, ["a"], b""),
        (A + A, True, ["a", "a"], b""),
        (B, True, ["b" * 300], b""),
        (A[:-1], True, [], A[:-1]),
    ],
    ids=["it alone", "once more", "more than it", "another", "a part of it"],
)
def test_an_answer_that_is_awaited_goes_to_nobody_else(data: bytes, owes: bool, told: list[str], left: bytes) -> None:
    line, asked = Beaten("a"), list[str]()
    line.owes = owes

    def hear(text: str) -> bool:
        asked.append(text)
        return True

    assert frames.heard(data, hear, line) == left
    taken = owes and not told and not left
    assert asked == told
    assert (line.owes, line.said > 0) == (owes and not taken, taken)


def test_none_is_awaited_once_the_line_has_ended() -> None:
    line = Beaten("a")
    line.end()
    assert frames.heard(A, lambda text: text != "a", line) == A
    assert line.said == 0


@pytest.mark.parametrize("unmasked", [frames.unmasked, frames._unmasked])
def test_a_mask_is_taken_off_whatever_it_is(unmasked: Callable[[bytes, bytes], bytes]) -> None:
    for size in range(40):
        mask, payload = os.urandom(4), os.urandom(size)
        slow = bytes(one ^ mask[at % 4] for at, one in enumerate(payload))
        assert unmasked(payload, mask) == slow


def test_whether_frames_are_whole() -> None:
    both = frame(b"x" * 200) + frame(b"", Opcode.PING) + frame(b"x" * 70000, Opcode.BINARY)
    ends = [at for at in range(len(both) + 1) if frames.whole(both[:at])]
    assert ends == [0, 208, 214, len(both)]
