"""The address at which somebody wants no more letters of a kind, without logging in: RFC 8058.

It is signed for one person and one kind, and holds for good, since letters are kept.
"""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from games.models import User
from games.people.preferences import LETTERS
from games.services.people import preferring

SALT = "games.notices.off"
KINDS = (LETTERS,)


def address(user_id: int, kind: str) -> str:
    """Where ``kind`` of somebody is switched off."""
    return reverse("letters_off", args=[signing.Signer(salt=SALT).sign_object([user_id, kind])])


def read(token: str) -> tuple[int, str] | None:
    """Whose letters of which kind an address switches off; None for one that the site did not make."""
    try:
        user_id, kind = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (user_id, kind) if isinstance(user_id, int) and kind in KINDS else None


def off(user_id: int, kind: str) -> None:
    """Send no more of it. Whoever left gets nothing anyway; doing it twice is harmless."""
    person = User.objects.filter(pk=user_id, leaving_at=None).first()
    if person is not None:
        preferring.prefer(person, {kind: False})
