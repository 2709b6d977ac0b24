"""Matchmaking: a seeker joins an invitation that fits, or creates one and waits until an opponent fits.

A seek is an open invitation whose row has ``seeking`` set.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.eventlog import event_store
from games.messaging.presence import ARRIVAL_GRACE, PRESENCE_LEASE, build_last_seen
from games.models import Chore, Game, Player, Rating, User
from games.queries import conduct, matchmaking
from games.queries.glicko import DEFAULT_RATING
from games.queries.matchmaking import Pair, Seek
from games.rules.errors import Refusal
from games.services.matches import cancellation, lobby
from games.state.clock import NO_CLOCK
from games.state.game_state import Status
from games.state.match_state import MatchOptions, MatchState
from games.state.result import get_pool_of_terms

CHORE = "pairing"
INTERVAL = 2.0
"""Seconds between two runs. Every process runs it; a lock keeps two of them from pairing the same seeker."""
UNKNOWN_RATING = (DEFAULT_RATING.rating, DEFAULT_RATING.deviation)
_OPTION_NAMES = [field.name for field in fields(MatchOptions)]


def build_options(rated: bool, clock: str = NO_CLOCK) -> MatchOptions:
    """Return the options of a seek: the house rules are the default ones."""
    return MatchOptions(rated=rated, clock=clock)


def start_seek(user: User, options: MatchOptions, ticket: str = "", part: str = "") -> Game:
    """Return a dealt game with an opponent that fits, or else the user's own invitation, which waits for one.

    A user who seeks the same kind of game already keeps that seek; a seek for another kind is withdrawn. Raise
    ``Refusal`` as ``lobby.create_game`` does.
    """
    if options.rated and user.is_guest:
        raise Refusal("account_needed")
    with transaction.atomic():
        _lock()
        own = _find_own_seek(user, options)
        return own or _join_nearest(user, options, part) or _create_seek(user, options, ticket, part)


def pair_seeks() -> int:
    """Pair the seekers that fit, and return the number of pairs. Without seekers it takes one query."""
    if not _filter_seeks().exists():
        return 0
    with transaction.atomic():
        _lock()
        kinds = set(_filter_seeks().values_list(*_OPTION_NAMES))
        return sum(
            _pair_options(MatchOptions(**dict(zip(_OPTION_NAMES, kind, strict=True))))
            for kind in sorted(kinds, key=str)
        )


def _filter_seeks() -> QuerySet[Game]:
    """Return the open invitations of seekers."""
    return Game.objects.open().filter(seeking=True).order_by()


def _lock() -> None:
    """Lock the matchmaking, so that no other transaction pairs seekers before this one ends."""
    Chore.objects.get_or_create(name=CHORE, defaults={"begun_at": timezone.now()})
    Chore.objects.select_for_update().get(name=CHORE)


def _find_own_seek(user: User, options: MatchOptions) -> Game | None:
    """Return the user's seek for these options, or None; withdraw seeks for other options."""
    for game in Game.objects.to_resume(user).filter(seeking=True, status=Status.WAITING):
        if {name: getattr(game, name) for name in _OPTION_NAMES} == asdict(options):
            return game
        with suppress(Refusal):
            cancellation.withdraw_invitation(game, user)
    return None


def _join_nearest(user: User, options: MatchOptions, part: str) -> Game | None:
    """Join the game of the seeker that fits best, and return it; return None if no seeker fits."""
    others = list_seeks(options)
    now = timezone.now()
    is_leaver = user.pk in conduct.list_leavers([user.pk], now)
    seek = Seek(0, user.pk, now, *_get_ratings(options, [user.pk]).get(user.pk, UNKNOWN_RATING), is_leaver=is_leaver)
    while (nearest := matchmaking.find_nearest(seek, others, now)) is not None:
        game = Game.objects.get(pk=nearest.game)
        try:
            with transaction.atomic():
                lobby.join_game(game, user, part=part)
        except Refusal:
            # Another player was faster, or these two may not play each other.
            others.remove(nearest)
        else:
            return game
    return None


def _create_seek(user: User, options: MatchOptions, ticket: str, part: str) -> Game:
    game = lobby.create_game(user, options, ticket, part)
    game.seeking = True
    game.save(update_fields=["seeking"])
    return game


def _pair_options(options: MatchOptions) -> int:
    """Pair all seekers of one kind of game that fit, and return the number of pairs.

    A pair whose games refuse it is not tried again.
    """
    refused_pairs: set[Pair] = set()
    count = 0
    while True:
        pairs = list(matchmaking.find_pairs(list_seeks(options), timezone.now(), refused_pairs))
        refused = {pair for pair in pairs if not _merge_invitations(*pair)}
        count += len(pairs) - len(refused)
        if not refused:
            return count
        refused_pairs |= refused


def list_seeks(options: MatchOptions) -> list[Seek]:
    """Return the open invitations with exactly these options whose creators are online.

    Invitations of programs are left out, since people seek people.
    """
    now = timezone.now()
    games = Game.objects.open().filter(**asdict(options)).order_by()
    waiting = Player.objects.filter(game__in=games, seat=0, program=False).values_list(
        "game_id", "user_id", "game__created_at", "game__seeking", build_last_seen()
    )
    rows = [row for row in waiting if _is_online(row[2], row[4], now)]
    users = [row[1] for row in rows]
    ratings, leavers = _get_ratings(options, users), conduct.list_leavers(users, now)
    return [
        Seek(game, user, since, *ratings.get(user, UNKNOWN_RATING), seeks, user in leavers)
        for game, user, since, seeks, _ in rows
    ]


def _is_online(since: datetime, seen: datetime | None, now: datetime) -> bool:
    return now - since <= ARRIVAL_GRACE or (seen is not None and now - seen <= PRESENCE_LEASE)


def _get_ratings(options: MatchOptions, users: Iterable[int]) -> dict[int, tuple[float, float]]:
    rows = Rating.objects.filter(user__in=list(users), pool=get_pool_of_terms(options))
    return {user: (rating, deviation) for user, rating, deviation in rows.values_list("user", "rating", "deviation")}


def _merge_invitations(kept: int, withdrawn: int) -> bool:
    """Seat the creator of ``withdrawn`` at ``kept`` with the part already given, and withdraw the other invitation.

    Return False if one of the games refuses.
    """
    games = Game.objects.in_bulk([kept, withdrawn])
    joiner = Player.objects.select_related("user").get(game=withdrawn, seat=0).user
    shuffle = event_store.load_state_of_kind(MatchState, withdrawn).shuffle
    try:
        with transaction.atomic():
            lobby.join_game(games[kept], joiner, part=(shuffle and shuffle.parts[0]) or "")
            cancellation.withdraw_invitation(games[withdrawn], joiner, games[kept].code)
    except Refusal:
        return False
    return True
