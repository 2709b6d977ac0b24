"""A phone died: "I am Ana" is asked on another one, and somebody at the table answers."""

from __future__ import annotations

import pytest

from games.models import Game, User
from games.services.table import asking, tables, tokens
from games.services.table.places import Choice
from tests.services.at_tables import Browser, browser, code_of, join, opened, seats_of, table_of
from tests.services.plays import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana_phone() -> Browser:
    return browser()


@pytest.fixture
def bram_phone() -> Browser:
    return browser()


@pytest.fixture
def spare() -> Browser:
    """The phone that Ana borrows when hers dies."""
    return browser()


@pytest.fixture
def table(ana_phone: Browser, bram_phone: Browser) -> Game:
    """Ana's phone hosts; both sit."""
    game = opened(ana_phone)
    join(bram_phone, game, Choice.SECOND)
    return game


def scanned(game: Game) -> str:
    return tokens.show(code_of(game)).token


def ask(who: Browser, game: Game, seat: int = 0, name: str = "Ana", token: str | None = None) -> None:
    asking.ask(who.visitor, game, seat, name, scanned(game) if token is None else token)


class TestAsking:
    def test_whoever_scans_the_code_of_a_full_table_may_ask(self, table: Game, spare: Browser) -> None:
        ask(spare, table)
        request = table_of(table).seating.requests[spare.at(table).pk]
        assert (request.seat, request.name) == (0, "Ana")
        assert seats_of(spare, table) == set()

    def test_asking_twice_is_harmless_and_may_change_its_mind(self, table: Game, spare: Browser) -> None:
        ask(spare, table)
        version = table_of(table).version
        ask(spare, table)
        assert table_of(table).version == version
        ask(spare, table, 1, "Bram")
        assert table_of(table).seating.requests[spare.at(table).pk].seat == 1

    def test_a_stranger_without_the_code_may_not(self, table: Game, spare: Browser) -> None:
        assert refusal_code(ask, spare, table, token="") == "not_at_table"
        assert refusal_code(ask, spare, table, token="x" * 22) == "wrong_code"
        assert not spare.knows(table)

    def test_the_code_of_another_table_is_no_use(self, table: Game, spare: Browser) -> None:
        assert refusal_code(ask, spare, table, token=scanned(opened(browser()))) == "wrong_code"

    def test_nor_is_the_code_of_a_locked_table(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        tables.lock(table, ana_phone.at(table), True)
        assert refusal_code(ask, spare, table) == "wrong_code"

    def test_nor_may_a_removed_device_without_the_new_code(
        self, table: Game, ana_phone: Browser, bram_phone: Browser
    ) -> None:
        tables.remove(table, ana_phone.at(table), bram_phone.at(table).pk)
        assert refusal_code(ask, bram_phone, table, 1, token="") == "not_at_table"
        ask(bram_phone, table, 1)

    def test_few_may_ask_at_once(self, table: Game) -> None:
        for _ in range(asking.CROWD):
            ask(browser(), table)
        assert refusal_code(ask, browser(), table) == "too_many_asking"


class TestAnswer:
    @pytest.fixture(autouse=True)
    def asked(self, table: Game, spare: Browser) -> None:
        ask(spare, table)

    def test_yes_gives_the_seat_and_takes_it_from_the_old_phone(
        self, table: Game, ana_phone: Browser, bram_phone: Browser, spare: Browser
    ) -> None:
        asking.answer(table, bram_phone.at(table), spare.at(table).pk, yes=True)
        story = table_of(table)
        assert seats_of(spare, table) == {0}
        assert story.seating.gone == {ana_phone.at(table).pk: "seat_taken_over"}
        assert not story.seating.requests
        assert story.seating.host == spare.at(table).pk

    def test_the_old_phone_may_ask_for_it_back_without_a_code(
        self, table: Game, ana_phone: Browser, bram_phone: Browser, spare: Browser
    ) -> None:
        asking.answer(table, bram_phone.at(table), spare.at(table).pk, yes=True)
        ask(ana_phone, table, token="")
        asking.answer(table, spare.at(table), ana_phone.at(table).pk, yes=True)
        assert seats_of(ana_phone, table) == {0}

    def test_no_turns_it_away(self, table: Game, bram_phone: Browser, spare: Browser) -> None:
        asking.answer(table, bram_phone.at(table), spare.at(table).pk, yes=False)
        assert not table_of(table).seating.requests
        assert seats_of(spare, table) == set()

    def test_the_same_answer_twice_is_harmless_and_the_other_one_comes_too_late(
        self, table: Game, bram_phone: Browser, ana_phone: Browser, spare: Browser
    ) -> None:
        bram, device = bram_phone.at(table), spare.at(table).pk
        asking.answer(table, bram, device, yes=True)
        version = asking.answer(table, bram, device, yes=True).version
        assert version == table_of(table).version
        assert refusal_code(asking.answer, table, bram, device, yes=False) == "no_request"

    def test_only_the_seated_and_the_host_answer(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        screen, cleo = browser(), browser()
        tables.take(screen.visitor, tables.seat_code(table, ana_phone.at(table), None), Choice.DISPLAY)
        for device in (screen.at(table), spare.at(table), cleo.at(opened(cleo))):
            assert refusal_code(asking.answer, table, device, spare.at(table).pk, yes=True) == "not_at_table"

    def test_nobody_is_let_in_who_did_not_ask(self, table: Game, bram_phone: Browser) -> None:
        cleo = browser()
        stranger = cleo.at(opened(cleo))
        assert refusal_code(asking.answer, table, bram_phone.at(table), stranger.pk, yes=True) == "no_request"

    def test_the_host_removes_whoever_keeps_asking(self, table: Game, ana_phone: Browser, spare: Browser) -> None:
        tables.remove(table, ana_phone.at(table), spare.at(table).pk)
        assert not table_of(table).seating.requests
        assert refusal_code(ask, spare, table, token="") == "not_at_table"


class TestAccount:
    def test_signed_in_on_the_new_phone_nobody_needs_to_answer(self, ana: User) -> None:
        old, new = browser(ana), browser(ana)
        game = opened(old, Choice.BOTH)
        ask(new, game, token="")
        assert (seats_of(new, game), seats_of(old, game)) == ({0}, {1})
        assert [(player.seat, player.user) for player in game.players.all()] == [(0, ana)]

    def test_an_account_has_only_its_own_seat(self, ana: User, bram: User) -> None:
        game = opened(browser(ana))
        join(browser(bram), game, Choice.SECOND)
        new = browser(ana)
        ask(new, game, 1, "Bram", token="")
        assert seats_of(new, game) == set()
        assert table_of(game).seating.requests
