"""The pictures that README and docs show."""

from __future__ import annotations

from collections.abc import Iterable

from tests.gallery.shots import Scheme, Shot
from tests.server import PROJECT

FOLDER = PROJECT / "docs" / "img"
LANGUAGE = "en"
MAIN: dict[str, tuple[str, Scheme]] = {
    "lobby-first": ("phone", "light"),
    "game-two": ("phone", "dark"),
    "end-winner": ("phone", "light"),
    "pad-one": ("phone", "light"),
    "display-one": ("desk", "dark"),
}
"""The scenes that are shown, each as it is mostly seen."""
TALLEST = 640


def write(shots: Iterable[Shot]) -> None:
    """Write those of the pictures that documents show, small."""
    for shot in shots:
        if shot.language == LANGUAGE and MAIN.get(shot.scene) == (shot.size, shot.scheme):
            picture = shot.image()
            picture = picture.crop((0, 0, picture.width, min(picture.height, TALLEST if shot.size == "phone" else 800)))
            picture.thumbnail((800, 800))
            picture.save(FOLDER / f"{shot.scene}.webp", quality=70, method=6)
