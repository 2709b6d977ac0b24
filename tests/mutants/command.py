"""``bin/mutants``: chooses mutants, tries them, and tells how many were killed."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.mutants.child import KILLED, SURVIVED, in_child
from tests.mutants.cuts import Mutant, mutants
from tests.mutants.reach import monitoring
from tests.mutants.session import COLD, NOT_REACHED, Begun, Warm
from tests.mutants.swap import Otherwise
from tests.mutants.tree import Tree

ROOT = Path(__file__).parents[2]
OUT = ROOT / "var" / "mutants"
EXPLAINED, UNSURE = "explained", "unsure"
QUIET = ["-q", "-s", "--hypothesis-seed=0", "--durations=0", "--no-header", "--no-summary"]
QUIET += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
START = 10.0
"""Seconds that a pytest takes to start and to make its database."""


@dataclass(frozen=True)
class Target:
    """Files and the tests that are to notice a change of them; ``sites`` are those that start a site."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    sites: tuple[str, ...] = ()

    def mutants(self, only: Sequence[str]) -> Iterator[Mutant]:
        """Those in these files, folders and lines; all if none is named."""
        found = sorted({path for files in self.files for path in ROOT.glob(files) if path.suffix == ".py"})
        for path in (str(path.relative_to(ROOT)) for path in found):
            named = [one for one in only if f"{path}/".startswith(f"{one.partition(':')[0].rstrip('/')}/")]
            lines = {int(one.partition(":")[2] or 0) for one in named} if only else {0}
            if lines:
                yield from (one for one in mutants(ROOT, path) if lines & {0, *range(one.line, one.last + 1)})


@dataclass
class Tried:
    """A mutant, its fate, the tests that reach it and the seconds that they take without it."""

    mutant: Mutant
    fate: str
    tests: list[str]
    seconds: float = 0.0


def main() -> int:
    """Refused with a sentence where the tests fail without any change. 1 if a mutant survived unexplained."""
    asked = _arguments()
    if not monitoring:
        sys.exit("bin/mutants needs Python 3.12 or newer.")
    _prepare()
    reasons, tried = _reasons(), []
    for target in _targets():
        if asked.tests:
            target = replace(target, tests=tuple(asked.tests), sites=())
        chosen = _sample(list(target.mutants(asked.paths)), asked)
        tried += [Tried(one, EXPLAINED, []) for one in chosen if (one.path, *one.words) in reasons]
        left = [one for one in chosen if (one.path, *one.words) not in reasons]
        if left:
            tried += _try(target, left)
    return _report(tried)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/mutants", description=__doc__)
    told = "files, folders or lines (file:line); all targets of pyproject.toml if none is named"
    parser.add_argument("paths", nargs="*", help=told)
    parser.add_argument("--tests", nargs="+", help="only these are to notice it, to try a test just written")
    parser.add_argument("--sample", type=int, help="so many mutants of each target, by chance")
    parser.add_argument("--seed", type=int, default=0, help="which chance")
    return parser.parse_args()


def _sample(found: list[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    if asked.sample is None or asked.sample >= len(found):
        return found
    kept = random.Random(asked.seed).sample(range(len(found)), asked.sample)
    return [found[at] for at in sorted(kept)]


def _targets() -> list[Target]:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutants"]["targets"]
    return [Target(tuple(one["files"]), tuple(one["tests"]), tuple(one.get("sites", ()))) for one in listed]


def _reasons() -> dict[tuple[str, str, str], str]:
    """Why no test can notice a change: by its file, the lines that go and the lines that come."""
    listed = tomllib.loads((ROOT / "tests" / "mutants" / "explained.toml").read_text())["explained"]
    return {(one["path"], gone, come): one["why"] for one in listed for gone, come in one["changes"]}


def _prepare() -> None:
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    os.chdir(ROOT)
    os.environ["DJANGO_SETTINGS_MODULE"] = "claimsite.settings"
    # What no mutant is in is imported once for all the processes that are forked.
    import django.contrib.admin
    import django.test  # noqa: F401
    from hypothesis import Phase, settings

    # What fails need not be made small.
    settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], database=None, deadline=None)
    settings.load_profile("mutants")


def _try(target: Target, chosen: list[Mutant]) -> list[Tried]:
    """Warm first; then anew what cannot be exchanged in a running process, and what survived there."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["MUTANTS_SCRATCH"] = scratch
        notes = Path(scratch) / "fates.jsonl"
        pid = os.fork()
        if not pid:
            os._exit(_warm(target, chosen, notes))
        if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
            sys.exit("The tests fail without any change, so they tell nothing.")
        told = [json.loads(line) for line in notes.read_text().splitlines()]
        tried = [Tried(chosen[at], *more) for at, *more in told]
        again = [one for one in tried if one.fate in (COLD, SURVIVED)]
        for number, one in enumerate(again, 1):
            one.fate = _anew(one)
            _say(f"{number} of {len(again)} in a process of their own: {one.mutant.path}:{one.mutant.line} {one.fate}")
    _on_sites(target, [one for one in tried if one.fate in (NOT_REACHED, SURVIVED)])
    return tried


def _on_sites(target: Target, left: Sequence[Tried]) -> None:
    """What the tests in this process let pass may be noticed by those that start a site."""
    if not (target.sites and left):
        return
    with tempfile.TemporaryDirectory() as scratch:
        tree = Tree(ROOT, Path(scratch) / "tree")
        if tree.fails(target.sites):
            sys.exit("The tests that start a site fail without any change, so they tell nothing.")
        for one in left:
            if tree.notices(one.mutant, target.sites):
                one.fate = KILLED
            _say(f"On a site: {one.mutant.path}:{one.mutant.line} {one.fate}")


def _warm(target: Target, chosen: list[Mutant], notes: Path) -> int:
    count: Counter[str] = Counter()

    def tell(mutant: Mutant, fate: str, tests: list[str], seconds: float) -> None:
        with notes.open("a") as file:
            file.write(json.dumps([at[id(mutant)], fate, tests, seconds]) + "\n")
        count[fate] += 1
        if count.total() % 50 == 0:
            _say(f"{count.total()} of {len(chosen)} {dict(count)}")

    at = {id(mutant): number for number, mutant in enumerate(chosen)}
    warm = Warm(ROOT, chosen, tell)
    ended = _pytest(target.tests, warm)
    for test in warm.broken:
        _say(f"FAILED without any change: {test}")
    return int(bool(warm.broken) or ended not in (0, 5))


def _anew(one: Tried) -> str:
    """The fate of a mutant in processes that never knew the code as it is; tests in files that name its module, or what
    the changed line begins with, are tried before the others, of which there are many."""
    names = re.compile(rf"\b({Path(one.mutant.path).stem}|{re.escape(one.mutant.words[0].split(maxsplit=1)[0])})\b")
    files = {file for file, _, _ in (test.partition("::") for test in one.tests)}
    named = {file for file in files if names.search((ROOT / file).read_text())}
    near = [test for test in one.tests if test.partition("::")[0] in named]
    far = [test for test in one.tests if test.partition("::")[0] not in named]
    fates = (_passed(replace(one, tests=tests)) for tests in (near, far) if tests)
    return next((fate for fate in fates if fate != SURVIVED), SURVIVED)


def _passed(one: Tried) -> str:
    """What fails without the change as well tells nothing; where no test began, what is collected fails."""
    begun = Begun(Path(os.environ["MUTANTS_SCRATCH"]) / "begun")

    def changed() -> bool:
        sys.meta_path.insert(0, Otherwise(str(ROOT / one.mutant.path), one.mutant.source))
        return _pytest(["-x", *one.tests], begun) != 0

    def unchanged() -> bool:
        return _pytest(["-x", *(begun.tests() or ["--collect-only", *one.tests])]) != 0

    fate = in_child(changed, START + one.seconds)
    if fate == KILLED and in_child(unchanged, START + one.seconds) != SURVIVED:
        return UNSURE
    return fate


def _pytest(asked: Sequence[str], *plugins: object) -> int:
    """The tables that the tests without any change began with are kept for the processes that follow."""
    return pytest.main([*QUIET, "-o", f"cache_dir={os.environ['MUTANTS_SCRATCH']}/cache", *asked], plugins=[*plugins])


def _report(tried: Sequence[Tried]) -> int:
    left = [one for one in tried if one.fate not in (KILLED, "endless", EXPLAINED)]
    for one in left:
        with (OUT / (one.mutant.path.replace("/", ".") + ".diff")).open("a") as file:
            file.write(f"# line {one.mutant.line}, {one.fate}, by {len(one.tests)} tests\n{one.mutant.diff}\n")
    folders = sorted({str(Path(one.mutant.path).parent) for one in tried})
    for folder in folders:
        _say(_line(folder, [one for one in tried if str(Path(one.mutant.path).parent) == folder]))
    _say(_line("all", tried))
    if left:
        _say(f"The changes that no test noticed: {OUT.relative_to(ROOT)}")
    return int(bool(left))


def _line(name: str, tried: Iterable[Tried]) -> str:
    count = Counter(one.fate for one in tried)
    told = ", ".join(f"{number} {fate}" for fate, number in sorted(count.items()))
    counted = count.total() - count[EXPLAINED]
    share = 100 * (count[KILLED] + count["endless"]) / counted if counted else 100
    return f"{name}: {share:.1f} % of {counted} noticed ({told})"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
