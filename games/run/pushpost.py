"""One message to one push service: encrypted for the browser alone, signed with the site's key."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr, parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from games.run import pushkey
from games.services.notices.endpoints import service_of
from games.services.notices.turns import Message

if TYPE_CHECKING:
    from requests import Response, Session

logger = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds for a connection, and for each part of an answer."""
SOONEST, SOON, LATEST = timedelta(seconds=1), timedelta(seconds=30), timedelta(minutes=10)
"""When it is tried again: at the earliest, where the service does not say, and at the latest."""
GONE = (404, 410)
BUSY = (429, 500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a push service made of a message; ``later`` are seconds after which it may take it."""

    taken: bool = False
    gone: bool = False
    later: float | None = None

    @classmethod
    def refused(cls) -> Answer:
        """It will not take this one."""
        return cls()


def post(message: Message) -> Answer:
    """Hand a message over. Nothing is sent to an address that the setting does not allow, nor where a service would
    lead on to: an address was chosen by a stranger."""
    # They take their time to load, and most processes never need them.
    from pywebpush import WebPushException, webpush
    from requests import RequestException

    if service_of(message.keys.endpoint) != message.service:
        return Answer.refused()
    try:
        with _session() as session:
            answer: Any = webpush(
                {
                    "endpoint": message.keys.endpoint,
                    "keys": {"p256dh": message.keys.p256dh, "auth": message.keys.auth},
                },
                message.data,
                vapid_private_key=pushkey.private_key(),
                vapid_claims={"sub": _who()},
                timeout=PATIENCE,
                ttl=int(message.holds.total_seconds()),
                headers={"Topic": message.topic, "Urgency": "high" if message.urgent else "normal"},
                requests_session=session,
            )
            return _read(answer, message.service)
    except WebPushException as error:
        return _read(error.response, message.service)
    except RequestException as error:
        # What it says holds the address.
        logger.info("%s did not answer: %s", message.service, type(error).__name__)
        return Answer(later=SOON.total_seconds())


def _session() -> Session:
    from requests import Session

    class Straight(Session):
        """Follows no redirect."""

        def post(self, *args: Any, **kwargs: Any) -> Response:
            return super().post(*args, **kwargs, allow_redirects=False)

    return Straight()


def _read(answer: Any, service: str) -> Answer:
    status = getattr(answer, "status_code", None)
    if status is not None and 200 <= status < 300:
        return Answer(taken=True)
    if status in GONE:
        return Answer(gone=True)
    if status in BUSY:
        return Answer(later=_pause(answer.headers.get("Retry-After", "")))
    logger.warning("%s takes no message: %s", service, status)
    return Answer.refused()


def _pause(told: str) -> float:
    """``Retry-After`` in seconds, as a number or a date, within reason."""
    try:
        wanted = timedelta(seconds=int(told)) if told.isdigit() else parsedate_to_datetime(told) - timezone.now()
    except (ValueError, OverflowError, TypeError):
        wanted = SOON
    return min(max(wanted, SOONEST), LATEST).total_seconds()


def _who() -> str:
    """Whom a push service may turn to."""
    if settings.HTTPS:
        return f"https://{urlsplit(settings.SITE_URL).hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
