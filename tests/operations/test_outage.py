"""Outages of services: they are not asked again at once, and the log has one line a minute."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError
from psycopg_pool import PoolTimeout

from games import circuit_breaker
from games.circuit_breaker import LOG_INTERVAL, RETRY_AFTER, CircuitBreaker
from games.server.logs import OutageFilter

pytestmark = pytest.mark.faults


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def thing(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker("It is away", OSError, clock=clock)


def broken() -> str:
    raise OSError("refused")


def test_a_working_service_is_called(thing: CircuitBreaker) -> None:
    assert thing.call_with_fallback(lambda: "asked", lambda: "instead") == "asked"


def test_a_failed_service_is_not_called_for_a_moment(thing: CircuitBreaker, clock: Clock) -> None:
    assert thing.call_with_fallback(broken, lambda: "instead") == "instead"
    assert thing.call_with_fallback(lambda: "asked", lambda: "instead") == "instead"
    clock.now += RETRY_AFTER
    assert thing.call_with_fallback(lambda: "asked", lambda: "instead") == "asked"


def test_other_errors_are_no_outage(thing: CircuitBreaker) -> None:
    with pytest.raises(KeyError):
        thing.call_with_fallback(lambda: {"y": "asked"}["x"], lambda: "instead")
    assert not thing.is_open()


def test_begin_and_end_of_an_outage_are_logged(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    thing = CircuitBreaker("It is away", OSError, clock=clock, quiet=math.inf)
    for _ in range(2):
        for _ in range(10):
            thing.record_failure(OSError("refused\n\tIs it running?"))
            clock.now += LOG_INTERVAL
        thing.record_success("It is back, after %.0f seconds")
        thing.record_success("It is back, after %.0f seconds")
        assert not thing.is_away
    assert caplog.messages == ["It is away (refused)", "It is back, after 600 seconds"] * 2


def test_a_service_that_fails_now_and_then_is_not_back(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    thing = CircuitBreaker("It is away", OSError, clock=clock, quiet=math.inf)
    for _ in range(3):
        thing.record_failure(OSError("refused"))
        thing.record_success("It is back, after %.0f seconds")
    assert caplog.messages == ["It is away (refused)"]


class TestTheDatabase:
    """Its outage is one line, whatever fails because of it."""

    @pytest.fixture(autouse=True)
    def apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(circuit_breaker, "database", CircuitBreaker("PostgreSQL does not answer", quiet=math.inf))

    @pytest.fixture
    def told(self) -> Iterator[list[str]]:
        """What is written of the lines of the logger `games.tests`."""
        lines: list[str] = []
        handler = logging.Handler()
        handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
        handler.addFilter(OutageFilter())
        loggers = [logging.getLogger(name) for name in ("games.tests", "games.circuit_breaker", "psycopg.pool")]
        for one in loggers:
            one.addHandler(handler)
        yield lines
        for one in loggers:
            one.removeHandler(handler)

    def test_errors_during_an_outage_are_logged_once(self, told: list[str]) -> None:
        log = logging.getLogger("games.tests")
        try:
            raise OperationalError("away") from psycopg.OperationalError("connection refused")
        except OperationalError as error:
            log.exception("a move could not be stored")
            log.warning("a shared commit of %d games failed", 3)
            held = error
        log.warning("nobody is written to: %s", held)
        log.warning("all is well")
        assert told == ["PostgreSQL does not answer (away)", "all is well"]

    @pytest.mark.parametrize(
        "error", [psycopg.errors.QueryCanceled("timeout"), psycopg.errors.DeadlockDetected("lock")]
    )
    def test_error_responses_are_logged(self, error: Exception, told: list[str]) -> None:
        logging.getLogger("games.tests").warning("it failed: %s", error)
        assert told == [f"it failed: {error}"]

    @pytest.mark.parametrize("state", [psycopg.errors.AdminShutdown, psycopg.errors.CannotConnectNow])
    def test_a_starting_or_stopping_server_is_an_outage(self, state: type[Exception], told: list[str]) -> None:
        logging.getLogger("games.tests").warning("it failed: %s", state("57P0x"))
        assert told == ["PostgreSQL does not answer (57P0x)"]

    def test_an_exhausted_pool_is_no_outage(self, told: list[str]) -> None:
        log = logging.getLogger("games.tests")
        log.warning("it failed: %s", PoolTimeout("none within 10 seconds"))
        logging.getLogger("psycopg.pool").warning("error connecting in %r: %s", "pool-1", psycopg.OperationalError("x"))
        logging.getLogger("psycopg.pool").warning("discarding closed connection")
        log.warning("it failed: %s", PoolTimeout("none within 10 seconds"))
        assert told == ["it failed: none within 10 seconds", "PostgreSQL does not answer (x)"]


def test_an_outage_is_logged_once_a_minute(
    thing: CircuitBreaker, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            thing.record_failure(OSError("refused"))
        clock.now += LOG_INTERVAL - 1
        thing.record_failure(OSError("refused"))
        assert caplog.messages == ["It is away (refused)"]
        clock.now += 1
        thing.record_failure(TimeoutError())
    assert caplog.messages == ["It is away (refused)", "It is away (TimeoutError)"]
