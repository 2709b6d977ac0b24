"""What is away is not asked again and again, and one line a minute says so."""

from __future__ import annotations

import logging

import pytest

from games.outage import PAUSE, QUIET, Outage

pytestmark = pytest.mark.faults


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def thing(clock: Clock) -> Outage:
    return Outage("It is away", OSError, clock=clock)


def broken() -> str:
    raise OSError("refused")


def test_what_answers_is_asked(thing: Outage) -> None:
    assert thing.either(lambda: "asked", lambda: "instead") == "asked"


def test_what_is_away_is_left_alone_for_a_moment(thing: Outage, clock: Clock) -> None:
    assert thing.either(broken, lambda: "instead") == "instead"
    assert thing.either(lambda: "asked", lambda: "instead") == "instead"
    clock.now += PAUSE
    assert thing.either(lambda: "asked", lambda: "instead") == "asked"


def test_other_errors_are_nobodys_outage(thing: Outage) -> None:
    with pytest.raises(KeyError):
        thing.either(lambda: {"y": "asked"}["x"], lambda: "instead")
    assert not thing.lately()


def test_one_line_a_minute(thing: Outage, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            thing.failed(OSError("refused"))
        clock.now += QUIET - 1
        thing.failed(OSError("refused"))
        assert caplog.messages == ["It is away (refused)"]
        clock.now += 1
        thing.failed(TimeoutError())
    assert caplog.messages == ["It is away (refused)", "It is away (TimeoutError)"]
