"""Finding an opponent: who looks for one sits down at a fitting invitation, or waits at one of their own until one
fits."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Chore, Game, Player, Rating, User
from games.people import pairing
from games.people.glicko import BEGIN
from games.people.pairing import Pair, Seeker
from games.rules.errors import Refusal
from games.rules.rulings import LastTrick
from games.services.online import lobby
from games.store import log, rows
from games.store.presence import LEASE, last_seen
from games.stories.clock import NONE
from games.stories.online import Match, Options
from games.stories.result import pool_for
from games.stories.status import Status

LOCK = "pairing"
ARRIVES = timedelta(seconds=15)
"""For so long somebody counts as here whose page has not been heard yet."""
UNKNOWN = (BEGIN.rating, BEGIN.deviation)
_TERMS = [one.name for one in fields(Options)]


def terms(rated: bool, clock: str = NONE) -> Options:
    """What who looks for anybody plays by: all tricks may be looked at, as in any game of people who choose nothing."""
    return Options(last_trick=LastTrick.ALL, rated=rated, clock=clock)


def seek(user: User, options: Options, ticket: str = "", part: str = "") -> Game:
    """A game of ``user`` with somebody who waits for the same, dealt, or else an invitation that waits for somebody.

    Who looks already goes on waiting where they do; if that was for another kind of game, it is called off. Refused as
    ``lobby.create``.
    """
    if options.rated and user.is_guest:
        raise Refusal("account_needed")
    with transaction.atomic():
        _lock()
        own = _own(user, options)
        return own or _met(user, options, part) or _begun(user, options, ticket, part)


def sweep() -> int:
    """Bring together who fits by now; how many pairs. Cheap where nobody looks."""
    if not rows.read(_seeking, Status.WAITING, timezone.now()):
        return 0
    with transaction.atomic():
        _lock()
        kinds = set(Game.objects.open().filter(seeking=True).order_by().values_list(*_TERMS))
        return sum(_pair(Options(**dict(zip(_TERMS, kind, strict=True)))) for kind in sorted(kinds, key=str))


def _seeking() -> QuerySet[Game, tuple[int]]:
    """One of those who look for an opponent, by its status and the moment until which invitations wait at least."""
    return Game.objects.open().filter(seeking=True).order_by().values_list("pk")[:1]


def _lock() -> None:
    """Let nobody else bring people together before this transaction ends."""
    Chore.objects.get_or_create(name=LOCK, defaults={"begun_at": timezone.now()})
    Chore.objects.select_for_update().get(name=LOCK)


def _own(user: User, options: Options) -> Game | None:
    """Where somebody waits for this already; where they wait for something else is called off."""
    for game in Game.objects.to_resume(user).filter(seeking=True, status=Status.WAITING):
        if {name: getattr(game, name) for name in _TERMS} == asdict(options):
            return game
        with suppress(Refusal):
            lobby.call_off(game, user)
    return None


def _met(user: User, options: Options, part: str) -> Game | None:
    """Sit down with whoever fits best; None where nobody does."""
    others = waiting_for(options)
    now = timezone.now()
    me = Seeker(0, user.pk, now, *_numbers(options, [user.pk]).get(user.pk, UNKNOWN))
    while (found := pairing.nearest(me, others, now)) is not None:
        game = Game.objects.get(pk=found.game)
        try:
            with transaction.atomic():
                lobby.join(game, user, part=part)
        except Refusal:
            # Somebody else was faster, or they are not to meet.
            others.remove(found)
        else:
            return game
    return None


def _begun(user: User, options: Options, ticket: str, part: str) -> Game:
    game = lobby.create(user, options, ticket, part)
    game.seeking = True
    game.save(update_fields=["seeking"])
    return game


def _pair(options: Options) -> int:
    """Bring together all of one kind who fit; those stay apart of whom one is refused what the other invites to."""
    apart: set[Pair] = set()
    done = 0
    while True:
        found = list(pairing.pairs(waiting_for(options), timezone.now(), apart))
        refused = {pair for pair in found if not _bring_together(*pair)}
        done += len(found) - len(refused)
        if not refused:
            return done
        apart |= refused


def waiting_for(options: Options) -> list[Seeker]:
    """Who waits at an open invitation to just such a game, and is here; no program, since people look for people."""
    now = timezone.now()
    games = Game.objects.open().filter(**asdict(options)).order_by()
    here = Player.objects.filter(game__in=games, seat=0, program=False).values_list(
        "game_id", "user_id", "game__created_at", "game__seeking", last_seen()
    )
    rows = [row for row in here if _here(row[2], row[4], now)]
    known = _numbers(options, [row[1] for row in rows])
    return [Seeker(game, user, since, *known.get(user, UNKNOWN), seeks) for game, user, since, seeks, _ in rows]


def _here(since: datetime, seen: datetime | None, now: datetime) -> bool:
    return now - since <= ARRIVES or (seen is not None and now - seen <= LEASE)


def _numbers(options: Options, users: Iterable[int]) -> dict[int, tuple[float, float]]:
    rows = Rating.objects.filter(user__in=list(users), pool=pool_for(options))
    return {user: (rating, deviation) for user, rating, deviation in rows.values_list("user", "rating", "deviation")}


def _bring_together(at: int, called_off: int) -> bool:
    """Have who invites to one game sit down at the other, with the part that they gave; whether both games let that
    happen."""
    games = Game.objects.in_bulk([at, called_off])
    comer = Player.objects.select_related("user").get(game=called_off, seat=0).user
    shuffle = log.load_as(Match, called_off).shuffle
    try:
        with transaction.atomic():
            lobby.join(games[at], comer, part=(shuffle and shuffle.parts[0]) or "")
            lobby.call_off(games[called_off], comer, games[at].code)
    except Refusal:
        return False
    return True
