"""E-mails about daily games: the people to notify, the text, and unsubscribing without a log-in (RFC 8058).

The URL to unsubscribe is signed for one person and one kind of e-mail. It does not expire, since people keep e-mails.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail, signing
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.accounts.preferences import EMAILS
from games.eventlog import bulk_load
from games.eventlog.database_clock import database_clock
from games.messaging import online_users
from games.models import EmailMark, Player, User
from games.rules.state import get_other_seat
from games.services.accounts import preferences
from games.state.clock import DAILY, NO_CLOCK, parse_time_control
from games.state.game_state import Mode, Status
from games.state.match_state import MatchState
from games.texts.names import translate_name
from games.texts.notifications import describe_more_games, describe_turn, describe_waiting_games, format_time_left

UNSUBSCRIBE_SALT = "games.notices.off"
EMAIL_KINDS = (EMAILS,)


def get_unsubscribe_url(user_id: int, kind: str) -> str:
    """Return the path that unsubscribes a person from a kind of e-mail."""
    return reverse("letters_off", args=[signing.Signer(salt=UNSUBSCRIBE_SALT).sign_object([user_id, kind])])


def read_unsubscribe_token(token: str) -> tuple[int, str] | None:
    """Return the key of the person and the kind of e-mail, or None if the site did not sign the token."""
    try:
        user_id, kind = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (user_id, kind) if isinstance(user_id, int) and kind in EMAIL_KINDS else None


def unsubscribe(user_id: int, kind: str) -> None:
    """Unsubscribe a person from a kind of e-mail. Deleted accounts are ignored, since they get none."""
    person = User.objects.filter(pk=user_id, leaving_at=None).first()
    if person is not None:
        preferences.set_preferences(person, {kind: False})


# Due e-mails.

MIN_WAIT = timedelta(hours=6)
"""Time that a daily game waits before its player gets an e-mail."""
EMAIL_INTERVAL = timedelta(hours=20)
"""Minimum time between two e-mails to a person, however many games wait."""
LAST_DAY = timedelta(days=1)
"""Time left at which a game is worth another e-mail."""
MAX_GAMES = 20
"""Maximum number of games that an e-mail lists."""

SentTimes = Mapping[int, datetime | None]
"""Times of the last e-mails, by the key of the person; None before the first."""


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for the reader. ``until`` is the end of the time to play, or None without a clock."""

    opponent: str
    address: str
    until: datetime | None


def list_due_people(after: int, now: datetime, at_most: int) -> list[int]:
    """Return the keys, in order, of at most ``at_most`` people after the key ``after`` who are due an e-mail.

    They have a confirmed address, have not unsubscribed, and have a daily game that has waited for a while. No e-mail
    has listed that game yet, or its last day has begun since.
    """
    seats = Player.objects.filter(_is_waiting(now), _is_reachable(now), _has_interval_passed(now), user__gt=after)
    people = seats.filter(Exists(EmailAddress.objects.filter(user=OuterRef("user"), verified=True)))
    return list(people.order_by("user").values_list("user", flat=True).distinct()[:at_most])


def claim_emails(user_ids: Collection[int], now: datetime) -> SentTimes:
    """Claim the e-mails to these people, except people who are online or whom another process has claimed.

    Return the time of each claimed person's previous e-mail.
    """
    away = set(user_ids) - online_users.filter_online(user_ids)
    EmailMark.objects.bulk_create((EmailMark(user_id=user) for user in sorted(away)), ignore_conflicts=True)
    free = EmailMark.objects.filter(user__in=away).exclude(sent_at__gt=now - EMAIL_INTERVAL)
    before = dict(free.values_list("user", "sent_at"))
    claim = uuid4()
    free.update(sent_at=now, claim=claim)
    return {user: before[user] for user in EmailMark.objects.filter(claim=claim).values_list("user", flat=True)}


def release_claims(marks: SentTimes) -> None:
    """Release the claims of e-mails that were not sent, so that they are due again."""
    rows = list(EmailMark.objects.filter(user__in=list(marks)))
    for row in rows:
        row.sent_at, row.claim = marks[row.user_id], None
    EmailMark.objects.bulk_update(rows, ["sent_at", "claim"])


def list_waiting_games(user_ids: Collection[int], now: datetime) -> Mapping[int, Sequence[WaitingGame]]:
    """Return the games that wait for each person, most urgent first, except real-time games and games against bots.

    Daily games come first. It takes two queries, and one more for every 200 games without a clock.
    """
    by_the_day = Q(game__clock__in=DAILY, game__due_at__gt=now)
    seats = list(
        _filter_seats(by_the_day | Q(game__clock=NO_CLOCK))
        .filter(user__in=user_ids)
        .select_related("game")
        .order_by(F("game__due_at").asc(nulls_last=True), "-game__changed_at")
    )
    stopped = _list_stopped([seat for seat in seats if not seat.game.clock])
    waiting = defaultdict[int, list[WaitingGame]](list)
    for seat in seats:
        if seat.game_id not in stopped:
            opponent = seat.game.seat_names[get_other_seat(seat.seat)]
            waiting[seat.user_id].append(WaitingGame(opponent, seat.game.address, seat.game.due_at))
    return waiting


def _list_stopped(seats: Sequence[Player]) -> set[int]:
    """Return the keys of the games that are frozen, are against a bot, or do not wait for the seat.

    The columns of a game do not say so; its log does.
    """
    states = bulk_load.get_states([seat.game for seat in seats])
    return {
        seat.game_id
        for seat in seats
        if not isinstance(match := states.get(seat.game_id), MatchState)
        or match.awaited != seat.seat
        or match.opponent(get_other_seat(seat.seat))
    }


def _filter_seats(condition: Q) -> QuerySet[Player]:
    """Return the seats that have the turn, except those of programs."""
    running = {"game__mode": Mode.ONLINE, "game__status": Status.PLAYING, "game__turn": F("seat")}
    return Player.objects.filter(condition, **running, program=False)


def _is_waiting(now: datetime) -> Q:
    """Return the condition for daily games that are worth an e-mail.

    The start of the turn is ``due_at`` minus the time that the clock gives for a card.
    """
    condition = Q()
    for clock in DAILY:
        time = timedelta(milliseconds=getattr(parse_time_control(clock), "base", 0))
        unnamed = Q(user__letter_mark__sent_at=None) | Q(user__letter_mark__sent_at__lte=F("game__due_at") - time)
        condition |= Q(unnamed, game__clock=clock, game__due_at__lte=now + time - MIN_WAIT)
    ends = Q(game__due_at__lte=now + LAST_DAY, user__letter_mark__sent_at__lte=F("game__due_at") - LAST_DAY)
    running = {"game__mode": Mode.ONLINE, "game__status": Status.PLAYING, "game__turn": F("seat"), "program": False}
    return Q(condition | Q(ends, game__clock__in=DAILY), game__due_at__gt=now, **running)


def _is_reachable(now: datetime) -> Q:
    free = Q(user__suspended_until=None) | Q(user__suspended_until__lte=now)
    required: dict[str, Any] = {"is_guest": False, "is_active": True, "closed_at": None, "leaving_at": None}
    # A missing key means the default: subscribed.
    subscribed = Q(**{f"user__preferences__{EMAILS}": True}) | Q(**{f"user__preferences__{EMAILS}__isnull": True})
    return free & Q(**{f"user__{name}": value for name, value in required.items()}) & subscribed


def _has_interval_passed(now: datetime) -> Q:
    return Q(user__letter_mark__sent_at=None) | Q(user__letter_mark__sent_at__lte=now - EMAIL_INTERVAL)


# Sending.

logger = logging.getLogger(__name__)

BATCH_SIZE = 200
"""Maximum number of people in one batch."""
ONE_CLICK_BODY = "List-Unsubscribe=One-Click"
"""Body that a mail program posts to unsubscribe (RFC 8058)."""


def can_send() -> bool:
    """Return whether this site can send e-mail: it needs a mail server, and its own URL for the links."""
    return bool(settings.EMAIL_CONFIGURED and settings.SITE_URL)


def send_due_emails() -> Iterator[int]:
    """Send all due e-mails, and yield the number that the mail server accepted in each batch.

    Several processes can run it at once: each e-mail is sent once. An e-mail that the server refuses is not sent again.
    If the server cannot be reached, the remaining e-mails stay due.
    """
    last = 0
    while can_send() and (people := list_due_people(last, database_clock.read(), BATCH_SIZE)):
        last = people[-1]
        backend: BaseEmailBackend = mail.get_connection()
        try:
            backend.open()
        except (OSError, SMTPException) as error:
            logger.warning("the mail server cannot be reached: %s", type(error).__name__)
            return
        try:
            yield _send_batch(people, backend)
        finally:
            backend.close()


def _send_batch(people: Collection[int], backend: BaseEmailBackend) -> int:
    now = database_clock.read()
    marks = claim_emails(people, now)
    left, sent = dict(marks), 0
    try:
        for user_id, email in _build_emails(marks, now, backend):
            if email is not None:
                del left[user_id]
                sent += _send(email, user_id, backend)
    except (OSError, SMTPException) as error:
        logger.warning("the mail server is gone: %s", type(error).__name__)
    finally:
        release_claims(left)
    return sent


def _send(email: mail.EmailMessage, user_id: int, backend: BaseEmailBackend) -> bool:
    """Send an e-mail, and return whether the server accepted it.

    After an error it is not sent again, since the server may have accepted it before.
    """
    try:
        return email.send() > 0
    except (OSError, SMTPException) as error:
        # Do not log the text of the error, which contains the address.
        logger.warning("no e-mail to person %d: %s", user_id, type(error).__name__)
        backend.close()
        backend.open()
        return False


def _build_emails(
    marks: SentTimes, now: datetime, backend: BaseEmailBackend
) -> Iterator[tuple[int, mail.EmailMultiAlternatives | None]]:
    """Yield the key of each person with the e-mail, or None if no game waits any longer or there is no address.

    It takes a few queries, however many people there are.
    """
    games, addresses = list_waiting_games(list(marks), now), get_email_addresses(list(marks))
    for user in User.objects.filter(pk__in=list(marks)).order_by("pk"):
        waiting = games.get(user.pk, ())
        yield (
            user.pk,
            _build_email(user, addresses[user.pk], waiting, now, backend) if waiting and user.pk in addresses else None,
        )


def get_email_addresses(user_ids: Collection[int]) -> Mapping[int, str]:
    """Return a confirmed address of each person who has one: the primary address if it is confirmed."""
    rows = EmailAddress.objects.filter(user__in=user_ids, verified=True).order_by("user", "primary", "-pk")
    return dict(rows.values_list("user", "email"))


def _build_email(
    user: User, address: str, games: Sequence[WaitingGame], now: datetime, backend: BaseEmailBackend
) -> mail.EmailMultiAlternatives:
    with translation.override(preferences.get_language(user)):
        unsubscribe_url = settings.SITE_URL + get_unsubscribe_url(user.pk, EMAILS)
        context = _build_context(user, games, now) | {"off": unsubscribe_url}
        subject = f"{settings.BRAND}: {context['wait']}"
        email = mail.EmailMultiAlternatives(
            subject,
            render_to_string("email/waiting_games.txt", context),
            to=[address],
            connection=backend,
            headers=_build_headers(unsubscribe_url),
        )
        email.attach_alternative(render_to_string("email/waiting_games.html", context), "text/html")
    return email


def _build_context(user: User, games: Sequence[WaitingGame], now: datetime) -> dict[str, Any]:
    lines = [
        {
            "text": describe_turn(translate_name(game.opponent)),
            "left": "" if game.until is None else format_time_left(game.until - now),
            "url": settings.SITE_URL + game.address,
        }
        for game in games[:MAX_GAMES]
    ]
    more = describe_more_games(len(games) - MAX_GAMES) if len(games) > MAX_GAMES else ""
    language = translation.to_locale(translation.get_language() or "en").replace("_", "-")
    return {
        "name": translate_name(user.shown),
        "wait": describe_waiting_games(len(games)),
        "games": lines,
        "more": more,
        "language": language,
    } | {
        "brand": settings.BRAND,
        "site": settings.SITE_URL,
    }


def _build_headers(unsubscribe_url: str) -> dict[str, str]:
    """Return the headers of an e-mail. One-click unsubscription requires HTTPS (RFC 8058)."""
    by_one_click = {"List-Unsubscribe-Post": ONE_CLICK_BODY} if unsubscribe_url.startswith("https://") else {}
    return {"List-Unsubscribe": f"<{unsubscribe_url}>", "Auto-Submitted": "auto-generated", **by_one_click}
