"""The log is only appended to: no code of the site can change or delete an entry, and nothing that happens does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import games
from games.models import Game, User
from games.services import moderation
from games.services.moderation import Judge, undo
from games.services.online import lobby, play
from games.services.table import tables
from games.services.table.places import Choice
from games.stories.online import Options
from tests.moderators import WHY
from tests.services.companion_acts import acts, card, honest_game, item, log_tricks, two_phones
from tests.services.edits import edits, givers_of
from tests.services.plays import play_out

HOUSE = Path(games.__file__).parent
FILES = {
    str(path.relative_to(HOUSE)): path.read_text() for path in HOUSE.rglob("*.py") if "migrations" not in path.parts
}
STATEMENTS = {
    "store/rows.py": 2,
    "store/checkpoint.py": 4,
    "store/clock.py": 1,
    "store/pool.py": 1,
    "store/post.py": 1,
    "live/notices.py": 1,
    "sockets.py": 1,
    "store/erasing.py": 1,
    "run/copies.py": 3,
    "run/one_at_a_time.py": 2,
}
"""The files that say SQL of their own, and how often: a row's columns set or a row added, what SQLite keeps, the
database's clock, the names of people who left for good (the one exception), how many connections PostgreSQL allows,
databases for copies made and dropped whole, and locks; notices, said and listened to, and Redis."""

GUILTY = [
    "Entry.objects.all().delete()",
    "Entry.objects.filter(game=game).exclude(kind='x').update(data={})",
    "Entry._base_manager.all()._raw_delete('default')",
    "game.entries.update(seat=1)",
    "game.entries.order_by('number').last().delete()",
    "game.entries.all()[0].save()",
    "entry.save(update_fields=['data'])",
    "rows.update(Entry, {'id': 1}, {'seat': 0})",
    "update(Entry, {'id': 1}, {'seat': 0})",
    "Entry.objects.bulk_update(found, ['data'])",
    "Entry.objects.update_or_create(game=game, number=3)",
    "Entry.objects.bulk_create(found, update_conflicts=True)",
    "async def f(): await Entry.objects.filter(pk=1).aupdate(seat=1)",
    "async def f(): await (await game.entries.afirst()).adelete()",
    "def f(row: Entry) -> None: row.save()",
    "def f(rows: QuerySet[Entry]) -> None: rows.delete()",
    "def newest(game) -> Entry | None: ...\ndef f(game): newest(game).delete()",
    "def f(game):\n    found = game.entries.filter(seat=1)\n    mine = found.exclude(seat=2)\n    mine.update(seat=1)",
    "def f(game):\n    for row in reversed(list(game.entries.all())):\n        row.data = {}\n        row.save()",
    "def f():\n    Log = apps.get_model('games', 'Entry')\n    Log.objects.all().delete()",
    "def f(game):\n    if row := game.entries.first():\n        row.delete()",
    "class Entry(Model):\n    def forget(self):\n        self.delete()",
    "class Entry(Model):\n    def save(self):\n        super().save()",
    "connection.cursor().execute('UPDATE games_entry SET seat = 1')",
    "Entry.objects.raw('DELETE FROM games_entry RETURNING id')",
    "cursor.executemany(sql, rows)",
    "game.delete()",
    "Game.objects.filter(status='waiting').delete()",
]
INNOCENT = [
    "game.players.all().delete()",
    "rows.update(Game, {'id': 1}, {'version': 2})",
    "rows.insert(Entry, [{'id': 1}])",
    "Player.objects.filter(game=game).update(seat=1)",
    "game.save()",
    "stays.update(stays.get(game_id, {}))",
    "def f(rows: QuerySet[Act], entry: Entry): rows.update(entry=entry)",
    "found = list(Entry.objects.filter(game=game))",
]


@pytest.mark.parametrize("code", GUILTY)
def test_the_check_sees_every_way_to_edit(code: str) -> None:
    assert edits(code)


@pytest.mark.parametrize("code", INNOCENT)
def test_and_nothing_else(code: str) -> None:
    assert edits(code) == []


def test_no_code_of_the_site_edits_entries() -> None:
    givers = givers_of(FILES.values())
    found = {path: edits(source, givers) for path, source in FILES.items()}
    assert {path: len(calls) for path, calls in found.items() if calls} == STATEMENTS, found


def online(ana: User, bram: User, mona: Judge) -> None:
    """A game played, judged, given back to the players, played on, and once more."""
    game = lobby.create(ana, Options(lead="creator"))
    lobby.join(game, bram)
    play_out(game, 5)
    undo(mona, moderation.freeze(mona, game, WHY), WHY)
    undo(mona, moderation.call_off(mona, game, WHY), WHY)
    play_out(game, 2)
    play.resign(game, ana)
    lobby.rematch(game, ana)
    lobby.rematch(game, bram, accept=False)
    lobby.rematch(game, ana, accept=False)


def table(ana: User, bram: User, mona: Judge) -> None:
    """A game logged with second thoughts, its people moved about, struck by a moderator, closed and begun again."""
    game, one, two = two_phones()
    log_tricks(game, (one, two), honest_game(3), 3)
    there = str(honest_game(3).tricks[0].lead)
    acts(game, one, card(1, 1, "lead", "P9", instead=there), item("undo", number=6), item("name", seat=1, name="Bo"))
    number = game.entries.filter(kind="logged").first().number  # type: ignore[union-attr]
    undo(mona, moderation.strike(mona, game, number, WHY), WHY)
    tables.place(game, one.at(game), two.at(game).pk, Choice.DISPLAY)
    acts(game, one, item("close"), item("rematch"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("happens", [online, table])
def test_whatever_happens_only_ever_adds(
    happens: Callable[[User, User, Judge], None], ana: User, bram: User, mona: Judge
) -> None:
    with CaptureQueriesContext(connection) as statements:
        happens(ana, bram, mona)
    touching = [one["sql"].split()[0] for one in statements.captured_queries if "games_entry" in one["sql"]]
    assert set(touching) == {"INSERT", "SELECT"}
    assert Game.objects.exists()
