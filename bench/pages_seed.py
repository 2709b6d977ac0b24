"""What ``bench.desk_seed`` leaves out and pages for everybody tell of: results, ratings, and games of just now.

Runs in a process whose database it may fill, after that.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bench.desk_seed import BATCH, TEMPLATES

NAME = "Regular"
EACH = 50
"""Of so many games the regular sat in one."""
NOW, OPEN = 400, 60
"""Games that are being played just now, and invitations that wait."""
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


def seed() -> None:
    """Once, on what ``bench.desk_seed`` made."""
    from django.db import transaction

    from games.models import User

    with transaction.atomic():
        regular = User.objects.create(username=NAME, display_name=NAME)
        friend = User.objects.create(username="Friend", display_name="Friend")
        befriend(regular, friend)
        come_to_something(regular, last_original())
        stand_somewhere()
        play_now()


def last_original() -> int:
    """The games up to this one were played, and have results."""
    from games.models import Game

    first = Game.objects.order_by("pk").values_list("pk", flat=True)[0]
    return int(first) + TEMPLATES - 1


def befriend(one: Any, other: Any) -> None:
    from games.services.people import ties

    ties.follow(one, other)
    ties.follow(other, one)


def come_to_something(regular: Any, last: int) -> None:
    """Results and ratings of all games that are over, and the regular in some of them."""
    from django.db import connection
    from django.db.models import F
    from django.db.models.functions import Mod

    from games.models import Player, Result

    chosen = Player.objects.annotate(rest=Mod(F("game_id"), EACH)).filter(rest=3, seat=0)
    chosen.update(user=regular, name=NAME)
    Result.objects.filter(game__players__user=regular, seat=0, game__lte=last).update(user=regular)
    first = last + 1 - TEMPLATES
    with connection.cursor() as cursor:
        cursor.execute(RESULTS, [first, first + TEMPLATES, TEMPLATES, last])
        cursor.execute(RATED)


def stand_somewhere() -> None:
    """A rating of each kind for every account, every other one sure."""
    from django.utils import timezone

    from games.models import Rating, User

    now, numbers = timezone.now(), {"games": 30, "deviation": 80.0, "volatility": 0.06}
    people = User.objects.filter(is_guest=False).order_by("pk").values_list("pk", flat=True)
    rows = [
        Rating(user_id=pk, pool=pool, at=now, rating=1000 + pk * 7919 % 1000, sure_until=until(now, pk), **numbers)
        for pk in people
        for pool in ("days", "live")
    ]
    Rating.objects.bulk_create(rows, batch_size=BATCH)


def until(now: Any, pk: int) -> Any:
    return now + timedelta(days=90 if pk % 2 else -1)


def invite(number: int) -> None:
    """So many invitations more, each by somebody else: a site that has just begun shows as many as a large one."""
    from games.models import User
    from games.services.online import lobby
    from games.stories.online import Options

    for at in range(number):
        lobby.create(User.objects.create(username=f"waits-{at}", display_name=f"Waits {at}"), Options())


def play_now() -> None:
    """Some games have had a card just now, and some invitations are open."""
    from django.utils import timezone

    from games.models import Game

    waiting = Game.objects.filter(status="waiting")
    invite(OPEN - waiting.count())
    # Copies are as new as games that were all made in the last quarter of an hour, in which no site has 100,000.
    Game.objects.filter(waits_until__gt=timezone.now()).update(waits_until=timezone.now() - timedelta(days=1))
    open_now = list(waiting.order_by("-pk").values_list("pk", flat=True)[:OPEN])
    Game.objects.filter(pk__in=open_now).update(waits_until=timezone.now() + timedelta(minutes=10))
    going = Game.objects.filter(status="playing").order_by("-pk").values("pk")[:NOW]
    Game.objects.filter(pk__in=list(going.values_list("pk", flat=True))).update(changed_at=timezone.now())
