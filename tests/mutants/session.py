"""One pytest in which mutants are tried, each in a fork of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.child import alone, in_child
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

        def run() -> bool:
            alone()
            exchange(plan)
            return any(_fails(item, after) for item, after in zip(items, [*items[1:], items[0]], strict=True))

        return in_child(run, self._lasting(chosen))

    def _lasting(self, tests: Iterable[str]) -> float:
        return sum(self.seconds[test] for test in tests)


def _fails(item: pytest.Item, after: pytest.Item) -> bool:
    item.session._setupstate.teardown_exact(item)
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _close() -> None:
    """A fork must not use its parent's connections."""
    from django.db import connections

    sys.stdout.flush()
    connections.close_all()
