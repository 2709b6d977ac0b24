"""Signing in on a phone that is at a table puts the result into that account's history."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, User
from games.people.devices import COOKIE
from games.services.people import signing_in
from games.services.table import tables
from games.services.table.places import Choice
from games.stories.status import Status
from tests.people import PASSWORD, guest
from tests.services.at_tables import Browser, browser, join, opened, table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone() -> Browser:
    return browser()


@pytest.fixture
def table(phone: Browser) -> Game:
    return opened(phone)


def history(user: User) -> list[Game]:
    return list(Game.objects.of(user))


def test_logging_in_gives_the_seat_to_the_account(phone: Browser, table: Game, ana: User) -> None:
    client = Client()
    client.cookies[COOKIE] = phone.secret
    client.post("/account/login/", {"login": "ana", "password": PASSWORD})
    assert history(ana) == [table]
    assert table_of(table).seating.places[phone.at(table).pk].user == ana.pk


def test_logging_in_elsewhere_does_not(table: Game, ana: User) -> None:
    Client().post("/account/login/", {"login": "ana", "password": PASSWORD})
    assert history(ana) == []


def test_the_seat_stays_what_it_was(phone: Browser, table: Game, ana: User) -> None:
    before = table_of(table)
    signing_in.sign_in(phone.secret, ana)
    after = table_of(table)
    assert (after.names, after.seating.host) == (before.names, before.seating.host)
    assert after.seating.free_seats == before.seating.free_seats


def test_an_account_takes_over_from_a_guest_and_not_from_an_account(ana: User, bram: User, db: None) -> None:
    for owner, heir in ((guest("Gus"), ana), (bram, bram)):
        phone = browser(owner)
        game = opened(phone)
        signing_in.sign_in(phone.secret, ana)
        assert game.players.get(seat=0).user == heir


def test_a_seat_that_is_kept_for_another_account_stays_theirs(ana: User, bram: User) -> None:
    host, other, spare = browser(ana), browser(), browser()
    game = opened(host)
    join(other, game, Choice.SECOND)
    tables.take(spare.visitor, tables.seat_code(game, other.at(game), 0), Choice.FIRST)
    signing_in.sign_in(spare.secret, bram)
    assert game.players.get(seat=0).user == ana


def test_a_phone_that_was_sent_away_brings_no_account(phone: Browser, table: Game, ana: User) -> None:
    other = browser()
    join(other, table, Choice.SECOND)
    tables.remove(table, phone.at(table), other.at(table).pk)
    signing_in.sign_in(other.secret, ana)
    assert history(ana) == []


def test_games_long_over_stay_whose_they_were(phone: Browser, table: Game, ana: User) -> None:
    Game.objects.filter(pk=table.pk).update(status=Status.FINISHED, changed_at=timezone.now() - timedelta(days=2))
    signing_in.sign_in(phone.secret, ana)
    assert history(ana) == []
