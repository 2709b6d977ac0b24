"""Pages for everybody on a large site: CPU and queries of each, on few games and on 100,000 with 5 million entries.

    .venv/bin/python -m bench.pages [--games 100000] [--keep FOLDER] [--plans]

``--games 40`` is a site that has just begun, with as many invitations. ``--plans`` prints the statements that go
through a whole table or sort what they found, as SQLite plans them, or PostgreSQL where ``DATABASE_URL`` names one. A
kept database is measured again as it is, apart from the games of just now.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.desk import begin, sizes

RUNS = 9
FRONT = "front page, a visitor"
SMALL = ("games_process", "games_outage", "django_session", "games_chore")
"""Tables that stay small however many games there are."""
Pages = dict[str, tuple[str, str]]
"""For each page its address and who asks: one of ``people``, or nobody."""


def main() -> None:
    args = arguments()
    os.environ["RATE_LIMITS"] = "0"
    begin(Path(args.keep or tempfile.mkdtemp(prefix="pages-")))
    from bench import desk_seed, pages_seed
    from games.models import Game, User

    if Game.objects.count() < args.games:
        desk_seed.seed(args.games)
    if not User.objects.filter(username=pages_seed.NAME).exists():
        pages_seed.seed()
    pages_seed.play_now()
    analyze()
    sizes()
    measure(args.plans, args.only)
    for _ in sys.stdin if args.again else ():
        measure(args.plans, args.only)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the database there, and use it again")
    parser.add_argument(
        "--plans", action="store_true", help="print the statements that go through a whole table or sort"
    )
    parser.add_argument("--only", choices=list(front_pages()), default="", help="one of these pages alone")
    parser.add_argument("--again", action="store_true", help="measure once more with each line that is read")
    return parser.parse_args()


def analyze() -> None:
    """As PostgreSQL does by itself a while after so much was stored."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def pages() -> Pages:
    return {**front_pages(), **profiles(), **leaderboards(), **of_games()}


def front_pages() -> Pages:
    return {
        FRONT: ("/", ""),
        "front page, a regular": ("/", "Regular"),
        "signals, a regular": ("/signals/", "Regular"),
    }


def profiles() -> Pages:
    from games.models import Result

    here = "/@/Regular/"
    mine = Result.objects.filter(user__username="Regular").order_by("-at")
    middle = mine[mine.count() // 2]
    other = mine.exclude(other__is_guest=True).select_related("other").first()
    name = other.other.shown if other and other.other else "Friend"
    return {
        "profile, one's own": (here, "Regular"),
        "profile, a friend's": (here, "Friend"),
        "profile, a stranger's": (here, ""),
        "profile, with filters": (f"{here}?sort=people&outcome=won&days=365", ""),
        "profile, against one": (f"{here}?against={name}", "Friend"),
        "profile, older games": (f"{here}?before={middle.game.code}", ""),
    }


def leaderboards() -> Pages:
    from games.people import ratings

    month = ratings.this_month().before
    return {
        "leaderboard, for good": ("/leaderboard/?pool=days", ""),
        "leaderboard, on it": ("/leaderboard/?pool=days", "Regular"),
        "leaderboard, a month": (f"/leaderboard/?pool=days&month={month.year}-{month.month:02}", ""),
    }


def of_games() -> Pages:
    from games.models import Game

    code = Game.objects.filter(status="finished", ending="votes").order_by("-pk")[0].code
    return {
        "watch": ("/watch/", ""),
        "watch, tables": ("/watch/tables/", ""),
        "replay": (f"/m/{code}/replay/?step=20", ""),
        "replay, steps": (f"/m/{code}/replay/steps/", ""),
        "replay, picture": (f"/m/{code}/replay/picture/?step=20", ""),
    }


def measure(plans: bool, only: str) -> None:
    print(f"\n| {'Page':<22} | Queries | CPU ms, median | CPU ms, worst |")
    print(f"|{'-' * 24}|---------|----------------|---------------|")
    for name, (address, who) in (front_pages() if only else pages()).items():
        if only not in ("", name):
            continue
        client = asking(who)
        queries, times = visits(client, address)
        middle, worst = statistics.median(times), max(times)
        print(f"| {name:<22} | {len(queries):>7} | {middle:>14.1f} | {worst:>13.1f} |", flush=True)
        if plans:
            for query in queries:
                show(query)


def asking(who: str) -> Any:
    from django.test import Client

    from games.models import User

    client = Client()
    if who:
        client.force_login(User.objects.get(username=who), backend="django.contrib.auth.backends.ModelBackend")
    return client


def visits(client: Any, address: str) -> tuple[list[str], list[float]]:
    """The statements of a visit and the CPU of some, in milliseconds; the first one warms what stays warm."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _ in range(RUNS + 1):
        began = time.process_time()
        answer = client.get(address)
        times.append(1000 * (time.process_time() - began))
        assert answer.status_code == 200, (address, answer.status_code)
    with CaptureQueriesContext(connection) as found:
        client.get(address)
    return [query["sql"] for query in found], times[1:]


def show(query: str) -> None:
    """What of a statement's plan grows with the site: going through a table, and sorting."""
    from django.db import connection

    if not query.lstrip().startswith("SELECT"):
        return
    lite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if lite else "EXPLAIN ") + query)
        steps = [str(row[3] if lite else row[0]).strip() for row in cursor.fetchall()]
    found = [step for step in steps if grows(step)]
    if found:
        print(f"      {'; '.join(found)}\n        {query[:900]}")


def grows(step: str) -> bool:
    """Of SQLite, or of PostgreSQL, whose plans say also by which index (its estimates need an ``ANALYZE``)."""
    goes_through = step.startswith("SCAN games_") or "Seq Scan on games_" in step
    sorts = "TEMP B-TREE" in step or step.startswith("Sort Key")
    return (goes_through and not any(name in step for name in SMALL)) or sorts


if __name__ == "__main__":
    main()
