"""Periodic tasks: repeated whatever happens, and quiet about a database that is away."""

from __future__ import annotations

import threading

import pytest
from django.db import OperationalError

from games.jobs.periodic_tasks import PeriodicTask

pytestmark = pytest.mark.django_db


def test_a_task_is_repeated_though_it_fails() -> None:
    thrice = threading.Barrier(2)
    calls: list[int] = []

    def fail() -> None:
        calls.append(1)
        if len(calls) == 3:
            thrice.wait(30)
            threading.Event().wait()  # The thread ends with the process.
        raise RuntimeError("it broke")

    PeriodicTask("failing", 0.001, fail).start()
    thrice.wait(30)


@pytest.mark.parametrize(
    ("error", "level", "traceback"),
    [(OperationalError("the database is away"), "WARNING", False), (RuntimeError("it broke"), "ERROR", True)],
)
def test_a_failure_is_logged(error: Exception, level: str, traceback: bool, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise error

    PeriodicTask("tidying up", 60, fail).run()
    (record,) = caplog.records
    assert (record.levelname, bool(record.exc_info)) == (level, traceback)
    assert "tidying up" in record.getMessage()
