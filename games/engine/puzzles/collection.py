"""Collection of puzzles: a file with one puzzle per line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from games.engine.puzzles.puzzle import Puzzle
from games.rules.cards import Card
from games.rules.state import Cards

FILE = Path(__file__).with_name("made.txt")
NO_CARD = "-"
FIELDS = "own hand, other hand, own score pile, other score pile, card led, answer, rating, failures, game"
"""The fields of a line, separated by spaces; cards of a pile have no separator."""


def format_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of the file."""
    piles = (*puzzle.hands, *puzzle.score)
    lead = NO_CARD if puzzle.lead is None else str(puzzle.lead)
    figures = (str(puzzle.rating), "/".join(map(str, puzzle.failures)), str(puzzle.game))
    return " ".join((*map(_format_cards, piles), lead, str(puzzle.answer), *figures))


def parse_puzzle(text: str) -> Puzzle:
    """Return the puzzle of a line; raise ``ValueError`` or ``Refusal`` if the line is malformed."""
    mine, theirs, own, other, lead, answer, rating, failures, game = text.split(" ")
    return Puzzle(
        hands=(_parse_cards(mine), _parse_cards(theirs)),
        score=(_parse_cards(own), _parse_cards(other)),
        lead=None if lead == NO_CARD else Card.parse(lead),
        answer=Card.parse(answer),
        rating=int(rating),
        failures=tuple(map(int, failures.split("/"))),
        game=int(game),
    )


def format_file(puzzles: Iterable[Puzzle], about: str) -> str:
    """Return the text of a file; ``about`` says how the puzzles were made."""
    return "".join(f"{line}\n" for line in (f"# {about}", f"# {FIELDS}", *map(format_puzzle, puzzles)))


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file, in its order."""
    lines = path.read_text().splitlines()
    return tuple(parse_puzzle(line) for line in lines if not line.startswith("#"))


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that the project ships; they are numbered from 1."""
    return read_puzzles(FILE)


def _format_cards(cards: Cards) -> str:
    return "".join(map(str, cards)) or NO_CARD


def _parse_cards(codes: str) -> Cards:
    return () if codes == NO_CARD else tuple(Card.parse(codes[at : at + 2]) for at in range(0, len(codes), 2))
