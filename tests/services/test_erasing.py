"""Somebody who left is nowhere: not in a log, a row, a page of the desk or an export. Their games stay as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from games import kept
from games.models import Entry, Game, Player, Report, User
from games.people import taken
from games.run import replayed
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.online import lobby
from games.services.people import barring, erasing, leaving
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.services.table import tables
from games.services.table.places import Choice
from games.store import log
from games.stories.leaver import ERASED, NAMELESS
from games.stories.online import Options
from tests.people import guest, person
from tests.services.at_tables import browser, join, opened, table_of
from tests.services.companion_acts import acts, item
from tests.services.plays import match_of, play_at_once, play_out, refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Zebedee"
WHY = Why(f"{NAME} was rude.", f"{NAME}, stop it.")


@pytest.fixture
def zeb(db: None) -> User:
    user = person(NAME)
    user.email = f"{NAME}@example.org".lower()
    user.save()
    return user


def everything() -> str:
    """All rows of all tables of the site as text."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("games", "admin", "account", "mfa")]
    return "".join(serializers.serialize("json", model._base_manager.all()) for model in models).lower()


def gone(user: User) -> None:
    leaving.leave(user)
    assert erasing.erase(User.objects.get(pk=user.pk))


def online(zeb: User, other: User) -> Game:
    game = lobby.create(zeb, Options(lead="creator"))
    lobby.join(game, other)
    play_at_once(game, 48)
    play_out(game, 4)
    return game


def table(zeb: User, other: User) -> Game:
    phone = browser(zeb)
    game = tables.create(phone.visitor, (NAME, "Bram"), "every", Choice.FIRST)
    two = browser(other)
    join(two, game, Choice.SECOND)
    acts(game, phone, item("name", seat=0, name=f"{NAME} II"), item("name", seat=0, name=NAME), item("close"))
    return game


@pytest.mark.parametrize("play_a_game", [online, table])
def test_the_name_is_in_no_row_afterwards_and_the_game_is_the_same(
    play_a_game: Callable[[User, User], Game], zeb: User, bram: User, mona: Judge
) -> None:
    game = play_a_game(zeb, bram)
    kept_in = moderation.rename_seat(mona, game, 0, f"{NAME} III", WHY)
    moderation.undo(mona, kept_in, WHY)
    reports.file(Sender(bram), game, "0", "name", f"{NAME} is called {NAME.upper()}.")
    reports.decide(mona, reports.claim(mona, Report.objects.get()), "acted", f"{NAME} was told.")
    moderation.rename(mona, zeb, "Zebedea", WHY)
    before: Any = log.load(game.pk)
    assert "zebede" in everything()
    gone(zeb)
    after: Any = log.load(game.pk)
    assert "zebede" not in everything()
    assert after.names == (NAMELESS, before.names[1])
    assert (after.public().tricks, after.over) == (before.public().tricks, before.over)
    assert not list(replayed.differences())


def test_entries_keep_all_but_the_name(zeb: User, bram: User) -> None:
    game = online(zeb, bram)
    columns = ("number", "kind", "seat", "client_id", "actor", "created_at")
    before, said = list(game.entries.values_list(*columns)), list(game.entries.values_list("data", flat=True))
    gone(zeb)
    entries = list(game.entries.all())
    assert list(game.entries.values_list(*columns))[: len(before)] == before
    assert [entry.kind for entry in entries[len(before) :]] == [ERASED]
    told = [(old, new.data) for old, new in zip(said, entries, strict=False) if old != new.data]
    assert told == [({**told[0][0]}, {**told[0][0], "name": NAMELESS})]


def test_a_story_in_memory_is_read_anew(zeb: User, bram: User, mona: Judge) -> None:
    game = online(zeb, bram)
    moderation.rename_seat(mona, game, 0, f"{NAME} III", WHY)
    stale = log.load(game.pk)
    gone(zeb)
    log.cache.clear()
    log.cache.put(stale)
    assert NAME not in repr(log.load(game.pk))


def test_opponents_of_the_same_name_keep_theirs(zeb: User, mona: Judge) -> None:
    other = guest(NAME)
    game = online(zeb, other)
    reports.decide(mona, reports.claim(mona, reports.file(Sender(other), game, "game", "other", "x")), "acted")
    gone(zeb)
    assert Report.objects.get().snapshot["names"] == [NAMELESS, NAME]
    assert match_of(game).names == (NAMELESS, NAME)
    assert Player.objects.get(game=game, seat=1).name == NAME


def test_a_seat_that_was_given_to_somebody_else_is_theirs(zeb: User, bram: User, cleo: User, mona: Judge) -> None:
    game = online(zeb, bram)
    moderation.give_back(mona, game, 0, cleo.pk, WHY)
    gone(zeb)
    assert match_of(game).names == ("Cleo", "Bram")
    assert NAME not in json.dumps(list(game.entries.values_list("data", flat=True)))


def test_a_screen_and_a_lost_seat_at_a_table_tell_no_name(zeb: User, bram: User) -> None:
    host, phone = browser(bram), browser(zeb)
    game = opened(host, Choice.FIRST)
    join(phone, game, Choice.SECOND, NAME)
    tables.place(game, phone.at(game), phone.at(game).pk, Choice.DISPLAY)
    join(browser(zeb), game, Choice.DISPLAY, f"{NAME}'s screen")
    assert table_of(game).names == ("Ana", NAME)
    gone(zeb)
    assert table_of(game).names == ("Ana", NAMELESS)
    assert NAME not in str(list(game.entries.values_list("data", flat=True)))


def test_what_runs_ends_at_once_and_says_how(zeb: User, bram: User) -> None:
    waiting = lobby.create(zeb, Options())
    dealt, begun = (lobby.create(zeb, Options(lead="creator")) for _ in range(2))
    for game in (dealt, begun):
        lobby.join(game, bram)
    play_out(begun, 3)
    leaving.leave(zeb)
    found = {game.pk: (game.status, game.ending, game.winner) for game in Game.objects.all()}
    assert found == {
        waiting.pk: ("called_off", "called_off", None),
        dealt.pk: ("called_off", "called_off", None),
        begun.pk: ("finished", "resigned", 1),
    }


def test_a_stopped_game_stays_stopped(zeb: User, bram: User, mona: Judge) -> None:
    game = lobby.create(zeb, Options())
    lobby.join(game, bram)
    moderation.freeze(mona, game, WHY)
    gone(zeb)
    story = match_of(game)
    assert (story.frozen, story.over, story.names[0]) == (True, False, NAMELESS)


def test_nobody_is_them_any_more(zeb: User) -> None:
    leaving.leave(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert (left.is_active, left.has_usable_password(), left.email, left.shown) == (False, False, "", NAMELESS)


def test_the_guests_of_the_same_browser_go_too(zeb: User, bram: User) -> None:
    was = guest("Zebbie")
    was.account = zeb
    was.save()
    game = online(was, bram)
    leaving.leave(zeb)
    assert erasing.erase(User.objects.get(pk=was.pk))
    assert match_of(game).names[0] == NAMELESS


@pytest.mark.parametrize("act", [moderation.suspend, None])
def test_nobody_leaves_a_suspension_behind(act: Any, zeb: User, mona: Judge) -> None:
    if act is None:
        moderation.close(mona, zeb, WHY)
    else:
        act(mona, zeb, timezone.now() + timedelta(days=1), WHY)
    assert refusal_code(leaving.leave, zeb) == ("account_closed" if act is None else "suspended")
    assert barring.code_of(User.objects.get(pk=zeb.pk))


def test_while_a_case_is_open_only_moderators_know_the_name(zeb: User, bram: User, mona: Judge) -> None:
    game = online(zeb, bram)
    report = reports.file(Sender(bram), game, "0", "name", "x")
    leaving.leave(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert not erasing.erase(left)
    assert (left.username, left.shown, report.snapshot["names"][0]) == ("zebedee", NAMELESS, NAME)
    assert match_of(game).names == (NAMELESS, "Bram")
    assert "zebede" not in str([*game.entries.values(), *Game.objects.values(), *Player.objects.values()]).lower()
    reports.decide(mona, reports.claim(mona, report), "no_action")
    assert erasing.erase(left)
    assert "zebede" not in everything()


def test_but_not_for_ever(zeb: User, bram: User) -> None:
    reports.file(Sender(bram), online(zeb, bram), "0", "name", "x")
    leaving.leave(zeb)
    User.objects.filter(pk=zeb.pk).update(leaving_at=timezone.now() - kept.CASE - timedelta(minutes=1))
    assert erasing.erase(User.objects.get(pk=zeb.pk))


def test_it_goes_in_portions_and_twice_adds_nothing(zeb: User, bram: User) -> None:
    games = [online(zeb, bram) for _ in range(3)]
    leaving.leave(zeb)
    left = User.objects.get(pk=zeb.pk)
    assert not erasing.erase(left, at_most=2)
    assert erasing.erase(left, at_most=2)
    count = Entry.objects.filter(kind=ERASED).count()
    assert erasing.erase(left)
    assert count == Entry.objects.filter(kind=ERASED).count() == len(games)


def test_a_name_stays_taken_for_a_while(zeb: User, mona: Judge) -> None:
    gone(zeb)
    gone(mona.user)
    assert taken.taken("ZEBEDEE")
    assert not taken.taken("Zebedea")
    assert not taken.looks_taken("zebedee")
    assert taken.looks_taken("mona")


def test_who_never_did_anything_leaves_no_row(zeb: User) -> None:
    gone(zeb)
    assert not User.objects.filter(pk=zeb.pk).exists()
