"""E-mail about games by the day: who gets one and when, what it says, and that it goes once."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, Player, User
from games.run import letters
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.notices import due
from games.services.online import clocks
from games.store import around
from games.store.outages import outages
from tests.services.clockwork import Hand, card, timed
from tests.services.letterbox import WAITED, confirmed, sent
from tests.services.plays import match_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hand", "address")]


class TestWhen:
    def test_when_a_game_has_waited_for_some_hours_and_once(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED - 60)
        assert letters.turn() == 0
        hand.forward(120)
        assert [letters.turn(), letters.turn()] == [1, 0]
        (letter,) = sent()
        assert letter.to == ["bram@example.org"]

    def test_once_more_when_the_last_day_begins_and_then_never(self, daily: Game, hand: Hand) -> None:
        found = []
        for _ in range(71):
            hand.forward(hours=1)
            found.append(letters.turn())
        assert [hour for hour, count in enumerate(found, 1) if count] == [7, 49]

    def test_a_day_a_card_takes_one_letter(self, ana: User, bram: User, hand: Hand) -> None:
        timed(ana, bram, "1d", plies=1)
        found = 0
        for _ in range(23):
            hand.forward(hours=1)
            found += letters.turn()
        assert found == 1

    def test_a_turn_after_it_is_told_anew_but_not_too_soon(
        self, daily: Game, ana: User, bram: User, hand: Hand
    ) -> None:
        hand.forward(WAITED + 60)
        letters.turn()
        while match_of(daily).awaited == 1:
            card(daily, ana, bram)
        while match_of(daily).awaited == 0:
            card(daily, ana, bram)
        hand.forward(WAITED + 60)
        assert letters.turn() == 0
        hand.forward(due.BETWEEN.total_seconds() - WAITED)
        assert letters.turn() == 1

    def test_time_in_which_the_site_was_down_is_no_waiting(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED - 60)
        outages.note(hand.now - timedelta(hours=5), hand.now)
        list(clocks.catch_up())
        hand.forward(120)
        assert letters.turn() == 0

    def test_the_site_does_so_by_itself_and_so_does_the_command(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED + 60)
        out = StringIO()
        call_command("sweep", stdout=out)
        assert out.getvalue() == "games ended: 0\nletters sent: 1\n"


class TestWho:
    @pytest.fixture(autouse=True)
    def _late(self, daily: Game, hand: Hand) -> None:
        hand.forward(WAITED + 60)

    @pytest.mark.parametrize(
        "change",
        [
            {"is_guest": True},
            {"is_active": False},
            {"closed_at": timezone.now()},
            {"leaving_at": timezone.now()},
            {"suspended_until": timezone.now() + timedelta(days=2)},
            {"preferences": {"letters": False}},
        ],
        ids=lambda one: next(iter(one)),
    )
    def test_nobody_who_does_not_want_it_or_may_not_come_in(self, bram: User, change: dict[str, Any]) -> None:
        User.objects.filter(pk=bram.pk).update(**change)
        assert letters.turn() == 0

    @pytest.mark.parametrize("preferences", [{}, {"letters": True}, {"speed": "quick"}], ids=str)
    def test_who_said_nothing_or_yes(self, bram: User, preferences: dict[str, Any]) -> None:
        User.objects.filter(pk=bram.pk).update(preferences=preferences)
        assert letters.turn() == 1

    def test_nobody_whose_address_is_not_confirmed(self, bram: User) -> None:
        EmailAddress.objects.update(verified=False)
        assert letters.turn() == 0

    def test_nobody_who_took_their_address_away_meanwhile(self, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        claim = due.claim

        def meanwhile(*args: Any) -> Any:
            found = claim(*args)
            EmailAddress.objects.all().delete()
            return found

        monkeypatch.setattr(due, "claim", meanwhile)
        assert letters.turn() == 0
        assert not sent()

    def test_of_several_confirmed_addresses_the_main_one(self, bram: User) -> None:
        confirmed(bram, "elsewhere@example.org", primary=False)
        letters.turn()
        assert sent()[0].to == ["bram@example.org"]

    def test_nobody_who_is_on_the_site_until_they_are_gone(self, bram: User) -> None:
        around.seen([bram.pk])
        assert letters.turn() == 0
        cache.clear()
        assert letters.turn() == 1

    def test_nobody_whose_game_was_stopped_by_moderators(self, daily: Game, mona: Judge) -> None:
        moderation.freeze(mona, daily, Why("Because."))
        assert letters.turn() == 0

    def test_nobody_for_whom_a_program_plays(self, daily: Game, bram: User) -> None:
        Player.objects.filter(user=bram).update(program=True)
        assert letters.turn() == 0

    @pytest.mark.parametrize("setting", ["EMAIL_CONFIGURED", "SITE_URL"])
    def test_nobody_where_the_site_cannot_write_or_does_not_know_its_address(
        self, settings: Settings, setting: str
    ) -> None:
        setattr(settings, setting, "")
        assert letters.turn() == 0
        assert letters.begin() is None
