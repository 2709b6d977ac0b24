"""The figures that are held to: each part in ``bench/parts`` measures its own, in turns with the least possible server.

.venv/bin/python -m bench.compare [moves ...] [--rounds 5] [--counts]

Times on a shared machine say little; ratios of runs taken in turns say more. ``--counts`` takes no times at all, only
what is the same on every machine. Exits with 1 when a figure is above its limit.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from bench import parts
from bench.parts import Figure

NAMES = sorted(path.stem for path in Path(parts.__file__).parent.glob("[a-z]*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*NAMES, []], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5, choices=range(1, 11), help="how often the servers take turns")
    parser.add_argument("--counts", action="store_true", help="only what is counted")
    chosen = parser.parse_args()
    begun, found = time.monotonic(), list[Figure]()
    for name in chosen.parts or NAMES:
        for figure in measured(name, chosen.rounds, chosen.counts):
            print(figure, flush=True)
            found.append(figure)
    print(f"measured in {time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(not all(figure.within for figure in found))


def measured(name: str, rounds: int, counts: bool) -> Iterator[Figure]:
    """The figures of a part, in folders of their own."""
    part = import_module(f"bench.parts.{name}")
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        if counts or not getattr(part, "TIMES_COUNT", False):
            yield from getattr(part, "counts", lambda folder: ())(Path(one))
        if not counts:
            yield from getattr(part, "times", lambda folder, rounds: ())(Path(other), rounds)


if __name__ == "__main__":
    main()
