"""Outages of services: a service is not called again at once, and its outage is logged once a minute."""

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
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker("It is away", OSError, clock=clock)


def broken() -> str:
    raise OSError("refused")


def test_a_failed_service_is_not_called_for_a_moment(breaker: CircuitBreaker, clock: Clock) -> None:
    def call() -> str:
        return breaker.call_with_fallback(lambda: "called", lambda: "fallback")

    assert call() == "called"
    assert breaker.call_with_fallback(broken, lambda: "fallback") == "fallback"
    assert call() == "fallback"
    clock.now += RETRY_AFTER
    assert call() == "called"


def test_other_errors_are_no_outage(breaker: CircuitBreaker) -> None:
    with pytest.raises(KeyError):
        breaker.call_with_fallback(lambda: {"y": "asked"}["x"], lambda: "instead")
    assert not breaker.is_open()


def test_begin_and_end_of_an_outage_are_logged(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    breaker = CircuitBreaker("It is away", OSError, clock=clock, quiet=math.inf)
    for _ in range(2):
        for _ in range(10):
            breaker.record_failure(OSError("refused\n\tIs it running?"))
            clock.now += LOG_INTERVAL
        breaker.record_success("It is back, after %.0f seconds")
        breaker.record_success("It is back, after %.0f seconds")
        assert not breaker.is_away
    assert caplog.messages == ["It is away (refused)", "It is back, after 600 seconds"] * 2


def test_a_service_that_fails_again_has_one_outage(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    breaker = CircuitBreaker("It is away", OSError, clock=clock, quiet=math.inf)
    for _ in range(3):
        breaker.record_failure(OSError("refused"))
        breaker.record_success("It is back, after %.0f seconds")
    assert caplog.messages == ["It is away (refused)"]


class TestDatabase:
    """Everything that fails because of an outage of the database is logged as a single line."""

    @pytest.fixture(autouse=True)
    def new_breaker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(circuit_breaker, "database", CircuitBreaker("PostgreSQL does not answer", quiet=math.inf))

    @pytest.fixture
    def logged(self) -> Iterator[list[str]]:
        """The lines that pass the filter."""
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

    def test_errors_during_an_outage_are_logged_once(self, logged: list[str]) -> None:
        log = logging.getLogger("games.tests")
        try:
            raise OperationalError("away") from psycopg.OperationalError("connection refused")
        except OperationalError as error:
            log.exception("a move could not be stored")
            log.warning("a shared commit of %d games failed", 3)
            held = error
        log.warning("no letter was sent: %s", held)
        log.warning("all is well")
        assert logged == ["PostgreSQL does not answer (away)", "all is well"]

    @pytest.mark.parametrize(
        ("error", "line"),
        [
            (psycopg.errors.QueryCanceled("timeout"), "it failed: timeout"),
            (psycopg.errors.DeadlockDetected("lock"), "it failed: lock"),
            (psycopg.errors.AdminShutdown("57P01"), "PostgreSQL does not answer (57P01)"),
            (psycopg.errors.CannotConnectNow("57P03"), "PostgreSQL does not answer (57P03)"),
        ],
        ids=["canceled", "deadlock", "stopping", "starting"],
    )
    def test_only_errors_of_a_starting_or_stopping_server_are_an_outage(
        self, error: Exception, line: str, logged: list[str]
    ) -> None:
        logging.getLogger("games.tests").warning("it failed: %s", error)
        assert logged == [line]

    def test_an_exhausted_pool_is_no_outage(self, logged: list[str]) -> None:
        log = logging.getLogger("games.tests")
        log.warning("it failed: %s", PoolTimeout("none within 10 seconds"))
        logging.getLogger("psycopg.pool").warning("error connecting in %r: %s", "pool-1", psycopg.OperationalError("x"))
        logging.getLogger("psycopg.pool").warning("discarding closed connection")
        log.warning("it failed: %s", PoolTimeout("none within 10 seconds"))
        assert logged == ["it failed: none within 10 seconds", "PostgreSQL does not answer (x)"]


def test_an_outage_is_logged_once_a_minute(
    breaker: CircuitBreaker, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            breaker.record_failure(OSError("refused"))
        clock.now += LOG_INTERVAL - 1
        breaker.record_failure(OSError("refused"))
        assert caplog.messages == ["It is away (refused)"]
        clock.now += 1
        breaker.record_failure(TimeoutError())
    assert caplog.messages == ["It is away (refused)", "It is away (TimeoutError)"]
