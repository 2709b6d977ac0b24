"""The puzzles that were made: a file of one line each, and reading it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from games.minds.puzzles.puzzle import Puzzle
from games.rules.cards import Card
from games.rules.state import Cards

FILE = Path(__file__).with_name("made.txt")
NONE = "-"
FIELDS = "own hand, other hand, own score pile, other score pile, card led, answer, rating, failures, game"
"""What stands in a line, with blanks between; cards without."""


def line(puzzle: Puzzle) -> str:
    """A puzzle as a line of the file."""
    piles = (*puzzle.hands, *puzzle.score)
    lead = NONE if puzzle.lead is None else str(puzzle.lead)
    figures = (str(puzzle.rating), "/".join(map(str, puzzle.fails)), str(puzzle.game))
    return " ".join((*map(_codes, piles), lead, str(puzzle.answer), *figures))


def puzzle_of(text: str) -> Puzzle:
    """The counterpart of ``line``; ``ValueError`` or a ``Refusal`` where it is none."""
    mine, theirs, own, other, lead, answer, rating, failed, game = text.split(" ")
    return Puzzle(
        hands=(_cards(mine), _cards(theirs)),
        score=(_cards(own), _cards(other)),
        lead=None if lead == NONE else Card.parse(lead),
        answer=Card.parse(answer),
        rating=int(rating),
        fails=tuple(map(int, failed.split("/"))),
        game=int(game),
    )


def text(puzzles: Iterable[Puzzle], about: str) -> str:
    """A whole file: ``about`` says how it was made."""
    return "".join(f"{one}\n" for one in (f"# {about}", f"# {FIELDS}", *map(line, puzzles)))


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, in its order."""
    lines = path.read_text().splitlines()
    return tuple(puzzle_of(one) for one in lines if not one.startswith("#"))


@cache
def made() -> tuple[Puzzle, ...]:
    """The puzzles of the site; the first one has the number 1."""
    return read(FILE)


def _codes(cards: Cards) -> str:
    return "".join(map(str, cards)) or NONE


def _cards(codes: str) -> Cards:
    return () if codes == NONE else tuple(Card.parse(codes[at : at + 2]) for at in range(0, len(codes), 2))
