"""Codes that lead to a table: made, shown again, looked up, used up and renewed. Only digests are stored."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import CODE_ALPHABET, CODE_LENGTH, Entry, Game, JoinToken
from games.rules.errors import Refusal
from games.rules.state import Seat

Purpose = JoinToken.Purpose

ONCE_FOR = timedelta(minutes=10)
"""How long a code that works once waits to be used."""
IDLE = timedelta(hours=2)
"""How long nothing may happen at a table before its code is dead for good."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What is shown of a token: the 22 characters of the QR code, and the 8 that can be typed."""

    token: str
    code: str


def make(game: Game, purpose: str, seat: Seat | None = None) -> JoinToken:
    """A new token of a game. Everything but a table's own works once and for ten minutes."""
    nonce = _free_nonce()
    shown = _secret(nonce)
    expires_at = None if purpose == Purpose.TABLE else timezone.now() + ONCE_FOR
    return JoinToken.objects.create(
        game=game,
        purpose=purpose,
        seat=seat,
        nonce=nonce,
        token_digest=_token_digest(shown.token),
        code_digest=_code_digest(shown.code),
        expires_at=expires_at,
    )


def renew(game: Game) -> JoinToken:
    """A new code for the table; every older one, seat codes included, is worthless from now on."""
    _open(game).update(revoked_at=timezone.now())
    return make(game, Purpose.TABLE)


def once(game: Game, seat: Seat | None) -> JoinToken:
    """A code for one seat, or with None for a screen or spectator; it replaces an unused one for the same."""
    purpose = Purpose.WATCH if seat is None else Purpose.SEAT
    _open(game).filter(purpose=purpose, seat=seat).update(revoked_at=timezone.now())
    return make(game, purpose, seat)


def current(game: Game) -> JoinToken | None:
    """The table's own code, if it still works; None also when the site's key has changed since."""
    token = _open(game).filter(purpose=Purpose.TABLE).order_by("-pk").first()
    if token is None or is_idle(token) or _token_digest(_secret(token.nonce).token) != token.token_digest:
        return None
    return token


def show(token: JoinToken) -> Secret:
    """The secret again, for those who may hand it on."""
    return _secret(token.nonce)


def find(token: str = "", code: str = "") -> JoinToken:
    """The token behind what was scanned or typed, if it can still be used; changes nothing.

    Refused with ``wrong_code`` alike for unknown, used, revoked, expired and idle ones. Whether the table is
    over, locked or full is the table's to say.
    """
    digests = Q(token_digest=_token_digest(token)) if token else Q(code_digest=_code_digest(normal(code)))
    found = JoinToken.objects.select_related("game").filter(digests).first()
    if found is None or not _usable(found) or is_idle(found):
        raise Refusal("wrong_code")
    return found


def consume(token: JoinToken) -> None:
    """Use up a token that works once, in the caller's transaction.

    Refused with ``wrong_code`` if somebody was faster.
    """
    if token.purpose == Purpose.TABLE:
        return
    now = timezone.now()
    if not JoinToken.objects.filter(_alive(now), pk=token.pk).update(used_at=now):
        raise Refusal("wrong_code")


def is_idle(token: JoinToken) -> bool:
    """Whether nothing happened at the table for two hours in a row since the token was made.

    It is asked of the log, so that a code that died stays dead when the game goes on afterwards.
    """
    if token.purpose != Purpose.TABLE:
        return False
    entries = Entry.objects.filter(game_id=token.game_id, created_at__gt=token.made_at)
    happened = entries.order_by("created_at").values_list("created_at", flat=True)
    moments = [token.made_at, *happened, timezone.now()]
    return any(later - earlier > IDLE for earlier, later in pairwise(moments))


def normal(code: str) -> str:
    """A typed code as it was made: capitals, without the spaces and dashes that make it readable."""
    text = unicodedata.normalize("NFKC", code[: 4 * CODE_LENGTH]).upper()
    return "".join(character for character in text if character.isalnum())


def _usable(token: JoinToken) -> bool:
    expired = token.expires_at is not None and token.expires_at <= timezone.now()
    return token.used_at is None and token.revoked_at is None and not expired


def _alive(now: datetime) -> Q:
    return Q(used_at=None, revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def _open(game: Game) -> QuerySet[JoinToken]:
    return JoinToken.objects.filter(_alive(timezone.now()), game=game)


def _free_nonce() -> str:
    """A nonce whose typed code no other token has."""
    while True:
        nonce = secrets.token_urlsafe(16)
        if not JoinToken.objects.filter(code_digest=_code_digest(_secret(nonce).code)).exists():
            return nonce


def _secret(nonce: str) -> Secret:
    raw = salted_hmac("games.token", nonce, algorithm="sha256").digest()
    token = urlsafe_b64encode(raw[:16]).rstrip(b"=").decode()
    return Secret(token, "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in raw[16 : 16 + CODE_LENGTH]))


def _token_digest(token: str) -> str:
    """128 random bits cannot be guessed from a plain hash."""
    return hashlib.sha256(f"games.token:{token}".encode(errors="replace")).hexdigest()


def _code_digest(code: str) -> str:
    """40 bits could be, so a stolen database must not do without the site's key."""
    return salted_hmac("games.code", code, algorithm="sha256").hexdigest()
