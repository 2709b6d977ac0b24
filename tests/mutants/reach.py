"""Which test runs which line."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any

Line = tuple[str, int]
monitoring: Any = getattr(sys, "monitoring", None)
"""Not in Python 3.11."""


class Reach:
    """The lines of some files, by the tests that ran them. Needs Python 3.12."""

    def __init__(self, root: Path, paths: frozenset[str]) -> None:
        self.files = {str(root / path): path for path in paths}
        self.lines: dict[Line, set[str]] = defaultdict(set)
        self._now: str | None = None

    @contextmanager
    def watched(self) -> Iterator[None]:
        tool = monitoring.COVERAGE_ID
        monitoring.use_tool_id(tool, "mutants")
        monitoring.register_callback(tool, monitoring.events.LINE, self._line)
        monitoring.set_events(tool, monitoring.events.LINE)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.free_tool_id(tool)

    @contextmanager
    def during(self, test: str) -> Iterator[None]:
        """What runs now, in any thread, is reached by this test."""
        monitoring.restart_events()
        self._now = test
        try:
            yield
        finally:
            self._now = None

    def tests(self, path: str, first: int, last: int) -> set[str]:
        """The tests that ran any of these lines."""
        return set().union(*(self.lines[path, line] for line in range(first, last + 1)))

    def whole(self, path: str) -> set[str]:
        """The tests that ran any line of a file."""
        return set().union(*(tests for (file, _), tests in self.lines.items() if file == path))

    def _line(self, code: CodeType, line: int) -> Any:
        path = self.files.get(code.co_filename)
        if path is not None and self._now is not None:
            self.lines[path, line].add(self._now)
        return monitoring.DISABLE
