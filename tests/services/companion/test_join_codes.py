"""Codes to a table: what is kept of them, how long they live, and how often they work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import CODE_ALPHABET, Entry, Game, JoinToken
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
    def test_the_scanned_one_has_128_bits_and_the_typed_one_eight_plain_characters(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        assert len(secret.token) == 22
        assert len(secret.code) == 8
        assert set(secret.code) <= set(CODE_ALPHABET)
        assert not set(secret.code) & set("01OI")

    def test_the_database_holds_neither(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        with connection.cursor() as cursor:
            for name in connection.introspection.table_names():
                cursor.execute(f'SELECT * FROM "{name}"')
                rows = repr(cursor.fetchall())
                assert secret.token not in rows, name
                assert secret.code not in rows, name

    def test_both_lead_to_the_same(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        assert join_tokens.find_token(secret.token) == join_tokens.find_token(code=secret.code) == code_of(table)

    def test_a_typed_code_may_have_any_case_and_spaces(self, table: Game) -> None:
        code = join_tokens.get_secret(code_of(table)).code
        for typed in (code.lower(), f" {code[:4]} {code[4:]}", f"{code[:4]}-{code[4:].lower()} "):
            assert join_tokens.find_token(code=typed) == code_of(table)

    @pytest.mark.parametrize("nonsense", ["", "x" * 22, "\ud800", "0" * 100_000])
    def test_nonsense_leads_nowhere(self, table: Game, nonsense: str) -> None:
        assert refusal_code(join_tokens.find_token, nonsense) == "wrong_code"
        assert refusal_code(join_tokens.find_token, "", nonsense) == "wrong_code"


class TestTableCode:
    def test_it_works_for_everybody_until_the_seats_are_taken(self, table: Game) -> None:
        token = code_of(table)
        join(browser(), table, PlaceChoice.DISPLAY)
        join(browser(), table, PlaceChoice.WATCHER)
        join(browser(), table, PlaceChoice.SECOND)
        assert join_tokens.find_token(join_tokens.get_secret(token).token) == token
        assert refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.SECOND) == "table_full"
        assert join(browser(), table, PlaceChoice.WATCHER)

    def test_a_new_code_ends_every_older_one(self, table: Game, ana_phone: Browser) -> None:
        old, seat = join_tokens.get_secret(code_of(table)), tables.create_seat_code(table, ana_phone.at(table), 0)
        new = tables.renew_table_code(table, ana_phone.at(table))
        assert code_of(table) == new
        for secret in (old, join_tokens.get_secret(seat)):
            assert refusal_code(join_tokens.find_token, secret.token) == "wrong_code"
            assert refusal_code(join_tokens.find_token, "", secret.code) == "wrong_code"

    def test_it_dies_when_nothing_happens_for_two_hours(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        shift(code_of(table), hours=1.9)
        happened(table, [1.9])
        join_tokens.find_token(secret.token)
        shift(code_of(table), hours=0.2)
        happened(table, [2.1])
        assert refusal_code(join_tokens.find_token, secret.token) == "wrong_code"
        assert join_tokens.get_table_token(table) is None

    def test_play_keeps_it_alive(self, table: Game) -> None:
        secret = join_tokens.get_secret(code_of(table))
        join(browser(), table, PlaceChoice.DISPLAY)
        shift(code_of(table), hours=3)
        happened(table, [3, 3, 1.5])
        assert join_tokens.find_token(secret.token).game == table

    def test_the_host_renews_an_idle_one(self, table: Game, ana_phone: Browser) -> None:
        shift(code_of(table), hours=5)
        happened(table, [5])
        new = tables.renew_table_code(table, ana_phone.at(table))
        assert join_tokens.find_token(join_tokens.get_secret(new).token) == new


class TestCodeThatWorksOnce:
    def test_it_works_once(self, table: Game, ana_phone: Browser) -> None:
        token = tables.create_seat_code(table, ana_phone.at(table), 1)
        tables.take_place(browser().visitor, token, PlaceChoice.SECOND)
        assert refusal_code(join_tokens.find_token, join_tokens.get_secret(token).token) == "wrong_code"
        assert refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.SECOND) == "wrong_code"

    def test_it_waits_for_ten_minutes(self, table: Game, ana_phone: Browser) -> None:
        token = tables.create_seat_code(table, ana_phone.at(table), 1)
        shift(token, minutes=9.9)
        join_tokens.find_token(join_tokens.get_secret(token).token)
        token.refresh_from_db()
        shift(token, minutes=0.2)
        assert refusal_code(join_tokens.find_token, join_tokens.get_secret(token).token) == "wrong_code"
        assert refusal_code(tables.take_place, browser().visitor, token, PlaceChoice.SECOND) == "wrong_code"

    def test_a_newer_one_for_the_same_seat_replaces_it(self, table: Game, ana_phone: Browser) -> None:
        device = ana_phone.at(table)
        first, other, second = (tables.create_seat_code(table, device, seat) for seat in (1, 0, 1))
        assert refusal_code(join_tokens.find_token, join_tokens.get_secret(first).token) == "wrong_code"
        assert join_tokens.find_token(join_tokens.get_secret(second).token) == second
        assert join_tokens.find_token(join_tokens.get_secret(other).token) == other
