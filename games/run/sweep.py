"""Games that are played by the day end when their time is out: looked for by one process of the site at a time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from datetime import timedelta

from django.db import Error, close_old_connections, connection

from games.models import Chore
from games.services.online import clocks
from games.store import pool, presence
from games.store.clock import clock
from games.store.outages import outages

logger = logging.getLogger(__name__)

SWEEP = "sweep"
EVERY = 5.0
"""Seconds between two looks."""
LEFT = timedelta(seconds=20)
"""After so long without a portion another process goes on with what one left undone."""
REST = 0.02
"""Seconds between two portions, in which players' moves come first."""


def begin() -> threading.Thread:
    """Look until the process ends, in a thread that keeps nobody from ending it."""
    thread = threading.Thread(target=_forever, args=(threading.Event(),), name="sweep", daemon=True)
    thread.start()
    return thread


def prepare() -> None:
    """Say that this process begins, and learn how long nobody could play: before the first page."""
    presence.uptime.begin()
    outages.read()
    connection.close()


def turn(rest: threading.Event | None = None) -> int:
    """End the games whose time is out, if no other process is at it; how many ended here."""
    ended = 0
    for count in _claimed():
        ended += count
        if rest is not None:
            rest.wait(REST)
    return ended


def _claimed() -> Iterator[int]:
    """The portions, as long as this process is the one that does it: it says so again with each."""
    if not clocks.due() or not _claim():
        return
    try:
        for count in clocks.sweep():
            yield count
            Chore.objects.filter(name=SWEEP).update(begun_at=clock.now())
    finally:
        Chore.objects.filter(name=SWEEP).update(begun_at=clock.now() - LEFT)


def _claim() -> bool:
    """Only one of several processes finds the row as old as this."""
    now = clock.now()
    Chore.objects.get_or_create(name=SWEEP, defaults={"begun_at": now - LEFT})
    return bool(Chore.objects.filter(name=SWEEP, begun_at__lte=now - LEFT).update(begun_at=now))


def _forever(never: threading.Event) -> None:
    told = None
    while True:
        close_old_connections()
        try:
            told = look(never, told)
        except Error as error:
            logger.warning("games whose time is out are not looked for: %s", error)
        except Exception:
            logger.exception("games whose time is out are not looked for")
        finally:
            pool.rest()
        if never.wait(EVERY):
            return


def look(never: threading.Event, told: object) -> object:
    """One look; ``told`` is the end of the last outage that all games were told of."""
    if presence.uptime.idle(0.9 * EVERY) and not presence.uptime.left:
        presence.uptime.beat()
    outages.read()
    if outages.last != told:
        for _ in clocks.catch_up():
            never.wait(REST)
    last = outages.last
    turn(never)
    return last
