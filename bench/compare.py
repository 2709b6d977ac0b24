"""The figures that are held to: each part in ``bench/parts`` measures its own, in turns with the least possible server.

.venv/bin/python -m bench.compare [moves ...] [--rounds 5] [--counts]

Times on a shared machine say little; ratios of runs taken in turns say more. ``--counts`` takes no times at all, only
what is the same on every machine. Exits with 1 when a figure is above its limit.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bench import parts
from bench.parts import Figure
from bench.servers import empty

NAMES = sorted(path.stem for path in Path(parts.__file__).parent.glob("[a-z]*.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*NAMES, []], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=5, choices=range(1, 11), help="how often the servers take turns")
    parser.add_argument("--counts", action="store_true", help="only what is counted")
    chosen = parser.parse_args()
    names, begun = chosen.parts or NAMES, time.monotonic()
    within = chosen.counts or prepared(names, chosen.rounds)
    for figure in counted(names) if chosen.counts else timed(names, chosen.rounds):
        print(figure, flush=True)
        within = within and figure.within
    if not chosen.counts:
        print(f"measured in {time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(not within)


def prepared(names: Sequence[str], rounds: int) -> bool:
    """Make what is to be timed while another process counts, since neither minds the other; whether all that it counted
    is within its limits."""
    untimed = [name for name in names if "counts" in offers(name) and "TIMES_COUNT" not in offers(name)]
    counting = subprocess.Popen([sys.executable, "-m", "bench.compare", "--counts", *untimed]) if untimed else None
    try:
        make(names, rounds)
        return counting is None or counting.wait() == 0
    except BaseException:
        if counting is not None:
            # It ends the servers that it started.
            counting.send_signal(signal.SIGINT)
            counting.wait()
        raise


def make(names: Sequence[str], rounds: int) -> None:
    empty()
    with ThreadPoolExecutor() as makers:
        ahead = [makers.submit(loaded(name).ahead, rounds) for name in names if "ahead" in offers(name)]
        for one in ahead:
            one.result()


def counted(names: Sequence[str]) -> Iterator[Figure]:
    for name in names:
        if "counts" in offers(name):
            with tempfile.TemporaryDirectory() as folder:
                yield from loaded(name).counts(Path(folder))


def timed(names: Sequence[str], rounds: int) -> Iterator[Figure]:
    for name in names:
        if "times" in offers(name):
            with tempfile.TemporaryDirectory() as folder:
                yield from loaded(name).times(Path(folder), rounds)


def offers(name: str) -> Collection[str]:
    """What of ``times``, ``counts`` and the rest a part has."""
    return vars(loaded(name)).keys()


def loaded(name: str) -> ModuleType:
    return import_module(f"bench.parts.{name}")


if __name__ == "__main__":
    main()
