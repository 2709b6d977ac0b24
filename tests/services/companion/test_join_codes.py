"""Codes to a table: storage, lifetime and number of uses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import CODE_ALPHABET, Entry, Game, JoinToken
from games.rules.errors import Refusal
from games.services.companion import join_tokens, tables
from games.services.companion.places import PlaceChoice
from tests.services.companion.devices import Browser, browser, code_of, join, opened
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ana_phone: Browser) -> Game:
    return opened(ana_phone)


def shift(token: JoinToken, **back: float) -> None:
    """Let time pass for a token: as if it had been made earlier."""
    passed = timedelta(**back)
    expires_at = token.expires_at and token.expires_at - passed
    JoinToken.objects.filter(pk=token.pk).update(made_at=token.made_at - passed, expires_at=expires_at)


def happened(game: Game, hours_ago: list[float]) -> None:
    """When each entry of the log was made; the first ones keep the first time."""
    for number, entry in enumerate(game.entries.order_by("number")):
        at = timezone.now() - timedelta(hours=hours_ago[min(number, len(hours_ago) - 1)])
        Entry.objects.filter(pk=entry.pk).update(created_at=at)


class TestSecret:
    def test_a_token_to_scan_and_a_code_to_type_lead_to_the_table(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        assert len(secret.token) == 22
        assert len(secret.code) == 8
        assert set(secret.code) <= set(CODE_ALPHABET) - set("01OI")
        assert join_tokens.find_token(secret.token) == code_of(table)
        first, second = secret.code[:4], secret.code[4:]
        for typed in (secret.code, secret.code.lower(), f" {first} {second}", f"{first}-{second.lower()} "):
            assert join_tokens.find_token(code=typed) == code_of(table)

    def test_the_database_holds_neither(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        with connection.cursor() as cursor:
            for name in connection.introspection.table_names():
                cursor.execute(f'SELECT * FROM "{name}"')
                rows = repr(cursor.fetchall())
                assert secret.token not in rows, name
                assert secret.code not in rows, name

    def test_nonsense_is_refused(self, table: Game) -> None:
        for nonsense in ("", "x" * 22, "\ud800", "0" * 100_000):
            assert refusal_code(join_tokens.find_token, nonsense) == "wrong_code"
            assert refusal_code(join_tokens.find_token, "", nonsense) == "wrong_code"


class TestTableCode:
    def test_it_works_for_any_device_until_the_seats_are_taken(self, table: Game) -> None:
        token = code_of(table)
        join(browser(), table, PlaceChoice.DISPLAY)
        join(browser(), table, PlaceChoice.WATCHER)
        join(browser(), table, PlaceChoice.SECOND)
        assert join_tokens.find_token(join_tokens.get_secret(token).token) == token
        assert refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.SECOND) == "table_full"
        assert join(browser(), table, PlaceChoice.WATCHER)

    def test_a_new_code_ends_all_older_codes(self, table: Game, ana_phone: Browser) -> None:
        old, seat = join_tokens.get_secret(code_of(table)), tables.create_seat_code(table, ana_phone.at(table), 0)
        new = tables.renew_table_code(table, ana_phone.at(table))
        assert code_of(table) == new
        for secret in (old, join_tokens.get_secret(seat)):
            assert refusal_code(join_tokens.find_token, secret.token) == "wrong_code"
            assert refusal_code(join_tokens.find_token, "", secret.code) == "wrong_code"

    def test_it_expires_after_two_hours_without_an_entry(self, table: Game, ana_phone: Browser) -> None:
        secret = join_tokens.get_secret(code_of(table))
        join(browser(), table, PlaceChoice.DISPLAY)
        shift(code_of(table), hours=3)
        happened(table, [3, 3, 1.9])
        assert join_tokens.find_token(secret.token).game == table
        for idle in ([3, 3, 2.1], [3, 3, 0.9]):
            happened(table, idle)
            assert refusal_code(join_tokens.find_token, secret.token) == "wrong_code"
            assert join_tokens.get_table_token(table) is None
        new = tables.renew_table_code(table, ana_phone.at(table))
        assert join_tokens.find_token(join_tokens.get_secret(new).token) == new

    def test_a_new_one_lives_without_an_entry_for_two_hours(self, table: Game) -> None:
        token = code_of(table)
        happened(table, [5])
        shift(token, hours=1.9)
        assert code_of(table) == token
        token.refresh_from_db()
        shift(token, hours=0.2)
        assert join_tokens.get_table_token(table) is None


class TestSeatCode:
    def is_valid(self, token: JoinToken) -> bool:
        """Whether the code can be scanned and used, or neither."""
        try:
            assert join_tokens.find_token(join_tokens.get_secret(token).token) == token
        except Refusal:
            refused = refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.SECOND)
            assert refused == "wrong_code"
            return False
        return True

    def test_it_works_once(self, table: Game, ana_phone: Browser) -> None:
        token = tables.create_seat_code(table, ana_phone.at(table), 1)
        tables.take_place(browser().visitor, token, PlaceChoice.SECOND)
        assert not self.is_valid(token)

    def test_it_expires_after_ten_minutes(self, table: Game, ana_phone: Browser) -> None:
        token = tables.create_seat_code(table, ana_phone.at(table), 1)
        shift(token, minutes=9.9)
        assert self.is_valid(token)
        token.refresh_from_db()
        shift(token, minutes=0.2)
        assert not self.is_valid(token)

    def test_a_newer_code_for_the_same_seat_replaces_it(self, table: Game, ana_phone: Browser) -> None:
        codes = [tables.create_seat_code(table, ana_phone.at(table), seat) for seat in (1, 0, 1)]
        assert [self.is_valid(token) for token in codes] == [False, True, True]
