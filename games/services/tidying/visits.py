"""Sessions that are over, and what was remembered of them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models.functions import Coalesce
from django.utils import timezone

from games import kept
from games.models import EndedSession, Hold, LoginSession, PushSubscription, TakenName, Token
from games.services.tidying.portions import delete


def sessions() -> Iterator[int]:
    """Log-ins and visits that ended by themselves."""
    return delete(LoginSession.objects.filter(expire_date__lt=timezone.now()))


def ended_sessions() -> Iterator[int]:
    """Digests of sessions that moderation ended, once no browser has the cookie of one any more."""
    return delete(EndedSession.objects.filter(ended_at__lt=timezone.now() - kept.SESSION))


def holds() -> Iterator[int]:
    """Browsers and addresses that were asked to wait, and need not any more."""
    return delete(Hold.objects.filter(until__lt=timezone.now()))


def tokens() -> Iterator[int]:
    """Tokens that no program has used for a long time."""
    used = Token.objects.annotate(last=Coalesce("used_at", "made_at"))
    return delete(used.filter(last__lt=timezone.now() - kept.TOKEN))


def names() -> Iterator[int]:
    """Names of erased accounts that others may take now."""
    return delete(TakenName.objects.filter(until__lt=timezone.now()))


def told_browsers() -> Iterator[int]:
    """Browsers that nobody could tell anything for long."""
    return delete(PushSubscription.objects.filter(used_at__lt=timezone.now() - kept.PUSH))
