"""Writes static/cards/cards.svg, the drawings of all cards: `.venv/bin/python docs/cards/draw.py`.

`signs.svg` holds the symbols that stand for themselves: factions, crown, frame. Each faction's own file holds the
people on its cards, first the parts and then, for each value, how large the person is and which parts lie on each
other. A line of a part is a tone and a path: `=` repeats the path as in a mirror, `'` leaves its outline out.
The symbols share no references, since browsers do not follow one symbol to another in a file that is not the page.
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
"""The colours that no faction owns; `c` is the faction's. `h`, hair, is what a line of people says after a slash."""
ROOM = "-4 -10 108 110"

Part = list[tuple[str, str]]


def main() -> None:
    TARGET.write_text(sprite())


def sprite() -> str:
    """The whole file: the signs, and a symbol for each card of the deck, called as the card is."""
    signs = (HERE / "signs.svg").read_text().removesuffix("</svg>\n").removesuffix("</svg>")
    people = [symbol for letter in "GKUDP" for symbol in faction(letter)]
    return signs + "\n".join(people) + "\n</svg>\n"


def faction(letter: str) -> list[str]:
    """The people of a faction from the lowest value up."""
    parts, people = read((HERE / f"{letter}.txt").read_text())
    return [person(f"{letter}{line[0]}", float(line[1]), line[2:], parts) for line in people]


def read(text: str) -> tuple[dict[str, Part], list[list[str]]]:
    """The parts by name, and the lines of people as words."""
    drawn, told = text.split("\n\n")
    parts: dict[str, Part] = {}
    name = ""
    for line in drawn.splitlines():
        named, tone, path = re.fullmatch(r"(\S*)\s+(\S+) (.+)", line).groups()  # type: ignore[union-attr]
        name = named or name
        parts.setdefault(name, []).append((tone, path))
    return parts, [line.split() for line in told.splitlines()]


def person(name: str, size: float, worn: list[str], parts: dict[str, Part]) -> str:
    """One symbol; whoever is smaller stands on the same ground."""
    shapes = "".join(shape(tone, path, word.partition("/")[2]) for word in worn for tone, path in parts[bare(word)])
    stand = f' transform="matrix({size:g} 0 0 {size:g} {50 - 50 * size:g} {100 - 100 * size:g})"' if size != 1 else ""
    return (
        f'<symbol id="{name}" viewBox="{ROOM}"><g fill="currentColor" stroke="currentColor" stroke-width="2.600" '
        f'stroke-linejoin="round" stroke-linecap="round"{stand}>{shapes}</g></symbol>'
    )


def bare(word: str) -> str:
    return word.partition("/")[0]


def shape(tone: str, path: str, hair: str) -> str:
    """A path, once or twice."""
    mirrored, colour, plain = tone.startswith("="), tone.strip("='"), tone.endswith("'")
    colour = hair if colour == "h" else colour
    fill = "" if colour == "c" else f' fill="{TONES[colour]}"'
    outline = ' stroke="none"' if plain else ""
    look = f"{fill}{outline}"
    twin = f'<path{look} transform="matrix(-1 0 0 1 100 0)" d="{path}"/>' if mirrored else ""
    return f'<path{look} d="{path}"/>{twin}'


if __name__ == "__main__":
    main()
