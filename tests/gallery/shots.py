"""Pictures of scenes, and the contact sheets that show each scene in all languages side by side."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, ViewportSize

from tests.browser.visitor import DESK, PHONE
from tests.gallery.scene import Scene
from tests.gallery.scene_browser import SceneBrowser
from tests.site_process import PROJECT

Scheme = Literal["light", "dark"]
SIZES: dict[str, ViewportSize] = {"phone": PHONE, "desk": DESK}
TALLEST = 1800
"""Pixels of a long page that are looked at."""
DARK_IN = "en"
"""Dark colours are looked at in one language: they are the same in all of them."""
SHOWN = {"phone": (360, 5), "desk": (640, 3)}
"""How wide a picture stands on a sheet, and how many beside each other."""
HEAD, GAP, GROUND = 22, 12, "#777"
DOCUMENT_FOLDER = PROJECT / "docs" / "img"
DOCUMENT_LANGUAGE = "en"
DOCUMENT_SCENES: dict[str, tuple[str, Scheme]] = {
    "game-one": ("desk", "light"),
    "pad-one": ("phone", "light"),
    "display-one": ("desk", "dark"),
}
"""The scenes that documents show, each in a size and a scheme."""
TALLEST_IN_DOCUMENT = 640


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a scene in one language, size and scheme."""

    scene: str
    language: str
    size: str
    scheme: Scheme
    picture: bytes

    @property
    def title(self) -> str:
        return f"{self.scene} · {self.language} · {self.scheme}"

    def image(self) -> Image.Image:
        return Image.open(io.BytesIO(self.picture)).convert("RGB")


def taken(scenes: SceneBrowser, scene: Scene) -> Iterator[Shot]:
    """The pictures of one scene in the language of the scenes."""
    schemes: tuple[Scheme, ...] = ("light", "dark") if scenes.language == DARK_IN else ("light",)
    with scenes.at(scene) as page:
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            for scheme in schemes:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                yield Shot(scene.name, scenes.language, size, scheme, _picture(page))


def _picture(page: Page) -> bytes:
    height = page.evaluate("document.documentElement.scrollHeight")
    seen = page.viewport_size or DESK
    clip = {"x": 0, "y": 0, "width": seen["width"], "height": min(max(height, seen["height"]), TALLEST)}
    return page.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type]


def sheets(folder: Path, shots: Iterable[Shot]) -> list[Path]:
    """Write a sheet for each size of one scene; its languages stand side by side, the dark one last."""
    all_of_them = sorted(shots, key=lambda shot: shot.scheme == "dark")
    written = []
    for size in SIZES:
        some = [shot for shot in all_of_them if shot.size == size]
        place = folder / f"{some[0].scene}-{size}.png"
        _sheet(some, *SHOWN[size]).save(place)
        written.append(place)
    return written


def _sheet(shots: list[Shot], width: int, columns: int) -> Image.Image:
    pictures = [(shot.title, _scaled(shot.image(), width)) for shot in shots]
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    heights = [HEAD + max(picture.height for _, picture in row) + GAP for row in rows]
    sheet = Image.new("RGB", ((width + GAP) * min(columns, len(pictures)) + GAP, sum(heights)), GROUND)
    for number, row in enumerate(rows):
        for place, (title, picture) in enumerate(row):
            _stick(sheet, title, picture, GAP + place * (width + GAP), sum(heights[:number]))
    return sheet


def _stick(sheet: Image.Image, title: str, picture: Image.Image, left: int, top: int) -> None:
    ImageDraw.Draw(sheet).text((left, top + 3), title, "white", ImageFont.load_default(14))
    sheet.paste(picture, (left, top + HEAD))


def _scaled(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, picture.height * width // picture.width), Image.Resampling.LANCZOS)


def index(folder: Path) -> Path:
    """A page that shows every sheet there is in the folder."""
    rows = "".join(
        f'<h2>{sheet.stem}</h2><a href="{sheet.name}"><img loading="lazy" src="{sheet.name}" alt=""></a>'
        for sheet in sorted(folder.glob("*.png"))
    )
    place = folder / "index.html"
    place.write_text(f"<!doctype html><title>Contact sheets</title><style>img{{max-width:100%}}</style>{rows}")
    return place


def write_document_pictures(shots: Iterable[Shot]) -> None:
    """Write the pictures that documents show to ``docs/img``, at most 800 pixels wide."""
    for shot in shots:
        if shot.language == DOCUMENT_LANGUAGE and DOCUMENT_SCENES.get(shot.scene) == (shot.size, shot.scheme):
            picture = shot.image()
            picture = picture.crop(
                (0, 0, picture.width, min(picture.height, TALLEST_IN_DOCUMENT if shot.size == "phone" else 800))
            )
            picture.thumbnail((800, 800))
            picture.save(DOCUMENT_FOLDER / f"{shot.scene}.webp", quality=70, method=6)
