"""Benchmark of ``manage.py replay`` and ``manage.py score``: records a minute on one core, start-up included.

.venv/bin/python -m bench.replay [--records 20000] [--seed 1]

Both get whole games of random cards: dealt by the site, and logged by people with the printed deck.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from games.inference.record import write as write_table  # noqa: E402
from games.rules.cards import DECK  # noqa: E402
from games.rules.moves import apply, deal, legal_moves  # noqa: E402
from games.rules.record import Record, list_plays, write  # noqa: E402
from tests.inference.table_logs import table_game  # noqa: E402


def random_record(chance: random.Random) -> Record:
    """Return a whole game of random legal cards."""
    start = state = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
    while moves := legal_moves(state):
        state = apply(state, chance.choice(moves))
    return Record(("Ana", "Bram"), start.leader, start.hands, start.deck, list_plays(state))


def build_dealt_record(chance: random.Random) -> dict[str, Any]:
    return write(random_record(chance))


def build_logged_record(chance: random.Random) -> dict[str, Any]:
    return write_table(table_game(chance.randrange(2**32)).record)


COMMANDS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "replay": build_dealt_record,
    "score": build_logged_record,
}


def measure(command: str, path: Path) -> tuple[float, float, int]:
    """Return the wall-clock seconds, CPU seconds and lines of output of one run of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    since = time.perf_counter()
    call = [sys.executable, str(ROOT / "manage.py"), command, str(path)]
    result = subprocess.run(call, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - since, processor, result.stdout.count(b"\n")


def measure_rate(command: str, records: int, seed: int = 1) -> float:
    """Return the number of records that a command processes in a minute of one core."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        with path.open("w") as file:
            file.writelines(json.dumps(COMMANDS[command](chance)) + "\n" for _ in range(records))
        clock, processor, lines = measure(command, path)
    print(f"{command}: {lines} records, {clock:.2f} s, {processor:.2f} s of processor, start-up included")
    return 60 * lines / processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for command in COMMANDS:
        print(f"{measure_rate(command, chosen.records, chosen.seed):,.0f} records a minute of one core", flush=True)


if __name__ == "__main__":
    main()
