"""Commits as receivers of the ``committed`` signal get them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from games.eventlog.signals import Commit, committed

Receive = Callable[..., object]


@contextmanager
def receiving(receive: Receive) -> Iterator[None]:
    """Connect a receiver to the commits of the block."""
    committed.connect(receive, weak=False)
    try:
        yield
    finally:
        committed.disconnect(receive)


@contextmanager
def recording() -> Iterator[list[Commit]]:
    """Collect the commits of the block."""
    recorded: list[Commit] = []

    def record(commits: Sequence[Commit], **_: object) -> None:
        recorded.extend(commits)

    with receiving(record):
        yield recorded


def disconnect_receivers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send commits to no receiver from now on, as when a process ends right after a commit."""
    monkeypatch.setattr(committed, "send_robust", lambda **_: [])
