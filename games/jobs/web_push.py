"""Web Push: messages to push services, encrypted for the browser and signed with the site's VAPID key."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr, parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from games.server import vapid_key
from games.services.notifications.push_messages import PushMessage
from games.services.notifications.push_subscriptions import get_push_service

if TYPE_CHECKING:
    from requests import Response, Session

logger = logging.getLogger(__name__)

TIMEOUT = 10.0
"""Seconds to wait for a connection, and for each part of a response."""
MIN_RETRY, DEFAULT_RETRY, MAX_RETRY = timedelta(seconds=1), timedelta(seconds=30), timedelta(minutes=10)
"""Time until a retry: the minimum, the default if the service names none, and the maximum."""
GONE_STATUSES = (404, 410)
BUSY_STATUSES = (429, 500, 502, 503, 504)


@dataclass(frozen=True, slots=True)
class PushResult:
    """Result of sending a message.

    ``is_expired`` means that the subscription ended; ``retry_after`` are the seconds until a retry.
    """

    is_accepted: bool = False
    is_expired: bool = False
    retry_after: float | None = None

    @classmethod
    def refused(cls) -> PushResult:
        """Return the result of a message that the service will never accept."""
        return cls()


def send_push(message: PushMessage) -> PushResult:
    """Send a message to its push service.

    The trap: the endpoint comes from the client and cannot be trusted. So nothing is sent to a host that PUSH_SERVICES
    does not allow, and no redirect is followed.
    """
    # Slow to import, and most processes never send.
    from pywebpush import WebPushException, webpush
    from requests import RequestException

    if get_push_service(message.keys.endpoint) != message.service:
        return PushResult.refused()
    try:
        with _create_session() as session:
            response: Any = webpush(
                {
                    "endpoint": message.keys.endpoint,
                    "keys": {"p256dh": message.keys.p256dh, "auth": message.keys.auth},
                },
                message.data,
                vapid_private_key=vapid_key.get_private_key(),
                vapid_claims={"sub": _get_contact()},
                timeout=TIMEOUT,
                ttl=int(message.ttl.total_seconds()),
                headers={"Topic": message.topic, "Urgency": "high" if message.urgent else "normal"},
                requests_session=session,
            )
            return _parse_response(response, message.service)
    except WebPushException as error:
        return _parse_response(error.response, message.service)
    except RequestException as error:
        # The text of the error contains the endpoint, which is secret.
        logger.info("%s did not answer: %s", message.service, type(error).__name__)
        return PushResult(retry_after=DEFAULT_RETRY.total_seconds())


def _create_session() -> Session:
    from requests import Session

    class NoRedirectSession(Session):
        """Session that follows no redirect."""

        def post(self, *args: Any, **kwargs: Any) -> Response:
            return super().post(*args, **kwargs, allow_redirects=False)

    return NoRedirectSession()


def _parse_response(response: Any, service: str) -> PushResult:
    status = getattr(response, "status_code", None)
    if status is not None and 200 <= status < 300:
        return PushResult(is_accepted=True)
    if status in GONE_STATUSES:
        return PushResult(is_expired=True)
    if status in BUSY_STATUSES:
        return PushResult(retry_after=_parse_retry_after(response.headers.get("Retry-After", "")))
    logger.warning("%s refused a message: %s", service, status)
    return PushResult.refused()


def _parse_retry_after(header: str) -> float:
    """Return the seconds of ``Retry-After``, a number or a date, between ``MIN_RETRY`` and ``MAX_RETRY``."""
    try:
        delay = timedelta(seconds=int(header)) if header.isdigit() else parsedate_to_datetime(header) - timezone.now()
    except (ValueError, OverflowError, TypeError):
        delay = DEFAULT_RETRY
    return min(max(delay, MIN_RETRY), MAX_RETRY).total_seconds()


def _get_contact() -> str:
    """Return the contact for push services: the ``sub`` claim of VAPID."""
    if settings.HTTPS:
        return f"https://{urlsplit(settings.SITE_URL).hostname}"
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
