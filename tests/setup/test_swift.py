"""The compiler is loaded beside what goes on with the first table; nothing waits for it or relies on it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator

import pytest
from pytest_django.fixtures import Settings

from games.minds.lines.swift import gone_through
from games.rules.logged.completions import Plain
from games.rules.logged.outlook import Outlook
from games.run import swift
from games.store import listeners
from games.store.listeners import Commit
from games.stories.online import Match
from games.stories.table import Table


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a process that begins to serve; left as it was."""
    monkeypatch.setattr(listeners, "_listeners", [])
    monkeypatch.setattr(swift, "_first", threading.Lock())
    monkeypatch.setattr(Outlook, "way", Plain)
    swift.begin()
    yield
    ended()


def ended() -> None:
    for thread in loading():
        thread.join()


def loading() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "swift"]


def logged() -> None:
    listeners.tell(Commit(Table(1, "K7MPX2QA"), ()))


def failing() -> None:
    raise OSError("nothing can be kept here")


def killed() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_until_somebody_logs_at_a_table_nothing_is_loaded() -> None:
    listeners.tell(Commit(Match(1, "K7MPX2QA"), ()))
    assert not loading()
    assert Outlook.way is Plain


def test_the_first_entry_has_it_loaded_and_no_other() -> None:
    logged()
    ended()
    assert Outlook.way is gone_through
    logged()
    assert not loading()


@pytest.mark.parametrize(
    ("step", "fails", "told"),
    [("load", failing, "nothing can be kept here"), ("_compile", killed, f"compiling ended with {-signal.SIGTERM}")],
    ids=["not loaded", "told to end while compiling"],
)
def test_what_fails_is_told_and_the_plain_way_goes_on(
    step: str, fails: Callable[[], None], told: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(swift, step, fails)
    logged()
    ended()
    assert Outlook.way is Plain
    assert told in caplog.text
    assert "tables go on without the compiler" in caplog.text


@pytest.mark.parametrize("missing", ["setting", "compiler"])
def test_without_leave_or_a_compiler_nobody_waits(
    missing: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(listeners, "_listeners", [])
    if missing == "setting":
        settings.TABLES_COMPILED = False
    else:
        monkeypatch.setattr(swift, "available", lambda: False)
    swift.begin()
    logged()
    assert not loading()
