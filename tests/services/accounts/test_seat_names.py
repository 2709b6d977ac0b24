"""Names of guests at their games after they signed up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from games.eventlog import event_store
from games.models import Game, User
from games.rules.errors import Refusal
from games.services.accounts.seat_names import RECENT, rename_seats
from games.services.companion import tables
from games.services.companion.places import PlaceChoice
from games.services.matches import play
from games.services.moderation.games import rename_seat
from games.services.moderation.permissions import Moderator
from games.state.dealt_state import Occupant
from games.state.game_state import Event, GameState
from tests.moderators import WHY
from tests.people import guest, invited, joined
from tests.services.companion.devices import browser, table_of
from tests.services.matches.games import match_of, play_next

pytestmark = pytest.mark.django_db(transaction=True)
OLD, NEW = "Guest 8733", "Gita"


@pytest.fixture
def gita(db: None) -> User:
    return guest(OLD)


@pytest.fixture
def played(gita: User, bram: User) -> Game:
    """A game of the guest and Bram."""
    return joined(invited(gita), bram)


def sign_up(user: User) -> None:
    user.is_guest, user.display_name = False, NEW
    user.save()
    rename_seats(user, OLD)


def test_a_running_game_gets_the_new_name_and_goes_on(gita: User, bram: User, played: Game) -> None:
    sign_up(gita)
    assert match_of(played).occupants == (Occupant(gita.pk, NEW, guest=False), Occupant(bram.pk, "Bram", guest=False))
    played.refresh_from_db()
    assert (played.seat_names, played.players.get(seat=0).name) == ((NEW, "Bram"), NEW)
    assert play_next(played) == match_of(played).version


def test_an_invitation_gets_the_new_name(gita: User) -> None:
    invitation = invited(gita)
    sign_up(gita)
    assert match_of(invitation).names == (NEW, "")


@pytest.mark.parametrize(("age", "name"), [(timedelta(0), NEW), (RECENT, OLD)])
def test_a_finished_game_gets_the_new_name_while_it_is_recent(
    gita: User, played: Game, age: timedelta, name: str
) -> None:
    play.resign(played, gita)
    Game.objects.filter(pk=played.pk).update(changed_at=timezone.now() - age)
    sign_up(gita)
    assert match_of(played).names[0] == name


@pytest.mark.parametrize(("first", "name"), [(OLD, NEW), ("Granny", "Granny")])
def test_a_seat_at_a_table_gets_the_new_name_unless_it_has_another(gita: User, first: str, name: str) -> None:
    table = tables.create_table(browser(gita).visitor, (first, "Bram"), "every", PlaceChoice.FIRST)
    sign_up(gita)
    assert table_of(table).names == (name, "Bram")


def test_a_seat_keeps_the_name_that_a_moderator_gave_it(gita: User, played: Game, mona: Moderator) -> None:
    rename_seat(mona, played, 0, "Lily", WHY)
    sign_up(gita)
    assert match_of(played).names == ("Lily", "Bram")


def test_a_busy_game_keeps_the_old_name_alone(
    gita: User, played: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games, append_to_any = [played, invited(gita)], event_store.append_to_any
    tried: list[Game] = []

    def refuse_first(game: Game, decide: Callable[[GameState], Sequence[Event]]) -> GameState:
        tried.append(game)
        if len(tried) == 1:
            raise Refusal("busy")
        return append_to_any(game, decide)

    monkeypatch.setattr(event_store, "append_to_any", refuse_first)
    sign_up(gita)
    assert {game: match_of(game).names[0] for game in games} == dict(zip(tried, (OLD, NEW), strict=True))
    assert f"game {tried[0].code} kept the name" in caplog.text


def test_a_muted_guest_stays_nameless(gita: User, played: Game) -> None:
    gita.muted_for_good = True
    sign_up(gita)
    assert match_of(played).names[0] == "Player"
