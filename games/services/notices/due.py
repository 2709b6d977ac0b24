"""Who gets a letter about games by the day, and what it is about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import LetterMark, Player
from games.people.preferences import LETTERS
from games.rules.state import other
from games.store import around, newer
from games.stories.clock import BY_THE_DAY, NONE, pace
from games.stories.online import Match
from games.stories.status import Mode, Status

WAITED = timedelta(hours=6)
"""How long a game by the day waits before its person is written to."""
BETWEEN = timedelta(hours=20)
"""Between two letters to a person, however many games wait."""
LAST = timedelta(days=1)
"""What was told once is told again when no more than this is left."""
MOST = 20
"""Games that a letter names."""

Marks = Mapping[int, datetime | None]
"""When people were last written to."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for the reader; ``until`` is when the site ends it, of games by the day."""

    across: str
    address: str
    until: datetime | None


def due(after: int, now: datetime, at_most: int) -> list[int]:
    """The next people to be written to, by their keys, from the one after ``after`` on.

    Accounts with a confirmed address who did not say no, and for whom a game by the day has waited for a while: one
    of which they were not told yet, or whose last day began since.
    """
    seats = Player.objects.filter(_waiting(now), _may_get(now), _not_lately(now), user__gt=after)
    people = seats.filter(Exists(EmailAddress.objects.filter(user=OuterRef("user"), verified=True)))
    return list(people.order_by("user").values_list("user", flat=True).distinct()[:at_most])


def claim(user_ids: Collection[int], now: datetime) -> Marks:
    """Take it on to write to these, leaving out who is on the site just now and whom another process has taken on.
    Says when each was written to before."""
    away = set(user_ids) - around.among(user_ids)
    LetterMark.objects.bulk_create((LetterMark(user_id=one) for one in sorted(away)), ignore_conflicts=True)
    free = LetterMark.objects.filter(user__in=away).exclude(sent_at__gt=now - BETWEEN)
    before = dict(free.values_list("user", "sent_at"))
    mine = uuid4()
    free.update(sent_at=now, claim=mine)
    return {one: before[one] for one in LetterMark.objects.filter(claim=mine).values_list("user", flat=True)}


def give_back(marks: Marks) -> None:
    """These were not written to after all, and are due again."""
    rows = list(LetterMark.objects.filter(user__in=list(marks)))
    for row in rows:
        row.sent_at, row.claim = marks[row.user_id], None
    LetterMark.objects.bulk_update(rows, ["sent_at", "claim"])


def waiting(user_ids: Collection[int], now: datetime) -> Mapping[int, Sequence[Waiting]]:
    """All that waits for each of these but games in real time and against the site: by the day first, the most urgent
    at the top. Two queries, and one more for every 200 games without a clock."""
    by_the_day = Q(game__clock__in=BY_THE_DAY, game__due_at__gt=now)
    seats = list(
        _seats(by_the_day | Q(game__clock=NONE))
        .filter(user__in=user_ids)
        .select_related("game")
        .order_by(F("game__due_at").asc(nulls_last=True), "-game__changed_at")
    )
    stopped = _stopped([seat for seat in seats if not seat.game.clock])
    found = defaultdict[int, list[Waiting]](list)
    for seat in seats:
        if seat.game_id not in stopped:
            across = seat.game.seat_names[other(seat.seat)]
            found[seat.user_id].append(Waiting(across, seat.game.address, seat.game.due_at))
    return found


def _stopped(seats: Sequence[Player]) -> set[int]:
    """Those of these games that do not go on, or in which nobody waits: only their stories tell."""
    known = newer.stories([seat.game for seat in seats])
    return {
        seat.game_id
        for seat in seats
        if not isinstance(match := known.get(seat.game_id), Match)
        or match.awaited != seat.seat
        or match.opponent(other(seat.seat))
    }


def _seats(which: Q) -> QuerySet[Player]:
    """The seats whose card a game waits for, but those at which a program plays."""
    going = {"game__mode": Mode.ONLINE, "game__status": Status.PLAYING, "game__turn": F("seat")}
    return Player.objects.filter(which, **going, program=False)


def _waiting(now: datetime) -> Q:
    """Games by the day that are worth a letter. Their time is out at ``due_at``, so that tells when it began."""
    some = Q()
    for agreed in BY_THE_DAY:
        card = timedelta(milliseconds=getattr(pace(agreed), "base", 0))
        untold = Q(user__letter_mark__sent_at=None) | Q(user__letter_mark__sent_at__lte=F("game__due_at") - card)
        some |= Q(untold, game__clock=agreed, game__due_at__lte=now + card - WAITED)
    ends = Q(game__due_at__lte=now + LAST, user__letter_mark__sent_at__lte=F("game__due_at") - LAST)
    on = {"game__mode": Mode.ONLINE, "game__status": Status.PLAYING, "game__turn": F("seat"), "program": False}
    return Q(some | Q(ends, game__clock__in=BY_THE_DAY), game__due_at__gt=now, **on)


def _may_get(now: datetime) -> Q:
    free = Q(user__suspended_until=None) | Q(user__suspended_until__lte=now)
    there: dict[str, Any] = {"is_guest": False, "is_active": True, "closed_at": None, "leaving_at": None}
    # Of those who chose nothing no value is another than no.
    wanted = Q(**{f"user__preferences__{LETTERS}": True}) | Q(**{f"user__preferences__{LETTERS}__isnull": True})
    return free & Q(**{f"user__{name}": value for name, value in there.items()}) & wanted


def _not_lately(now: datetime) -> Q:
    return Q(user__letter_mark__sent_at=None) | Q(user__letter_mark__sent_at__lte=now - BETWEEN)
