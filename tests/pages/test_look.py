"""The style sheet's promises that can be counted: contrast and sizes."""

import re
from pathlib import Path

import polib
import pytest
from fontTools.ttLib import TTFont

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEET = (STATIC / "css/colours.css").read_text()
PAIRS = [
    ("ink", "bg"),
    ("ink", "surface"),
    ("ink", "surface-2"),
    ("ink-soft", "bg"),
    ("ink-soft", "surface"),
    ("ink-soft", "surface-2"),
    ("accent", "bg"),
    ("accent", "surface"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-strong"),
    ("danger", "surface"),
    ("danger", "bg"),
    ("ok", "surface"),
    ("felt-ink", "felt"),
    ("felt-ink", "felt-deep"),
    ("brass", "felt-deep"),
    ("plaque-ink", "plaque"),
    ("plaque-soft", "plaque"),
    ("plaque-soft", "plaque-low"),
    ("plaque-head", "plaque"),
    ("told-ink", "told"),
    ("wrong-ink", "wrong"),
]


def colours() -> tuple[dict[str, str], dict[str, str]]:
    """The light and the dark value of each colour; one that says a single value has it in both."""
    found = re.findall(r"--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));", SHEET)
    light = {name: one or both for name, one, _, both in found}
    dark = {name: other or both for name, _, other, both in found}
    return light, dark


LIGHT, DARK = colours()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_list_is_read_whole() -> None:
    assert [
        line for line in SHEET.splitlines() if "#" in line and not any(f"--{name}: " in line for name in LIGHT)
    ] == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " on ".join(pair))
def test_text_stands_out(theme: dict[str, str], pair: tuple[str, str]) -> None:
    assert contrast(theme[pair[0]], theme[pair[1]]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("part", ["control", "focus"])
def test_edges_of_controls_stand_out(theme: dict[str, str], part: str) -> None:
    assert contrast(theme[part], theme["surface"]) >= 3
    assert contrast(theme[part], theme["bg"]) >= 3


def test_a_dark_table_is_dark() -> None:
    for ground in ("bg", "surface", "felt", "felt-deep", "plaque", "plaque-low"):
        assert luminance(DARK[ground]) < 0.02


def test_the_display_font_is_small_and_licensed() -> None:
    assert (STATIC / "fonts/grenze-latin-600.woff2").stat().st_size <= 25_000
    assert "SIL Open Font License" in (STATIC / "fonts/grenze-OFL.txt").read_text()


def test_the_body_font_is_small_licensed_and_has_the_letters_of_our_languages() -> None:
    font = STATIC / "fonts/asap-latin.woff2"
    assert font.stat().st_size <= 30_000
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts/asap-OFL.txt").read_text().upper()
    letters = set(TTFont(font).getBestCmap())
    written = {letter for name in ("nl", "id") for entry in catalogue(name) for letter in entry.msgstr}
    assert {letter for letter in written if ord(letter) not in letters} <= {"\n"}


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(STATIC.parent / f"locale/{language}/LC_MESSAGES/django.po"))


def test_the_preview_image_has_the_size_that_messengers_show() -> None:
    image = (STATIC / "img/og.png").read_bytes()
    assert len(image) < 600_000
    assert (int.from_bytes(image[16:20]), int.from_bytes(image[20:24])) == (1200, 630)
