"""Somebody who is shut out does not come back a minute later under another name.

A browser is held as long as its person is shut out, at most ``BROWSER`` from the moment it was met; an address, behind
which others live, for ``ADDRESS`` alone, once, and only for new guests. An address that may stand for everybody, such
as a proxy's, is never held. What is kept of both are keyed digests, and the secret of a browser is random.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta

from django.contrib.auth.signals import user_logged_in
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.limits import client_address
from games.models import Hold, LoginSession, User
from games.people.devices import new_secret

BROWSER = timedelta(days=30)
ADDRESS = timedelta(hours=1)
FROM = "from"
"""The session's note of the address that logged in, as a digest."""
SESSIONS = 20
"""Sessions, the latest, of which the addresses are held."""


def connect() -> None:
    """Make every log-in leave its address in the session."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.people.holding")


def begin(user: User) -> None:
    """Hold the addresses of a person's sessions, which are about to end. Forgets what was held before for them."""
    now = timezone.now()
    Hold.objects.filter(Q(user=user) | Q(until__lt=now - BROWSER)).delete()
    live = LoginSession.objects.filter(user_id=user.pk, expire_date__gt=now).order_by("-expire_date")[:SESSIONS]
    for digest in {str(row.get_decoded().get(FROM, "")) for row in live} - {""}:
        _hold(user, Hold.Kind.ADDRESS, digest, now + ADDRESS)


def meet(user: User, secret: str | None, address: str) -> tuple[str, datetime]:
    """A browser of somebody who is shut out was met at an address: both are held. Gives the browser's secret, which is
    made where it has none, and until when it holds; meeting it again holds neither for longer."""
    now, secret = timezone.now(), secret or new_secret()
    if tells_apart(address):
        _hold(user, Hold.Kind.ADDRESS, digest_of(address), now + ADDRESS)
    end = now + BROWSER if user.closed_at or user.suspended_until is None else min(user.suspended_until, now + BROWSER)
    return secret, _hold(user, Hold.Kind.BROWSER, digest_of(secret), end)


def held(secret: str | None, address: str | None) -> datetime | None:
    """Until when a browser, or else an address, gets no new name; None for almost everybody. One query."""
    keys = [digest_of(one) for one in (secret, address) if one]
    found = Hold.objects.filter(digest__in=keys, until__gt=timezone.now()).select_related("user")
    return max((one.until for one in found if one.user.barred), default=None)


def digest_of(key: str) -> str:
    """What is stored of a secret or an address: addresses are few, so nobody without the site's key can try them."""
    return salted_hmac("games.hold", key, algorithm="sha256").hexdigest()


def tells_apart(address: str) -> bool:
    """Whether an address is one of the internet's: one of a machine or a local network may be a proxy's."""
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False


def _hold(user: User, kind: Hold.Kind, digest: str, until: datetime) -> datetime:
    row, _ = Hold.objects.get_or_create(user=user, digest=digest, defaults={"kind": kind, "until": until})
    return row.until


def _logged_in(sender: object, request: HttpRequest | None, **kwargs: object) -> None:
    if request is not None:
        address = client_address(request)
        request.session[FROM] = digest_of(address) if tells_apart(address) else ""
