"""Seed of results, ratings and current games for ``bench.pages``, added to the rows of ``bench.large_site``.

It runs in a process whose database it may fill.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bench.large_site import BATCH, TEMPLATES

NAME = "Regular"
REGULAR_EVERY = 50
"""The regular player has a seat in one game of this number."""
CURRENT_GAMES, OPEN_INVITATIONS = 400, 60
"""Numbers of games in progress and of open invitations."""
RESULTS = """
INSERT INTO games_result (game_id, seat, user_id, other_id, sort, level, outcome, votes, lost, public, at)
SELECT g.id, me.seat, me.user_id, them.user_id, r.sort, r.level, r.outcome, r.votes, r.lost, r.public, g.created_at
FROM games_game g JOIN games_player me ON me.game_id = g.id
JOIN games_player them ON them.game_id = g.id AND them.seat = 1 - me.seat
JOIN games_result r ON r.game_id = %s + (g.id - %s) %% %s AND r.seat = me.seat
WHERE g.id > %s
"""
RATED = """
INSERT INTO games_rated (game_id, seat, user_id, pool, at, outcome, early, games, rating, deviation, volatility,
                         rating_before, deviation_before, volatility_before)
SELECT game_id, seat, user_id, CASE game_id / 50 % 2 WHEN 0 THEN 'days' ELSE 'live' END, at, outcome, FALSE, 9,
       1000 + (game_id * 7919 + seat * 31) % 1000, 50 + game_id % 120, 0.06,
       1000 + (game_id * 7919 + seat * 31) % 1000, 50 + game_id % 120, 0.06
FROM games_result WHERE sort = 'people'
"""


def seed_results() -> None:
    """Add these rows once to what ``bench.large_site`` made."""
    from django.db import transaction

    from games.models import User

    with transaction.atomic():
        regular = User.objects.create(username=NAME, display_name=NAME)
        friend = User.objects.create(username="Friend", display_name="Friend")
        befriend(regular, friend)
        add_results(regular, get_last_original())
        add_ratings()
        update_current_games()


def get_last_original() -> int:
    """Return the last game that was played and has results; later games are copies."""
    from games.models import Game

    first = Game.objects.order_by("pk").values_list("pk", flat=True)[0]
    return int(first) + TEMPLATES - 1


def befriend(one: Any, other: Any) -> None:
    from games.services.social import relations

    relations.follow(one, other)
    relations.follow(other, one)


def add_results(regular: Any, last: int) -> None:
    """Add results and ratings of all finished games, and give the regular player a seat in some of them."""
    from django.db import connection
    from django.db.models import F
    from django.db.models.functions import Mod

    from games.models import Player, Result

    chosen = Player.objects.annotate(rest=Mod(F("game_id"), REGULAR_EVERY)).filter(rest=3, seat=0)
    chosen.update(user=regular, name=NAME)
    Result.objects.filter(game__players__user=regular, seat=0, game__lte=last).update(user=regular)
    first = last + 1 - TEMPLATES
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, [first, first + TEMPLATES, TEMPLATES, last])
        cursor.execute(RATED)


def add_ratings() -> None:
    """Add a rating of each kind for every account, half of them certain."""
    from django.utils import timezone

    from games.models import Rating, User

    now, numbers = timezone.now(), {"games": 30, "deviation": 80.0, "volatility": 0.06}
    people = User.objects.filter(is_guest=False).order_by("pk").values_list("pk", flat=True)
    rows = [
        Rating(
            user_id=pk, pool=pool, at=now, rating=1000 + pk * 7919 % 1000, sure_until=get_sure_until(now, pk), **numbers
        )
        for pk in people
        for pool in ("days", "live")
    ]
    Rating.objects.bulk_create(rows, batch_size=BATCH)


def get_sure_until(now: Any, pk: int) -> Any:
    return now + timedelta(days=90 if pk % 2 else -1)


def add_invitations(number: int) -> None:
    """Add invitations, each by another person: a new site then shows as many as a large one."""
    from games.models import User
    from games.services.matches import lobby
    from games.state.match_state import MatchOptions

    for at in range(number):
        lobby.create_game(User.objects.create(username=f"waits-{at}", display_name=f"Waits {at}"), MatchOptions())


def update_current_games() -> None:
    """Give some games a card of just now and open some invitations."""
    from django.utils import timezone

    from games.models import Game

    waiting = Game.objects.filter(status="waiting")
    add_invitations(OPEN_INVITATIONS - waiting.count())
    # The copies all look new, but no site has 100,000 games of the last quarter of an hour.
    Game.objects.filter(waits_until__gt=timezone.now()).update(waits_until=timezone.now() - timedelta(days=1))
    open_now = list(waiting.order_by("-pk").values_list("pk", flat=True)[:OPEN_INVITATIONS])
    Game.objects.filter(pk__in=open_now).update(waits_until=timezone.now() + timedelta(minutes=10))
    going = Game.objects.filter(status="playing").order_by("-pk").values("pk")[:CURRENT_GAMES]
    Game.objects.filter(pk__in=list(going.values_list("pk", flat=True))).update(changed_at=timezone.now())
