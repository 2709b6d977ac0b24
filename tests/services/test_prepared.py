"""The two statements of a move, straight through the driver: what they leave behind is what the plain path leaves."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Entry, Game, User
from games.services.online import lobby, play
from games.store import prepared, rows
from games.stories.online import Options
from games.stories.online_kinds import Kind
from games.stories.status import Status
from tests.services.plays import code_of, state_of

pytestmark = pytest.mark.django_db(transaction=True)


def played(ana: User, bram: User, plies: int) -> Game:
    """A game after so many cards."""
    game = lobby.create(ana, Options(lead="creator"))
    lobby.join(game, bram)
    for ply in range(plies):
        person = (ana, bram)[state_of(game).to_play or 0]
        play.play(game.pk, person.pk, code_of(game), ply, f"'{ply}\"%s?")
    return game


def stored(game: Game) -> list[tuple[Any, ...]]:
    """What the two statements of the test wrote, as the database has it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT g.version, g.names, g.status, g.turn, g.winner, g.changed_at,"
            " e.number, e.kind, e.seat, CAST(e.data AS text), e.client_id, e.actor_id, e.created_at"
            " FROM games_game g JOIN games_entry e ON e.game_id = g.id WHERE g.id = %s AND e.number >= 77"
            " ORDER BY e.number",
            [game.pk],
        )
        return list(cursor.fetchall())


@pytest.mark.parametrize("data", [{"card": "G0"}, {}, {"name": "%s ? ' \" é 漢", "seats": [0, None, True, 1.5]}])
@pytest.mark.parametrize("client_id", [None, "0:'%s?"])
def test_writes_the_same(ana: User, bram: User, data: dict[str, Any], client_id: str | None) -> None:
    games = [played(ana, bram, 0) for _ in range(2)]
    at = datetime(2026, 2, 28, 23, 59, 59, 120, tzinfo=timezone(timedelta(hours=1)))
    columns = {"version": 77, "names": "A\nB %s", "status": Status.PLAYING, "turn": 1, "winner": None, "changed_at": at}
    row = {"number": 77, "kind": Kind.PLAYED, "seat": 1, "data": data, "client_id": client_id, "actor": ana.pk}
    for game, way in zip(games, (prepared, rows), strict=True):
        with transaction.atomic():
            assert way.update(Game, {"id": game.pk, "version": game_version(game)}, columns) == 1
            way.insert(Entry, [{"game": game.pk, **row, "created_at": at}])
            rest = [{"game": game.pk, **row, "number": 78 + one, "client_id": None} for one in range(3)]
            way.insert(Entry, [{**one, "created_at": at} for one in rest])
    assert stored(games[0]) == stored(games[1])
    assert len(stored(games[0])) == 4


def game_version(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def test_is_taken_unless_somebody_watches(ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(ana, bram, 0)
    way, asked = prepared._WAYS[connection.vendor], list[str]()

    def heard(here: Any, sql: str, values: list[Any]) -> int:
        asked.append(sql)
        return way(here, sql, values)

    monkeypatch.setitem(prepared._WAYS, connection.vendor, heard)
    play.play(game.pk, ana.pk, code_of(game), 0, "a")
    assert [sql.split()[0] for sql in asked] == ["UPDATE", "INSERT"]
    with CaptureQueriesContext(connection) as queries:
        play.play(game.pk, (ana, bram)[state_of(game).to_play or 0].pk, code_of(game), 1, "b")
    assert len(asked) == 2
    assert [query["sql"].split()[0] for query in queries if query["sql"][0] in "UI"] == ["UPDATE", "INSERT"]


def test_whoever_is_second_changes_nothing(ana: User, bram: User) -> None:
    game = played(ana, bram, 1)
    with transaction.atomic():
        assert prepared.update(Game, {"id": game.pk, "version": 0}, {"version": 9}) == 0
        assert prepared.update(Game, {"id": game.pk}, {"turn": None}) == 1
    game.refresh_from_db()
    assert (game.version != 9, game.turn) == (True, None)


def test_fails_as_the_plain_path_does(ana: User, bram: User) -> None:
    game = played(ana, bram, 1)
    row = {"game": game.pk, "number": 1, "kind": "x", "seat": None, "data": {}, "client_id": None, "actor": None}
    for insert in (prepared.insert, rows.insert):
        with pytest.raises(IntegrityError), transaction.atomic():
            insert(Entry, [{**row, "created_at": game.created_at}])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the others never gather")
def test_a_transaction_alone_leaves_nothing_where_it_fails(ana: User) -> None:
    game = lobby.create(ana, Options())

    def moved(version: int) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"id": game.pk}, {"version": version}

    def write(version: int, rows: list[dict[str, Any]]) -> None:
        with prepared.alone():
            prepared.update_all(Game, [moved(version)])
            if rows:
                prepared.insert_all(Entry, rows)

    write(77, [])
    with pytest.raises(IntegrityError):
        write(78, [{"game": game.pk, "number": 1, "kind": None, "data": {}}])
    game.refresh_from_db()
    assert (game.version, connection.connection.in_transaction) == (77, False)
