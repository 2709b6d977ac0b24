"""Join codes of tables: their creation, lookup, use and renewal. Only digests are stored."""

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

from games.crypto import compute_hmacs
from games.models import CODE_ALPHABET, CODE_LENGTH, Device, Entry, Game, JoinToken
from games.rules.errors import Refusal
from games.rules.state import Seat

Purpose = JoinToken.Purpose

SINGLE_USE_LIFETIME = timedelta(minutes=10)
"""Time for which a single-use code works."""
IDLE_LIMIT = timedelta(hours=2)
"""Time without an entry at a table after which its code stops working for good."""


@dataclass(frozen=True, slots=True)
class TokenSecret:
    """The secret of a token: 22 characters for the QR code, and 8 that can be typed."""

    token: str
    code: str


def create_token(game: Game, purpose: str, seat: Seat | None = None, by: Device | None = None) -> JoinToken:
    """Create a token on behalf of the device ``by``.

    The token of the table works many times. All others work once, and only for ``SINGLE_USE_LIFETIME``.
    """
    nonce = _generate_nonce()
    secret = _derive_secrets(nonce)[0]
    expires_at = None if purpose == Purpose.TABLE else timezone.now() + SINGLE_USE_LIFETIME
    return JoinToken.objects.create(
        game=game,
        purpose=purpose,
        seat=seat,
        made_by=by,
        nonce=nonce,
        token_digest=_hash_token(secret.token),
        code_digest=_compute_code_digests(secret.code)[0],
        expires_at=expires_at,
    )


def renew_table_token(game: Game) -> JoinToken:
    """Create a new code for the table, and revoke every older code, also those for seats."""
    _filter_alive(game).update(revoked_at=timezone.now())
    return create_token(game, Purpose.TABLE)


def create_single_use_token(game: Game, seat: Seat | None, by: Device) -> JoinToken:
    """Create a code for one seat, or for a display or spectator if ``seat`` is None.

    It replaces an unused code for the same.
    """
    purpose = Purpose.WATCH if seat is None else Purpose.SEAT
    _filter_alive(game).filter(purpose=purpose, seat=seat).update(revoked_at=timezone.now())
    return create_token(game, purpose, seat, by)


def get_table_token(game: Game) -> JoinToken | None:
    """Return the table's own code, or None if it no longer works or the site's key has changed since."""
    token = _filter_alive(game).filter(purpose=Purpose.TABLE).order_by("-pk").first()
    if token is None or is_idle(token) or _hash_token(get_secret(token).token) != token.token_digest:
        return None
    return token


def get_secret(token: JoinToken) -> TokenSecret:
    """Return the secret of a token, derived again with the key that the site had when the token was created."""
    candidates = _derive_secrets(token.nonce)
    return next((secret for secret in candidates if _hash_token(secret.token) == token.token_digest), candidates[0])


def find_token(token: str = "", code: str = "") -> JoinToken:
    """Return the usable token of a scanned or typed code, without a change to it.

    Raise ``Refusal`` with ``wrong_code`` alike for unknown, used, revoked, expired and idle codes. The caller must
    check whether the table is over, locked or full.
    """
    digests = (
        Q(token_digest=_hash_token(token)) if token else Q(code_digest__in=_compute_code_digests(normalize_code(code)))
    )
    join_token = JoinToken.objects.select_related("game").filter(digests).first()
    if join_token is None or not _is_usable(join_token) or is_idle(join_token):
        raise Refusal("wrong_code")
    return join_token


def consume_token(token: JoinToken) -> None:
    """Use up a single-use token, in the caller's transaction.

    Raise ``Refusal`` with ``wrong_code`` if another device was faster.
    """
    if token.purpose == Purpose.TABLE:
        return
    now = timezone.now()
    if not JoinToken.objects.filter(_is_alive(now), pk=token.pk).update(used_at=now):
        raise Refusal("wrong_code")


def is_idle(token: JoinToken) -> bool:
    """Return whether the table was idle for ``IDLE_LIMIT`` at any time since the token was created.

    The log decides this, so that a code that stopped working does not work again when the game goes on.
    """
    if token.purpose != Purpose.TABLE:
        return False
    entries = Entry.objects.filter(game_id=token.game_id, created_at__gt=token.made_at)
    entry_times = entries.order_by("created_at").values_list("created_at", flat=True)
    moments = [token.made_at, *entry_times, timezone.now()]
    return any(later - earlier > IDLE_LIMIT for earlier, later in pairwise(moments))


def normalize_code(code: str) -> str:
    """Return a typed code in capitals, without spaces and dashes."""
    text = unicodedata.normalize("NFKC", code[: 4 * CODE_LENGTH]).upper()
    return "".join(character for character in text if character.isalnum())


def _is_usable(token: JoinToken) -> bool:
    expired = token.expires_at is not None and token.expires_at <= timezone.now()
    return token.used_at is None and token.revoked_at is None and not expired


def _is_alive(now: datetime) -> Q:
    return Q(used_at=None, revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def _filter_alive(game: Game) -> QuerySet[JoinToken]:
    return JoinToken.objects.filter(_is_alive(timezone.now()), game=game)


def _generate_nonce() -> str:
    """Return a nonce whose typed code no other token has."""
    while True:
        nonce = secrets.token_urlsafe(16)
        if not JoinToken.objects.filter(code_digest__in=_compute_code_digests(_derive_secrets(nonce)[0].code)).exists():
            return nonce


def _derive_secrets(nonce: str) -> list[TokenSecret]:
    """Return the secrets of a nonce, that of the current key first."""
    return [_derive_secret(raw) for raw in compute_hmacs("games.token", nonce)]


def _derive_secret(raw: bytes) -> TokenSecret:
    token = urlsafe_b64encode(raw[:16]).rstrip(b"=").decode()
    return TokenSecret(token, "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in raw[16 : 16 + CODE_LENGTH]))


def _hash_token(token: str) -> str:
    """Return a plain hash, which is safe for 128 random bits."""
    return hashlib.sha256(f"games.token:{token}".encode(errors="replace")).hexdigest()


def _compute_code_digests(code: str) -> list[str]:
    """Return keyed digests of a code, that of the current key first.

    The 40 bits of a code could be guessed from plain hashes in a stolen database.
    """
    return [digest.hex() for digest in compute_hmacs("games.code", code)]
