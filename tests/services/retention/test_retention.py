"""Retention: every kind of row on both sides of its limit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games import retention_periods
from games.accounts import device_cookie as cookies
from games.accounts import names
from games.jobs import periodic_tasks
from games.models import (
    Act,
    Appeal,
    Chore,
    Cooldown,
    Device,
    EndedSession,
    Entry,
    Game,
    JoinToken,
    LoginSession,
    Player,
    Report,
    TakenName,
    User,
)
from games.services.accounts import deletion, erasure, suspensions
from games.services.companion import join_tokens
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.people import close_account, mute_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.services.retention import STEPS, batches
from games.state.erasure import ERASED_NAME
from games.state.match_state import MatchOptions
from tests.people import guest
from tests.services.companion.devices import browser, join, opened, table_of
from tests.services.matches.games import match_of
from tests.services.retention.rows import MOMENT, WHY, back, done, older

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("age", "left"), [(-MOMENT, 0), (MOMENT, 1)])
def test_sessions_names_and_cooldowns_are_deleted_when_they_expire(age: timedelta, left: int, ana: User) -> None:
    LoginSession.objects.create(session_key="x", user_id=ana.pk, expire_date=timezone.now() + age)
    EndedSession.objects.create(digest="x", user=ana)
    older(EndedSession.objects.all(), retention_periods.SESSION - age, "ended_at")
    TakenName.objects.create(digest="x", until=timezone.now() + age)
    Cooldown.objects.create(user=guest("Gus"), kind=Cooldown.Kind.BROWSER, digest="x", until=timezone.now() + age)
    tidy_all = done()
    assert Cooldown.objects.count() == left
    assert LoginSession.objects.count() == EndedSession.objects.count() == TakenName.objects.count() == left
    whats = ("sessions", "ended sessions", "cooldowns", "released names")
    assert tidy_all == ({} if left else dict.fromkeys(whats, 1))


def test_cookies_expire_before_the_rows_that_know_them() -> None:
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) <= retention_periods.SESSION
    assert timedelta(seconds=cookies.COOKIE_AGE) <= retention_periods.DEVICE


class TestGuests:
    @pytest.fixture
    def gita(self, bram: User) -> User:
        """A guest who finished a game long ago."""
        gita = guest("Gita")
        game = lobby.create_game(gita, MatchOptions(lead="creator"))
        lobby.join_game(game, bram)
        play.resign(game, bram)
        older(User.objects.filter(pk=gita.pk), retention_periods.GUEST + MOMENT, "date_joined", "last_login")
        return gita

    def test_a_guest_who_is_gone_keeps_the_seat_without_a_name(self, gita: User) -> None:
        """Also if the browser could still come back."""
        renewed = timezone.now() - retention_periods.GUEST - MOMENT
        LoginSession.objects.create(session_key="x", user_id=gita.pk, expire_date=renewed + retention_periods.SESSION)
        assert done("inactive guests", "erased users") == {"inactive guests": 1, "erased users": 1}
        assert match_of(Game.objects.get()).names == (ERASED_NAME, "Bram")
        assert "Gita" not in str(list(User.objects.values()))
        assert not LoginSession.objects.exists()
        assert done() == {}

    @pytest.mark.parametrize(
        "reason", ["login", "joined", "session", "seen", "at a table", "suspended", "ended session", "account"]
    )
    def test_a_guest_who_may_come_back_keeps_the_name(self, reason: str, gita: User) -> None:
        lately, user = retention_periods.GUEST - MOMENT, User.objects.filter(pk=gita.pk)
        match reason:
            case "login":
                older(user, lately, "last_login")
            case "joined":
                older(user, lately, "date_joined")
            case "session":
                expires_at = timezone.now() - lately + retention_periods.SESSION
                LoginSession.objects.create(session_key="x", user_id=gita.pk, expire_date=expires_at)
            case "seen":
                older(Player.objects.filter(user=gita), lately, "seen_at")
            case "at a table":
                opened(browser(gita))
                older(Device.objects.all(), lately, "seen_at")
            case "suspended":
                user.update(suspended_until=timezone.now() + MOMENT)
            case "ended session":
                EndedSession.objects.create(digest="x", user=gita)
            case "account":
                user.update(is_guest=False)
        assert done("inactive guests") == {"inactive guests": 0}
        assert user.get().shown == "Gita"


@pytest.mark.parametrize(
    ("age", "seen", "status"),
    [
        (retention_periods.INVITATION + MOMENT, retention_periods.INVITATION + MOMENT, "called_off"),
        (retention_periods.INVITATION - MOMENT, retention_periods.INVITATION + MOMENT, "waiting"),
        (retention_periods.INVITATION + MOMENT, retention_periods.INVITATION - MOMENT, "waiting"),
    ],
)
def test_an_old_invitation_is_cancelled_unless_its_creator_was_here_lately(
    age: timedelta, seen: timedelta, status: str, invitation: Game
) -> None:
    older(Game.objects.all(), age, "changed_at")
    older(Player.objects.all(), seen, "seen_at")
    done()
    assert Game.objects.get().status == match_of(invitation).status == status


class TestTables:
    @pytest.mark.parametrize(
        ("field", "age", "left"),
        [
            ("used_at", retention_periods.CODE + MOMENT, 1),
            ("revoked_at", retention_periods.CODE + MOMENT, 1),
            ("expires_at", retention_periods.CODE + MOMENT, 1),
            ("expires_at", retention_periods.CODE - MOMENT, 2),
        ],
    )
    def test_codes_that_ended_are_deleted(self, field: str, age: timedelta, left: int) -> None:
        host = browser()
        game = opened(host)
        older(JoinToken.objects.filter(pk=join_tokens.create_single_use_token(game, 1, host.at(game)).pk), age, field)
        done()
        assert JoinToken.objects.count() == left

    @pytest.mark.parametrize("living", ["made_at", "changed_at"])
    def test_the_code_of_a_living_table_stays(self, living: str) -> None:
        opened(browser())
        for rows, field in ((JoinToken.objects.all(), "made_at"), (Game.objects.all(), "changed_at")):
            older(rows, timedelta() if field == living else retention_periods.CODE + MOMENT, field)
        done()
        assert JoinToken.objects.count() == 1

    def test_old_devices_are_deleted_unless_they_filed_a_report(self, mona: Moderator) -> None:
        one, two, game = browser(), browser(), None
        game = opened(one)
        join(two, game, PlaceChoice.SECOND)
        reports.file_report(Sender(device=two.at(game)), game, "game", "other", "x")
        older(Game.objects.all(), retention_periods.DEVICE + MOMENT, "changed_at")
        older(Device.objects.all(), retention_periods.DEVICE + MOMENT, "made_at", "seen_at")
        assert done("devices") == {"devices": 1}
        assert list(Device.objects.all()) == [two.at(game)]

    @pytest.mark.parametrize("living", ["made_at", "seen_at", "changed_at"])
    def test_a_device_that_was_there_lately_stays(self, living: str) -> None:
        opened(browser())
        for field in ("made_at", "seen_at", "changed_at"):
            rows: QuerySet[Any] = Game.objects.all() if field == "changed_at" else Device.objects.all()
            older(rows, timedelta() if field == living else retention_periods.DEVICE + MOMENT, field)
        assert done("devices") == {"devices": 0}

    def test_only_names_without_an_account_are_erased(self, ana: User) -> None:
        host, phone = browser(ana), browser()
        game = opened(host)
        join(phone, game, PlaceChoice.SECOND, "Zebedee")
        older(Game.objects.all(), retention_periods.GUEST - MOMENT, "changed_at")
        assert done("tables without names") == {"tables without names": 0}
        older(Game.objects.all(), retention_periods.GUEST + MOMENT, "changed_at")
        assert done("tables without names") == {"tables without names": 1}
        assert table_of(game).names == ("Ana", ERASED_NAME)
        assert "Zebedee" not in str(list(Entry.objects.values_list("data", flat=True)))
        assert done() == {}


def test_games_lose_the_name_while_a_case_is_open(ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure.erase, "__defaults__", (1,))
    games = [lobby.create_game(ana, MatchOptions()) for _ in range(3)]
    lobby.join_game(games[0], bram)
    reports.file_report(Sender(bram), games[0], "0", "other", "x")
    deletion.delete_account(ana)
    assert done("erased users") == {"erased users": 0}
    assert {game.seat_names[0] for game in Game.objects.all()} == {ERASED_NAME}
    assert User.objects.get(pk=ana.pk).username == "ana"


def test_rows_are_deleted_in_small_portions(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH_SIZE", 2)
    for number in range(5):
        LoginSession.objects.create(session_key=str(number), expire_date=back(MOMENT))
    assert list(STEPS["sessions"]()) == [2, 2, 1]


def test_retention_runs_once_a_day_in_a_single_process(db: None) -> None:
    assert [periodic_tasks.run_retention(), periodic_tasks.run_retention()] == [True, False]
    older(Chore.objects.all(), retention_periods.INTERVAL + MOMENT, "begun_at")
    assert [periodic_tasks.run_retention(), periodic_tasks.run_retention()] == [True, False]


def test_a_failing_step_stops_no_other(
    ana: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(STEPS, "sessions", lambda: iter([1 // 0]))
    LoginSession.objects.create(session_key="x", expire_date=back(MOMENT))
    EndedSession.objects.create(digest="x", user=ana)
    older(EndedSession.objects.all(), retention_periods.SESSION + MOMENT, "ended_at")
    assert done() == {"ended sessions": 1}
    assert "sessions" in caplog.text


class TestEvidence:
    @pytest.fixture
    def case(self, game: Game, ana: User, bram: User, mona: Moderator, nils: Moderator) -> Act:
        """A report about Ana, what was done, and her appeal: all decided long ago, and the mute is over."""
        report = reports.file_report(Sender(bram), game, "0", "other", "She sings.")
        reports.claim_report(mona, report)
        act = mute_person(mona, ana, timezone.now() + MOMENT, Justification("Because.", "Be kind.", report))
        reports.decide_report(mona, report, "acted")
        appeal = appeals.claim_appeal(nils, appeals.file_appeal(act, Sender(ana), "No."))
        appeals.decide_appeal(nils, appeal, "upheld")
        User.objects.filter(pk=ana.pk).update(muted_until=back(MOMENT))
        self.age(retention_periods.EVIDENCE + MOMENT)
        return act

    def age(self, age: timedelta) -> None:
        older(Report.objects.all(), age, "decided_at")
        older(Appeal.objects.all(), age, "decided_at")
        older(Act.objects.all(), age, "at")
        for model in (Report, Appeal, User):
            older(model.history.all(), age, "history_date")

    def rows(self) -> list[int]:
        found = (Report.objects, Appeal.objects, Act.objects, Report.history, Appeal.history, User.history)
        return [rows.count() for rows in found]

    def test_an_old_case_is_deleted_and_a_younger_one_kept(self, case: Act) -> None:
        self.age(retention_periods.EVIDENCE - MOMENT)
        before = self.rows()
        assert done() == {}
        assert self.rows() == before
        self.age(retention_periods.EVIDENCE + MOMENT)
        for _ in range(2):
            done()
        assert self.rows() == [0] * 6

    @pytest.mark.parametrize("field", ["muted_until", "suspended_until"])
    def test_a_case_is_kept_while_its_measure_lasts(self, case: Act, field: str) -> None:
        User.objects.filter(acts_on=case).update(**{field: timezone.now() + MOMENT})
        done()
        assert [Report.objects.count(), Appeal.objects.count(), Act.objects.count()] == [1, 1, 1]
        Appeal.objects.all().delete()
        done()
        assert Act.objects.count() == 1

    def test_an_act_on_a_game_stays_and_its_report_is_emptied(self, game: Game, bram: User, mona: Moderator) -> None:
        report = reports.claim_report(mona, reports.file_report(Sender(bram), game, "0", "other", "She sings."))
        freeze_game(mona, game, Justification("Because.", report=report))
        reports.decide_report(mona, report, "acted")
        self.age(retention_periods.EVIDENCE + MOMENT)
        assert done("reports") == {"reports": 1}
        kept_row = Report.objects.get()
        assert (kept_row.text, kept_row.reporter, kept_row.snapshot, Act.objects.count()) == ("", None, {}, 1)
        assert done("reports") == {"reports": 0}

    def test_an_account_closed_long_ago_is_erased(self, ana: User, game: Game, mona: Moderator) -> None:
        close_account(mona, ana, WHY)
        assert done("closed accounts") == {"closed accounts": 0}
        older(User.objects.filter(pk=ana.pk), retention_periods.EVIDENCE + MOMENT, "closed_at")
        assert done("closed accounts", "erased users") == {"closed accounts": 1, "erased users": 1}
        assert match_of(game).names == (ERASED_NAME, "Bram")
        assert suspensions.get_refusal_code(User.objects.get(pk=ana.pk)) == "account_closed"
        assert names.is_reserved("ana")
