"""Benchmark of ratings and pairing: recalculating many rated games, and a thousand people who seek an opponent.

``VAR_DIR=/some/where python -m bench.ratings --games 20000 --people 1000`` on an empty site, after ``manage.py
migrate``.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "claimsite.settings")
django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Game, Player, Rated, User  # noqa: E402
from games.queries import ratings  # noqa: E402
from games.services.matches import matchmaking  # noqa: E402
from games.services.ratings import calculation  # noqa: E402
from games.services.ratings import ratings as rating_service  # noqa: E402

POOL = "days"


def time_call(what: str, work: Callable[[], object]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    print(f"{what}: {result} · {time.perf_counter() - wall:.2f} s, {time.process_time() - cpu:.2f} s of processor")


def create_people_and_games(people: int, games: int) -> tuple[list[User], list[Game]]:
    """Create people, and rated games between them over the last month, without their logs."""
    User.objects.bulk_create(User(username=f"u{n}", display_name=f"u{n}") for n in range(people))
    Game.objects.bulk_create((Game(status="finished", rated=True) for _ in range(games)), batch_size=500)
    users, rows = list(User.objects.order_by("pk")), []
    stored, chance = list(Game.objects.order_by("pk")), random.Random(1)
    for number, game in enumerate(stored):
        at = timezone.now() - timedelta(days=30) * (1 - number / games)
        seats = zip(chance.sample(users, 2), chance.sample(("won", "lost"), 2), (0, 1), strict=True)
        rows += [
            Rated(game=game, seat=seat, user=user, pool=POOL, at=at, outcome=outcome) for user, outcome, seat in seats
        ]
    Rated.objects.bulk_create(rows, batch_size=500)
    return users, stored


def recalculate(users: set[int], first: calculation.GamePosition) -> int:
    with transaction.atomic():
        rating_service.lock_ratings()
        return calculation.recalculate_from(POOL, first, users)


def change_first_result(game: Game) -> int:
    """Make the first game of all a draw and recalculate."""
    seats = Rated.objects.filter(game=game)
    seats.update(outcome="draw")
    return recalculate(set(seats.values_list("user", flat=True)), (seats[0].at, game.pk))


def pair_people(people: list[User]) -> str:
    """Let all people seek an opponent, one after the other, with a pairing run now and then."""
    for number, user in enumerate(people):
        matchmaking.start_seek(user, matchmaking.build_options(rated=True))
        if number % 30 == 0:
            matchmaking.pair_seeks()
    playing = Game.objects.filter(status="playing")
    most = Counter(Player.objects.filter(game__in=playing).values_list("user", flat=True)).most_common(1)
    return f"{playing.count()} games, at most {most[0][1]} a person, {Game.objects.open().count()} still wait"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=1000)
    options = parser.parse_args()
    people, games = create_people_and_games(options.people, options.games)
    keys = {user.pk for user in people}
    time_call("all seats folded", lambda: recalculate(keys, calculation.FIRST_POSITION))
    time_call("folded again, seats that changed", lambda: recalculate(keys, calculation.FIRST_POSITION))
    time_call("the first game judged otherwise, seats that changed", lambda: change_first_result(games[0]))
    time_call("leaderboard for good, lines", lambda: len(ratings.list_all_time_leaders(POOL)))
    time_call(
        "leaderboard of the month before, lines",
        lambda: len(ratings.list_month_leaders(POOL, ratings.get_this_month().previous)),
    )
    time_call(
        "leaderboard of this month, lines", lambda: len(ratings.list_month_leaders(POOL, ratings.get_this_month()))
    )
    time_call("people who looked for an opponent", lambda: pair_people(people))


if __name__ == "__main__":
    main()
