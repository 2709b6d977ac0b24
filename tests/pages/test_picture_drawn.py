"""Where each thing of a result's picture is drawn, how large and in which colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from PIL.ImageDraw import ImageDraw
from PIL.ImageFont import FreeTypeFont

from games.pages.table.picture import drawing
from games.pages.table.picture.poster import Poster, Row
from tests.approval import approved

POSTER = Poster(
    "The brand",
    ("Ana", "W" * 20),
    "Ana wins with three of five votes, and a name as long as this one needs a second line",
    (
        Row("G", "Goblins", (3, 2), 0, "Goblin 9"),
        Row("K", "Knights", (1, 4), 1, ""),
        Row("U", "Undead", (0, 0), None, "nobody"),
    ),
    ("The first sentence of the story.", "And a second one. " * 8),
)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The acts of drawing, in their order; what the library draws them with is its own business."""
    acts: list[str] = []
    deep = [0]

    def kept(kind: type, name: str) -> None:
        plain: Callable[..., Any] = getattr(kind, name)

        def act(canvas: Any, *args: Any, **options: Any) -> Any:
            if not deep[0]:
                acts.append(
                    " ".join([name, *map(shown, args), *(f"{key}={shown(one)}" for key, one in options.items())])
                )
            deep[0] += 1
            try:
                return plain(canvas, *args, **options)
            finally:
                deep[0] -= 1

        monkeypatch.setattr(kind, name, act)

    for name in ("text", "line", "rectangle", "rounded_rectangle"):
        kept(ImageDraw, name)
    for name in ("paste", "crop"):
        kept(Image.Image, name)
    return acts


def shown(value: object) -> str:
    if isinstance(value, FreeTypeFont):
        return f"font {value.size}"
    return f"mask {value.size}" if isinstance(value, Image.Image) else repr(value)


def test_a_picture_is_drawn_as_approved(drawn: list[str]) -> None:
    drawing.png.__wrapped__(POSTER)
    approved("picture", "\n".join(drawn))
