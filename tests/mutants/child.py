"""A process of its own for each mutant."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

KILLED, SURVIVED, ENDLESS = "killed", "survived", "endless"
SLOW = 10
"""How many times longer than without the change the tests may take; in seconds of the processor, so that a busy
machine decides nothing."""


def in_child(run: Callable[[], bool], seconds: float) -> str:
    """What becomes of a mutant: ``run`` passes its tests in a forked process and tells whether one failed.

    A crash is a failure. ``seconds`` are what the tests take without the change.
    """
    pid = os.fork()
    if not pid:
        _quiet()
        limit = int(SLOW * seconds) + SLOW
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        code = 1
        try:
            code = int(run())
        finally:
            os._exit(code)
    watch = os.pidfd_open(pid)
    done, _, _ = select.select([watch], [], [], 10 * (SLOW * seconds + SLOW))
    os.close(watch)
    if not done:
        os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return ENDLESS
    return KILLED if status else SURVIVED


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        os.dup2(nowhere, stream.fileno())


def alone() -> None:
    """What a forked process must not share with its parent: the database, and threads that it does not have."""
    from asgiref.sync import SyncToAsync
    from django.db import connections

    from games.live import ushers

    ushers.thread = ThreadPoolExecutor(max_workers=1)
    SyncToAsync.single_thread_executor = ThreadPoolExecutor(max_workers=1)
    folder = tempfile.mkdtemp(dir=os.environ["MUTANTS_SCRATCH"])
    for connection in connections.all(initialized_only=True):
        name = Path(str(connection.settings_dict["NAME"]))
        if connection.vendor == "sqlite" and name.is_file():
            connection.settings_dict["NAME"] = shutil.copy(name, folder)
