"""Benchmark of completions of a log with gaps: python -m bench.completions [--logs 10000].

For an entry, votes are counted, and where that leaves a vote open, completions are searched. Logs lack cards, tricks
and leaders at random, the same in every run. CPU of this one process. The answers are compared with the true game and
with a search of all completions where they are few enough; exits with 1 where they differ.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.inference.certainty import combine_prospects, compute_prospects
from games.inference.completion_votes import PossibleEndings, list_possible_endings
from games.inference.deduction import Deduction, deduce
from games.inference.tally import compute_tally
from games.inference.vote_bounds import compute_vote_bounds
from games.rules.cards import Faction
from games.rules.state import Seat
from tests.inference.table_logs import Played, log_with_gaps

T = TypeVar("T")
AnswerValue = Seat | None | Literal["not known"]
"""Seat that gets a vote or wins; None for no seat."""

PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))


def time_call(function: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """Return the result of a function and the milliseconds that it took."""
    since = time.process_time()
    return function(*arguments), 1000 * (time.process_time() - since)


def list_answers(ending: PossibleEndings) -> list[AnswerValue]:
    """Return the seat of each vote and the winner, as far as certain."""
    seats = [*ending.prospects.values(), ending.winners]
    return [next(iter(seat)) if len(seat) == 1 else "not known" for seat in seats]


def list_reference_answers(deduction: Deduction, draw: str) -> list[AnswerValue]:
    """Return the same answers from counting, and from all completions where they are few enough."""
    bounds, exact = compute_vote_bounds(deduction), list_possible_endings(deduction, draw)
    if exact is None:
        return list_answers(PossibleEndings(bounds, combine_prospects(bounds, draw)))
    return list_answers(
        PossibleEndings({faction: bounds[faction] & exact.prospects[faction] for faction in Faction}, exact.winners)
    )


def list_true_answers(game: Played) -> list[Seat | None]:
    """Return the seat of each vote in the game, and the winner."""
    tally = compute_tally(game.record)
    assert tally.result is not None
    return [*(faction.seat for faction in tally.factions), tally.result.winner]


def compare_answers(
    answers: Sequence[AnswerValue], references: Sequence[AnswerValue], truths: Sequence[Seat | None]
) -> Iterator[str]:
    """Yield a label for each of the six answers, by how it compares with the reference and the truth."""
    for index, (answer, reference, truth) in enumerate(zip(answers, references, truths, strict=True)):
        kind = "vote" if index < len(Faction) else "result"
        if answer == "not known":
            yield f"{kind} not known" + (" that all completions tell" if reference in (0, 1, None) else "")
        else:
            yield f"{kind} {'known' if answer == truth else 'WRONG'}"
            if reference == "not known":
                yield f"{kind} known that all completions do not tell, or were too many to"


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=10_000)
    counts, times = Counter[str](), list[float]()
    for number in range(parser.parse_args().logs):
        game, record = log_with_gaps(number)
        deduction = deduce(record)
        ending, milliseconds = time_call(compute_prospects, record, deduction)
        times.append(milliseconds)
        reference = list_reference_answers(deduction, record.rulings.draw)
        counts.update(compare_answers(list_answers(ending), reference, list_true_answers(game)))
    for label, count in sorted(counts.items()):
        print(f"{label}: {count}")
    figures = (f"{name} {np.percentile(times, percent):.2f}" for name, percent in PERCENTILES)
    print("CPU an entry:", ", ".join(figures), "ms")
    return any("WRONG" in label or "that all" in label for label in counts)


if __name__ == "__main__":
    sys.exit(main())
