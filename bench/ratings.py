"""Ratings and pairing: what folding many rated games takes, and a thousand people who look for an opponent.

``VAR_DIR=/some/where python -m bench.ratings --games 20000 --people 1000`` on an empty site, whose tables
``manage.py migrate`` has made there.
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
from games.people import ratings  # noqa: E402
from games.services.online import pairing  # noqa: E402
from games.services.ratings import folding, keeping  # noqa: E402

POOL = "days"


def timed(what: str, work: Callable[[], object]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    told = work()
    print(f"{what}: {told} · {time.perf_counter() - wall:.2f} s, {time.process_time() - cpu:.2f} s of processor")


def town(people: int, games: int) -> tuple[list[User], list[Game]]:
    """People, and rated games between them over the last month, without their logs."""
    User.objects.bulk_create(User(username=f"u{n}", display_name=f"u{n}") for n in range(people))
    Game.objects.bulk_create((Game(status="finished", rated=True) for _ in range(games)), batch_size=500)
    known, rows = list(User.objects.order_by("pk")), []
    found, chance = list(Game.objects.order_by("pk")), random.Random(1)
    for number, game in enumerate(found):
        at = timezone.now() - timedelta(days=30) * (1 - number / games)
        both = zip(chance.sample(known, 2), chance.sample(("won", "lost"), 2), (0, 1), strict=True)
        rows += [Rated(game=game, seat=seat, user=user, pool=POOL, at=at, outcome=how) for user, how, seat in both]
    Rated.objects.bulk_create(rows, batch_size=500)
    return known, found


def fold(users: set[int], first: folding.Mark) -> int:
    with transaction.atomic():
        keeping.lock()
        return folding.forward(POOL, first, users)


def judged(game: Game) -> int:
    """The first game of all becomes a draw."""
    seats = Rated.objects.filter(game=game)
    seats.update(outcome="draw")
    return fold(set(seats.values_list("user", flat=True)), (seats[0].at, game.pk))


def looked(people: list[User]) -> str:
    """All look for an opponent, one after the other; now and then a process looks who fits."""
    for number, user in enumerate(people):
        pairing.seek(user, pairing.terms(rated=True))
        if number % 30 == 0:
            pairing.sweep()
    playing = Game.objects.filter(status="playing")
    most = Counter(Player.objects.filter(game__in=playing).values_list("user", flat=True)).most_common(1)
    return f"{playing.count()} games, at most {most[0][1]} a person, {Game.objects.open().count()} still wait"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=1000)
    asked = parser.parse_args()
    people, games = town(asked.people, asked.games)
    keys = {one.pk for one in people}
    timed("all seats folded", lambda: fold(keys, folding.FIRST))
    timed("folded again, seats that changed", lambda: fold(keys, folding.FIRST))
    timed("the first game judged otherwise, seats that changed", lambda: judged(games[0]))
    timed("leaderboard for good, lines", lambda: len(ratings.for_good(POOL)))
    timed("leaderboard of the month before, lines", lambda: len(ratings.of_month(POOL, ratings.this_month().before)))
    timed("leaderboard of this month, lines", lambda: len(ratings.of_month(POOL, ratings.this_month())))
    timed("people who looked for an opponent", lambda: looked(people))


if __name__ == "__main__":
    main()
