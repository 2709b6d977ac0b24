"""Changing places, names and the lock at a table: what is refused, and what is nothing to write down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.models import Game
from games.services.moderation import Judge, call_off
from games.services.table import tables
from games.services.table.places import Choice
from games.stories.seating import Role
from games.stories.story import Fact
from tests.moderators import WHY
from tests.services.at_tables import Browser, browser, join, opened, seats_of, table_of
from tests.services.companion_acts import ANA, BRAM, TABLET, card, does, item, table_with, two_phones
from tests.services.plays import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)

Acts = dict[str, Callable[[], object]]


def acts(game: Game, ana: Browser, bram: Browser) -> Acts:
    """What the host may do while the game goes on."""
    host, other = ana.at(game), bram.at(game)
    return {
        "place herself": lambda: tables.place(game, host, host.pk, Choice.DISPLAY),
        "place another": lambda: tables.place(game, host, other.pk, Choice.WATCHER),
        "place as it is": lambda: tables.place(game, host, host.pk, Choice.FIRST),
        "lock": lambda: tables.lock(game, host, True),
        "not lock": lambda: tables.lock(game, host, False),
        "renew": lambda: tables.renew(game, host),
    }


class TestAfterTheEnd:
    @pytest.fixture
    def seated(self) -> tuple[Game, Browser, Browser]:
        game, ana, bram = two_phones()
        does(game, ana, card(1, 1, "lead", "G3"))
        return game, ana, bram

    def test_nothing_is_rearranged_once_the_players_closed_it(self, seated: tuple[Game, Browser, Browser]) -> None:
        game, ana, bram = seated
        before = does(game, ana, item("close"))
        told = {name: refusal_code(act) for name, act in acts(game, ana, bram).items()}
        assert set(told.values()) == {"game_over"}, told
        assert table_of(game) == before

    def test_nor_once_it_was_called_off(self, seated: tuple[Game, Browser, Browser], mona: Judge) -> None:
        call_off(mona, seated[0], WHY)
        told = {name: refusal_code(act) for name, act in acts(*seated).items()}
        assert set(told.values()) == {"game_over"}, told

    def test_before_it_all_of_that_is_done(self, seated: tuple[Game, Browser, Browser]) -> None:
        for act in reversed(acts(*seated).values()):
            act()
        assert [place.role for place in table_of(seated[0]).seating.places.values()] == [Role.DISPLAY, Role.WATCHER]

    @pytest.mark.parametrize("choice", Choice)
    def test_the_refusal_comes_before_any_other(self, seated: tuple[Game, Browser, Browser], choice: Choice) -> None:
        """A taken seat is no news to somebody whose game is over."""
        game, ana, bram = seated
        does(game, ana, item("close"))
        for device in (ana.at(game), bram.at(game)):
            assert refusal_code(tables.place, game, device, device.pk, choice) == "game_over"


class TestNothingToWrite:
    @pytest.fixture
    def game(self, ana_phone: Browser) -> Game:
        return opened(ana_phone)

    @pytest.fixture
    def ana_phone(self) -> Browser:
        return browser()

    @pytest.mark.parametrize("wishes", [[True, True], [False], [True, False, False], [True, False, True, True]])
    def test_a_lock_that_is_as_wished_is_no_entry(self, game: Game, ana_phone: Browser, wishes: list[bool]) -> None:
        version, is_locked = table_of(game).version, False
        for wish in wishes:
            version += wish != is_locked
            is_locked = wish
            after = tables.lock(game, ana_phone.at(game), wish)
            assert (after.version, after.seating.locked) == (version, wish)
        assert game.entries.count() == version

    def test_nor_is_the_place_that_a_device_has(self, game: Game, ana_phone: Browser) -> None:
        ana, before = ana_phone.at(game), table_of(game)
        assert tables.place(game, ana, ana.pk, Choice.FIRST) == before
        assert tables.place(game, ana, ana.pk, Choice.DISPLAY).version == before.version + 1

    def test_a_screen_is_no_spectator(self, game: Game, ana_phone: Browser) -> None:
        screen = browser()
        join(screen, game, Choice.DISPLAY)
        after = tables.place(game, screen.at(game), screen.at(game).pk, Choice.WATCHER)
        assert after.seating.places[screen.at(game).pk].role is Role.WATCHER

    def test_a_new_code_leaves_the_lock_as_it_is(self, game: Game, ana_phone: Browser) -> None:
        for locked in (True, False):
            tables.lock(game, ana_phone.at(game), locked)
            tables.renew(game, ana_phone.at(game))
            assert table_of(game).seating.locked is locked


class TestNames:
    """Who comes under a name gives it to the seat that they take."""

    NAMES = {
        Choice.FIRST: ("Zoe", "Bram"),
        Choice.SECOND: ("Ana", "Zoe"),
        Choice.BOTH: ("Ana", "Bram"),
        Choice.DISPLAY: ("Ana", "Bram"),
        Choice.WATCHER: ("Ana", "Bram"),
    }

    @pytest.fixture
    def game(self) -> Game:
        """Nobody sits yet."""
        return opened(browser(), Choice.DISPLAY)

    @pytest.mark.parametrize(("choice", "names"), NAMES.items())
    def test_a_name_goes_to_one_seat_or_to_none(self, game: Game, choice: Choice, names: tuple[str, str]) -> None:
        zoe = browser()
        assert join(zoe, game, choice, "Zoe").names == names
        assert seats_of(zoe, game) == set(choice.seats)

    @pytest.mark.parametrize("choice", Choice)
    def test_without_one_the_seats_keep_theirs(self, game: Game, choice: Choice) -> None:
        assert join(browser(), game, choice).names == ("Ana", "Bram")

    def test_moving_on_takes_no_name_along(self, game: Game) -> None:
        zoe = browser()
        join(zoe, game, Choice.SECOND, "Zoe")
        device = zoe.at(game)
        assert tables.place(game, device, device.pk, Choice.FIRST).names == ("Ana", "Zoe")

    def test_a_device_goes_by_its_own_or_by_those_of_its_seats_and_one_that_is_gone_by_none(self) -> None:
        table = table_with((ANA, [0, 1], "player"), (TABLET, [], "display"))
        assert table.devices == {ANA: "Ana & Bram", TABLET: ""}
        lily = {"device": BRAM, "seats": [1], "role": "player", "name": "Lily", "user": None}
        table = table.fold([Fact("placed", None, lily), Fact("removed", None, {"device": ANA})])
        assert table.devices == {ANA: "", BRAM: "Lily", TABLET: ""}
