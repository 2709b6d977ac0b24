"""Plugins with the fixtures of all tests, each before those that import it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

pytest_plugins = [
    "tests.browsers",
    "tests.selection",
    "tests.shared_resources",
    "tests.powers",
    "tests.database",
    "tests.site_fixtures",
    "tests.static_files",
    "tests.row_cache",
    "tests.people",
    "tests.moderators",
]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let the garbage collector run seldom: thousands of collected tests are no garbage.

    They are not frozen: bin/mutants searches the objects of the collector for functions to change.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.set_threshold(20_000, *gc.get_threshold()[1:])
