"""Push subscriptions of browsers, each of which lasts as long as its session.

The endpoint that a browser sends is trusted only if the setting ``PUSH_SERVICES`` allows it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from allauth.account.signals import password_changed, password_reset
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from games.models import PushSubscription, User
from games.rules.errors import Refusal

MAX_ENDPOINT_LENGTH = 1000
_ADDRESS = re.compile(r"(https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?)/[\w.~:/?=&%+,;!$'()*-]*", re.ASCII)
"""Stricter than the syntax of URLs, so that no two parsers disagree on one."""


def get_push_service(endpoint: str) -> str | None:
    """Return the entry of ``PUSH_SERVICES`` that allows the endpoint, or None.

    A host name stands for HTTPS on the default port, ``*.`` before it for all its subdomains, and a full origin for
    itself.
    """
    match = _ADDRESS.fullmatch(endpoint)
    if match is None or len(endpoint) > MAX_ENDPOINT_LENGTH:
        return None
    parts = urlsplit(endpoint)
    is_default = parts.scheme == "https" and ":" not in parts.netloc
    return next(
        (entry for entry in settings.PUSH_SERVICES if _is_allowed(entry, match[1], parts.netloc if is_default else "")),
        None,
    )


def get_push_host(endpoint: str) -> str:
    """Return the host of a push service, for people to read."""
    return urlsplit(endpoint).hostname or ""


def _is_allowed(allowed: str, origin: str, host: str) -> bool:
    if "://" in allowed:
        return origin.lower() == allowed.rstrip("/").lower()
    if allowed.startswith("*."):
        return host.lower().endswith(allowed[1:].lower())
    return host.lower() == allowed.lower()


MAX_SUBSCRIPTIONS = 10
"""Maximum number of browsers per person. A new browser replaces the least recently used one."""
USE_INTERVAL = timedelta(days=1)
"""Time by which ``used_at`` may lag behind, since it is not written at each use."""
AUTH_LENGTH = 16


@dataclass(frozen=True, slots=True)
class SubscriptionKeys:
    """The endpoint of a browser at its push service, and the keys to encrypt messages for that browser."""

    endpoint: str
    p256dh: str
    auth: str


def connect_signals() -> None:
    """Connect the receivers for log-ins and new passwords.

    A new password deletes the subscriptions of all other browsers. A guest who signs up keeps the browser's own.
    """
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.notifications.push_subscriptions")
    password_changed.connect(_password_changed, dispatch_uid="games.services.notifications.push_subscriptions")
    password_reset.connect(_password_changed, dispatch_uid="games.services.notifications.push_subscriptions")


def subscribe(user: User, session_key: str, keys: SubscriptionKeys, language: str) -> None:
    """Subscribe a browser, in place of any older subscription of its session or its endpoint.

    Raise ``Refusal`` with ``no_push`` if no known push service has the endpoint, or the keys are invalid.
    """
    if get_push_service(keys.endpoint) is None or not _has_valid_keys(keys):
        raise Refusal("no_push")
    own = PushSubscription.objects.filter(user=user)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        PushSubscription.objects.filter(endpoint=keys.endpoint).delete()
        PushSubscription.objects.filter(session_id=session_key).delete()
        surplus = list(own.order_by("-used_at", "-pk").values_list("pk", flat=True)[MAX_SUBSCRIPTIONS - 1 :])
        own.filter(pk__in=surplus).delete()
        PushSubscription.objects.create(
            user=user,
            session_id=session_key,
            endpoint=keys.endpoint,
            p256dh=keys.p256dh,
            auth=keys.auth,
            language=language,
            used_at=timezone.now(),
        )


def unsubscribe(user: User, endpoint: str) -> None:
    """Delete a browser's subscription."""
    if "\0" not in endpoint:  # PostgreSQL rejects NUL in a query.
        PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def get_endpoint_digest(session_key: str | None) -> str:
    """Return the digest of the endpoint of a session's subscription, or "" if there is none."""
    if session_key is None:
        return ""
    endpoint = PushSubscription.objects.filter(session_id=session_key).values_list("endpoint", flat=True).first()
    return "" if endpoint is None else sha256(endpoint.encode()).hexdigest()


def record_delivery(keys: Collection[int]) -> None:
    """Record that the push services accepted a message for these subscriptions."""
    now = timezone.now()
    PushSubscription.objects.filter(pk__in=keys, used_at__lt=now - USE_INTERVAL).update(used_at=now)


def delete_expired(keys: Collection[int]) -> None:
    """Delete subscriptions that their push services report as gone."""
    PushSubscription.objects.filter(pk__in=keys).delete()


def _has_valid_keys(keys: SubscriptionKeys) -> bool:
    try:
        point, secret = (urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in (keys.p256dh, keys.auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(secret) == AUTH_LENGTH


def _password_changed(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    own_session = request.session.session_key if request is not None else None
    PushSubscription.objects.filter(user=user).exclude(session_id=own_session or "").delete()


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    """Restore the subscription of a guest who signs up: the session is new, browser and person are the same."""
    session: Any = None if request is None else request.session
    previous = [
        subscription
        for subscription in getattr(session, "previous_subscriptions", ())
        if subscription.user_id == user.pk
    ]
    if previous:
        session.save()
        session.restore_subscriptions(previous)
