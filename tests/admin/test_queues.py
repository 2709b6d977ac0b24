"""Queues of reports and appeals: claimed and decided by one moderator, appeals by another."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin import site
from django.test import Client

from games.admin.reports import ReportAdmin
from games.models import Game, Report, User
from games.models.moderation import Category
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from tests.admin.addresses import change_page, list_page, queue_page
from tests.moderators import WHY
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(game: Game, ana: User) -> Report:
    return reports.file_report(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")


class TestQueues:
    def step(self, client: Client, report: Report, step: str, **fields: str) -> Report:
        client.post(queue_page(report, step), fields)
        report.refresh_from_db()
        return report

    def test_a_claimed_report_is_decided_by_its_moderator(
        self, report: Report, desk: Client, other_desk: Client
    ) -> None:
        assert self.step(desk, report, "claim").claimed_by is not None
        assert self.step(other_desk, report, "claim").claimed_by.username == "mona"  # type: ignore[union-attr]
        assert self.step(other_desk, report, "decide", outcome="acted").status == "claimed"
        assert self.step(other_desk, report, "release").status == "claimed"
        told = self.step(desk, report, "decide", outcome="acted", note="We spoke to him.")
        assert (told.status, told.outcome, told.note) == ("decided", "acted", "We spoke to him.")
        assert self.step(desk, report, "claim").status == "decided"

    def test_a_claimed_report_is_released(self, report: Report, desk: Client, top_desk: Client) -> None:
        self.step(desk, report, "claim")
        assert self.step(desk, report, "release").status == "open"
        self.step(desk, report, "claim")
        assert self.step(top_desk, report, "release").status == "open"

    def test_reports_are_claimed_in_bulk(
        self, report: Report, game: Game, bram: User, desk: Client, ana_client: Client
    ) -> None:
        other = reports.file_report(Sender(bram), game, "game", Category.ERROR, "It hangs.")
        data = {"action": "claim_chosen", "_selected_action": [report.pk, other.pk]}
        ana_client.post(list_page(Report), data)
        assert Report.objects.filter(status="open").count() == 2
        desk.post(list_page(Report), data)
        assert Report.objects.filter(status="claimed").count() == 2

    def test_open_reports_come_first(self, report: Report, game: Game, bram: User, desk: Client) -> None:
        second = reports.file_report(Sender(bram), game, "game", Category.ERROR, "It hangs.")
        self.step(desk, report, "claim")
        rows = [row.pk for row in desk.get(list_page(Report)).context["cl"].result_list]
        assert rows == [second.pk, report.pk]
        self.step(desk, report, "decide", outcome="unfounded")
        assert [row.pk for row in desk.get(list_page(Report)).context["cl"].result_list] == [second.pk]
        stage = desk.get(list_page(Report), {"stage": "decided"}).context["cl"].result_list
        assert [row.pk for row in stage] == [report.pk]

    def test_an_appeal_is_for_another_moderator(
        self, game: Game, bram: User, mona: Moderator, desk: Client, other_desk: Client
    ) -> None:
        appeal = appeals.file_appeal(freeze_game(mona, game, WHY), Sender(bram), "I did not.")
        desk.post(queue_page(appeal, "claim"))
        appeal.refresh_from_db()
        assert appeal.status == "open"
        other_desk.post(queue_page(appeal, "claim"))
        other_desk.post(queue_page(appeal, "decide"), {"outcome": "granted"})
        appeal.refresh_from_db()
        assert (appeal.status, appeal.outcome) == ("decided", "granted")

    def test_the_moderator_who_acted_is_offered_nothing(
        self, game: Game, bram: User, mona: Moderator, desk: Client, other_desk: Client
    ) -> None:
        appeal = appeals.file_appeal(freeze_game(mona, game, WHY), Sender(bram), "I did not.")
        for client, is_offered in ((desk, False), (other_desk, True)):
            page = client.get(change_page(appeal)).content.decode()
            assert (queue_page(appeal, "claim") in page) is is_offered
            assert ("another moderator has to decide the appeal" in page) is not is_offered

    @pytest.mark.parametrize(("outcome", "is_undone"), [("granted", False), ("undo", True)])
    def test_the_person_and_the_desk_read_whether_a_granted_appeal_undid_the_decision(
        self,
        outcome: str,
        is_undone: bool,
        game: Game,
        bram: User,
        mona: Moderator,
        other_desk: Client,
        bram_client: Client,
    ) -> None:
        act = freeze_game(mona, game, WHY)
        appeal = appeals.file_appeal(act, Sender(bram), "I did not.")
        assert "without undoing the action" in other_desk.get(change_page(appeal)).content.decode()
        other_desk.post(queue_page(appeal, "decide"), {"outcome": outcome})
        pages = [bram_client.get(f"/appeal/{act.pk}/"), *(other_desk.get(change_page(row)) for row in (appeal, act))]
        for page in (answer.content.decode() for answer in pages):
            assert "Appeal granted" in page
            assert ("decision was undone" in page, "decision was not undone" in page) == (is_undone, not is_undone)


def test_the_list_counts_the_reports_of_a_case_from_one(report: Report, game: Game, desk: Client) -> None:
    def count() -> str:
        (row,) = desk.get(list_page(Report)).context["cl"].result_list
        return str(ReportAdmin(Report, site).report_count(row))

    assert count() == "1"
    reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
    assert count() == "2"


def test_the_pager_of_the_queue_counts_cases(report: Report, game: Game, desk: Client) -> None:
    reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
    pages = [desk.get(list_page(Report), search).content.decode() for search in ({}, {"q": game.code})]
    pagers = [re.findall(r'class="paginator">(.*?)</p>', page, re.DOTALL)[-1].split() for page in pages]
    assert pagers == [["1", "case"], ["2", "reports"]]


def test_menu_desk_queue_and_lists_count_the_same_pending_reports(
    report: Report, game: Game, bram: User, desk: Client
) -> None:
    reports.file_report(Sender(person("Dirk")), game, "1", Category.OTHER, "Me too.")
    reports.file_report(Sender(person("Evi")), game, "game", Category.ERROR, "It hangs.")
    for _ in range(2):
        assert desk.get(list_page(Report)).context["cl"].result_count == 2
        assert "Moderation (2)" in desk.get("/").content.decode()
        assert "<b>2</b> pending reports" in desk.get("/admin/").content.decode()
        counts = [
            {row.pk: row.waiting for row in desk.get(list_page(model)).context["cl"].result_list}
            for model in (User, Game)
        ]
        assert (counts[0][bram.pk], counts[1][game.pk]) == (1, 2)
        desk.post(queue_page(report, "claim"))


def test_the_checkbox_that_selects_all_rows_has_a_name(report: Report, desk: Client) -> None:
    assert 'id="action-toggle" aria-label="Select all"' in desk.get(list_page(Report)).content.decode()
