"""Reports, cases of several reports, and appeals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.text_cleaning import clean_text
from games.models import Act, Entry, Game, ReadMark, Report, User
from games.models.moderation import QueueStatus
from games.rules.errors import Refusal
from games.services.companion.places import PlaceChoice
from games.services.matches import lobby
from games.services.moderation.games import award_win, freeze_game, remove_device, reveal_cards
from games.services.moderation.people import close_account, mute_person, warn_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import appeals, cases, queue, reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from tests.card_spellings import find_cards
from tests.moderators import WHY, staff
from tests.people import guest, person
from tests.services.companion.devices import browser, join, opened
from tests.services.companion.entries import two_phones
from tests.services.matches.games import play_out, refusal_code, state_of

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
    return reports.file_report(Sender(sender), game, target, "other", text)


class TestFiling:
    def test_stores_the_moment_without_a_card(self, game: Game, ana: User) -> None:
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

    def test_a_sender_has_one_open_report_on_a_target(self, game: Game, ana: User, bram: User, nils: Moderator) -> None:
        first = filed(ana, game)
        assert refusal_code(filed, ana, game) == "already_reported"
        filed(ana, game, "1")
        filed(bram, game)
        reports.claim_report(nils, first)
        assert refusal_code(filed, ana, game) == "already_reported"
        reports.decide_report(nils, first, "no_action", "It was fair.")
        assert filed(ana, game).pk

    def test_a_report_has_a_target_a_text_and_a_category(self, game: Game, ana: User) -> None:
        for target in ("0", "2", "", "cleo", "-1"):
            assert refusal_code(filed, ana, game, target) == "no_such_target"
        assert refusal_code(filed, ana, game, "game", " \u200b\u202e\n") == "text_needed"
        assert refusal_code(reports.file_report, Sender(ana), game, "game", "weather", "x") == "bad_category"

    def test_nobody_reports_themself_as_a_former_guest_or_from_one(self, ana: User, bram: User) -> None:
        lily = guest("Lily")
        game = lobby.create_game(lily, MatchOptions())
        lobby.join_game(game, bram)
        User.objects.filter(pk=lily.pk).update(account=ana)
        assert refusal_code(filed, ana, game, "0") == "no_such_target"
        assert reports.list_own_seats(game, Sender(ana)) == {0}
        assert filed(ana, game, "1").person == bram

    def test_a_device_without_an_account_reports_the_account_at_its_table(self, bram: User) -> None:
        ana, phone = browser(), browser(bram)
        game = opened(ana)
        join(phone, game, PlaceChoice.SECOND)
        sender = Sender(device=ana.at(game))
        report = reports.file_report(sender, game, "1", "cheating", "Looks at my cards.")
        assert (report.reporter, report.person, report.seat) == (None, bram, 1)
        assert refusal_code(reports.file_report, sender, game, "0", "other", "x") == "no_such_target"


class TestQueue:
    @pytest.fixture
    def report(self, game: Game, ana: User) -> Report:
        return filed(ana, game, "1")

    def test_a_claimed_report_is_of_a_single_moderator_until_it_is_released(
        self, report: Report, mona: Moderator, nils: Moderator, sara: Moderator
    ) -> None:
        assert reports.claim_report(mona, report).claimed_by == mona.user
        assert reports.claim_report(mona, report).status == QueueStatus.CLAIMED
        assert refusal_code(reports.claim_report, nils, report) == "claimed_by_other"
        assert refusal_code(reports.decide_report, nils, report, "acted") == "not_claimed"
        assert refusal_code(reports.release_report, nils, report) == "not_claimed"
        reports.release_report(mona, report)
        reports.claim_report(nils, report)
        assert reports.release_report(sara, report).status == QueueStatus.OPEN

    def test_its_moderator_decides_it_once_and_the_history_is_stored(self, report: Report, mona: Moderator) -> None:
        assert refusal_code(reports.decide_report, mona, report, "acted") == "not_claimed"
        reports.claim_report(mona, report)
        assert refusal_code(reports.decide_report, mona, report, "shrug") == "bad_value"
        done = reports.decide_report(mona, report, "acted", "Thank you.")
        assert (done.status, done.outcome, done.note, done.decided_by) == ("decided", "acted", "Thank you.", mona.user)
        assert refusal_code(reports.decide_report, mona, report, "acted") == "already_decided"
        assert refusal_code(reports.claim_report, mona, report) == "already_decided"
        row: Any = Report.objects.get(pk=report.pk)
        history = list(row.history.order_by("history_id"))
        assert [version.status for version in history] == ["open", "claimed", "decided"]
        assert [version.history_user for version in history][1:] == [mona.user, mona.user]

    def test_people_concerned_cannot_claim_it(self, report: Report, ana: User, bram: User, cleo: User) -> None:
        for user in (ana, cleo):
            assert refusal_code(reports.claim_report, Moderator(user), report) == "not_permitted"
        player = staff("Otto")
        game = lobby.create_game(player, MatchOptions())
        lobby.join_game(game, bram)
        assert refusal_code(reports.claim_report, Moderator(player), filed(cleo, game)) == "plays_here"
        assert refusal_code(reports.claim_report, Moderator(player), filed(bram, game, "0")) == "own_account"

    def test_reports_of_game_and_person_are_related(self, report: Report, game: Game, bram: User, cleo: User) -> None:
        about_game = filed(cleo, game)
        second = lobby.create_game(bram, MatchOptions())
        about_person = filed(cleo, second, "0")
        assert list(reports.list_related_reports(report)) == [about_person, about_game]


class TestAppeals:
    @pytest.fixture
    def act(self, game: Game, mona: Moderator) -> Act:
        return award_win(mona, game, 1, WHY)

    def test_each_player_appeals_once_with_a_text(self, act: Act, ana: User, bram: User, cleo: User) -> None:
        for sender in (Sender(cleo), Sender()):
            assert refusal_code(appeals.file_appeal, act, sender, "Unfair.") == "not_concerned"
        assert refusal_code(appeals.file_appeal, act, Sender(ana), "\u200b") == "text_needed"
        assert appeals.file_appeal(act, Sender(ana), "Unfair.").person == ana
        assert appeals.file_appeal(act, Sender(bram), "Too kind.").person == bram
        assert refusal_code(appeals.file_appeal, act, Sender(ana), "Again.") == "already_appealed"

    def test_the_person_or_the_device_concerned_appeals(self, ana: User, bram: User, mona: Moderator) -> None:
        act = close_account(mona, ana, WHY)
        assert refusal_code(appeals.file_appeal, act, Sender(bram), "Good.") == "not_concerned"
        assert appeals.file_appeal(act, Sender(User.objects.get(pk=ana.pk)), "Please.").pk
        game, _, phone = two_phones()
        device = phone.at(game)
        act = remove_device(mona, game, device.pk, 1, WHY)
        assert appeals.file_appeal(act, Sender(device=device), "That was me.").device == device

    def test_another_permitted_moderator_decides(self, act: Act, ana: User, mona: Moderator, nils: Moderator) -> None:
        appeal = appeals.file_appeal(act, Sender(ana), "Unfair.")
        assert refusal_code(appeals.claim_appeal, mona, appeal) == "same_moderator"
        group = nils.user.groups.get()
        permission = group.permissions.get(codename="decide_appeal")
        group.permissions.remove(permission)
        for user in (ana, User.objects.get(pk=nils.user.pk)):
            assert refusal_code(appeals.claim_appeal, Moderator(user), appeal) == "not_permitted"
        group.permissions.add(permission)
        appeals.claim_appeal(nils, appeal)
        done = appeals.decide_appeal(nils, appeal, "granted", "You are right.")
        assert (done.status, done.outcome, done.note) == ("decided", "granted", "You are right.")
        assert undo_act(nils, act, WHY).undoes == act


class TestActs:
    def test_acts_are_neither_changed_nor_deleted_and_exported_in_order(
        self, game: Game, ana: User, mona: Moderator
    ) -> None:
        act = freeze_game(mona, game, WHY)
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
        mute_person(mona, ana, timezone.now() + timedelta(days=1), WHY)
        assert [(row["what"], row["who"], row["game"], row["person"]) for row in Act.objects.export()] == [
            ("freeze", "mona", game.code, None),
            ("mute", "mona", None, "ana"),
        ]

    def test_no_card_or_key_is_in_any_row(self, game: Game, ana: User, mona: Moderator, nils: Moderator) -> None:
        play_out(game, 8)
        state = state_of(game)
        reveal_cards(mona, game, WHY)
        award_win(nils, game, 0, WHY)
        report = filed(ana, game)
        reports.claim_report(mona, report)
        token = lobby.invite_token(game)
        judged = Entry.objects.filter(kind="judged").values_list("data", flat=True)
        kept = str([*Act.objects.values(), *Report.objects.values(), *judged, *_histories()])
        assert find_cards(kept, state.deck[:1]) == set()
        assert token not in kept
        assert "pbkdf2" not in kept
        assert "password" not in kept


class TestTexts:
    def test_stored_texts_are_plain(self, game: Game, ana: User, mona: Moderator) -> None:
        text = " ".join(NASTY)
        report = filed(ana, game, text=text + " x")
        act = freeze_game(mona, game, Justification(text + " x", text + " y"))
        for stored in (report.text, act.reason, act.message):
            assert stored == clean_text(stored)
            assert not set(stored) & set("\u202e\u200b\u2066\x00\x08")

    def test_cleaning_limits_blank_lines_accents_and_length(self) -> None:
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


def test_the_group_of_moderators_has_exactly_its_permissions(mona: Moderator) -> None:
    codes = set(mona.user.groups.get().permissions.values_list("codename", flat=True))
    assert {code for code in codes if not code.startswith(("act_", "view_"))} == {
        "decide_report",
        "decide_appeal",
        "export_acts",
        "write_personnote",
    }
    assert not {code for code in codes if code.startswith(("add_", "change_", "delete_"))}
    assert len([code for code in codes if code.startswith("act_")]) == 19


@pytest.fixture
def case(game: Game, ana: User) -> list[Report]:
    """Three people report Bram; Ana reports the game too, which is another case."""
    found = [filed(user, game, "1") for user in (ana, person("Dirk"), person("Edda"))]
    filed(ana, game, "game")
    return found


def now(rows: list[Report]) -> list[tuple[str, str]]:
    return [(row.status, row.outcome) for row in Report.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")]


def test_the_oldest_report_stands_for_the_case(case: list[Report]) -> None:
    heads = list(cases.filter_heads(Report.objects.order_by("pk")))
    assert [row.pk for row in heads] == [case[0].pk, case[-1].pk + 1]
    assert cases.list_numbers(heads)[case[0].pk] == [row.pk for row in case]


def test_claim_release_and_verdict_are_of_the_whole_case(case: list[Report], mona: Moderator, nils: Moderator) -> None:
    cases.claim_case(mona, case[0])
    cases.release_case(mona, case[2])
    assert now(case) == [("open", "")] * 3
    cases.claim_case(mona, case[1])
    assert refusal_code(cases.claim_case, nils, case[2]) == "claimed_by_other"
    cases.decide_case(mona, case[1], "acted", "Thank you.")
    assert now(case) == [("decided", "acted")] * 3
    assert {row.note for row in Report.objects.filter(status=QueueStatus.DECIDED)} == {"Thank you."}
    assert Report.objects.filter(status=QueueStatus.OPEN).count() == 1


def test_a_report_filed_after_the_page_was_read_stays_open(case: list[Report], mona: Moderator, game: Game) -> None:
    late = filed(person("Finn"), game, "1")
    cases.settle_case(mona, case[0], lambda: None, "unfounded", newest=case[-1].pk)
    assert now(case) == [("decided", "unfounded")] * 3
    late.refresh_from_db()
    assert late.outcome == ""


def test_a_refused_act_decides_nothing(case: list[Report], mona: Moderator, bram: User) -> None:
    def refuses() -> object:
        warn_person(mona, bram, WHY)
        raise Refusal("game_over")

    assert refusal_code(cases.settle_case, mona, case[0], refuses, "acted") == "game_over"
    bram.refresh_from_db()
    assert (now(case), bram.warned_at) == ([("open", "")] * 3, None)


def test_a_moderator_who_sent_a_report_cannot_claim_it(case: list[Report], mona: Moderator, game: Game) -> None:
    filed(mona.user, game, "1")
    assert refusal_code(cases.claim_case, mona, case[0]) == "own_account"
    assert now(case) == [("open", "")] * 3


def test_outcomes_of_reports_are_counted_by_sender(case: list[Report], mona: Moderator, ana: User, game: Game) -> None:
    cases.settle_case(mona, case[0], lambda: None, "acted")
    cases.settle_case(mona, filed(ana, game, "1"), lambda: None, "unfounded")
    assert reports.count_sender_outcomes([f"user:{ana.pk}"])[f"user:{ana.pk}"] == {"acted": 1, "unfounded": 1}


def test_a_read_mark_is_of_a_moderator_until_the_verdict(case: list[Report], mona: Moderator, nils: Moderator) -> None:
    numbers = [row.pk for row in case]
    for _ in range(2):
        queue.mark_read(mona.user, "report", numbers[:2])
    assert queue.list_unread(mona.user, "report", numbers) == {numbers[2]}
    assert queue.list_unread(nils.user, "report", numbers) == set(numbers)
    cases.settle_case(mona, case[0], lambda: None, "acted")
    assert not ReadMark.objects.exists()
