"""What the site need not keep goes, and nothing else: every kind of row on both sides of its limit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from games import kept
from games.models import (
    Chore,
    Device,
    EndedSession,
    Entry,
    Game,
    Hold,
    JoinToken,
    LoginSession,
    Player,
    TakenName,
    User,
)
from games.people import devices as cookies
from games.run import daily
from games.services import moderation
from games.services.moderation import Judge
from games.services.online import lobby
from games.services.people import erasing, leaving
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.services.table import tokens
from games.services.table.places import Choice
from games.services.tidying import STEPS, portions
from games.store import log
from games.stories.leaver import NAMELESS
from games.stories.online import Options
from tests.people import guest
from tests.services.at_tables import browser, join, opened, table_of
from tests.services.plays import match_of, play_at_once
from tests.services.tidied import MOMENT, WHY, back, done, older

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("age", "left"), [(-MOMENT, 0), (MOMENT, 1)])
def test_sessions(age: timedelta, left: int, ana: User) -> None:
    LoginSession.objects.create(session_key="x", user_id=ana.pk, expire_date=timezone.now() + age)
    EndedSession.objects.create(digest="x", user=ana)
    older(EndedSession.objects.all(), kept.SESSION - age, "ended_at")
    TakenName.objects.create(digest="x", until=timezone.now() + age)
    Hold.objects.create(user=guest("Gus"), kind=Hold.Kind.BROWSER, digest="x", until=timezone.now() + age)
    tidy_all = done()
    assert Hold.objects.count() == left
    assert LoginSession.objects.count() == EndedSession.objects.count() == TakenName.objects.count() == left
    whats = ("sessions", "ended sessions", "holds", "names free again")
    assert tidy_all == ({} if left else dict.fromkeys(whats, 1))


def test_browsers_drop_their_cookies_before_what_knows_them_goes() -> None:
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) <= kept.SESSION
    assert timedelta(seconds=cookies.AGE) <= kept.DEVICE


class TestGuests:
    @pytest.fixture
    def gita(self, bram: User) -> User:
        """A guest who finished a game long ago."""
        gita = guest("Gita")
        game = lobby.create(gita, Options(lead="creator"))
        lobby.join(game, bram)
        play_at_once(game)
        older(User.objects.filter(pk=gita.pk), kept.GUEST + MOMENT, "date_joined", "last_login")
        return gita

    def test_who_is_gone_keeps_the_seat_without_a_name(self, gita: User) -> None:
        assert done("guests who are gone", "people erased") == {"guests who are gone": 1, "people erased": 1}
        assert match_of(Game.objects.get()).names == (NAMELESS, "Bram")
        assert "Gita" not in str(list(User.objects.values()))
        assert done() == {}

    def test_who_never_came_back_is_gone_though_the_browser_could(self, gita: User) -> None:
        renewed = timezone.now() - kept.GUEST - MOMENT
        LoginSession.objects.create(session_key="x", user_id=gita.pk, expire_date=renewed + kept.SESSION)
        assert done("guests who are gone") == {"guests who are gone": 1}
        assert not LoginSession.objects.exists()

    def test_nor_does_a_session_that_moderators_ended_long_ago_keep_a_guest(self, gita: User) -> None:
        EndedSession.objects.create(digest="x", user=gita)
        older(EndedSession.objects.all(), kept.GUEST + MOMENT, "ended_at")
        assert done("guests who are gone") == {"guests who are gone": 1}

    def came_lately(self, gita: User) -> None:
        older(User.objects.filter(pk=gita.pk), kept.GUEST - MOMENT, "last_login")

    def joined_lately(self, gita: User) -> None:
        older(User.objects.filter(pk=gita.pk), kept.GUEST - MOMENT, "date_joined")

    def has_a_session(self, gita: User) -> None:
        renewed = timezone.now() - kept.GUEST + MOMENT
        LoginSession.objects.create(session_key="x", user_id=gita.pk, expire_date=renewed + kept.SESSION)

    def was_seen(self, gita: User) -> None:
        older(Player.objects.filter(user=gita), kept.GUEST - MOMENT, "seen_at")

    def was_at_a_table(self, gita: User) -> None:
        opened(browser(gita))
        older(Device.objects.all(), kept.GUEST - MOMENT, "seen_at")

    def is_suspended(self, gita: User) -> None:
        User.objects.filter(pk=gita.pk).update(suspended_until=timezone.now() + MOMENT)

    def may_come_back_after_it(self, gita: User) -> None:
        EndedSession.objects.create(digest="x", user=gita)

    def has_an_account_now(self, gita: User) -> None:
        User.objects.filter(pk=gita.pk).update(is_guest=False)

    HERE = (came_lately, joined_lately, has_a_session, was_seen, was_at_a_table, is_suspended, may_come_back_after_it)

    @pytest.mark.parametrize("here", [*HERE, has_an_account_now])
    def test_who_may_come_back_keeps_the_name(self, here: Callable[[Any, User], None], gita: User) -> None:
        here(self, gita)
        assert done("guests who are gone") == {"guests who are gone": 0}
        assert User.objects.get(pk=gita.pk).shown == "Gita"


class TestInvitations:
    @pytest.mark.parametrize(
        ("age", "status"), [(kept.INVITATION + MOMENT, "called_off"), (kept.INVITATION - MOMENT, "waiting")]
    )
    def test_one_that_nobody_takes(self, age: timedelta, status: str, invitation: Game) -> None:
        older(Game.objects.all(), age, "changed_at")
        done()
        assert Game.objects.get().status == status
        assert match_of(invitation).status == status

    def test_not_while_its_creator_waits(self, invitation: Game) -> None:
        older(Game.objects.all(), kept.INVITATION + MOMENT, "changed_at")
        older(Player.objects.all(), kept.INVITATION - MOMENT, "seen_at")
        done()
        assert Game.objects.get().status == "waiting"

    def test_one_that_moderators_stopped_is_theirs(self, invitation: Game, mona: Judge) -> None:
        moderation.freeze(mona, invitation, WHY)
        older(Game.objects.all(), kept.INVITATION + MOMENT, "changed_at")
        assert done() == {}


class TestTables:
    @pytest.mark.parametrize("field", ["used_at", "revoked_at", "expires_at"])
    @pytest.mark.parametrize(("age", "left"), [(kept.CODE + MOMENT, 1), (kept.CODE - MOMENT, 2)])
    def test_codes_that_ended(self, field: str, age: timedelta, left: int) -> None:
        game = opened(browser())
        older(JoinToken.objects.filter(pk=tokens.once(game, 1).pk), age, field)
        done()
        assert JoinToken.objects.count() == left

    @pytest.mark.parametrize("living", ["made_at", "changed_at"])
    def test_the_code_of_a_living_table_stays(self, living: str) -> None:
        opened(browser())
        ages = dict.fromkeys(("made_at", "changed_at"), kept.CODE + MOMENT) | {living: timedelta()}
        older(JoinToken.objects.all(), ages["made_at"], "made_at")
        older(Game.objects.all(), ages["changed_at"], "changed_at")
        done()
        assert JoinToken.objects.count() == 1

    def test_devices_are_forgotten_but_for_those_that_wrote(self, mona: Judge) -> None:
        one, two, game = browser(), browser(), None
        game = opened(one)
        join(two, game, Choice.SECOND)
        reports.file(Sender(device=two.at(game)), game, "game", "other", "x")
        older(Game.objects.all(), kept.DEVICE + MOMENT, "changed_at")
        older(Device.objects.all(), kept.DEVICE + MOMENT, "made_at", "seen_at")
        assert done("devices") == {"devices": 1}
        assert list(Device.objects.all()) == [two.at(game)]

    def test_nor_is_one_that_appealed(self, mona: Judge) -> None:
        one, two = browser(), browser()
        game = opened(one)
        join(two, game, Choice.SECOND)
        appeals.lodge(moderation.award(mona, game, 0, WHY), Sender(device=two.at(game)), "No.")
        older(Game.objects.all(), kept.DEVICE + MOMENT, "changed_at")
        older(Device.objects.all(), kept.DEVICE + MOMENT, "made_at", "seen_at")
        assert done("devices") == {"devices": 1}
        assert list(Device.objects.all()) == [two.at(game)]

    @pytest.mark.parametrize("living", ["made_at", "seen_at", "changed_at"])
    def test_a_device_that_was_there_lately_stays(self, living: str) -> None:
        opened(browser())
        ages = dict.fromkeys(("made_at", "seen_at", "changed_at"), kept.DEVICE + MOMENT) | {living: timedelta()}
        older(Game.objects.all(), ages.pop("changed_at"), "changed_at")
        for field, age in ages.items():
            older(Device.objects.all(), age, field)
        assert done("devices") == {"devices": 0}

    def test_names_without_an_account_go_and_the_others_stay(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, Choice.SECOND, "Zebedee")
        older(Game.objects.all(), kept.GUEST - MOMENT, "changed_at")
        assert done("tables without names") == {"tables without names": 0}
        older(Game.objects.all(), kept.GUEST + MOMENT, "changed_at")
        assert done("tables without names") == {"tables without names": 1}
        assert table_of(game).names == ("Ana", NAMELESS)
        assert "Zebedee" not in str(list(Entry.objects.values_list("data", flat=True)))
        assert done() == {}


def test_while_a_case_waits_all_games_are_done_and_the_rest_is_not(
    ana: User, bram: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing.erase, "__defaults__", (1,))
    games = [lobby.create(ana, Options()) for _ in range(3)]
    lobby.join(games[0], bram)
    reports.file(Sender(bram), games[0], "0", "other", "x")
    leaving.leave(ana)
    assert done("people erased") == {"people erased": 0}
    assert {game.seat_names[0] for game in Game.objects.all()} == {NAMELESS}
    assert User.objects.get(pk=ana.pk).username == "ana"


def test_portions_are_small_and_all_are_done(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "AT_ONCE", 2)
    for number in range(5):
        LoginSession.objects.create(session_key=str(number), expire_date=back(MOMENT))
    assert list(STEPS["sessions"]()) == [2, 2, 1]


def test_the_command_says_what_it_did(ana: User) -> None:
    LoginSession.objects.create(session_key="x", expire_date=back(MOMENT))
    told = StringIO()
    call_command("tidy", stdout=told)
    assert told.getvalue().splitlines() == ["sessions: 1", *(f"{what}: 0" for what in list(STEPS)[1:])]


class TestOnceADay:
    def test_one_of_several_processes_does_it(self, db: None) -> None:
        assert [daily.turn(), daily.turn()] == [True, False]
        older(Chore.objects.all(), kept.EVERY + MOMENT, "begun_at")
        assert [daily.turn(), daily.turn()] == [True, False]

    def test_what_was_done_is_one_line(self, db: None, caplog: pytest.LogCaptureFixture) -> None:
        LoginSession.objects.create(session_key="x", expire_date=back(MOMENT))
        with caplog.at_level("INFO", "games.run.daily"):
            daily.turn()
        assert caplog.messages == ["tidied up: 1 sessions"]


def test_a_game_that_cannot_be_read_keeps_nothing_else_from_going(
    ana: User, game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log.cache.clear()
    monkeypatch.setitem(STEPS, "sessions", lambda: iter([1 // 0]))
    LoginSession.objects.create(session_key="x", expire_date=back(MOMENT))
    EndedSession.objects.create(digest="x", user=ana)
    older(EndedSession.objects.all(), kept.SESSION + MOMENT, "ended_at")
    assert done() == {"ended sessions": 1}
    assert "sessions" in caplog.text
