"""Browsers that want to be told when it is their person's turn, each for itself and as long as its session."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from allauth.account.signals import password_changed, password_reset
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from games.models import PushSubscription, User
from games.rules.errors import Refusal
from games.services.notices.endpoints import service_of

MOST = 10
"""Browsers of a person; whoever wants another one loses the one that was told least lately."""
BEHIND = timedelta(days=1)
"""How far what is kept of when a browser was told may be behind."""
SECRET = 16


@dataclass(frozen=True, slots=True)
class Keys:
    """What a browser gives to be told: its address at its push service, and with what to encrypt for it alone."""

    endpoint: str
    p256dh: str
    auth: str


def connect() -> None:
    """Let a new password end the notices of all other browsers, as it ends their log-ins, and signing up end none."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.notices.browsers")
    password_changed.connect(_password_changed, dispatch_uid="games.services.notices.browsers")
    password_reset.connect(_password_changed, dispatch_uid="games.services.notices.browsers")


def tell(user: User, session_key: str, keys: Keys, language: str) -> None:
    """Tell this browser from now on, instead of whatever its session or its address was told for before.

    Refused with ``no_push`` where no push service that the site knows has the address, or the keys are none.
    """
    if service_of(keys.endpoint) is None or not _fit(keys):
        raise Refusal("no_push")
    mine = PushSubscription.objects.filter(user=user)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        PushSubscription.objects.filter(endpoint=keys.endpoint).delete()
        PushSubscription.objects.filter(session_id=session_key).delete()
        surplus = list(mine.order_by("-used_at", "-pk").values_list("pk", flat=True)[MOST - 1 :])
        mine.filter(pk__in=surplus).delete()
        PushSubscription.objects.create(
            user=user,
            session_id=session_key,
            endpoint=keys.endpoint,
            p256dh=keys.p256dh,
            auth=keys.auth,
            language=language,
            used_at=timezone.now(),
        )


def hush(user: User, endpoint: str) -> None:
    """Tell this browser of the person no more."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def mark_of(session_key: str | None) -> str:
    """The digest of the address at which the browser of a session is told; empty where it is not."""
    if session_key is None:
        return ""
    told = PushSubscription.objects.filter(session_id=session_key).values_list("endpoint", flat=True).first()
    return "" if told is None else sha256(told.encode()).hexdigest()


def told(keys: Collection[int]) -> None:
    """The services took something for these."""
    now = timezone.now()
    PushSubscription.objects.filter(pk__in=keys, used_at__lt=now - BEHIND).update(used_at=now)


def ended(keys: Collection[int]) -> None:
    """The services say that nobody is there any more."""
    PushSubscription.objects.filter(pk__in=keys).delete()


def _fit(keys: Keys) -> bool:
    try:
        point, secret = (urlsafe_b64decode(one + "=" * (-len(one) % 4)) for one in (keys.p256dh, keys.auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(secret) == SECRET


def _password_changed(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    mine = request.session.session_key if request is not None else None
    PushSubscription.objects.filter(user=user).exclude(session_id=mine or "").delete()


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    """A guest who gets a password gets another session, in the same browser and as the same person."""
    session: Any = None if request is None else request.session
    told = [one for one in getattr(session, "told_before", ()) if one.user_id == user.pk]
    if told:
        session.save()
        session.tell(told)
