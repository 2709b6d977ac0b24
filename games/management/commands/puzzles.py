"""``manage.py puzzles make|check``: generate the puzzles of the site, or verify them without the engine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.puzzles import collection
from games.engine.puzzles.generator import generate_puzzles
from games.engine.puzzles.minimax import list_minimax_wins
from games.engine.puzzles.puzzle import Puzzle

PROGRESS_INTERVAL = 50
"""Puzzles between two lines of progress."""


class Command(BaseCommand):
    """Generate or verify puzzles.

    ``make`` writes a file, which is the same for the same count and seed. ``check`` plays out every card of every
    puzzle by the rules alone, and exits with 1 unless the answer is the only card that wins.
    """

    help = "Generate the puzzles of /puzzle/, or verify them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the action, the count, the seed and the file."""
        parser.add_argument("what", choices=("make", "check"))
        parser.add_argument("--count", type=int, default=1000, help="number of puzzles (default: %(default)s)")
        parser.add_argument(
            "--seed",
            type=int,
            default=7,
            help="random seed: the same seed gives the same puzzles (default: %(default)s)",
        )
        parser.add_argument("--file", type=Path, default=collection.FILE, help="puzzle file (default: the site's)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Generate or verify puzzles."""
        if options["count"] < 1 or options["seed"] < 0:
            self.stderr.write("--count: must be at least 1; --seed: must be at least 0", style_func=str)
            sys.exit(1)
        if options["what"] == "make":
            self.write_file(options["count"], options["seed"], options["file"])
        else:
            self.check_puzzles(collection.read_puzzles(options["file"]))

    def write_file(self, count: int, seed: int, path: Path) -> None:
        """Generate puzzles, and write them to a file."""
        puzzles = list(self.report_progress(islice(generate_puzzles(seed), count)))
        path.write_text(collection.format_file(puzzles, f"manage.py puzzles make --count {count} --seed {seed}"))
        self.stdout.write(summarize(puzzles))

    def check_puzzles(self, puzzles: Sequence[Puzzle]) -> None:
        """Print the puzzles whose answer is not the only winning card, and exit with 1 if there are any."""
        checked = enumerate(self.report_progress(iter(puzzles)), 1)
        wrong = [number for number, puzzle in checked if not is_proven(puzzle)]
        for number in wrong:
            self.stderr.write(f"puzzle {number}: {collection.format_puzzle(puzzles[number - 1])}", style_func=str)
        self.stdout.write(
            f"{len(puzzles) - len(wrong)} of {len(puzzles)} puzzles have exactly one winning card: their answer"
        )
        if wrong:
            sys.exit(1)

    def report_progress(self, puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """Iterate over puzzles, and print a line of progress now and then."""
        for number, puzzle in enumerate(puzzles, 1):
            yield puzzle
            if number % PROGRESS_INTERVAL == 0:
                self.stderr.write(f"{number} ...", style_func=str)


def is_proven(puzzle: Puzzle) -> bool:
    """Return whether the answer, and no other card, wins by the rules alone."""
    return list_minimax_wins(puzzle.build_state()) == (puzzle.answer,)


def summarize(puzzles: Sequence[Puzzle]) -> str:
    """Return a summary of the puzzles: their number, sizes and ratings."""
    sizes = Counter(puzzle.tricks for puzzle in puzzles)
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    fifths = [ratings[len(ratings) * part // 5] for part in range(5)] + ratings[-1:]
    return "\n".join(
        (
            f"{len(puzzles)} puzzles in {puzzles[-1].game + 1} games",
            "tricks left: " + ", ".join(f"{size}: {sizes[size]}" for size in sorted(sizes)),
            "ratings by fifths: " + " ".join(map(str, fifths)),
        )
    )
