"""The figures that are held to: each part in ``bench/parts`` measures its own, in turns with the least possible server.

.venv/bin/python -m bench.compare [moves ...] [--rounds 5]

Times on a shared machine say little; ratios of runs taken in turns say more. Exits with 1 when a
figure is above its limit.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bench import parts
from bench.parts import Figure
from bench.servers import prepare_empty_state

NAMES = sorted(path.stem for path in Path(parts.__file__).parent.glob("[a-z]*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*NAMES, []], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5, choices=range(1, 11), help="how often the servers take turns")
    chosen = parser.parse_args()
    names, begun = chosen.parts or NAMES, time.monotonic()
    within = True
    prepare(names, chosen.rounds)
    for figure in measure(names, chosen.rounds):
        print(figure, flush=True)
        within = within and figure.is_within_limit
    print(f"measured in {time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(not within)


def prepare(names: Sequence[str], rounds: int) -> None:
    """Make what takes long to make, before the first measurement."""
    prepare_empty_state()
    with ThreadPoolExecutor() as makers:
        prepare = [makers.submit(part.prepare, rounds) for part in map(load, names) if hasattr(part, "prepare")]
        for one in prepare:
            one.result()


def measure(names: Sequence[str], rounds: int) -> Iterator[Figure]:
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            yield from load(name).measure(Path(folder), rounds)


def load(name: str) -> ModuleType:
    return import_module(f"bench.parts.{name}")


if __name__ == "__main__":
    main()
