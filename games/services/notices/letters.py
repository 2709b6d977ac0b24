"""The letters themselves: what waits for somebody, in their language, with a way to have no more of them."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from smtplib import SMTPException
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation

from games.models import User
from games.people.preferences import LANGUAGE, LETTERS, fits
from games.services.notices import due, switching
from games.services.notices.due import Waiting
from games.store.clock import clock
from games.words.notices import games_wait, more_wait, time_left, turn_text

logger = logging.getLogger(__name__)

AT_ONCE = 200
"""People who are written to in one portion."""
ONE_CLICK = "List-Unsubscribe=One-Click"
"""What a mail program sends for its person, after RFC 8058."""


def possible() -> bool:
    """Whether this site can write: it needs a mail server, and its own address for the links."""
    return bool(settings.EMAIL_CONFIGURED and settings.SITE_URL)


def sweep() -> Iterator[int]:
    """Write to everybody who is due; how many letters of each portion were taken by the mail server.

    However many processes do so at once, each letter goes once, also one that the server refuses. Where the server
    cannot be reached, everybody who was not written to yet stays due.
    """
    last = 0
    while possible() and (people := due.due(last, clock.read(), AT_ONCE)):
        last = people[-1]
        post: BaseEmailBackend = mail.get_connection()
        try:
            post.open()
        except (OSError, SMTPException) as error:
            logger.warning("the mail server cannot be reached: %s", type(error).__name__)
            return
        try:
            yield _portion(people, post)
        finally:
            post.close()


def _portion(people: Collection[int], post: BaseEmailBackend) -> int:
    now = clock.read()
    marks = due.claim(people, now)
    left, sent = dict(marks), 0
    try:
        for user_id, letter in _letters(marks, now, post):
            if letter is not None:
                del left[user_id]
                sent += _send(letter, user_id, post)
    except (OSError, SMTPException) as error:
        logger.warning("the mail server is gone: %s", type(error).__name__)
    finally:
        due.give_back(left)
    return sent


def _send(letter: mail.EmailMessage, user_id: int, post: BaseEmailBackend) -> bool:
    """Whether the server took it. It may have done so before the line was cut, so nothing is sent twice."""
    try:
        return letter.send() > 0
    except (OSError, SMTPException) as error:
        # What it says holds the address.
        logger.warning("no letter to person %d: %s", user_id, type(error).__name__)
        post.close()
        post.open()
        return False


def _letters(
    marks: due.Marks, now: datetime, post: BaseEmailBackend
) -> Iterator[tuple[int, mail.EmailMultiAlternatives | None]]:
    """The letter of each; None where nothing waits by now, or nobody is to be written to. A handful of queries."""
    games, where = due.waiting(list(marks), now), addresses(list(marks))
    for user in User.objects.filter(pk__in=list(marks)).order_by("pk"):
        some = games.get(user.pk, ())
        yield user.pk, _letter(user, where[user.pk], some, now, post) if some and user.pk in where else None


def addresses(user_ids: Collection[int]) -> Mapping[int, str]:
    """The confirmed address of each, the one that they named as theirs before others."""
    rows = EmailAddress.objects.filter(user__in=user_ids, verified=True).order_by("user", "primary", "-pk")
    return dict(rows.values_list("user", "email"))


def _letter(
    user: User, address: str, games: Sequence[Waiting], now: datetime, post: BaseEmailBackend
) -> mail.EmailMultiAlternatives:
    wanted = user.preferences.get(LANGUAGE)
    with translation.override(str(wanted) if fits(LANGUAGE, wanted) else settings.LANGUAGE_CODE):
        off = settings.SITE_URL + switching.address(user.pk, LETTERS)
        told = _told(user, games, now) | {"off": off}
        subject = f"{settings.BRAND}: {told['wait']}"
        letter = mail.EmailMultiAlternatives(
            subject, render_to_string("letters/waiting.txt", told), to=[address], connection=post, headers=_headers(off)
        )
        letter.attach_alternative(render_to_string("letters/waiting.html", told), "text/html")
    return letter


def _told(user: User, games: Sequence[Waiting], now: datetime) -> dict[str, Any]:
    lines = [
        {
            "text": turn_text(one.across),
            "left": "" if one.until is None else time_left(one.until - now),
            "url": settings.SITE_URL + one.address,
        }
        for one in games[: due.MOST]
    ]
    more = more_wait(len(games) - due.MOST) if len(games) > due.MOST else ""
    language = translation.to_locale(translation.get_language() or "en").replace("_", "-")
    return {"name": user.shown, "wait": games_wait(len(games)), "games": lines, "more": more, "language": language} | {
        "brand": settings.BRAND,
        "site": settings.SITE_URL,
    }


def _headers(off: str) -> dict[str, str]:
    """RFC 8058 asks for an address with https."""
    by_one_click = {"List-Unsubscribe-Post": ONE_CLICK} if off.startswith("https://") else {}
    return {"List-Unsubscribe": f"<{off}>", "Auto-Submitted": "auto-generated", **by_one_click}
