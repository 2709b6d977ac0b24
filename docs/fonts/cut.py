"""Subsets of the typefaces for the site: `.venv/bin/python docs/fonts/cut.py FOLDER FOLDER`, called by bin/vendor.

The folders are those of the installed packages @fontsource-variable/asap and @fontsource/grenze, whose versions
package.json pins. The script writes into static/fonts/ the letters of English, Dutch and Indonesian, which every page
loads, and, for the body typeface alone, the letters of names from other parts of Europe, which a browser loads where
they occur. Chinese uses the system's fonts. The same packages give the same bytes.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).resolve().parents[2] / "static/fonts"
WEIGHTS = {"wght": (400, 700)}
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
"""Features of the typefaces that the style sheets use or browsers apply by themselves."""
ALPHABETS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x2010, 0x2027), *map(ord, "ıŒœˆ˚˜‰′″‹›€™←→−")],
    "latin-ext": [*range(0x100, 0x131), *range(0x132, 0x152), *range(0x154, 0x250), *range(0x1E00, 0x1F00)],
}


def main(body: Path, display: Path) -> None:
    """Write the subsets and the licences."""
    for alphabet, letters in ALPHABETS.items():
        subset_font(
            body / f"files/asap-{alphabet}-wght-normal.woff2", letters, TARGET / f"asap-{alphabet}.woff2", WEIGHTS
        )
    subset_font(display / "files/grenze-latin-600-normal.woff2", ALPHABETS["latin"], TARGET / "grenze-latin-600.woff2")
    shutil.copyfile(body / "LICENSE", TARGET / "asap-OFL.txt")
    shutil.copyfile(display / "LICENSE", TARGET / "grenze-OFL.txt")


def subset_font(
    source: Path, letters: list[int], target: Path, weights: dict[str, tuple[int, int]] | None = None
) -> None:
    """Write these letters of a font, with these weights if it is variable, without hints for old screens."""
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 13, 14], notdef_outline=True)
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    if weights:
        font = instantiateVariableFont(font, weights)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
