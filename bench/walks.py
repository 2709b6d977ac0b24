"""What is still possible at a table with gaps in its log: python -m bench.walks [--logs 10000].

An entry is counting (`bounds`) and, where that leaves something open, going through all completions (`endings`). Logs
lack cards, tricks and leaders by chance, the same ones in every run. CPU of this one process.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.rules.logged.bounds import bounds
from games.rules.logged.endings import endings
from games.rules.logged.inference import know
from tests.rules.logbook import Gaps, table_game

RATES = (0.0, 0.01, 0.03, 0.06, 0.1, 0.3, 0.7, 1.0)
"""How likely a card is missing."""


def log(number):
    """A log of a game that was broken off, mostly late, with gaps."""
    chance = Random(f"walks {number}")
    seed = chance.randrange(2**32)
    tricks = chance.choice([chance.randint(0, 26), chance.randint(18, 26), 26])
    gaps = Gaps(
        chance.randrange(2**32), chance.choice(RATES), tricks, chance.choice([0, 0.2, 1.0]), chance.random() < 0.5
    )
    return gaps.applied(table_game(seed))


def entry(record, known):
    """What came of one: certain by counting, known, or too much to go through."""
    if all(len(seats) == 1 for seats in bounds(known).values()):
        return "certain"
    return "not known" if endings(known, record.rulings.draw) is None else "known"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=int, default=10_000)
    found, taken = Counter(), []
    for number in range(parser.parse_args().logs):
        record = log(number)
        known = know(record)
        since = time.process_time()
        found[entry(record, known)] += 1
        taken.append(1000 * (time.process_time() - since))
    figures = (f"{name} {np.percentile(taken, each):.2f}" for name, each in PERCENTILES)
    print(", ".join(f"{what} {count}" for what, count in found.most_common()), "of", len(taken))
    print("CPU an entry:", ", ".join(figures), "ms")


PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))

if __name__ == "__main__":
    main()
