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
from tests.people import person
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

    def test_one_open_report_for_a_target(self, game: Game, ana: User, bram: User, nils: Moderator) -> None:
        first = filed(ana, game)
        assert refusal_code(filed, ana, game) == "already_reported"
        filed(ana, game, "1")
        filed(bram, game)
        reports.claim_report(nils, first)
        assert refusal_code(filed, ana, game) == "already_reported"
        reports.decide_report(nils, first, "no_action", "It was fair.")
        assert filed(ana, game).pk

    def test_not_of_oneself_or_of_nobody(self, game: Game, ana: User) -> None:
        for target in ("0", "2", "", "cleo", "-1"):
            assert refusal_code(filed, ana, game, target) == "no_such_target"

    def test_says_something(self, game: Game, ana: User) -> None:
        assert refusal_code(filed, ana, game, "game", " \u200b\u202e\n") == "text_needed"
        assert refusal_code(reports.file_report, Sender(ana), game, "game", "weather", "x") == "bad_category"

    def test_a_device_without_an_account_may_report(self, db: None) -> None:
        game, ana, _bram = two_phones()
        report = reports.file_report(Sender(device=ana.at(game)), game, "1", "cheating", "Looks at my cards.")
        assert (report.reporter, report.person, report.seat) == (None, None, 1)
        assert (
            refusal_code(reports.file_report, Sender(device=ana.at(game)), game, "0", "other", "x") == "no_such_target"
        )

    def test_the_account_at_a_table_is_the_target(self, bram: User) -> None:
        ana, phone = browser(), browser(bram)
        game = opened(ana)
        join(phone, game, PlaceChoice.SECOND)
        assert reports.file_report(Sender(device=ana.at(game)), game, "1", "other", "x").person == bram


class TestTheQueue:
    @pytest.fixture
    def report(self, game: Game, ana: User) -> Report:
        return filed(ana, game, "1")

    def test_one_moderator_claims_it(self, report: Report, mona: Moderator, nils: Moderator) -> None:
        assert reports.claim_report(mona, report).claimed_by == mona.user
        assert reports.claim_report(mona, report).status == QueueStatus.CLAIMED
        assert refusal_code(reports.claim_report, nils, report) == "claimed_by_other"
        assert refusal_code(reports.decide_report, nils, report, "acted") == "not_claimed"
        assert refusal_code(reports.release_report, nils, report) == "not_claimed"

    def test_given_back_another_takes_it(
        self, report: Report, mona: Moderator, nils: Moderator, sara: Moderator
    ) -> None:
        reports.claim_report(mona, report)
        reports.release_report(mona, report)
        reports.claim_report(nils, report)
        assert reports.release_report(sara, report).status == QueueStatus.OPEN

    def test_decided_once_with_an_outcome(self, report: Report, mona: Moderator) -> None:
        assert refusal_code(reports.decide_report, mona, report, "acted") == "not_claimed"
        reports.claim_report(mona, report)
        assert refusal_code(reports.decide_report, mona, report, "shrug") == "bad_value"
        done = reports.decide_report(mona, report, "acted", "Thank you.")
        assert (done.status, done.outcome, done.note, done.decided_by) == ("decided", "acted", "Thank you.", mona.user)
        assert refusal_code(reports.decide_report, mona, report, "acted") == "already_decided"
        assert refusal_code(reports.claim_report, mona, report) == "already_decided"

    def test_not_by_players_or_those_concerned(self, report: Report, ana: User, cleo: User) -> None:
        for who in (ana, cleo):
            assert refusal_code(reports.claim_report, Moderator(who), report) == "not_permitted"

    def test_not_by_a_moderator_who_plays_or_reported(self, bram: User, cleo: User) -> None:
        player = staff("Otto")
        game = lobby.create_game(player, MatchOptions())
        lobby.join_game(game, bram)
        assert refusal_code(reports.claim_report, Moderator(player), filed(cleo, game)) == "plays_here"
        assert refusal_code(reports.claim_report, Moderator(player), filed(bram, game, "0")) == "own_account"

    def test_earlier_reports_are_in_sight(self, report: Report, game: Game, bram: User, cleo: User) -> None:
        about_game = filed(cleo, game)
        second = lobby.create_game(bram, MatchOptions())
        about_person = filed(cleo, second, "0")
        assert list(reports.list_related_reports(report)) == [about_person, about_game]

    def test_the_history_is_kept(self, report: Report, mona: Moderator) -> None:
        reports.claim_report(mona, report)
        reports.decide_report(mona, report, "acted")
        rows: Any = Report.objects.get(pk=report.pk)
        assert [row.status for row in rows.history.order_by("history_id")] == ["open", "claimed", "decided"]
        assert [row.history_user for row in rows.history.order_by("history_id")][1:] == [mona.user, mona.user]


class TestAppeals:
    @pytest.fixture
    def act(self, game: Game, mona: Moderator) -> Act:
        return award_win(mona, game, 1, WHY)

    def test_each_player_appeals_once(self, act: Act, ana: User, bram: User) -> None:
        assert appeals.file_appeal(act, Sender(ana), "Unfair.").person == ana
        assert appeals.file_appeal(act, Sender(bram), "Too kind.").person == bram
        assert refusal_code(appeals.file_appeal, act, Sender(ana), "Again.") == "already_appealed"

    def test_not_by_strangers_or_without_a_word(self, act: Act, ana: User, cleo: User) -> None:
        assert refusal_code(appeals.file_appeal, act, Sender(cleo), "Unfair.") == "not_concerned"
        assert refusal_code(appeals.file_appeal, act, Sender(), "Unfair.") == "not_concerned"
        assert refusal_code(appeals.file_appeal, act, Sender(ana), "\u200b") == "text_needed"

    def test_against_an_act_on_a_person_by_that_person(self, ana: User, bram: User, mona: Moderator) -> None:
        act = close_account(mona, ana, WHY)
        assert refusal_code(appeals.file_appeal, act, Sender(bram), "Good.") == "not_concerned"
        assert appeals.file_appeal(act, Sender(User.objects.get(pk=ana.pk)), "Please.").pk

    def test_a_device_that_was_put_off_may_appeal(self, mona: Moderator) -> None:
        game, _ana, bram = two_phones()
        device = bram.at(game)
        act = remove_device(mona, game, device.pk, 1, WHY)
        assert appeals.file_appeal(act, Sender(device=device), "That was me.").device == device

    def test_decided_by_another_moderator(self, act: Act, ana: User, mona: Moderator, nils: Moderator) -> None:
        appeal = appeals.file_appeal(act, Sender(ana), "Unfair.")
        assert refusal_code(appeals.claim_appeal, mona, appeal) == "same_moderator"
        appeals.claim_appeal(nils, appeal)
        done = appeals.decide_appeal(nils, appeal, "granted", "You are right.")
        assert (done.status, done.outcome, done.note) == ("decided", "granted", "You are right.")
        assert undo_act(nils, act, WHY).undoes == act

    def test_not_by_players_or_without_the_permission(self, act: Act, ana: User, nils: Moderator) -> None:
        appeal = appeals.file_appeal(act, Sender(ana), "Unfair.")
        assert refusal_code(appeals.claim_appeal, Moderator(ana), appeal) == "not_permitted"
        group = nils.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="decide_appeal"))
        assert (
            refusal_code(appeals.claim_appeal, Moderator(User.objects.get(pk=nils.user.pk)), appeal) == "not_permitted"
        )


class TestTheRecord:
    def test_acts_are_only_added(self, game: Game, mona: Moderator) -> None:
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

    def test_is_exported_in_order(self, game: Game, ana: User, mona: Moderator) -> None:
        freeze_game(mona, game, WHY)
        mute_person(mona, ana, timezone.now() + timedelta(days=1), WHY)
        rows = list(Act.objects.export())
        assert [(row["what"], row["who"], row["game"], row["person"]) for row in rows] == [
            ("freeze", "mona", game.code, None),
            ("mute", "mona", None, "ana"),
        ]

    def test_no_hand_deck_or_key_is_in_it_or_in_any_history(
        self, game: Game, ana: User, mona: Moderator, nils: Moderator
    ) -> None:
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


class TestInert:
    def test_texts_are_plain(self, game: Game, ana: User, mona: Moderator) -> None:
        text = " ".join(NASTY)
        report = filed(ana, game, text=text + " x")
        act = freeze_game(mona, game, Justification(text + " x", text + " y"))
        for kept in (report.text, act.reason, act.message):
            assert kept == clean_text(kept)
            assert not set(kept) & set("\u202e\u200b\u2066\x00\x08")

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


def test_the_group_has_exactly_what_it_needs(mona: Moderator) -> None:
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
    """Three people tell of Bram; one of them of the game too, which is another case."""
    told = [filed(one, game, "1") for one in (ana, person("Dirk"), person("Edda"))]
    filed(ana, game, "game")
    return told


def now(rows: list[Report]) -> list[tuple[str, str]]:
    return [(row.status, row.outcome) for row in Report.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")]


def test_the_oldest_report_stands_for_the_case(case: list[Report]) -> None:
    heads = list(cases.filter_heads(Report.objects.order_by("pk")))
    assert [row.pk for row in heads] == [case[0].pk, case[-1].pk + 1]
    assert cases.list_numbers(heads)[case[0].pk] == [row.pk for row in case]


def test_one_claim_and_one_verdict_hold_for_the_whole_case(
    case: list[Report], mona: Moderator, nils: Moderator
) -> None:
    cases.claim_case(mona, case[1])
    assert refusal_code(cases.claim_case, nils, case[2]) == "claimed_by_other"
    cases.decide_case(mona, case[1], "acted", "Thank you.")
    assert now(case) == [("decided", "acted")] * 3
    assert {row.note for row in Report.objects.filter(status=QueueStatus.DECIDED)} == {"Thank you."}
    assert Report.objects.filter(status=QueueStatus.OPEN).count() == 1


def test_the_whole_case_is_released(case: list[Report], mona: Moderator) -> None:
    cases.claim_case(mona, case[0])
    cases.release_case(mona, case[2])
    assert now(case) == [("open", "")] * 3


def test_a_report_that_came_in_later_stays_open(case: list[Report], mona: Moderator, game: Game) -> None:
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


def test_a_moderator_who_sent_one_report_does_not_claim_the_case(
    case: list[Report], mona: Moderator, game: Game
) -> None:
    filed(mona.user, game, "1")
    assert refusal_code(cases.claim_case, mona, case[0]) == "own_account"
    assert now(case) == [("open", "")] * 3


def test_how_the_reports_of_a_sender_ended(case: list[Report], mona: Moderator, ana: User, game: Game) -> None:
    cases.settle_case(mona, case[0], lambda: None, "acted")
    cases.settle_case(mona, filed(ana, game, "1"), lambda: None, "unfounded")
    assert reports.count_sender_outcomes([f"user:{ana.pk}"])[f"user:{ana.pk}"] == {"acted": 1, "unfounded": 1}


def test_a_mark_is_one_moderators_and_goes_with_the_verdict(
    case: list[Report], mona: Moderator, nils: Moderator
) -> None:
    numbers = [row.pk for row in case]
    for _ in range(2):
        queue.mark_read(mona.user, "report", numbers[:2])
    assert queue.list_unread(mona.user, "report", numbers) == {numbers[2]}
    assert queue.list_unread(nils.user, "report", numbers) == set(numbers)
    cases.settle_case(mona, case[0], lambda: None, "acted")
    assert not ReadMark.objects.exists()
