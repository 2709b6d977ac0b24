"""Suspensions, ended sessions, and cooldowns that keep a barred person from coming back under another name.

The cooldown of a browser lasts as long as its person is barred, but at most ``BROWSER_COOLDOWN`` from its start. The
cooldown of an address, which other people share, lasts only ``ADDRESS_COOLDOWN``, starts once, and applies only to new
guests. An address that may stand for all people, such as a proxy's, has none. Only keyed digests of secrets and
addresses are stored, and the secret of a browser is random.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.device_cookie import create_secret
from games.crypto import compute_hmacs
from games.messaging import broadcast
from games.messaging.broadcast import build_person_tag
from games.models import Cooldown, EndedSession, LoginSession, Token, User
from games.rate_limits import get_client_address
from games.rules.errors import Refusal

BROWSER_COOLDOWN = timedelta(days=30)
ADDRESS_COOLDOWN = timedelta(hours=1)
ADDRESS_KEY = "from"
"""Key in the session for the digest of the address that logged in."""
MAX_SESSIONS = 20
"""Number of latest sessions whose addresses get a cooldown."""


def connect_signals() -> None:
    """Connect the receiver that stores the address in the session at each log-in."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.accounts.suspensions")


def start_cooldown(user: User) -> None:
    """Start the cooldowns of the addresses of a person's sessions, before the sessions end.

    The person's earlier cooldowns are deleted, and all that expired long ago.
    """
    now = timezone.now()
    Cooldown.objects.filter(Q(user=user) | Q(until__lt=now - BROWSER_COOLDOWN)).delete()
    live = LoginSession.objects.filter(user_id=user.pk, expire_date__gt=now).order_by("-expire_date")[:MAX_SESSIONS]
    for digest in {str(row.get_decoded().get(ADDRESS_KEY, "")) for row in live} - {""}:
        _ensure_cooldown(user, Cooldown.Kind.ADDRESS, [digest], now + ADDRESS_COOLDOWN)


def extend_cooldown(user: User, secret: str | None, address: str) -> tuple[str, datetime]:
    """Start the cooldowns of a barred person's browser and address, which have just been seen.

    Return the browser's secret, created if there is none, and the end of the browser's cooldown. A cooldown that has
    started already is not extended.
    """
    now, secret = timezone.now(), secret or create_secret()
    if is_global_address(address):
        _ensure_cooldown(user, Cooldown.Kind.ADDRESS, compute_digests(address), now + ADDRESS_COOLDOWN)
    end = (
        now + BROWSER_COOLDOWN
        if user.closed_at or user.suspended_until is None
        else min(user.suspended_until, now + BROWSER_COOLDOWN)
    )
    return secret, _ensure_cooldown(user, Cooldown.Kind.BROWSER, compute_digests(secret), end)


def get_cooldown_end(secret: str | None, address: str | None) -> datetime | None:
    """Return the end of the cooldown of a browser or an address, or None if there is none. It takes one query."""
    keys = [digest for key in (secret, address) if key for digest in compute_digests(key)]
    cooldowns = Cooldown.objects.filter(digest__in=keys, until__gt=timezone.now()).select_related("user")
    return max((cooldown.until for cooldown in cooldowns if cooldown.user.barred), default=None)


def compute_digests(key: str) -> list[str]:
    """Return the stored digests of a secret or an address, that of the current key first.

    They are keyed because addresses are few: plain hashes could be reversed without the site's key.
    """
    return [digest.hex() for digest in compute_hmacs("games.hold", key)]


def is_global_address(address: str) -> bool:
    """Return whether an address is public. An address of a machine or a local network may be a proxy's."""
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False


def _ensure_cooldown(user: User, kind: Cooldown.Kind, digests: Sequence[str], until: datetime) -> datetime:
    """Start a cooldown unless it has started already, and return its end."""
    cooldown = Cooldown.objects.filter(user=user, digest__in=digests).first()
    if cooldown is not None:
        return cooldown.until
    row, _ = Cooldown.objects.get_or_create(user=user, digest=digests[0], defaults={"kind": kind, "until": until})
    return row.until


def _logged_in(sender: object, request: HttpRequest | None, **kwargs: object) -> None:
    if request is not None:
        address = get_client_address(request)
        request.session[ADDRESS_KEY] = compute_digests(address)[0] if is_global_address(address) else ""


def get_refusal_code(user: User) -> str | None:
    """Return the code that refuses an account which cannot be used now, or None if it can be used."""
    if user.closed_at is not None:
        return "account_closed"
    return "suspended" if user.suspended else None


def require_open(user_id: int | None) -> None:
    """Raise ``Refusal`` with ``account_closed`` or ``suspended`` if the account cannot be used.

    Visitors without an account are never refused.
    """
    require_usable(None if user_id is None else User.objects.filter(pk=user_id).first())


def require_usable(user: User | None) -> None:
    """Raise ``Refusal`` as ``require_open`` does, for a row that has just been read."""
    code = None if user is None else get_refusal_code(user)
    if code is not None:
        raise Refusal(code)


def end_barred_sessions(user: User) -> None:
    """Start the cooldown of a barred person, end every session, and after commit close every socket."""
    start_cooldown(user)
    end_sessions(user)


def end_sessions(user: User) -> None:
    """End every session and every token of a person, and after commit close every socket.

    The digests of the sessions are stored for ``get_user_of_ended_session``.
    """
    live = LoginSession.objects.filter(user_id=user.pk)
    digests = [hash_session_key(key) for key in live.values_list("pk", flat=True)]
    EndedSession.objects.bulk_create(
        [EndedSession(digest=digest, user=user) for digest in digests], ignore_conflicts=True
    )
    live.delete()
    Token.objects.filter(user=user).delete()
    code = get_refusal_code(user) or "session_ended"
    transaction.on_commit(lambda: broadcast.close_sockets(build_person_tag(user.pk), code))


def get_user_of_ended_session(session_key: str | None) -> User | None:
    """Return the user of a session that ``end_sessions`` ended, or None."""
    if not session_key:
        return None
    session = EndedSession.objects.filter(digest=hash_session_key(session_key)).select_related("user").first()
    return None if session is None else session.user


def hash_session_key(session_key: str) -> str:
    """Return the stored digest of a session key."""
    return hashlib.sha256(f"games.ended:{session_key}".encode()).hexdigest()
