"""The log is only appended to: no code of the site can change or delete an entry."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
from tests.setup.edits import edits, givers_of

HOUSE = Path(games.__file__).parent
FILES = {
    str(path.relative_to(HOUSE)): path.read_text() for path in HOUSE.rglob("*.py") if "migrations" not in path.parts
}
STATEMENTS = {
    "store/rows.py": 3,
    "store/prepared.py": 7,
    "store/checkpoint.py": 4,
    "store/clock.py": 1,
    "store/pool.py": 1,
    "store/post.py": 1,
    "live/notices.py": 1,
    "sockets.py": 1,
    "store/erasing.py": 1,
    "services/ratings/folding.py": 2,
    "run/copies.py": 4,
    "run/one_at_a_time.py": 2,
}
"""The files that say SQL of their own, and how often: a row's columns set, a row added, rows read (also straight
through the driver), what SQLite keeps, the database's clock, the names of people who left for good (the one exception),
what games made of ratings, how many connections PostgreSQL allows, databases for copies made and dropped whole, and
locks; notices, said and listened to, and Redis."""

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
