"""Club nights on their pages: entries, the player's board, reported results, live parts and the display."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import rate_limits
from games.models import Entrant, Game, Pairing, Tournament, User
from games.services.matches import cancellation
from games.services.tournaments.boards import set_mode
from games.services.tournaments.corrections import settle_open_boards
from games.services.tournaments.entrants import MAX_ENTRANTS
from games.services.tournaments.names import erase_entrant
from games.services.tournaments.rounds import start_round
from games.services.tournaments.tournaments import TournamentOptions, create_tournament, finish_tournament
from games.state.game_state import Mode
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import ResultSource, TournamentPhase
from tests.people import guest, person
from tests.services.matches.games import play_at_once
from tests.services.tournaments.nights import boards_of, enter, entrant_of, game_of, play_round, user_of

pytestmark = pytest.mark.django_db
committing = pytest.mark.django_db(transaction=True)
"""Marks a test whose games have results, which follow their commits."""
NEW = {"title": "Friday", "system": "swiss", "rounds": "3", "mode": "online", "clock": ""}
MAX_PAGE = 64 * 1024
"""Maximum size of a page with a full tournament, before compression."""

Browser = Callable[[User], Client]


@pytest.fixture
def night() -> Tournament:
    """An online Swiss of Hanna's."""
    return create_tournament(person("Hanna"), "Friday night", TournamentOptions())


@pytest.fixture
def table_night() -> Tournament:
    """A Swiss of Hanna's with real cards."""
    return create_tournament(person("Hanna"), "Friday night", TournamentOptions(mode=Mode.TABLE))


def host_of(night: Tournament) -> User:
    assert night.host is not None
    return night.host


def url_of(night: Tournament, name: str = "tournament") -> str:
    return reverse(name, args=[night.code])


def read(client: Client, night: Tournament, name: str = "tournament") -> str:
    return client.get(url_of(night, name)).content.decode()


def act(client: Client, board: Pairing, name: str, **fields: str) -> int:
    """Post an act of a board."""
    address = reverse(name, args=[board.round.tournament.code, board.round.number, board.board])
    return client.post(address, fields).status_code


def start(night: Tournament) -> Pairing:
    """Start a round, and return its first board."""
    start_round(night, host_of(night))
    return boards_of(night)[0]


class TestNewNight:
    def test_a_visitor_creates_one_and_hosts_it(self, visitor: Client) -> None:
        answer = visitor.post("/tournaments/new/", {**NEW, "name": "Hanna"})
        night = Tournament.objects.get()
        assert answer["Location"] == url_of(night)
        assert (night.name, night.rounds_planned, night.host and night.host.shown) == ("Friday", 3, "Hanna")

    def test_a_form_with_a_mistake_comes_back(self, ana_client: Client) -> None:
        answer = ana_client.post("/tournaments/new/", {**NEW, "title": "!", "rounds": "99"})
        assert answer.status_code == 400
        assert not Tournament.objects.exists()

    def test_the_overview_lists_the_own_ones(self, night: Tournament, browser_of: Browser, visitor: Client) -> None:
        for user in (host_of(night), *enter(night, "Ana")):
            assert "Friday night" in browser_of(user).get("/tournaments/").content.decode()
        assert "Friday night" not in visitor.get("/tournaments/").content.decode()

    def test_the_front_page_leads_there(self, visitor: Client) -> None:
        assert 'href="/tournaments/"' in visitor.get("/").content.decode()


class TestEntry:
    def test_a_visitor_joins_with_a_name(self, night: Tournament, visitor: Client) -> None:
        assert 'name="name"' in read(visitor, night)
        visitor.post(url_of(night, "tournament_join"), {"name": "Ana"})
        assert Entrant.objects.get().name == "Ana"
        assert "You're in!" in read(visitor, night)

    def test_a_club_joins_from_one_address(self, night: Tournament, settings: Any) -> None:
        settings.RATE_LIMITS = True
        (per_minute, *_) = rate_limits.SCOPES["guest"]
        for number in range(per_minute.amount + 1):
            Client().post(url_of(night, "tournament_join"), {"name": f"Ana {number}"})
        assert night.entrants.count() == per_minute.amount + 1
        assert all(rate.amount >= MAX_ENTRANTS for rate in rate_limits.SCOPES["tournament_join"])

    def test_a_visitor_who_cannot_join_becomes_no_guest(self, night: Tournament, visitor: Client) -> None:
        Tournament.objects.update(phase=TournamentPhase.FINISHED)
        visitor.post(url_of(night, "tournament_join"), {"name": "Ana"})
        assert not User.objects.filter(display_name="Ana").exists()

    def test_a_late_comer_plays_from_the_next_round(self, night: Tournament, visitor: Client) -> None:
        enter(night, "Ana", "Bram")
        start(night)
        visitor.post(url_of(night, "tournament_join"), {"name": "Cleo"})
        assert "You play from the next round" in read(visitor, night)

    def test_a_player_leaves_and_returns(self, night: Tournament, browser_of: Browser) -> None:
        (ana,) = enter(night, "Ana")
        client = browser_of(ana)
        client.post(url_of(night, "tournament_leave"))
        assert "You've left this club night" in read(client, night)
        client.post(url_of(night, "tournament_join"))
        assert Entrant.objects.get().is_active


class TestOwnBoard:
    def test_a_player_sees_the_opponent_and_the_game(self, night: Tournament, browser_of: Browser) -> None:
        enter(night, "Ana", "Bram")
        board = start(night)
        leader = browser_of(user_of(board.first))
        page = read(leader, night)
        assert f'href="{game_of(board).address}"' in page
        assert "You lead the first trick." in page

    def test_a_bye_is_explained(self, night: Tournament, browser_of: Browser) -> None:
        users = enter(night, "Ana", "Bram", "Cleo")
        start(night)
        pages = [read(browser_of(user), night) for user in users]
        assert sum("You have a bye" in page for page in pages) == 1

    @committing
    def test_the_result_of_a_game_appears(self, night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        play_at_once(game_of(start(night)))
        assert "the next round appears by itself" in read(browser_of(ana), night)

    def test_both_players_of_a_new_board_are_notified_on_any_page(self, night: Tournament, browser_of: Browser) -> None:
        users = enter(night, "Ana", "Bram")
        start(night)
        texts = [browser_of(user).get(reverse("notifications")).json()["notifications"][0]["text"] for user in users]
        assert texts == [
            "Your club night game against Bram has started.",
            "Your club night game against Ana has started.",
        ]

    def test_a_player_without_a_game_is_asked_again_until_the_night_is_over(
        self, night: Tournament, browser_of: Browser
    ) -> None:
        (ana,) = enter(night, "Ana")
        poll = partial(browser_of(ana).get, reverse("notifications"))
        assert poll().json()["polling"] != "off"
        Tournament.objects.update(phase=TournamentPhase.FINISHED)
        assert poll().json()["polling"] == "off"

    def test_a_board_moves_online_and_its_player_cannot_move_it_back(
        self, night: Tournament, browser_of: Browser
    ) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        board, client = start(night), browser_of(ana)
        set_mode(board, host_of(night), Mode.TABLE)
        assert "Report the result" in read(client, night)
        act(client, board, "board_mode", mode="online")
        page = read(client, night)
        assert ">Play<" in page
        assert "Play with real cards instead" not in page
        act(client, board, "board_mode", mode="table")
        assert boards_of(night)[0].mode == Mode.ONLINE

    def test_a_game_leads_back_to_the_night(self, night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        board = start(night)
        page = browser_of(ana).get(game_of(board).address).content.decode()
        assert f'data-tournament="{url_of(night)}"' in page

    @committing
    def test_the_end_shows_the_place(self, night: Tournament, browser_of: Browser) -> None:
        (ana, bram) = enter(night, "Ana", "Bram")
        start(night)
        play_round(night)
        finish_tournament(night, host_of(night))
        pages = read(browser_of(ana), night) + read(browser_of(bram), night)
        assert "Final place: 1 of 2" in pages
        assert "Final place: 2 of 2" in pages


class TestReport:
    def test_a_result_counts_once_the_opponent_confirms(self, table_night: Tournament, browser_of: Browser) -> None:
        (ana, bram) = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        fields = {"outcome": "first", "first_votes": "3", "second_votes": "2"}
        act(browser_of(ana), board, "board_report", **fields)
        assert "You reported:" in read(browser_of(ana), table_night)
        assert "Your opponent reported:" in read(browser_of(bram), table_night)
        key = BoardResult.of_winner(0, (3, 2)).key
        assert f'name="seen" value="{key}"' in read(browser_of(bram), table_night)
        act(browser_of(bram), board, "board_confirm", seen=key)
        board.refresh_from_db()
        assert (board.source, board.votes) == (ResultSource.PLAYERS, (3, 2))

    def test_the_opponent_rejects_a_wrong_result(self, table_night: Tournament, browser_of: Browser) -> None:
        (ana, bram) = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        act(browser_of(ana), board, "board_report", outcome="first")
        act(browser_of(bram), board, "board_reject")
        board.refresh_from_db()
        assert board.result is None

    def test_the_players_of_a_shared_deal_set_it_up_with_their_phones(self, browser_of: Browser) -> None:
        options = TournamentOptions(mode=Mode.TABLE, same_deal=True)
        night = create_tournament(person("Hanna"), "Friday night", options)
        clients = [browser_of(user) for user in enter(night, "Ana", "Bram")]
        board = start(night)
        host_page = reverse("tournament_host_board", args=[night.code, board.pk])
        assert "Score this board here" not in browser_of(host_of(night)).get(host_page).content.decode()
        for client in clients:
            assert "Set up the deck" in read(client, night)
            assert act(client, board, "board_table") == 302
        game = game_of(boards_of(night)[0])
        assert [client.get(f"{game.address}setup/").status_code for client in clients] == [200, 200]

    def test_half_a_pair_of_votes_comes_back(self, table_night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        assert act(browser_of(ana), board, "board_report", outcome="first", first_votes="3") == 400

    @pytest.mark.parametrize(
        "fields",
        [
            {"outcome": "first", "first_votes": "3", "second_votes": "3"},
            {"outcome": "draw", "first_cards": "30", "second_cards": "30"},
        ],
    )
    def test_a_report_of_more_than_there_is_comes_back_with_what_was_typed(
        self, table_night: Tournament, browser_of: Browser, fields: dict[str, str]
    ) -> None:
        (ana, _bram) = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        url = reverse("board_report", args=[table_night.code, board.round.number, board.board])
        answer = browser_of(ana).post(url, fields)
        assert answer.status_code == 400
        assert [answer.context["form"][name].value() for name in fields] == list(fields.values())
        refused = browser_of(ana).post(url, fields, headers={"Accept": "application/json"})
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")

    def test_a_report_whose_winner_has_fewer_votes_is_asked_again(
        self, table_night: Tournament, browser_of: Browser
    ) -> None:
        ana, _ = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        fields = {"first_votes": "2", "second_votes": "3"}
        assert act(browser_of(ana), board, "board_report", outcome="first", **fields) == 400
        assert act(browser_of(ana), board, "board_report", outcome="second", **fields) == 302

    def test_a_report_of_an_earlier_round_changes_nothing(self, table_night: Tournament, browser_of: Browser) -> None:
        (ana, bram) = enter(table_night, "Ana", "Bram")
        first = start(table_night)
        act(browser_of(ana), first, "board_report", outcome="first")
        act(browser_of(bram), first, "board_confirm", seen=BoardResult.of_winner(0).key)
        second = start(table_night)
        act(browser_of(ana), first, "board_report", outcome="second")
        second.refresh_from_db()
        assert second.result is None

    def test_a_spectator_reports_nothing(self, table_night: Tournament, cleo_client: Client) -> None:
        enter(table_night, "Ana", "Bram")
        board = start(table_night)
        act(cleo_client, board, "board_report", outcome="first")
        board.refresh_from_db()
        assert board.result is None

    def test_both_phones_keep_score_at_the_same_table(self, table_night: Tournament, browser_of: Browser) -> None:
        users = enter(table_night, "Ana", "Bram")
        board = start(table_night)
        for user in users:
            client = browser_of(user)
            act(client, board, "board_table")
            board.refresh_from_db()
            pad = client.get(game_of(board).address).content.decode()
            assert 'id="pad"' in pad
            assert f'data-tournament="{url_of(table_night)}"' in pad


class TestLivePart:
    def test_it_is_not_sent_again_while_nothing_changes(self, night: Tournament, browser_of: Browser) -> None:
        (ana,) = enter(night, "Ana")
        client, address = browser_of(ana), url_of(night, "tournament_live")
        tag = client.get(address)["ETag"]
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304
        enter(night, "Bram")
        assert "Bram" in client.get(address, headers={"if-none-match": tag}).content.decode()

    def test_it_shows_the_next_round_to_a_player_who_waits(self, night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        client, address = browser_of(ana), url_of(night, "tournament_live")
        tag = client.get(address)["ETag"]
        board = start(night)
        answer = client.get(address, headers={"if-none-match": tag})
        assert game_of(board).address in answer.content.decode()

    @committing
    def test_it_tells_the_players_of_a_cancelled_game_whom_to_ask(self, night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        start(night)
        client, address = browser_of(ana), url_of(night, "tournament_live")
        tag = client.get(address)["ETag"]
        cancellation.cancel_game(game_of(boards_of(night)[0]), ana)
        answer = client.get(address, headers={"if-none-match": tag}).content.decode()
        assert "Ask the host to start the board again." in answer
        assert "game cancelled" in answer

    def test_it_shows_no_name_that_was_erased(self, night: Tournament, browser_of: Browser, visitor: Client) -> None:
        (ana,) = enter(night, "Ana")
        address = url_of(night, "tournament_live")
        tag = visitor.get(address)["ETag"]
        erase_entrant(entrant_of(night, ana))
        answer = visitor.get(address, headers={"if-none-match": tag})
        assert answer.status_code == 200
        assert "Ana" not in answer.content.decode()

    def test_a_player_may_leave_after_the_board_and_stay_after_all(
        self, night: Tournament, browser_of: Browser
    ) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        start(night)
        client = browser_of(ana)
        assert "You finish this board" in read(client, night)
        client.post(url_of(night, "tournament_leave"))
        assert "You leave the club night after this board." in read(client, night)
        client.post(url_of(night, "tournament_join"))
        assert "You finish this board" in read(client, night)

    def test_each_reader_and_language_has_its_own(self, night: Tournament, browser_of: Browser) -> None:
        (ana, bram) = enter(night, "Ana", "Bram")
        address = url_of(night, "tournament_live")
        tags = {browser_of(user).get(address)["ETag"] for user in (ana, bram)}
        tags |= {browser_of(ana).get(address, headers={"accept-language": "nl"})["ETag"]}
        assert len(tags) == 3

    def test_its_parts_are_those_of_the_page(self, night: Tournament, browser_of: Browser) -> None:
        (ana, _bram) = enter(night, "Ana", "Bram")
        start(night)
        client = browser_of(ana)
        page, parts = read(client, night), read(client, night, "tournament_live")
        for part in parts.split("<div data-live-part=")[1:]:
            assert part[part.index(">") + 1 : part.rindex("</div>")] in page


class TestSpectator:
    @committing
    def test_a_visitor_sees_boards_and_standings(self, night: Tournament, visitor: Client) -> None:
        enter(night, "Ana", "Bram")
        start(night)
        play_round(night)
        for name in ("tournament", "tournament_display"):
            page = read(visitor, night, name)
            assert "night-boards" in page
            assert "night-standings" in page

    @committing
    def test_games_of_a_shared_deal_stay_closed_while_the_round_is_played(self, visitor: Client) -> None:
        night = create_tournament(person("Hanna"), "Friday", TournamentOptions(same_deal=True))
        enter(night, "Ana", "Bram", "Cleo", "Dirk")
        start(night)
        play_at_once(game_of(boards_of(night)[0]))
        page = read(visitor, night)
        assert "votes " in page
        assert not any(game.code in page for game in Game.objects.all())
        play_round(night)
        start(night)
        earlier = visitor.get(reverse("tournament_round", args=[night.code, 1])).content.decode()
        replays = [address for address in _list_addresses(earlier) if "replay" in address]
        assert [visitor.get(address).status_code for address in replays] == [200, 200]

    def test_an_earlier_round_has_its_own_page(self, night: Tournament, visitor: Client) -> None:
        enter(night, "Ana", "Bram")
        start(night)
        address = reverse("tournament_round", args=[night.code, 1])
        assert "Ana" in visitor.get(address).content.decode()
        assert visitor.get(reverse("tournament_round", args=[night.code, 2])).status_code == 404

    def test_an_unknown_code_is_not_found(self, visitor: Client) -> None:
        assert visitor.get("/n/NOSUCHXX/").status_code == 404


def _list_addresses(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('href="')[1:]]


class TestFullNight:
    """A night of 64 costs no more queries than one of 4, and its pages stay small."""

    NAMES = ("tournament", "tournament_live", "tournament_display", "tournament_display_live")

    def test_queries_do_not_grow_with_the_people(self, browser_of: Browser) -> None:
        small, large = (self.start_night(size) for size in (4, MAX_ENTRANTS))
        for name in self.NAMES:
            assert self.count_queries(browser_of, small, name) == self.count_queries(browser_of, large, name)

    def test_pages_stay_small(self, browser_of: Browser) -> None:
        night = self.start_night(MAX_ENTRANTS)
        settle_open_boards(night, host_of(night), BoardOutcome.DRAW)
        start(night)
        for name in self.NAMES:
            answer = self.open_player(browser_of, night).get(url_of(night, name))
            assert len(answer.content) < MAX_PAGE

    def start_night(self, size: int) -> Tournament:
        host = guest(f"host of {size}")
        night = create_tournament(host, f"Night of {size}", TournamentOptions())
        enter(night, *(f"{size} people, number {number}" for number in range(size)))
        start(night)
        return night

    def open_player(self, browser_of: Browser, night: Tournament) -> Client:
        return browser_of(user_of(boards_of(night)[0].first))

    def count_queries(self, browser_of: Browser, night: Tournament, name: str) -> int:
        client = self.open_player(browser_of, night)
        read(client, night, name)
        with CaptureQueriesContext(connection) as context:
            read(client, night, name)
        return len(context)
