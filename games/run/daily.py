"""Tidying up once a day, in a thread of one process of the site."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta

from django.db import Error, close_old_connections, connection
from django.utils import timezone

from games import kept
from games.models import Chore
from games.services.tidying import tidy

logger = logging.getLogger(__name__)

TIDY = "tidy"
LOOK = timedelta(minutes=15)
"""How often a process looks whether it is time; it does so first as long after its start, when all are running."""


def begin() -> threading.Thread:
    """Look after the site until the process ends, in a thread that keeps nobody from ending it."""
    thread = threading.Thread(target=_forever, args=(threading.Event(),), name="daily", daemon=True)
    thread.start()
    return thread


def turn() -> bool:
    """Tidy up, if no process has taken that on within a day; whether it was done here."""
    if not _claim():
        return False
    done = [f"{count} {what}" for what, count in tidy() if count]
    logger.info("tidied up: %s", ", ".join(done) or "nothing to do")
    return True


def _claim() -> bool:
    """Only one of several processes finds the row as old as this."""
    now = timezone.now()
    Chore.objects.get_or_create(name=TIDY, defaults={"begun_at": now - kept.EVERY})
    return bool(Chore.objects.filter(name=TIDY, begun_at__lte=now - kept.EVERY).update(begun_at=now))


def _forever(never: threading.Event) -> None:
    while not never.wait(LOOK.total_seconds()):
        close_old_connections()
        try:
            turn()
        except Error as error:
            logger.warning("tidying up failed: %s", error)
        except Exception:
            logger.exception("tidying up failed")
        finally:
            connection.close()
