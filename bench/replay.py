"""How many records a minute ``manage.py replay`` answers on one core, start-up included.

.venv/bin/python bench/replay.py [--records 5000] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.rules.cards import DECK  # noqa: E402
from games.rules.moves import apply, deal, legal_moves  # noqa: E402
from games.rules.record import Record, plays_of, write  # noqa: E402


def random_record(chance):
    """A whole game of random legal cards."""
    start = state = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    while moves := legal_moves(state):
        state = apply(state, chance.choice(moves))
    return Record(("Ana", "Bram"), start.leader, start.hands, start.deck, plays_of(state))


def measure(path):
    """Seconds on the clock, processor seconds and lines written for one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    call = [sys.executable, str(ROOT / "manage.py"), "replay", str(path)]
    done = subprocess.run(call, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - begun, processor, done.stdout.count(b"\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        with path.open("w") as file:
            file.writelines(json.dumps(write(random_record(chance))) + "\n" for _ in range(chosen.records))
        clock, processor, lines = measure(path)
    print(f"{lines} records: {clock:.2f} s, {processor:.2f} s of processor, start-up included")
    print(f"{60 * lines / processor:,.0f} records a minute of one core")


if __name__ == "__main__":
    main()
