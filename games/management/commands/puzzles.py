"""``manage.py puzzles make|check``: find the puzzles of the site in made games, and prove them without the engine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.minds.puzzles import made
from games.minds.puzzles.finding import puzzles
from games.minds.puzzles.minimax import winning_cards
from games.minds.puzzles.puzzle import Puzzle

EVERY = 50
"""Puzzles between two signs of life."""


class Command(BaseCommand):
    """``make`` writes a file, the same one for the same count and seed; ``check`` plays out every card of every puzzle
    by the rules alone and exits with 1 where not just the answer wins."""

    help = "Make the puzzles of /puzzle/, or check them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("make", "check"))
        parser.add_argument("--count", type=int, default=1000, help="how many to make (default: %(default)s)")
        parser.add_argument(
            "--seed", type=int, default=7, help="the same seed makes the same ones (default: %(default)s)"
        )
        parser.add_argument("--file", type=Path, default=made.FILE, help="the file (default: that of the site)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["count"] < 1 or options["seed"] < 0:
            self.stderr.write("--count: at least 1; --seed: at least 0", style_func=str)
            sys.exit(1)
        if options["what"] == "make":
            self.write(options["count"], options["seed"], options["file"])
        else:
            self.prove(made.read(options["file"]))

    def write(self, count: int, seed: int, path: Path) -> None:
        found = list(self.told(islice(puzzles(seed), count)))
        path.write_text(made.text(found, f"manage.py puzzles make --count {count} --seed {seed}"))
        self.stdout.write(figures(found))

    def prove(self, found: Sequence[Puzzle]) -> None:
        wrong = [number for number, one in enumerate(self.told(iter(found)), 1) if not proven(one)]
        for number in wrong:
            self.stderr.write(f"puzzle {number}: {made.line(found[number - 1])}", style_func=str)
        self.stdout.write(f"{len(found) - len(wrong)} of {len(found)} puzzles have one winning card, their answer")
        if wrong:
            sys.exit(1)

    def told(self, found: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """The same, with a sign of life now and then."""
        for number, one in enumerate(found, 1):
            yield one
            if number % EVERY == 0:
                self.stderr.write(f"{number} ...", style_func=str)


def proven(puzzle: Puzzle) -> bool:
    """Whether its answer, and no other card, wins by the rules alone."""
    return winning_cards(puzzle.state()) == (puzzle.answer,)


def figures(found: Sequence[Puzzle]) -> str:
    """What a file has come to, in a few lines."""
    sizes = Counter(one.tricks for one in found)
    ratings = sorted(one.rating for one in found)
    fifths = [ratings[len(ratings) * at // 5] for at in range(5)] + ratings[-1:]
    return "\n".join(
        (
            f"{len(found)} puzzles in {found[-1].game + 1} games",
            "tricks left: " + ", ".join(f"{size}: {sizes[size]}" for size in sorted(sizes)),
            "ratings by fifths: " + " ".join(map(str, fifths)),
        )
    )
