"""Erasure of an account: its name is in no log, row or export, and games stay as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from games import retention_periods
from games.accounts import names
from games.eventlog import event_store
from games.models import Entry, Game, Player, Report, User
from games.operations import consistency
from games.services.accounts import deletion, erasure, suspensions
from games.services.companion import tables
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby
from games.services.moderation.games import give_back_seat, rename_seat
from games.services.moderation.people import close_account, rename_person, suspend_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.state.erasure import ERASED_KIND, ERASED_NAME
from games.state.match_state import MatchOptions
from tests.people import guest, person
from tests.services.companion.devices import browser, join, opened, table_of
from tests.services.companion.entries import acts, item
from tests.services.matches.games import match_of, play_at_once, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Zebedee"
WHY = Justification(f"{NAME} was rude.", f"{NAME}, stop it.")


@pytest.fixture
def zeb(db: None) -> User:
    user = person(NAME)
    user.email = f"{NAME}@example.org".lower()
    user.save()
    return user


def all_rows() -> str:
    """All rows of all tables of the site as text."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("games", "admin", "account", "mfa")]
    return "".join(serializers.serialize("json", model._base_manager.all()) for model in models).lower()


def erase(user: User) -> None:
    deletion.delete_account(user)
    assert erasure.erase(User.objects.get(pk=user.pk))


def online(zeb: User, other: User) -> Game:
    game = lobby.create_game(zeb, MatchOptions(lead="creator"))
    lobby.join_game(game, other)
    play_at_once(game, 51)
    play_out(game, 1)
    return game


def table(zeb: User, other: User) -> Game:
    phone = browser(zeb)
    game = tables.create_table(phone.visitor, (NAME, "Bram"), "every", PlaceChoice.FIRST)
    two = browser(other)
    join(two, game, PlaceChoice.SECOND)
    acts(game, phone, item("name", seat=0, name=f"{NAME} II"), item("name", seat=0, name=NAME), item("close"))
    return game


@pytest.mark.parametrize("play_a_game", [online, table])
def test_erasure_removes_the_name_from_every_row_and_keeps_the_game(
    play_a_game: Callable[[User, User], Game], zeb: User, bram: User, mona: Moderator
) -> None:
    game = play_a_game(zeb, bram)
    act = rename_seat(mona, game, 0, f"{NAME} III", WHY)
    undo_act(mona, act, WHY)
    reports.file_report(Sender(bram), game, "0", "name", f"{NAME} is called {NAME.upper()}.")
    reports.decide_report(mona, reports.claim_report(mona, Report.objects.get()), "acted", f"{NAME} was told.")
    rename_person(mona, zeb, "Zebedea", WHY)
    before: Any = event_store.load_state(game.pk)
    assert "zebede" in all_rows()
    erase(zeb)
    after: Any = event_store.load_state(game.pk)
    assert "zebede" not in all_rows()
    assert after.names == (ERASED_NAME, before.names[1])
    assert (after.public().tricks, after.over) == (before.public().tricks, before.over)
    assert not list(consistency.iterate_differences())


def test_a_cached_state_with_the_name_is_read_anew(zeb: User, bram: User, mona: Moderator) -> None:
    game = online(zeb, bram)
    rename_seat(mona, game, 0, f"{NAME} III", WHY)
    stale = event_store.load_state(game.pk)
    erase(zeb)
    event_store.state_cache.clear()
    event_store.state_cache.put(stale)
    assert NAME not in repr(event_store.load_state(game.pk))


def test_opponents_of_the_same_name_keep_theirs(zeb: User, mona: Moderator) -> None:
    other = guest(NAME)
    game = online(zeb, other)
    reports.decide_report(
        mona, reports.claim_report(mona, reports.file_report(Sender(other), game, "game", "other", "x")), "acted"
    )
    erase(zeb)
    assert Report.objects.get().snapshot["names"] == [ERASED_NAME, NAME]
    assert match_of(game).names == (ERASED_NAME, NAME)
    assert Player.objects.get(game=game, seat=1).name == NAME


def test_a_seat_given_to_another_person_keeps_that_name(zeb: User, bram: User, cleo: User, mona: Moderator) -> None:
    game = online(zeb, bram)
    give_back_seat(mona, game, 0, cleo.pk, WHY)
    erase(zeb)
    assert match_of(game).names == ("Cleo", "Bram")
    assert NAME not in json.dumps(list(game.entries.values_list("data", flat=True)))


def test_names_of_screens_and_lost_seats_at_a_table_are_erased(zeb: User, bram: User) -> None:
    host, phone = browser(bram), browser(zeb)
    game = opened(host, PlaceChoice.FIRST)
    join(phone, game, PlaceChoice.SECOND, NAME)
    tables.move_device(game, phone.at(game), phone.at(game).pk, PlaceChoice.DISPLAY)
    join(browser(zeb), game, PlaceChoice.DISPLAY, f"{NAME}'s screen")
    assert table_of(game).names == ("Ana", NAME)
    erase(zeb)
    assert table_of(game).names == ("Ana", ERASED_NAME)
    assert NAME not in str(list(game.entries.values_list("data", flat=True)))


def test_a_deleted_account_cannot_be_used_and_leaves_no_row_if_it_never_played(zeb: User) -> None:
    deletion.delete_account(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert (left.is_active, left.has_usable_password(), left.email, left.shown) == (False, False, "", ERASED_NAME)
    assert erasure.erase(left)
    assert not User.objects.filter(pk=zeb.pk).exists()


def test_leaving_does_not_end_a_suspension(zeb: User, mona: Moderator) -> None:
    suspend_person(mona, zeb, timezone.now() + timedelta(days=1), WHY)
    assert refusal_code(deletion.delete_account, zeb) == "suspended"
    close_account(mona, zeb, WHY)
    assert refusal_code(deletion.delete_account, zeb) == "account_closed"
    assert suspensions.get_refusal_code(User.objects.get(pk=zeb.pk))


@pytest.mark.parametrize("is_decided", [True, False], ids=["decided", "open for too long"])
def test_only_moderators_know_the_name_while_a_case_is_open(
    zeb: User, bram: User, mona: Moderator, is_decided: bool
) -> None:
    game = online(zeb, bram)
    report = reports.file_report(Sender(bram), game, "0", "name", "x")
    deletion.delete_account(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert not erasure.erase(left)
    assert (left.username, left.shown, report.snapshot["names"][0]) == ("zebedee", ERASED_NAME, NAME)
    assert match_of(game).names == (ERASED_NAME, "Bram")
    assert "zebede" not in str([*game.entries.values(), *Game.objects.values(), *Player.objects.values()]).lower()
    if is_decided:
        reports.decide_report(mona, reports.claim_report(mona, report), "no_action")
    else:
        long_ago = timezone.now() - retention_periods.OPEN_CASE - timedelta(minutes=1)
        User.objects.filter(pk=zeb.pk).update(leaving_at=long_ago)
    assert erasure.erase(User.objects.get(pk=zeb.pk))
    assert "zebede" not in all_rows()


def test_erasure_in_portions_ends_and_a_repetition_adds_nothing(zeb: User, bram: User) -> None:
    games = [online(zeb, bram) for _ in range(3)]
    deletion.delete_account(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert not erasure.erase(left, at_most=2)
    assert erasure.erase(left, at_most=2)
    count = Entry.objects.filter(kind=ERASED_KIND).count()
    assert erasure.erase(left)
    assert count == Entry.objects.filter(kind=ERASED_KIND).count() == len(games)


def test_erased_names_stay_reserved_and_those_of_staff_cannot_be_imitated(zeb: User, mona: Moderator) -> None:
    erase(zeb)
    erase(mona.user)
    assert names.is_reserved("ZEBEDEE")
    assert not names.is_reserved("Zebedea")
    assert not names.is_staff_lookalike("zebedee")
    assert names.is_staff_lookalike("mona")
