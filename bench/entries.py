"""Benchmark of an entry at a table with the printed deck: python -m bench.entries [--entries 10000].

An entry is checked, applied, tallied, and rendered as whole views for the phones of both players. The tables have gaps,
slips and corrections at random, the same in every run. The CPU is that of this one process, after the compiler numba is
loaded, as the site loads it with its first entry.
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


def time_entries(entries: int) -> Iterator[float]:
    """Yield the milliseconds of each entry; opening a table and naming its game does not count."""
    from games.realtime.companion.view import render_view
    from games.server import startup
    from tests.services.companion.entries import ANA, BRAM
    from tests.services.companion.random_tables import versions

    startup.freeze_garbage_collector()
    for versions_of_one in map(versions, count()):
        for number in count():
            since = time.process_time()
            table = next(versions_of_one, None)
            if table is None:
                break
            for device in (ANA, BRAM):
                render_view(table, device, "en")
            if number > 1:
                yield 1000 * (time.process_time() - since)
                entries -= 1
            if not entries:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    options = parser.parse_args()
    import django

    django.setup()
    milliseconds = list(time_entries(options.entries))
    percentiles = ", ".join(f"{name} {np.percentile(milliseconds, percent):.2f}" for name, percent in PERCENTILES)
    print(f"CPU an entry with both views, of {len(milliseconds)}: {percentiles} ms")


if __name__ == "__main__":
    main()
