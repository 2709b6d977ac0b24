"""Reports and appeals: who may write what, who decides, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Act, Appeal, Entry, Game, Report, User
from games.models.moderation import Desk
from games.people.plain import clean_text
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.online import lobby
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.services.table.places import Choice
from games.stories.online import Options
from tests.moderators import WHY, staff
from tests.services.at_tables import browser, join, opened
from tests.services.companion_acts import two_phones
from tests.services.plays import play_out, refusal_code, state_of
from tests.spellings import named

pytestmark = pytest.mark.django_db(transaction=True)

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "{{ 7*7 }}",
    "\u202egnp.exe",
    "a\u200bb\u2066c",
    "Z\u0351\u0352\u0353\u0354\u0355\u0356algo",
    "line\x00\x08break",
]


def filed(sender: User, game: Game, target: str = "game", text: str = "Look at this.") -> Report:
    return reports.file(Sender(sender), game, target, "other", text)


class TestFiling:
    def test_keeps_the_moment_without_a_card(self, game: Game, ana: User) -> None:
        play_out(game, 5)
        report = filed(ana, game, "1")
        game.refresh_from_db()
        assert report.snapshot == {
            "version": game.version,
            "names": ["Ana", "Bram"],
            "mode": "online",
            "status": "playing",
            "phase": 1,
            "trick": 3,
            "ending": "",
            "winner": None,
        }
        assert (report.person and report.person.username, report.seat) == ("bram", 1)

    def test_by_a_watcher_too(self, game: Game, cleo: User) -> None:
        assert filed(cleo, game).reporter == cleo

    def test_one_open_report_for_a_target(self, game: Game, ana: User, bram: User, nils: Judge) -> None:
        first = filed(ana, game)
        assert refusal_code(filed, ana, game) == "already_reported"
        filed(ana, game, "1")
        filed(bram, game)
        reports.claim(nils, first)
        assert refusal_code(filed, ana, game) == "already_reported"
        reports.decide(nils, first, "no_action", "It was fair.")
        assert filed(ana, game).pk

    def test_one_open_report_of_a_person_in_all_games(self, game: Game, ana: User, bram: User) -> None:
        filed(ana, game, "1")
        second = lobby.create(ana, Options())
        lobby.join(second, bram)
        assert refusal_code(filed, ana, second, "1") == "already_reported"

    @pytest.mark.parametrize("target", ["0", "2", "", "cleo", "-1"])
    def test_not_of_oneself_or_of_nobody(self, game: Game, ana: User, target: str) -> None:
        assert refusal_code(filed, ana, game, target) == "no_such_target"

    def test_says_something(self, game: Game, ana: User) -> None:
        assert refusal_code(filed, ana, game, "game", " \u200b\u202e\n") == "text_needed"
        assert refusal_code(reports.file, Sender(ana), game, "game", "weather", "x") == "bad_category"

    def test_by_a_device_without_an_account(self, db: None) -> None:
        game, ana, _bram = two_phones()
        report = reports.file(Sender(device=ana.at(game)), game, "1", "cheating", "Looks at my cards.")
        assert (report.reporter, report.person, report.seat) == (None, None, 1)
        assert refusal_code(reports.file, Sender(device=ana.at(game)), game, "0", "other", "x") == "no_such_target"

    def test_the_account_at_a_table_is_the_target(self, bram: User) -> None:
        ana, phone = browser(), browser(bram)
        game = opened(ana)
        join(phone, game, Choice.SECOND)
        assert reports.file(Sender(device=ana.at(game)), game, "1", "other", "x").person == bram


class TestTheQueue:
    @pytest.fixture
    def report(self, game: Game, ana: User) -> Report:
        return filed(ana, game, "1")

    def test_one_moderator_claims_it(self, report: Report, mona: Judge, nils: Judge) -> None:
        assert reports.claim(mona, report).claimed_by == mona.user
        assert reports.claim(mona, report).status == Desk.CLAIMED
        assert refusal_code(reports.claim, nils, report) == "claimed_by_other"
        assert refusal_code(reports.decide, nils, report, "acted") == "not_claimed"
        assert refusal_code(reports.release, nils, report) == "not_claimed"

    def test_given_back_another_takes_it(self, report: Report, mona: Judge, nils: Judge, sara: Judge) -> None:
        reports.claim(mona, report)
        reports.release(mona, report)
        reports.claim(nils, report)
        assert reports.release(sara, report).status == Desk.OPEN

    def test_decided_once_with_an_outcome(self, report: Report, mona: Judge) -> None:
        assert refusal_code(reports.decide, mona, report, "acted") == "not_claimed"
        reports.claim(mona, report)
        assert refusal_code(reports.decide, mona, report, "shrug") == "bad_value"
        done = reports.decide(mona, report, "acted", "Thank you.")
        assert (done.status, done.outcome, done.note, done.decided_by) == ("decided", "acted", "Thank you.", mona.user)
        assert refusal_code(reports.decide, mona, report, "acted") == "already_decided"
        assert refusal_code(reports.claim, mona, report) == "already_decided"

    def test_not_by_players_or_those_concerned(self, report: Report, ana: User, cleo: User) -> None:
        for who in (ana, cleo):
            assert refusal_code(reports.claim, Judge(who), report) == "not_permitted"

    def test_not_by_a_moderator_who_plays_or_reported(self, bram: User, cleo: User) -> None:
        player = staff("Otto")
        game = lobby.create(player, Options())
        lobby.join(game, bram)
        assert refusal_code(reports.claim, Judge(player), filed(cleo, game)) == "plays_here"
        assert refusal_code(reports.claim, Judge(player), filed(bram, game, "0")) == "own_account"

    def test_earlier_reports_are_in_sight(self, report: Report, game: Game, bram: User, cleo: User) -> None:
        about_game = filed(cleo, game)
        second = lobby.create(bram, Options())
        about_person = filed(cleo, second, "0")
        assert list(reports.earlier(report)) == [about_person, about_game]

    def test_the_history_is_kept(self, report: Report, mona: Judge) -> None:
        reports.claim(mona, report)
        reports.decide(mona, report, "acted")
        rows: Any = Report.objects.get(pk=report.pk)
        assert [row.status for row in rows.history.order_by("history_id")] == ["open", "claimed", "decided"]
        assert [row.history_user for row in rows.history.order_by("history_id")][1:] == [mona.user, mona.user]

    def test_an_act_names_the_report_that_led_to_it(self, report: Report, game: Game, mona: Judge) -> None:
        act = moderation.award(mona, game, 0, Why("Reported.", report=report))
        assert list(report.acts.all()) == [act]


class TestAppeals:
    @pytest.fixture
    def act(self, game: Game, mona: Judge) -> Act:
        return moderation.award(mona, game, 1, WHY)

    def test_once_by_each_who_plays(self, act: Act, ana: User, bram: User) -> None:
        assert appeals.lodge(act, Sender(ana), "Unfair.").person == ana
        assert appeals.lodge(act, Sender(bram), "Too kind.").person == bram
        assert refusal_code(appeals.lodge, act, Sender(ana), "Again.") == "already_appealed"

    def test_not_by_strangers_or_without_a_word(self, act: Act, ana: User, cleo: User) -> None:
        assert refusal_code(appeals.lodge, act, Sender(cleo), "Unfair.") == "not_concerned"
        assert refusal_code(appeals.lodge, act, Sender(), "Unfair.") == "not_concerned"
        assert refusal_code(appeals.lodge, act, Sender(ana), "\u200b") == "text_needed"

    def test_against_an_act_on_a_person_by_that_person(self, ana: User, bram: User, mona: Judge) -> None:
        act = moderation.close(mona, ana, WHY)
        assert refusal_code(appeals.lodge, act, Sender(bram), "Good.") == "not_concerned"
        assert appeals.lodge(act, Sender(User.objects.get(pk=ana.pk)), "Please.").pk

    def test_by_a_device_that_was_put_off(self, mona: Judge) -> None:
        game, _ana, bram = two_phones()
        device = bram.at(game)
        act = moderation.put_off(mona, game, device.pk, 1, WHY)
        assert appeals.lodge(act, Sender(device=device), "That was me.").device == device

    def test_decided_by_another_moderator(self, act: Act, ana: User, mona: Judge, nils: Judge) -> None:
        appeal = appeals.lodge(act, Sender(ana), "Unfair.")
        assert refusal_code(appeals.claim, mona, appeal) == "same_moderator"
        appeals.claim(nils, appeal)
        done = appeals.decide(nils, appeal, "granted", "You are right.")
        assert (done.status, done.outcome, done.note) == ("decided", "granted", "You are right.")
        assert moderation.undo(nils, act, WHY).undoes == act

    def test_not_by_players_or_without_the_permission(self, act: Act, ana: User, nils: Judge) -> None:
        appeal = appeals.lodge(act, Sender(ana), "Unfair.")
        assert refusal_code(appeals.claim, Judge(ana), appeal) == "not_permitted"
        group = nils.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="decide_appeal"))
        assert refusal_code(appeals.claim, Judge(User.objects.get(pk=nils.user.pk)), appeal) == "not_permitted"


class TestTheRecord:
    def test_acts_are_only_added(self, game: Game, mona: Judge) -> None:
        act = moderation.freeze(mona, game, WHY)
        act.reason = "Another."
        changes: list[Callable[[], object]] = [
            act.save,
            act.delete,
            lambda: Act.objects.update(reason="x"),
            lambda: Act.objects.all().delete(),
            lambda: act.complete(9, {}),
        ]
        for change in changes:
            with pytest.raises(TypeError):
                change()
        assert Act.objects.get().reason == WHY.reason

    def test_is_exported_in_order(self, game: Game, ana: User, mona: Judge) -> None:
        moderation.freeze(mona, game, WHY)
        moderation.mute(mona, ana, timezone.now() + timedelta(days=1), WHY)
        rows = list(Act.objects.export())
        assert [(row["what"], row["who"], row["game"], row["person"]) for row in rows] == [
            ("freeze", "mona", game.code, None),
            ("mute", "mona", None, "ana"),
        ]

    def test_no_hand_deck_or_key_is_in_it_or_in_any_history(
        self, game: Game, ana: User, mona: Judge, nils: Judge
    ) -> None:
        play_out(game, 8)
        state = state_of(game)
        moderation.reveal(mona, game, WHY)
        moderation.award(nils, game, 0, WHY)
        report = filed(ana, game)
        reports.claim(mona, report)
        token = lobby.invite_token(game)
        judged = Entry.objects.filter(kind="judged").values_list("data", flat=True)
        kept = str([*Act.objects.values(), *Report.objects.values(), *judged, *_histories()])
        assert named(kept, state.deck[:1]) == set()
        assert token not in kept
        assert "pbkdf2" not in kept
        assert "password" not in kept


class TestInert:
    @pytest.mark.parametrize("text", NASTY)
    def test_texts_are_plain(self, game: Game, ana: User, mona: Judge, text: str) -> None:
        report = filed(ana, game, text=text + " x")
        act = moderation.freeze(mona, game, Why(text + " x", text + " y"))
        for kept in (report.text, act.reason, act.message):
            assert kept == clean_text(kept)
            assert not set(kept) & set("\u202e\u200b\u2066\x00\x08")

    def test_markup_stays_the_characters_it_is(self) -> None:
        assert clean_text("<b>&amp;") == "<b>&amp;"

    def test_lines_stay_lines_and_towers_shrink(self) -> None:
        assert clean_text("a\r\n\r\n\r\n\r\nb\u2028c") == "a\n\nb\nc"
        assert len(clean_text("e" + "\u0301\u0302\u0303\u0304\u0305" * 9)) <= 3
        assert len(clean_text("x" * 5000)) == 1000


def _histories() -> list[Any]:
    rows: list[Any] = []
    with connection.cursor() as cursor:
        for table in ("games_historicaluser", "games_historicalreport", "games_historicalappeal"):
            cursor.execute(f"SELECT * FROM {table}")
            rows += [[column.name if hasattr(column, "name") else column[0] for column in cursor.description]]
            rows += cursor.fetchall()
    return rows


def test_the_group_has_exactly_what_it_needs(mona: Judge) -> None:
    codes = set(mona.user.groups.get().permissions.values_list("codename", flat=True))
    assert {code for code in codes if not code.startswith(("act_", "view_"))} == {
        "decide_report",
        "decide_appeal",
        "export_acts",
        "write_personnote",
    }
    assert not {code for code in codes if code.startswith(("add_", "change_", "delete_"))}
    assert len([code for code in codes if code.startswith("act_")]) == 19


def test_an_appeal_is_kept_with_its_history(game: Game, ana: User, mona: Judge, nils: Judge) -> None:
    appeal = appeals.lodge(moderation.freeze(mona, game, WHY), Sender(ana), "Why?")
    appeals.claim(nils, appeal)
    rows: Any = Appeal.objects.get(pk=appeal.pk)
    assert rows.history.count() == 2
