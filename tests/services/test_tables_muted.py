"""Who is muted names nobody at a table: whatever they type, and whichever way they come."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import MUTED_NAME, Game, User
from games.rules.errors import Refusal
from games.services.table import asking, tables, tokens
from games.services.table.places import Choice
from tests.services.at_tables import Browser, browser, code_of, join, opened, table_of
from tests.services.companion_acts import acts, does, item

pytestmark = pytest.mark.django_db(transaction=True)

RUDE = "Rude"
Comes = Callable[[Browser, Game], object]


def muted_for(user: User, hours: float) -> User:
    user.muted_until = timezone.now() + timedelta(hours=hours)
    user.save()
    return user


@pytest.fixture
def muted(ana: User) -> User:
    """Ana may not write for an hour more."""
    return muted_for(ana, 1)


@pytest.fixture
def heard(bram: User) -> User:
    """Bram was muted until an hour ago."""
    return muted_for(bram, -1)


@pytest.fixture
def game() -> Game:
    """A table on a screen; both seats are free."""
    return opened(browser(), Choice.DISPLAY)


def seat_code(who: Browser, game: Game) -> object:
    """Comes with a code that somebody made for this seat."""
    host = browser()
    join(host, game, Choice.FIRST)
    return tables.take(who.visitor, tables.seat_code(game, host.at(game), 1), Choice.SECOND, RUDE)


COMES: dict[str, Comes] = {
    "with the table's code": lambda who, game: join(who, game, Choice.SECOND, RUDE),
    "with a seat's code": seat_code,
    "for both": lambda who, game: join(who, game, Choice.BOTH, RUDE),
    "to ask": lambda who, game: ask(who, game),
}


def ask(who: Browser, game: Game) -> object:
    """Asks for Bram's seat, and is let in."""
    host = browser()
    join(host, game, Choice.FIRST)
    join(browser(), game, Choice.SECOND)
    asking.ask(who.visitor, game, 1, RUDE, tokens.show(code_of(game)).token)
    return asking.answer(game, host.at(game), who.at(game).pk, yes=True)


def said(game: Game) -> str:
    """All that the log and the story say."""
    table = table_of(game)
    entries = [entry.data for entry in game.entries.all()]
    return f"{entries} {table} {table.columns()} {list(game.players.values('name'))}"


class TestMuted:
    @pytest.mark.parametrize("way", COMES)
    def test_their_word_is_nowhere(self, way: str, game: Game, muted: User) -> None:
        COMES[way](browser(muted), game)
        assert RUDE not in said(game)

    @pytest.mark.parametrize("way", sorted(COMES.keys() - {"for both"}))
    def test_somebody_else_gives_the_seat_a_name_in_the_same_way(self, way: str, game: Game, heard: User) -> None:
        COMES[way](browser(heard), game)
        assert table_of(game).names == ("Ana", RUDE)

    def test_the_seats_keep_the_names_that_others_gave_them(self, game: Game, muted: User) -> None:
        assert join(browser(muted), game, Choice.FIRST, RUDE).names == ("Ana", "Bram")

    def test_they_ask_as_a_player(self, muted: User) -> None:
        who, shared = browser(muted), opened(browser(), Choice.BOTH)
        asking.ask(who.visitor, shared, 0, RUDE, tokens.show(code_of(shared)).token)
        assert [one.name for one in table_of(shared).seating.requests.values()] == [MUTED_NAME]

    def test_a_table_of_theirs_is_of_player_one_and_player_two(self, muted: User) -> None:
        created = tables.create(browser(muted).visitor, (RUDE, f"{RUDE} too"), "every", Choice.FIRST)
        assert table_of(created).names == (f"{MUTED_NAME} 1", f"{MUTED_NAME} 2")
        assert RUDE not in said(created)

    @pytest.mark.parametrize("user", ["heard", None])
    def test_a_table_of_anybody_else_has_the_names_they_typed(
        self, user: str | None, request: pytest.FixtureRequest, db: None
    ) -> None:
        who = browser(request.getfixturevalue(user) if user else None)
        assert table_of(opened(who)).names == ("Ana", "Bram")


class TestRenaming:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_is_refused_to_them_for_either_seat(self, seat: int, game: Game, muted: User) -> None:
        phone = browser(muted)
        join(phone, game, Choice.BOTH)
        (told,) = acts(game, phone, item("name", seat=seat, name=RUDE))
        assert isinstance(told, Refusal)
        assert (told.code, table_of(game).names) == ("muted", ("Ana", "Bram"))

    def test_is_open_to_whoever_sits_beside_them(self, game: Game, muted: User, heard: User) -> None:
        """It is asked of the device that types, not of the seat that is named."""
        theirs, other, nobodys = browser(muted), browser(heard), browser()
        join(theirs, game, Choice.FIRST)
        join(other, game, Choice.SECOND)
        does(game, other, item("name", seat=0, name="Zoe"))
        tables.take(nobodys.visitor, tables.seat_code(game, other.at(game), 1), Choice.SECOND)
        does(game, nobodys, item("name", seat=1, name="Lily"))
        assert table_of(game).names == ("Zoe", "Lily")

    def test_is_theirs_again_when_the_time_is_over(self, game: Game, muted: User) -> None:
        phone = browser(muted)
        join(phone, game, Choice.FIRST)
        muted_for(muted, -1)
        assert does(game, phone, item("name", seat=0, name="Zoe")).names == ("Zoe", "Bram")
