"""Benchmark of the admin on a large site: queries and time of each page, on 100,000 games with 5 million entries.

.venv/bin/python -m bench.admin_pages [--games 100000] [--keep FOLDER] [--slow]

A few dozen games are played through the site's services; the rest are copies of their logs by plain SQL, with people
and times of their own, in a database that is deleted unless ``--keep`` names a folder. ``--slow`` prints the slowest
statement of each page.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.large_site import create_moderator, seed_site

if TYPE_CHECKING:
    from django.db.models import Model
    from django.test import Client

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7


def main() -> None:
    args = parse_arguments()
    prepare_site(Path(args.keep or tempfile.mkdtemp(prefix="admin-")))
    from games.models import Game

    if Game.objects.count() < args.games:
        began = time.perf_counter()
        seed_site(args.games)
        print(f"seeded in {time.perf_counter() - began:.0f} s")
    print_sizes()
    measure(args.slow)


def prepare_site(folder: Path) -> None:
    """Create a site's tables in a folder, for this process alone."""
    os.environ.update(VAR_DIR=str(folder), STAFF_SECOND_FACTOR="0", DJANGO_SETTINGS_MODULE="claimsite.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.conf import settings

    from games.server import startup

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    settings.ALLOWED_HOSTS = ["testserver"]
    startup.make_state_folder(folder)
    startup.migrate_database()


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the database there, and use it again")
    parser.add_argument("--slow", action="store_true", help="print the slowest statement of each page")
    return parser.parse_args()


def print_sizes() -> None:
    from games.models import Act, Entry, Game, Report, User

    for model in (Game, Entry, User, Report, Act):
        print(f"{model._meta.verbose_name_plural}: {model._base_manager.count():,}")


ADMIN_PATH = "/admin/games"


def list_pages() -> dict[str, str]:
    return {"index": "/admin/", **list_game_pages(), **list_user_pages(), **list_queue_pages(), **list_log_pages()}


def get_last(model: type[Model], **filters: object) -> Any:
    return model._base_manager.filter(**filters).order_by("-pk").first()


def get_last_page_number() -> int:
    """Return the last page of the list of games, which goes no further than its paginator counts."""
    from games.admin.base import MAX_COUNT, ReadOnlyAdmin
    from games.models import Game

    return math.ceil(min(Game.objects.count(), MAX_COUNT) / ReadOnlyAdmin.list_per_page)


def list_game_pages() -> dict[str, str]:
    from games.models import Game

    game = get_last(Game, status="finished")
    month = f"changed_at__year={game.changed_at.year}&changed_at__month={game.changed_at.month}"
    return {
        "games": f"{ADMIN_PATH}/game/",
        "games, last page": f"{ADMIN_PATH}/game/?p={get_last_page_number()}",
        "games, being played": f"{ADMIN_PATH}/game/?status__exact=playing",
        "games, called off (none)": f"{ADMIN_PATH}/game/?status__exact=called_off",
        "games at the table (none)": f"{ADMIN_PATH}/game/?mode__exact=table",
        "games, reported": f"{ADMIN_PATH}/game/?reported=yes",
        "games of one month": f"{ADMIN_PATH}/game/?{month}",
        "games by code": f"{ADMIN_PATH}/game/?q={game.code}",
        "games by a name": f"{ADMIN_PATH}/game/?q=Cleo",
        "games by a rare name": f"{ADMIN_PATH}/game/?q=Cleo+4321",
        "games by no name": f"{ADMIN_PATH}/game/?q=nobody-at-all",
        "games by code order": f"{ADMIN_PATH}/game/?o=1",
        "a game": f"{ADMIN_PATH}/game/{game.pk}/change/",
        "an act on it": f"{ADMIN_PATH}/game/{game.pk}/act/change_result/",
    }


def list_user_pages() -> dict[str, str]:
    from games.models import Report

    return {
        "people": f"{ADMIN_PATH}/user/",
        "people by a name": f"{ADMIN_PATH}/user/?q=Cleo+4321",
        "people suspended (none)": f"{ADMIN_PATH}/user/?standing=suspended",
        "a person": f"{ADMIN_PATH}/user/{get_last(Report).person.pk}/change/",
    }


def list_queue_pages() -> dict[str, str]:
    from games.models import Act, Appeal, Report

    return {
        "reports": f"{ADMIN_PATH}/report/",
        "reports, all": f"{ADMIN_PATH}/report/?stage=all",
        "reports by words": f"{ADMIN_PATH}/report/?q=4321",
        "a report": f"{ADMIN_PATH}/report/{get_last(Report).pk}/change/",
        "acts": f"{ADMIN_PATH}/act/",
        "acts by words": f"{ADMIN_PATH}/act/?q=4321",
        "an act": f"{ADMIN_PATH}/act/{get_last(Act).pk}/change/",
        "appeals": f"{ADMIN_PATH}/appeal/",
        "an appeal": f"{ADMIN_PATH}/appeal/{get_last(Appeal).pk}/change/",
    }


def list_log_pages() -> dict[str, str]:
    from games.models import Entry, Game

    return {
        "entries": f"{ADMIN_PATH}/entry/",
        "entries of a game": f"{ADMIN_PATH}/entry/?q={get_last(Game, status='finished').code}",
        "an entry": f"{ADMIN_PATH}/entry/{get_last(Entry).pk}/change/",
    }


def measure(slow: bool) -> None:
    from django.test import Client

    client = Client()
    client.force_login(create_moderator("mona"), backend="django.contrib.auth.backends.ModelBackend")
    print(f"\n| {'Page':<26} | Queries | Median ms | Worst ms |\n|{'-' * 28}|---------|-----------|----------|")
    for name, address in list_pages().items():
        client.get(address)
        queries, times = visit_page(client, address)
        print(f"| {name:<26} | {len(queries):>7} | {statistics.median(times):>9.0f} | {max(times):>8.0f} |")
        if slow:
            worst = max(queries, key=lambda query: float(query["time"]))
            print(f"      {worst['time']} s: {worst['sql'][:400]}")


def visit_page(client: Client, address: str) -> tuple[list[dict[str, str]], list[float]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        answer = client.get(address)
        times.append(1000 * (time.perf_counter() - began))
        assert answer.status_code == 200, (address, answer.status_code)
    with CaptureQueriesContext(connection) as found:
        client.get(address)
    return list(found), times


if __name__ == "__main__":
    main()
