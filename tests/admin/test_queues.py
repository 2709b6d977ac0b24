"""Queues of reports and appeals: claimed and decided by one moderator, appeals by another."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Report, User
from games.models.moderation import Category
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Moderator
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from tests.admin.addresses import list_page, queue_page
from tests.moderators import WHY

pytestmark = pytest.mark.django_db


class TestQueues:
    @pytest.fixture
    def report(self, game: Game, ana: User) -> Report:
        return reports.file_report(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")

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
