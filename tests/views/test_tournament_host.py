"""Page of the host of a tournament: acts, refusals, corrections with their log, and a page that stays small."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import rate_limits
from games.models import Entrant, Pairing, Tournament, TournamentAct, User
from games.services.tournaments import corrections, results, rounds
from games.services.tournaments.entrants import leave_tournament
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from games.state.game_state import Mode
from games.state.tournament.boards import BoardOutcome, BoardResult
from games.state.tournament.kinds import ResultSource, TournamentPhase
from games.views import urls
from tests.people import person
from tests.services.tournaments.nights import boards_of, enter, entrant_of, play_round, sheet_of, user_of
from tests.views.tables import JSON

pytestmark = pytest.mark.django_db(transaction=True)
LARGEST_PAGE, LARGEST_LIVE = 80_000, 40_000
"""Bytes of the page of 64 people and of its live parts, which are not compressed."""
Post = Callable[..., str]


@pytest.fixture
def host(db: None) -> User:
    return person("Hanna")


@pytest.fixture
def night(host: User) -> Tournament:
    return create_tournament(host, "Friday night", TournamentOptions())


@pytest.fixture
def browser(host: User, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(host)


@pytest.fixture
def post(night: Tournament, browser: Client) -> Post:
    """Return a function that posts an act of the host and returns the message on the next page."""

    def run(act: str, /, *args: object, **fields: object) -> str:
        answer = browser.post(address(act, night, *args), fields, follow=True)
        assert answer.redirect_chain[-1][0] == address("tournament_host", night)
        return read_message(answer.content.decode())

    return run


def address(name: str, night: Tournament, *args: object) -> str:
    return reverse(name, args=[night.code, *args])


def read_message(page: str) -> str:
    found = re.search(r'<li class="message [^>]*>\s*(.*?)\s*</li>', page, re.DOTALL)
    return found[1] if found else ""


def read(client: Client, name: str, night: Tournament, *args: object) -> str:
    answer = client.get(address(name, night, *args))
    assert answer.status_code == 200
    return answer.content.decode()


def list_host_addresses(night: Tournament, board: Pairing) -> list[tuple[str, str]]:
    """Every page and act of the host, with its name."""
    keys = {"boards": board.pk, "players": board.first.number, "undo": 1}
    addresses = []
    for pattern in urls.list_host_paths(""):
        area = str(pattern.pattern).partition("/")[0]
        args = [keys[area]] if "<int:" in str(pattern.pattern) else []
        assert pattern.name
        addresses.append((pattern.name, address(pattern.name, night, *args)))
    return addresses


class TestAccess:
    @pytest.mark.parametrize("reader", ["visitor", "cleo", "player"])
    def test_nobody_else_opens_a_page_or_acts(
        self,
        night: Tournament,
        host: User,
        visitor: Client,
        cleo_client: Client,
        browser_of: Callable[[User], Client],
        reader: str,
    ) -> None:
        ana, _ = enter(night, "Ana", "Bram")
        rounds.start_round(night, host)
        (board,) = boards_of(night)
        client = {"visitor": visitor, "cleo": cleo_client, "player": browser_of(ana)}[reader]
        before = Tournament.objects.get(pk=night.pk).version
        for name, path in list_host_addresses(night, board):
            assert client.get(path).status_code in (403, 405), name
            assert client.post(path, {"name": "Zoe", "outcome": "draw"}).status_code in (403, 405), name
        assert Tournament.objects.get(pk=night.pk).version == before

    def test_unknown_nights_boards_and_players_are_not_found(
        self, night: Tournament, host: User, browser: Client
    ) -> None:
        other = create_tournament(host, "Another night", TournamentOptions())
        enter(other, "Ana", "Bram")
        rounds.start_round(other, host)
        (board,) = boards_of(other)
        for path in (
            reverse("tournament_host", args=["ZZZZZZZZ"]),
            address("tournament_host_board", night, board.pk),
            address("tournament_host_entrant", night, 1),
        ):
            assert browser.get(path).status_code == 404

    def test_guest_who_hosts_is_told_to_sign_up_for_another_device(
        self, browser_of: Callable[[User], Client], browser: Client, night: Tournament
    ) -> None:
        (ana,) = enter(night, "Ana")
        own = create_tournament(ana, "Ana's night", TournamentOptions())
        assert "Only this browser" in read(browser_of(ana), "tournament_host", own)
        assert "Only this browser" not in read(browser, "tournament_host", night)


class TestRounds:
    def test_night_from_the_first_round_to_the_end(self, night: Tournament, post: Post) -> None:
        assert post("tournament_start") == "A round needs at least two players."
        enter(night, "Ana", "Bram")
        assert post("tournament_start") == "Round 1 has started."
        assert post("tournament_start").startswith("Some boards have no result yet (1).")
        play_round(night)
        assert post("tournament_finish").startswith("The club night is over.")
        assert post("tournament_start") == "This club night is over."
        assert post("tournament_reopen") == "The club night goes on."
        assert sheet_of(night).tournament.phase == TournamentPhase.RUNNING

    def test_page_says_what_each_open_board_waits_for(self, night: Tournament, host: User, browser: Client) -> None:
        enter(night, "Ana", "Bram")
        corrections.add_entrant(night, host, "Grandpa")
        corrections.add_entrant(night, host, "Grandma")
        rounds.start_round(night, host)
        table = next(board for board in boards_of(night) if board.mode == Mode.TABLE)
        page = read(browser, "tournament_host", night)
        assert "Round 1 waits for 2 boards." in page
        assert "to play" in page or "at the table" in page
        reporter = next((each for each in (table.first, table.second) if each and each.user), None)
        if reporter:
            results.report_result(table, user_of(reporter), BoardResult.of_winner(0, (3, 2)))
            assert f"{reporter.name} reports: {table.first.name} won, votes 3–2" in read(
                browser, "tournament_host", night
            )

    def test_players_swap_and_the_round_is_paired_again(self, night: Tournament, host: User, post: Post) -> None:
        enter(night, "Ana", "Bram", "Cleo", "Dora")
        rounds.start_round(night, host)
        one, other = boards_of(night)
        fields = {"one": one.first.number, "other": other.first.number}
        assert post("tournament_swap", **fields) == "The two players have swapped places."
        assert [board.first for board in boards_of(night)] == [other.first, one.first]
        assert post("tournament_swap", one=1, other=1) == "Choose two different players."
        assert post("tournament_pair_again") == "Round 1 has new pairings."
        assert [board.first for board in boards_of(night)] == [one.first, other.first]

    def test_open_boards_are_settled_with_one_result(self, night: Tournament, host: User, post: Post) -> None:
        enter(night, "Ana", "Bram", "Cleo", "Dora")
        rounds.start_round(night, host)
        assert post("tournament_settle", outcome="first").startswith("Select a valid choice")
        assert post("tournament_settle", outcome="nobody") == "2 boards have a result now."
        assert {board.outcome for board in boards_of(night)} == {BoardOutcome.NOBODY}


def start_board(night: Tournament, host: User) -> Pairing:
    """Start a round of two players, and return its board."""
    enter(night, "Ana", "Bram")
    rounds.start_round(night, host)
    (board,) = boards_of(night)
    return board


class TestBoards:
    def test_result_is_set_with_a_reason_logged_and_undone(
        self, night: Tournament, host: User, post: Post, browser: Client
    ) -> None:
        board = start_board(night, host)
        fields = {"outcome": "second", "first_votes": 2, "second_votes": 3, "reason": "Counted again"}
        assert post("tournament_host_board", board.pk, **fields) == "The result is changed."
        assert boards_of(night)[0].result == BoardResult(BoardOutcome.SECOND, (2, 3))
        page = " ".join(read(browser, "tournament_host", night).split())
        assert f"no result → {board.second} won, votes 2–3" in page
        assert "Counted again" in page
        assert post("tournament_undo", TournamentAct.objects.get().pk) == "The correction is undone."
        assert boards_of(night)[0].result is None
        assert "undone" in read(browser, "tournament_host", night)

    def test_only_the_latest_correction_of_a_board_offers_undo(
        self, night: Tournament, host: User, post: Post, browser: Client
    ) -> None:
        board = start_board(night, host)
        for outcome in ("first", "draw"):
            post("tournament_host_board", board.pk, outcome=outcome)
        later, earlier = TournamentAct.objects.all()
        page = read(browser, "tournament_host", night)
        assert address("tournament_undo", night, later.pk) in page
        assert address("tournament_undo", night, earlier.pk) not in page

    @pytest.mark.parametrize(
        "fields",
        [
            {"outcome": ""},
            {"outcome": "bye"},
            {"outcome": "first", "first_votes": 3},
            {"outcome": "first", "first_votes": 6, "second_votes": 0},
            {"outcome": "first", "first_votes": 3, "second_votes": 3},
            {"outcome": "first", "first_cards": 30, "second_cards": 30},
        ],
    )
    def test_invalid_result_keeps_the_form_open(
        self, night: Tournament, host: User, browser: Client, fields: dict[str, object]
    ) -> None:
        board = start_board(night, host)
        url = address("tournament_host_board", night, board.pk)
        answer = browser.post(url, {**fields, "reason": "Counted again"})
        assert answer.status_code == 400
        assert 'value="Counted again"' in answer.content.decode()
        refused = browser.post(url, fields, headers=JSON)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
        assert boards_of(night)[0].result is None

    def test_host_gives_the_win_to_the_player_with_fewer_votes(
        self, night: Tournament, host: User, post: Post, browser: Client
    ) -> None:
        board = start_board(night, host)
        corrections.set_result(board, host, BoardResult(BoardOutcome.FIRST, (3, 2)))
        fields = {"outcome": "second", "first_votes": 3, "second_votes": 2}
        assert post("tournament_host_board", board.pk, **fields) == "The result is changed."
        assert boards_of(night)[0].result == BoardResult(BoardOutcome.SECOND, (3, 2))

    def test_result_that_is_taken_back_lets_the_game_decide(self, night: Tournament, host: User, post: Post) -> None:
        enter(night, "Ana", "Bram")
        rounds.start_round(night, host)
        play_round(night)
        (before,) = boards_of(night)
        post("tournament_host_board", before.pk, outcome="nobody", forfeit="on")
        assert boards_of(night)[0].result == BoardResult(BoardOutcome.NOBODY, forfeit=True)
        post("tournament_host_board", before.pk, outcome="open")
        assert (boards_of(night)[0].result, boards_of(night)[0].source) == (before.result, ResultSource.GAME)

    def test_pairings_that_deal_games_again_and_again_are_slowed_down(
        self, night: Tournament, host: User, browser: Client, settings: Any
    ) -> None:
        settings.RATE_LIMITS = True
        (per_minute, *_) = rate_limits.SCOPES["tournament_act"]
        answers = [browser.post(address("tournament_pair_again", night)) for _ in range(per_minute.amount + 1)]
        assert [answer.status_code for answer in answers[-2:]] == [302, 429]

    def test_reported_result_is_confirmed_or_rejected(self, host: User, browser: Client) -> None:
        night = create_tournament(host, "Real cards", TournamentOptions(mode=Mode.TABLE))
        enter(night, "Ana", "Bram", "Cleo", "Dora")
        rounds.start_round(night, host)
        for board, act in zip(boards_of(night), ("confirm", "reject"), strict=True):
            result = BoardResult.of_winner(0, (3, 2))
            results.report_result(board, user_of(board.first), result)
            browser.post(address(f"tournament_host_{act}", night, board.pk), {"seen": result.key})
        assert [board.source for board in boards_of(night)] == [ResultSource.PLAYERS, ResultSource.NONE]

    def test_board_starts_again_and_moves_to_a_table(self, night: Tournament, host: User, post: Post) -> None:
        enter(night, "Ana", "Bram")
        rounds.start_round(night, host)
        play_round(night)
        (before,) = boards_of(night)
        assert post("tournament_host_restart", before.pk, reason="Dealt wrong") == "The board starts again."
        (again,) = boards_of(night)
        assert again.game not in (None, before.game)
        assert post("tournament_host_mode", before.pk) == "The board is played at a table."
        assert boards_of(night)[0].mode == Mode.TABLE


class TestEntrants:
    def test_people_without_a_phone_are_added_under_a_clean_name(self, night: Tournament, post: Post) -> None:
        assert post("tournament_add", name="  Grand  pa ") == "Grand pa takes part from the next round."
        assert post("tournament_add", name="Moderator").startswith("That name sounds like the people who run")
        assert post("tournament_add", name="\u200b") == "Enter a name with at least one letter or digit."
        assert [entrant.name for entrant in Entrant.objects.filter(tournament=night)] == ["Grand pa"]

    def test_entrants_are_renamed_removed_and_let_back(self, night: Tournament, post: Post, browser: Client) -> None:
        (ana,) = enter(night, "Ana")
        number = entrant_of(night, ana).number
        assert post("tournament_host_entrant", number, name="Ana R.") == "The name is changed."
        assert post("tournament_host_remove", number, reason="Home") == "Ana R. takes no part in the next rounds."
        assert "You removed this player." in read(browser, "tournament_host_entrant", night, number)
        assert post("tournament_host_restore", number) == "Ana R. takes part from the next round."
        assert entrant_of(night, ana).is_active
        page = " ".join(read(browser, "tournament_host", night).split())
        for change in ("Ana → Ana R.", "takes part → removed", "removed → takes part"):
            assert change in page

    @pytest.mark.parametrize("fields", [{}, {"name": "..."}])
    def test_program_is_told_that_a_new_name_is_invalid(
        self, night: Tournament, browser: Client, fields: dict[str, str]
    ) -> None:
        (ana,) = enter(night, "Ana")
        url = address("tournament_host_entrant", night, entrant_of(night, ana).number)
        assert browser.post(url, fields).status_code == 400
        refused = browser.post(url, fields, headers=JSON)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
        assert entrant_of(night, ana).name == "Ana"

    def test_leaver_is_marked(self, night: Tournament, browser: Client) -> None:
        (ana,) = enter(night, "Ana")
        leave_tournament(night, ana)
        assert "This player left." in read(browser, "tournament_host_entrant", night, 1)


class TestSize:
    def test_sixty_four_people_take_as_many_queries_as_four(
        self, night: Tournament, host: User, browser: Client
    ) -> None:
        enter(night, "Ana", "Bram", "Cleo", "Dora")
        rounds.start_round(night, host)
        few = count_queries(browser, night)
        for number in range(60):
            corrections.add_entrant(night, host, f"Guest of honour {number}")
        corrections.settle_open_boards(night, host, BoardOutcome.DRAW)
        rounds.start_round(night, host)
        assert len(boards_of(night)) == 32
        assert count_queries(browser, night) == few
        for name, largest in (("tournament_host", LARGEST_PAGE), ("tournament_host_live", LARGEST_LIVE)):
            assert len(browser.get(address(name, night)).content) < largest

    def test_live_parts_are_sent_again_only_after_a_change(
        self, night: Tournament, host: User, browser: Client
    ) -> None:
        first = browser.get(address("tournament_host_live", night))
        known = {"if-none-match": first["ETag"]}
        assert browser.get(address("tournament_host_live", night), headers=known).status_code == 304
        enter(night, "Ana")
        assert "Ana" in browser.get(address("tournament_host_live", night), headers=known).content.decode()


def count_queries(client: Client, night: Tournament) -> int:
    client.get(address("tournament_host", night))
    with CaptureQueriesContext(connection) as queries:
        client.get(address("tournament_host", night))
    return len(queries)
