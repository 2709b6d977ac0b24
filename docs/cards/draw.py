"""Generator of static/cards/cards.svg, the drawings of all cards: `.venv/bin/python docs/cards/draw.py`.

`signs.svg` holds the symbols that are drawn as they are: factions, crown, frame. Each faction's own file holds the
people on its cards: first the parts, and then, for each value, the size of the person and the parts that lie on each
other. A line of a part is a tone and a path: `=` repeats the path mirrored, `'` leaves out its outline. The symbols
share no references, since browsers do not follow one symbol to another in a file that is not the page.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "static/cards/cards.svg"
TONES = {
    "-": "none",
    "a": "#e2ae45",
    "b": "#f3e8d0",
    "f": "#f2cda4",
    "g": "#a9d18e",
    "h": "#cf6a32",
    "k": "#2b2118",
    "m": "#f8eed6",
    "n": "#8d5e34",
    "o": "#e3a73f",
    "p": "#eaa98a",
    "r": "#b3262b",
    "s": "#c9d3e2",
    "u": "#c3bdd6",
    "w": "#fffaf0",
    "y": "#ffe27a",
}
"""Colours that no faction owns. `c` is the faction's; `h`, hair, is the letter after a slash in a person's line."""
VIEW_BOX = "-4 -10 108 110"

Part = list[tuple[str, str]]


def main() -> None:
    """Write the drawings."""
    TARGET.write_text(build_sprite())


def build_sprite() -> str:
    """Return the whole file: the signs, and a symbol for each card of the deck, named by its code."""
    signs = (HERE / "signs.svg").read_text().removesuffix("</svg>\n").removesuffix("</svg>")
    people = [symbol for letter in "GKUDP" for symbol in build_faction(letter)]
    return signs + "\n".join(people) + "\n</svg>\n"


def build_faction(letter: str) -> list[str]:
    """Return the people of a faction from the lowest value up."""
    parts, people = parse_drawing((HERE / f"{letter}.txt").read_text())
    return [build_person(f"{letter}{line[0]}", float(line[1]), line[2:], parts) for line in people]


def parse_drawing(text: str) -> tuple[dict[str, Part], list[list[str]]]:
    """Return the parts by name, and the lines of people as words."""
    drawn, told = text.split("\n\n")
    parts: dict[str, Part] = {}
    name = ""
    for line in drawn.splitlines():
        named, tone, path = re.fullmatch(r"(\S*)\s+(\S+) (.+)", line).groups()  # type: ignore[union-attr]
        name = named or name
        parts.setdefault(name, []).append((tone, path))
    return parts, [line.split() for line in told.splitlines()]


def build_person(name: str, size: float, worn: list[str], parts: dict[str, Part]) -> str:
    """Return one symbol; smaller people stand on the same ground."""
    shapes = "".join(
        build_shape(tone, path, word.partition("/")[2]) for word in worn for tone, path in parts[get_part_name(word)]
    )
    stand = f' transform="matrix({size:g} 0 0 {size:g} {50 - 50 * size:g} {100 - 100 * size:g})"' if size != 1 else ""
    return (
        f'<symbol id="{name}" viewBox="{VIEW_BOX}"><g fill="currentColor" stroke="currentColor" stroke-width="2.600" '
        f'stroke-linejoin="round" stroke-linecap="round"{stand}>{shapes}</g></symbol>'
    )


def get_part_name(word: str) -> str:
    """Return the name of the part in a word of a person's line."""
    return word.partition("/")[0]


def build_shape(tone: str, path: str, hair: str) -> str:
    """Return a path, twice if it is mirrored."""
    mirrored, colour, plain = tone.startswith("="), tone.strip("='"), tone.endswith("'")
    colour = hair if colour == "h" else colour
    fill = "" if colour == "c" else f' fill="{TONES[colour]}"'
    outline = ' stroke="none"' if plain else ""
    look = f"{fill}{outline}"
    twin = f'<path{look} transform="matrix(-1 0 0 1 100 0)" d="{path}"/>' if mirrored else ""
    return f'<path{look} d="{path}"/>{twin}'


if __name__ == "__main__":
    main()
