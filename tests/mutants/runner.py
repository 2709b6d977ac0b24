"""Pytest plugin that tries mutants, each in a fork of one test session."""

from __future__ import annotations

import gc
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.function_caches import clear_function_caches
from tests.mutants.generation import Mutant

KILLED, TIMEOUT, SURVIVED, NOT_REACHED, SKIPPED = "killed", "timeout", "survived", "not reached", "skipped"
SITE_FIXTURES = frozenset({"prepared_var", "browser_path", "browser_type_launch_args"})
"""Fixtures of tests that start a site, which runs the code as it is in the files."""
TIME_FACTOR = 10
"""Allowed processor time, as a multiple of the time without the mutant; as many seconds are added."""
monitoring: Any = getattr(sys, "monitoring", None)
"""Not in Python 3.11."""

Report = Callable[[Mutant, str, int], None]
"""Receives a mutant, its outcome and the number of tests that reach it."""


class Coverage:
    """Lines of some files, by the tests that ran them."""

    def __init__(self, root: Path, paths: frozenset[str]) -> None:
        self.files = {str(root / path): path for path in paths}
        self.lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self._test: str | None = None

    @contextmanager
    def recording(self) -> Iterator[None]:
        tool = monitoring.COVERAGE_ID
        monitoring.use_tool_id(tool, "mutants")
        monitoring.register_callback(tool, monitoring.events.LINE, self._record)
        monitoring.set_events(tool, monitoring.events.LINE)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.free_tool_id(tool)

    @contextmanager
    def during(self, test: str) -> Iterator[None]:
        """Count lines that run now, in any thread, for this test."""
        monitoring.restart_events()
        self._test = test
        try:
            yield
        finally:
            self._test = None

    def tests_of(self, mutant: Mutant) -> set[str]:
        return set().union(*(self.lines[mutant.path, line] for line in range(mutant.line, mutant.last + 1)))

    def _record(self, code: CodeType, line: int) -> Any:
        path = self.files.get(code.co_filename)
        if path is not None and self._test is not None:
            self.lines[path, line].add(self._test)
        return monitoring.DISABLE


class MutantRunner:
    """Run all tests once, then those that reach each mutant in a fork."""

    def __init__(self, root: Path, mutants: Iterable[Mutant], report: Report) -> None:
        self.root, self.mutants, self.report = root, tuple(mutants), report
        self.coverage = Coverage(root, frozenset(one.path for one in self.mutants))
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not SITE_FIXTURES & set(getattr(item, "fixturenames", ()))]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._run_once(session)
        if self.failed:
            return True
        session._setupstate.teardown_exact(session.items[0])
        functions = find_functions(self.root)
        clear_function_caches()
        prepare_to_fork()
        for mutant in self.mutants:
            tests = sorted(self.coverage.tests_of(mutant), key=lambda test: self.seconds[test])
            self.report(mutant, self._try(session, functions, mutant, tests), len(tests))
        return True

    def _run_once(self, session: pytest.Session) -> None:
        following = [*session.items[1:], session.items[0]]
        with self.coverage.recording():
            for item, after in zip(session.items, following, strict=True):
                with self.coverage.during(item.nodeid):
                    reports = runtestprotocol(item, log=False, nextitem=after)
                self.seconds[item.nodeid] = sum(report.duration for report in reports)
                if any(report.failed for report in reports):
                    self.failed.append(item.nodeid)

    def _try(self, session: pytest.Session, functions: Functions, mutant: Mutant, tests: list[str]) -> str:
        if not tests:
            return NOT_REACHED
        change = plan_change(functions, str(self.root / mutant.path), mutant)
        if change is None:
            return SKIPPED
        known = {item.nodeid: item for item in session.items}
        items = [known[test] for test in tests]
        seconds = sum(self.seconds[test] for test in tests)
        outcome = run_in_fork(lambda: fails(items, change), seconds)
        # Tests that fail in a fork without the mutant as well say nothing about it.
        if outcome == KILLED and run_in_fork(lambda: fails(items, []), seconds) != SURVIVED:
            return SKIPPED
        return outcome


Functions = dict[tuple[str, str], list[FunctionType]]
Change = list[tuple[FunctionType, CodeType]]


def find_functions(root: Path) -> Functions:
    """Return all functions of this process by file and qualified name."""
    found: Functions = {}
    for one in gc.get_objects():
        # The class of a lazy object must not be read, which would load it.
        if type(one) is FunctionType and one.__code__.co_filename.startswith(str(root)):
            found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


def plan_change(functions: Functions, file: str, mutant: Mutant) -> Change | None:
    """Return the functions to change with their new code; None where that is impossible in a running process."""
    codes = [one for one in nested_codes(compile(mutant.source, file, "exec")) if one.co_qualname == mutant.function]
    change: Change = []
    for function in functions.get((file, mutant.function), []):
        now = function.__code__
        code = min(codes, key=lambda one: abs(one.co_firstlineno - now.co_firstlineno))
        if code.co_freevars != now.co_freevars:
            return None
        change.append((function, code))
    return change or None


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from nested_codes(one)


def fails(items: Sequence[pytest.Item], change: Change) -> bool:
    """Change functions and run tests up to the first that fails."""
    separate_from_parent()
    for function, code in change:
        function.__code__ = code
    for item, after in zip(items, [*items[1:], items[0]], strict=True):
        item.session._setupstate.teardown_exact(item)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return True
    return False


def run_in_fork(has_failure: Callable[[], bool], seconds: float) -> str:
    """Return the outcome of tests in a forked process; a crash is a failure."""
    pid = os.fork()
    if not pid:
        silence_output()
        limit = int(TIME_FACTOR * seconds) + TIME_FACTOR
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        code = 1
        try:
            code = int(has_failure())
        finally:
            os._exit(code)
    watch = os.pidfd_open(pid)
    done, _, _ = select.select([watch], [], [], 10 * (TIME_FACTOR * seconds + TIME_FACTOR))
    os.close(watch)
    if not done:
        os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return TIMEOUT
    return KILLED if status else SURVIVED


def silence_output() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        os.dup2(nowhere, stream.fileno())


def prepare_to_fork() -> None:
    """Close connections, which forks must not share, and keep the pages of objects shared."""
    from django.db import connections

    sys.stdout.flush()
    connections.close_all()
    gc.collect()
    gc.freeze()


def separate_from_parent() -> None:
    """Give a fork its own copy of the database, and threads of its own."""
    from asgiref.sync import SyncToAsync
    from django.db import connections

    SyncToAsync.single_thread_executor = ThreadPoolExecutor(max_workers=1)
    folder = tempfile.mkdtemp(dir=os.environ["MUTANTS_SCRATCH"])
    for connection in connections.all(initialized_only=True):
        name = Path(str(connection.settings_dict["NAME"]))
        if connection.vendor == "sqlite" and name.is_file():
            connection.settings_dict["NAME"] = shutil.copy(name, folder)
