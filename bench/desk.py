"""The desk on a large site: queries and time of each of its pages, on 100,000 games with 5 million entries.

    .venv/bin/python -m bench.desk [--games 100000] [--keep FOLDER] [--slow]

A few dozen games are played through the site's services; the rest are copies of their logs by plain SQL, with people
and times of their own, in a database of its own that is thrown away unless it is to be kept. ``--slow`` prints the
slowest statement of each page.
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

from bench.desk_seed import seed, staff

if TYPE_CHECKING:
    from django.db.models import Model
    from django.test import Client

ROOT = Path(__file__).resolve().parents[1]
RUNS = 7


def main() -> None:
    args = arguments()
    begin(Path(args.keep or tempfile.mkdtemp(prefix="desk-")))
    from games.models import Game

    if Game.objects.count() < args.games:
        began = time.perf_counter()
        seed(args.games)
        print(f"seeded in {time.perf_counter() - began:.0f} s")
    sizes()
    measure(args.slow)


def begin(folder: Path) -> None:
    """A site's tables in a folder, for this process alone."""
    os.environ.update(VAR_DIR=str(folder), STAFF_SECOND_FACTOR="0", DJANGO_SETTINGS_MODULE="claimsite.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.conf import settings

    from games.run import prepare

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    settings.ALLOWED_HOSTS = ["testserver"]
    prepare.state_folder(folder)
    prepare.database()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the database there, and use it again")
    parser.add_argument("--slow", action="store_true", help="print the slowest statement of each page")
    return parser.parse_args()


def sizes() -> None:
    from games.models import Act, Entry, Game, Report, User

    for model in (Game, Entry, User, Report, Act):
        print(f"{model._meta.verbose_name_plural}: {model._base_manager.count():,}")


AT = "/admin/games"


def pages() -> dict[str, str]:
    return {"index": "/admin/", **pages_of_games(), **pages_of_people(), **pages_of_queues(), **pages_of_the_log()}


def last(model: type[Model], **filters: object) -> Any:
    return model._base_manager.filter(**filters).order_by("-pk").first()


def last_page() -> int:
    """Of the list of games, which goes no further than its paginator counts."""
    from games.admin.face import Face
    from games.admin.paginator import CAP
    from games.models import Game

    return math.ceil(min(Game.objects.count(), CAP) / Face.list_per_page)


def pages_of_games() -> dict[str, str]:
    from games.models import Game

    game = last(Game, status="finished")
    month = f"changed_at__year={game.changed_at.year}&changed_at__month={game.changed_at.month}"
    return {
        "games": f"{AT}/game/",
        "games, last page": f"{AT}/game/?p={last_page()}",
        "games, being played": f"{AT}/game/?status__exact=playing",
        "games, called off (none)": f"{AT}/game/?status__exact=called_off",
        "games at the table (none)": f"{AT}/game/?mode__exact=table",
        "games, reported": f"{AT}/game/?reported=yes",
        "games of one month": f"{AT}/game/?{month}",
        "games by code": f"{AT}/game/?q={game.code}",
        "games by a name": f"{AT}/game/?q=Cleo",
        "games by a rare name": f"{AT}/game/?q=Cleo+4321",
        "games by no name": f"{AT}/game/?q=nobody-at-all",
        "games by code order": f"{AT}/game/?o=1",
        "a game": f"{AT}/game/{game.pk}/change/",
        "an act on it": f"{AT}/game/{game.pk}/act/change_result/",
    }


def pages_of_people() -> dict[str, str]:
    from games.models import Report

    return {
        "people": f"{AT}/user/",
        "people by a name": f"{AT}/user/?q=Cleo+4321",
        "people suspended (none)": f"{AT}/user/?standing=suspended",
        "a person": f"{AT}/user/{last(Report).person.pk}/change/",
    }


def pages_of_queues() -> dict[str, str]:
    from games.models import Act, Appeal, Report

    return {
        "reports": f"{AT}/report/",
        "reports, all": f"{AT}/report/?stage=all",
        "reports by words": f"{AT}/report/?q=4321",
        "a report": f"{AT}/report/{last(Report).pk}/change/",
        "acts": f"{AT}/act/",
        "acts by words": f"{AT}/act/?q=4321",
        "an act": f"{AT}/act/{last(Act).pk}/change/",
        "appeals": f"{AT}/appeal/",
        "an appeal": f"{AT}/appeal/{last(Appeal).pk}/change/",
    }


def pages_of_the_log() -> dict[str, str]:
    from games.models import Entry, Game

    return {
        "entries": f"{AT}/entry/",
        "entries of a game": f"{AT}/entry/?q={last(Game, status='finished').code}",
        "an entry": f"{AT}/entry/{last(Entry).pk}/change/",
    }


def measure(slow: bool) -> None:
    from django.test import Client

    client = Client()
    client.force_login(staff("mona"), backend="django.contrib.auth.backends.ModelBackend")
    print(f"\n| {'Page':<26} | Queries | Median ms | Worst ms |\n|{'-' * 28}|---------|-----------|----------|")
    for name, address in pages().items():
        client.get(address)
        queries, times = visits(client, address)
        print(f"| {name:<26} | {len(queries):>7} | {statistics.median(times):>9.0f} | {max(times):>8.0f} |")
        if slow:
            worst = max(queries, key=lambda query: float(query["time"]))
            print(f"      {worst['time']} s: {worst['sql'][:400]}")


def visits(client: Client, address: str) -> tuple[list[dict[str, str]], list[float]]:
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
