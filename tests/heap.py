"""How often the collector of garbage looks at what the tests keep. A pytest plugin."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Tests in the thousands are no garbage, neither while they are made nor when the next one begins.

    They are not frozen: bin/mutants looks for what it changes among the objects that the collector knows.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.set_threshold(20_000, *gc.get_threshold()[1:])
