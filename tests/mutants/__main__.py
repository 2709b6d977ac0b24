"""Command `bin/mutants`: choose mutants at random, try them, and report how many the tests notice."""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.mutants.generation import Mutant, generate_mutants
from tests.mutants.runner import KILLED, SKIPPED, TIMEOUT, MutantRunner, monitoring

ROOT = Path(__file__).parents[2]
OUT = ROOT / "var" / "mutants"
EQUIVALENT = "equivalent"
QUIET = ["-q", "-s", "--hypothesis-seed=0", "--durations=0", "--no-header", "--no-summary"]
QUIET += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]


@dataclass(frozen=True)
class Target:
    """Files to mutate, and the tests that must notice."""

    files: tuple[str, ...]
    tests: tuple[str, ...]

    def mutants(self, places: Sequence[str]) -> list[Mutant]:
        """Return the mutants in these files, folders and lines (`file:line`); all if there are none."""
        found = sorted({path for files in self.files for path in ROOT.glob(files) if path.suffix == ".py"})
        chosen: list[Mutant] = []
        for path in (str(path.relative_to(ROOT)) for path in found):
            near = [one for one in places if f"{path}/".startswith(f"{one.partition(':')[0].rstrip('/')}/")]
            lines = {int(one.partition(":")[2] or 0) for one in near} if places else {0}
            if lines:
                chosen += [one for one in generate_mutants(ROOT, path) if lines & {0, *range(one.line, one.last + 1)}]
        return chosen


@dataclass
class Result:
    """Outcome of a mutant, and the number of tests that reach it."""

    mutant: Mutant
    outcome: str
    tests: int = 0


def main() -> int:
    """Return 1 if the tests do not notice a mutant that is not listed as equivalent."""
    arguments = parse_arguments()
    if not monitoring:
        sys.exit("bin/mutants needs Python 3.12 or newer.")
    prepare()
    equivalent, results = read_equivalent(), []
    for target in read_targets():
        chosen = sample(target.mutants(arguments.paths), arguments)
        known = [one for one in chosen if (one.path, *one.changed_lines) in equivalent]
        results += [Result(one, EQUIVALENT) for one in known]
        if len(chosen) > len(known):
            tests = arguments.tests or target.tests
            results += try_mutants(tests, [one for one in chosen if one not in known])
    return report(results)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="files, folders or lines (file:line); default: all of pyproject.toml")
    parser.add_argument("--tests", nargs="+", help="tests that must notice, to try a test just written")
    parser.add_argument("--sample", type=int, help="number of random mutants of each target")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    return parser.parse_args()


def sample(found: list[Mutant], arguments: argparse.Namespace) -> list[Mutant]:
    if arguments.sample is None or arguments.sample >= len(found):
        return found
    places = random.Random(arguments.seed).sample(range(len(found)), arguments.sample)
    return [found[at] for at in sorted(places)]


def read_targets() -> list[Target]:
    rows = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutants"]["targets"]
    return [Target(tuple(row["files"]), tuple(row["tests"])) for row in rows]


def read_equivalent() -> set[tuple[str, str, str]]:
    """Return equivalent mutants by file, removed lines and added lines."""
    rows = tomllib.loads((ROOT / "tests" / "mutants" / "equivalent.toml").read_text())["equivalent"]
    return {(row["path"], removed, added) for row in rows for removed, added in row["changes"]}


def prepare() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    os.chdir(ROOT)
    os.environ["DJANGO_SETTINGS_MODULE"] = "claimsite.settings"
    from hypothesis import Phase, settings

    # Failing examples need not be reduced.
    settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None)
    settings.load_profile("mutants")


def try_mutants(tests: Sequence[str], chosen: list[Mutant]) -> list[Result]:
    """Try mutants in a process of their own: each target imports its tests anew."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["MUTANTS_SCRATCH"] = scratch
        outcomes = Path(scratch) / "outcomes.jsonl"
        outcomes.touch()
        pid = os.fork()
        if not pid:
            os._exit(run_tests(tests, chosen, outcomes))
        if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
            sys.exit("The tests fail without any mutant.")
        rows = [json.loads(line) for line in outcomes.read_text().splitlines()]
        return [Result(chosen[at], outcome, count) for at, outcome, count in rows]


def run_tests(tests: Sequence[str], chosen: list[Mutant], outcomes: Path) -> int:
    numbers = {id(mutant): number for number, mutant in enumerate(chosen)}

    def write(mutant: Mutant, outcome: str, count: int) -> None:
        with outcomes.open("a") as file:
            file.write(json.dumps([numbers[id(mutant)], outcome, count]) + "\n")
        say(f"{numbers[id(mutant)] + 1} of {len(chosen)}: {mutant.path}:{mutant.line} {outcome}")

    runner = MutantRunner(ROOT, chosen, write)
    cache = f"cache_dir={os.environ['MUTANTS_SCRATCH']}/cache"
    status = pytest.main([*QUIET, "-o", cache, *tests], plugins=[runner])
    for test in runner.failed:
        say(f"FAILED without any mutant: {test}")
    return int(bool(runner.failed) or status not in (0, 5))


def report(results: Sequence[Result]) -> int:
    """Write a patch for each mutant that no test noticed, and print the shares."""
    left = [one for one in results if one.outcome not in (KILLED, TIMEOUT, EQUIVALENT, SKIPPED)]
    for one in left:
        with (OUT / (one.mutant.path.replace("/", ".") + ".diff")).open("a") as file:
            file.write(f"# line {one.mutant.line}, {one.outcome}, reached by {one.tests} tests\n{one.mutant.diff}\n")
    for folder in sorted({str(Path(one.mutant.path).parent) for one in results}):
        say(summary(folder, [one for one in results if str(Path(one.mutant.path).parent) == folder]))
    say(summary("all", results))
    if left:
        say(f"Mutants that no test noticed: {OUT.relative_to(ROOT)}")
    return int(bool(left))


def summary(name: str, results: Iterable[Result]) -> str:
    count = Counter(one.outcome for one in results)
    counted = count.total() - count[EQUIVALENT] - count[SKIPPED]
    share = 100 * (count[KILLED] + count[TIMEOUT]) / counted if counted else 100
    numbers = ", ".join(f"{number} {outcome}" for outcome, number in sorted(count.items()))
    return f"{name}: {share:.1f} % of {counted} noticed ({numbers})"


def say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
