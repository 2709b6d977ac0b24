"""Downloads of a tournament: files that spreadsheets read, and records without a card that the reader may not see."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games.eventlog import event_store
from games.models import SharedDeal, Tournament, User
from games.services.tournaments import boards, corrections, rounds
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from games.state.game_state import Mode
from games.state.tournament.boards import BoardOutcome
from tests.people import person
from tests.rules.deals import digits
from tests.services.companion.devices import browser
from tests.services.matches.games import play_at_once
from tests.services.tournaments.nights import boards_of, enter, game_of, play_round, user_of
from tests.views.test_shared_deals import play_otherwise

pytestmark = pytest.mark.django_db(transaction=True)
FILES = ("tournament_standings", "tournament_boards", "tournament_records")
BrowserOf = Callable[[User], Client]


@pytest.fixture
def host(db: None) -> User:
    return person("Hanna")


@pytest.fixture
def night(host: User) -> Tournament:
    """A night whose only round was played."""
    night = create_tournament(host, "Friday night", TournamentOptions())
    enter(night, "=Ana", "Bram")
    rounds.start_round(night, host)
    play_round(night)
    return night


@pytest.fixture
def duplicate(host: User) -> Tournament:
    """A round with the same deal on two boards, of which the first is over and the second has begun."""
    night = create_tournament(host, "Duplicate", TournamentOptions(same_deal=True))
    enter(night, "Ana", "Bram", "Cleo", "Dora")
    rounds.start_round(night, host)
    over, running = boards_of(night)
    play_at_once(game_of(over))
    play_at_once(game_of(running), 9)
    return night


def read(client: Client, night: Tournament, name: str) -> str:
    answer = client.get(reverse(name, args=[night.code]))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith(f'attachment; filename="tournament-{night.code}-')
    return answer.content.decode()


def read_records(client: Client, night: Tournament) -> list[dict[str, object]]:
    return [json.loads(line) for line in read(client, night, "tournament_records").splitlines()]


@pytest.mark.parametrize("name", FILES[:2])
def test_spreadsheets_read_the_files(night: Tournament, visitor: Client, name: str) -> None:
    text = read(visitor, night, name)
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))
    assert rows
    assert "'=Ana" in {value for row in rows for value in row.values()}
    assert not [value for row in rows for value in row.values() if value.startswith("=")]


def test_everybody_gets_the_records_of_games_with_spectators(night: Tournament, visitor: Client) -> None:
    (record,) = read_records(visitor, night)
    assert record["seats"] == [boards_of(night)[0].first.name, str(boards_of(night)[0].second)]


def test_files_of_an_unknown_night_are_not_found(visitor: Client) -> None:
    assert {visitor.get(reverse(name, args=["ZZZZZZZZ"])).status_code for name in FILES} == {404}


@pytest.mark.parametrize("reader", ["visitor", "host", "finished", "playing"])
def test_no_page_tells_a_card_of_a_deal_that_others_still_play(
    duplicate: Tournament, host: User, visitor: Client, browser_of: BrowserOf, reader: str
) -> None:
    over, running = boards_of(duplicate)
    clients = {
        "visitor": lambda: visitor,
        "host": lambda: browser_of(host),
        "finished": lambda: browser_of(user_of(over.first)),
        "playing": lambda: browser_of(user_of(running.first)),
    }
    client = clients[reader]()
    pages = [*FILES, *(("tournament_host_live",) if reader == "host" else ())]
    addresses = [reverse(name, args=[duplicate.code]) for name in pages]
    before = [client.get(address).content for address in addresses]
    assert read_records(client, duplicate) == []
    play_otherwise(game_of(over), digits("another"))
    event_store.state_cache.clear()
    assert [client.get(address).content for address in addresses] == before


def test_records_of_a_deal_open_to_all_with_the_end_of_the_round(
    duplicate: Tournament, host: User, visitor: Client, browser_of: BrowserOf
) -> None:
    _, running = boards_of(duplicate)
    corrections.settle_open_boards(duplicate, host, BoardOutcome.DRAW)
    rounds.start_round(duplicate, host)
    assert SharedDeal.objects.filter(closed_at=None).count() == 1
    for client in (visitor, browser_of(user_of(running.first))):
        assert len(read_records(client, duplicate)) == 1


def test_record_of_a_closed_game_is_for_its_players(night: Tournament, visitor: Client, browser_of: BrowserOf) -> None:
    (board,) = boards_of(night)
    opened = game_of(board).entries.get(kind="opened")
    opened.data["watch"] = False
    opened.save()
    event_store.state_cache.clear()
    assert read_records(visitor, night) == []
    assert len(read_records(browser_of(user_of(board.second)), night)) == 1


def test_a_table_whose_game_goes_on_has_no_record(host: User, visitor: Client) -> None:
    night = create_tournament(host, "Real cards", replace(TournamentOptions(), mode=Mode.TABLE))
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    boards.open_table(board, browser(user_of(board.first)).visitor)
    assert read_records(visitor, night) == []
