"""What is still possible at a table with gaps in its log: python -m bench.walks [--logs 10000].

An entry is counting, and where that leaves something open, looking on (`prospects`). Logs lack cards, tricks and
leaders by chance, the same ones in every run. CPU of this one process. What is told is compared with the game as it
was, and with going through all completions (`endings`), where they are few enough; exits with 1 where it is otherwise.
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

from games.rules.cards import Faction
from games.rules.logged.bounds import bounds
from games.rules.logged.certainty import prospects
from games.rules.logged.endings import Ending, endings
from games.rules.logged.inference import Known, know
from games.rules.logged.outlook import independent
from games.rules.logged.tally import tally
from games.rules.state import Seat
from tests.rules.logbook import Played, log_with_gaps

T = TypeVar("T")
Told = Seat | None | Literal["not known"]
"""Who gets a vote, or wins; nobody may."""

PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))


def timed(function: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What a function gives, and the milliseconds that it took."""
    since = time.process_time()
    return function(*arguments), 1000 * (time.process_time() - since)


def told(ending: Ending) -> list[Told]:
    """Who gets each vote, and who wins, as far as that is certain."""
    seats = [*ending.prospects.values(), ending.winners]
    return [next(iter(one)) if len(one) == 1 else "not known" for one in seats]


def plainly(known: Known, draw: str) -> list[Told]:
    """The same by counting, and by all completions where there are few enough."""
    found, exact = bounds(known), endings(known, draw)
    if exact is None:
        return told(Ending(found, independent(found, draw)))
    return told(Ending({one: found[one] & exact.prospects[one] for one in Faction}, exact.winners))


def truth(game: Played) -> list[Seat | None]:
    """Who got each vote in the game, and who won it."""
    whole = tally(game.record)
    assert whole.result is not None
    return [*(one.seat for one in whole.factions), whole.result.winner]


def compared(answers: Sequence[Told], references: Sequence[Told], facts: Sequence[Seat | None]) -> Iterator[str]:
    """What to count of the six answers: votes and results by how they compare."""
    for at, (answer, reference, fact) in enumerate(zip(answers, references, facts, strict=True)):
        what = "vote" if at < len(Faction) else "result"
        if answer == "not known":
            yield f"{what} not known" + (" that all completions tell" if reference in (0, 1, None) else "")
        else:
            yield f"{what} {'known' if answer == fact else 'WRONG'}"
            if reference == "not known":
                yield f"{what} known that all completions do not tell, or were too many to"


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=10_000)
    found, taken = Counter[str](), list[float]()
    for number in range(parser.parse_args().logs):
        game, record = log_with_gaps(number)
        known = know(record)
        ending, milliseconds = timed(prospects, record, known)
        taken.append(milliseconds)
        reference = plainly(known, record.rulings.draw)
        found.update(compared(told(ending), reference, truth(game)))
    for what, count in sorted(found.items()):
        print(f"{what}: {count}")
    figures = (f"{name} {np.percentile(taken, each):.2f}" for name, each in PERCENTILES)
    print("CPU an entry:", ", ".join(figures), "ms")
    return any("WRONG" in what or "that all" in what for what in found)


if __name__ == "__main__":
    sys.exit(main())
