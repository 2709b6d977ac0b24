"""Benchmark of public pages on a large site: CPU and queries of each, on few games and on 100,000.

.venv/bin/python -m bench.pages [--games 100000] [--keep FOLDER] [--plans]

100,000 games have 5 million entries. ``--games 40`` is a new site with as many invitations. ``--plans`` prints the
statements that scan a whole table or sort, with their plans by SQLite, or by PostgreSQL where ``DATABASE_URL`` names
one. A kept database is measured again as it is, apart from its current games.
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

from bench.admin_pages import prepare_site, print_sizes

RUNS = 9
FRONT_PAGE = "front page, a visitor"
SMALL_TABLES = ("games_process", "games_outage", "django_session", "games_chore")
"""Tables whose size does not depend on the number of games."""
Pages = dict[str, tuple[str, str]]
"""For each page its address and the user name of the visitor, empty for a visitor without an account."""


def main() -> None:
    args = parse_arguments()
    os.environ["RATE_LIMITS"] = "0"
    prepare_site(Path(args.keep or tempfile.mkdtemp(prefix="pages-")))
    from bench import large_site, large_site_results
    from games.models import Game, User

    if Game.objects.count() < args.games:
        large_site.seed_site(args.games)
    if not User.objects.filter(username=large_site_results.NAME).exists():
        large_site_results.seed_results()
    large_site_results.update_current_games()
    analyze_tables()
    print_sizes()
    measure(args.plans, args.only)
    for _ in sys.stdin if args.again else ():
        measure(args.plans, args.only)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the database there, and use it again")
    parser.add_argument(
        "--plans", action="store_true", help="print the statements that go through a whole table or sort"
    )
    parser.add_argument("--only", choices=list(list_front_pages()), default="", help="one of these pages alone")
    parser.add_argument("--again", action="store_true", help="measure once more with each line that is read")
    return parser.parse_args()


def analyze_tables() -> None:
    """Update the planner's statistics, as PostgreSQL does some time after large inserts."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def list_pages() -> Pages:
    return {**list_front_pages(), **list_profile_pages(), **list_leaderboard_pages(), **list_game_pages()}


def list_front_pages() -> Pages:
    return {
        FRONT_PAGE: ("/", ""),
        "front page, a regular": ("/", "Regular"),
        "notifications, a regular": ("/notifications/", "Regular"),
    }


def list_profile_pages() -> Pages:
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


def list_leaderboard_pages() -> Pages:
    from games.queries import ratings

    month = ratings.get_this_month().previous
    return {
        "leaderboard, for good": ("/leaderboard/?pool=days", ""),
        "leaderboard, on it": ("/leaderboard/?pool=days", "Regular"),
        "leaderboard, a month": (f"/leaderboard/?pool=days&month={month.year}-{month.month:02}", ""),
    }


def list_game_pages() -> Pages:
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
    for name, (address, username) in (list_front_pages() if only else list_pages()).items():
        if only not in ("", name):
            continue
        client = create_client(username)
        queries, times = visit_page(client, address)
        middle, worst = statistics.median(times), max(times)
        print(f"| {name:<22} | {len(queries):>7} | {middle:>14.1f} | {worst:>13.1f} |", flush=True)
        if plans:
            for query in queries:
                print_plan(query)


def create_client(username: str) -> Any:
    from django.test import Client

    from games.models import User

    client = Client()
    if username:
        client.force_login(User.objects.get(username=username), backend="django.contrib.auth.backends.ModelBackend")
    return client


def visit_page(client: Any, address: str) -> tuple[list[str], list[float]]:
    """Return the statements of a visit and the CPU of several in milliseconds; the first visit warms the caches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _ in range(RUNS + 1):
        began = time.process_time()
        response = client.get(address)
        times.append(1000 * (time.process_time() - began))
        assert response.status_code == 200, (address, response.status_code)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return [query["sql"] for query in queries], times[1:]


def print_plan(query: str) -> None:
    """Print the steps of a statement's plan that grow with the site: table scans and sorts."""
    from django.db import connection

    if not query.lstrip().startswith("SELECT"):
        return
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if is_sqlite else "EXPLAIN ") + query)
        steps = [str(row[3] if is_sqlite else row[0]).strip() for row in cursor.fetchall()]
    growing = [step for step in steps if grows_with_site(step)]
    if growing:
        print(f"      {'; '.join(growing)}\n        {query[:900]}")


def grows_with_site(step: str) -> bool:
    """Return whether a step is a scan or a sort, by SQLite or PostgreSQL.

    PostgreSQL's plans depend on statistics, which need an ``ANALYZE``.
    """
    goes_through = step.startswith("SCAN games_") or "Seq Scan on games_" in step
    sorts = "TEMP B-TREE" in step or step.startswith("Sort Key")
    return (goes_through and not any(name in step for name in SMALL_TABLES)) or sorts


if __name__ == "__main__":
    main()
