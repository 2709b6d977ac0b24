"""What an entry at a table with the real deck costs: python -m bench.entries [--entries 10000].

An entry is checked, folded, accounted for, and shown to the phones of both players, as whole views. The tables have
holes, slips and second thoughts by chance, the same ones in every run. CPU of this one process, in which the compiler
numba has been loaded as the site loads it with its first entry; --plain leaves it out.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")

PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))


def taken(entries: int) -> Iterator[float]:
    """The milliseconds of each of so many entries; to open a table and to make its game up is none."""
    from games.live.table.view import render
    from games.run import garbage
    from tests.services.companion_acts import ANA, BRAM
    from tests.services.holey_tables import versions

    garbage.settle()
    for versions_of_one in map(versions, count()):
        for number in count():
            since = time.process_time()
            table = next(versions_of_one, None)
            if table is None:
                break
            for device in (ANA, BRAM):
                render(table, device, "en")
            if number > 1:
                yield 1000 * (time.process_time() - since)
                entries -= 1
            if not entries:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--plain", action="store_true", help="without the compiler numba")
    chosen = parser.parse_args()
    import django

    django.setup()
    from games.minds.compiled import available
    from games.run import swift

    compiled = available() and not chosen.plain
    if compiled:
        swift.load()
    found = list(taken(chosen.entries))
    told = ", ".join(f"{name} {np.percentile(found, each):.2f}" for name, each in PERCENTILES)
    print(f"CPU an entry with both views, of {len(found)}, {'compiled' if compiled else 'plain'}: {told} ms")


if __name__ == "__main__":
    main()
