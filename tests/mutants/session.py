"""One pytest in which mutants are tried, each in a fork of it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.answers import forget_answers
from tests.mutants.child import KILLED, SURVIVED, alone, in_child
from tests.mutants.cuts import Mutant
from tests.mutants.reach import Reach
from tests.mutants.swap import Swapper, exchange

Told = Callable[[Mutant, str, list[str], float], None]
"""Hears a mutant's fate, the tests that reach it, and how many seconds they take without it."""
PROCESSES = frozenset({"prepared_var", "browser_path", "browser_type_launch_args"})
"""Fixtures of tests that start a site: it runs the code as it stands in the files."""
NOT_REACHED, COLD = "not reached", "cold"


class Warm:
    """Passes all tests once, then forks for every mutant of the body of a function."""

    def __init__(self, root: Path, mutants: Iterable[Mutant], tell: Told) -> None:
        self.root, self.mutants, self.tell = root, tuple(mutants), tell
        self.reach = Reach(root, frozenset(one.path for one in self.mutants))
        self.seconds: dict[str, float] = {}
        self.looking: set[str] = set()
        self.broken: list[str] = []
        self.note = Note(Path(os.environ["MUTANTS_SCRATCH"]) / "failed")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not PROCESSES & set(getattr(item, "fixturenames", ()))]
        self.looking = {item.nodeid for item in items if item.get_closest_marker("looks")}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._pass_once(session)
        if self.broken:
            return True
        session._setupstate.teardown_exact(session.items[0])
        swapper = Swapper(self.root)
        forget_answers()
        _close()
        for mutant in self.mutants:
            chosen = self.chosen(mutant)
            fate = self._fate(session, swapper, mutant, chosen) if chosen else NOT_REACHED
            self.tell(mutant, fate, chosen, self._lasting(chosen))
        return True

    def chosen(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the quickest first.

        Where a module is imported otherwise: those that reach the module, and those that look at definitions.
        """
        if mutant.function:
            tests = self.reach.tests(mutant.path, mutant.line, mutant.last)
        else:
            running = set().union(*self.reach.lines.values())
            tests = self.reach.whole(mutant.path) | (self.seconds.keys() - running) | self.looking
        return sorted(tests, key=lambda test: self.seconds[test])

    def _pass_once(self, session: pytest.Session) -> None:
        following = [*session.items[1:], session.items[0]]
        with self.reach.watched():
            for item, after in zip(session.items, following, strict=True):
                with self.reach.during(item.nodeid):
                    reports = runtestprotocol(item, log=False, nextitem=after)
                self.seconds[item.nodeid] = sum(report.duration for report in reports)
                if any(report.failed for report in reports):
                    self.broken.append(item.nodeid)

    def _fate(self, session: pytest.Session, swapper: Swapper, mutant: Mutant, chosen: list[str]) -> str:
        plan = swapper.plan(mutant.path, mutant.function, mutant.source) if mutant.function else None
        if plan is None:
            return COLD
        known = {item.nodeid: item for item in session.items}
        items = [known[test] for test in chosen]

        def tried(change: Callable[[], None]) -> bool:
            alone()
            change()
            return self.note.first(items) is not None

        self.note.forget()
        fate = in_child(lambda: tried(lambda: exchange(plan)), self._lasting(chosen))
        if fate != KILLED:
            return fate
        items = items[: self.note.read(items) + 1]
        unchanged = in_child(lambda: tried(lambda: None), self._lasting(item.nodeid for item in items))
        return fate if unchanged == SURVIVED else COLD

    def _lasting(self, tests: Iterable[str]) -> float:
        return sum(self.seconds[test] for test in tests)


@dataclass(frozen=True)
class Begun:
    """Which tests a process began, told to the one that it was forked from."""

    file: Path

    def pytest_sessionstart(self) -> None:
        self.file.write_text("")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        with self.file.open("a") as file:
            file.write(nodeid + "\n")

    def tests(self) -> list[str]:
        """In their order; none where the process ended before the first."""
        return self.file.read_text().splitlines()


@dataclass(frozen=True)
class Note:
    """Which of the tests of a fork failed, told to the process that it was forked from.

    What fails without the change as well, as a test may in a fork, tells nothing about the change.
    """

    file: Path

    def forget(self) -> None:
        self.file.unlink(missing_ok=True)

    def first(self, items: Sequence[pytest.Item]) -> int | None:
        """Passes tests up to the first that fails and writes down its number."""
        for number, (item, after) in enumerate(zip(items, [*items[1:], items[0]], strict=True)):
            if _fails(item, after):
                self.file.write_text(str(number))
                return number
        return None

    def read(self, items: Sequence[pytest.Item]) -> int:
        """The number of the test that failed; of the last where the process ended before it could tell."""
        return int(self.file.read_text()) if self.file.exists() else len(items) - 1


def _fails(item: pytest.Item, after: pytest.Item) -> bool:
    item.session._setupstate.teardown_exact(item)
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _close() -> None:
    """A fork must not use its parent's connections."""
    from django.db import connections

    sys.stdout.flush()
    connections.close_all()
    # What no fork looks at stays the parent's, and is not copied.
    gc.collect()
    gc.freeze()
