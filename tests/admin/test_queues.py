"""The queues of the desk: claimed by one, decided by the same, appeals by another moderator; by POST alone."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Report, User
from games.models.moderation import Category
from games.services.moderation import Judge, freeze
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from tests.admin.desks import listing, page, queue_page
from tests.moderators import WHY

pytestmark = pytest.mark.django_db


class TestQueues:
    @pytest.fixture
    def report(self, game: Game, ana: User) -> Report:
        return reports.file(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")

    def step(self, client: Client, report: Report, step: str, **fields: str) -> Report:
        client.post(queue_page(report, step), fields)
        report.refresh_from_db()
        return report

    def test_claimed_by_one_and_decided_by_the_same(self, report: Report, desk: Client, other_desk: Client) -> None:
        assert self.step(desk, report, "claim").claimed_by is not None
        assert self.step(other_desk, report, "claim").claimed_by.username == "mona"  # type: ignore[union-attr]
        assert self.step(other_desk, report, "decide", outcome="acted").status == "claimed"
        assert self.step(other_desk, report, "release").status == "claimed"
        told = self.step(desk, report, "decide", outcome="acted", note="We spoke to him.")
        assert (told.status, told.outcome, told.note) == ("decided", "acted", "We spoke to him.")
        assert self.step(desk, report, "claim").status == "decided"

    def test_given_back(self, report: Report, desk: Client, top_desk: Client) -> None:
        self.step(desk, report, "claim")
        assert self.step(desk, report, "release").status == "open"
        self.step(desk, report, "claim")
        assert self.step(top_desk, report, "release").status == "open"

    def test_get_changes_nothing(self, report: Report, desk: Client) -> None:
        for step in ("claim", "release", "decide"):
            assert desk.get(queue_page(report, step)).status_code == 302
        report.refresh_from_db()
        assert report.status == "open"

    def test_not_for_others(self, report: Report, ana_client: Client, cleo_client: Client) -> None:
        for client in (Client(), ana_client, cleo_client):
            assert self.step(client, report, "claim").status == "open"

    def test_not_by_whom_it_concerns(
        self, game: Game, bram: User, bram_client: Client, report: Report, mona: Judge
    ) -> None:
        bram.is_staff = True
        bram.save()
        bram.groups.set(mona.user.groups.all())
        assert self.step(bram_client, report, "claim").status == "open"

    def test_claimed_in_bulk(self, report: Report, game: Game, bram: User, desk: Client, ana_client: Client) -> None:
        other = reports.file(Sender(bram), game, "game", Category.ERROR, "It hangs.")
        data = {"action": "claim_chosen", "_selected_action": [report.pk, other.pk]}
        ana_client.post(listing(Report), data)
        assert Report.objects.filter(status="open").count() == 2
        desk.post(listing(Report), data)
        assert Report.objects.filter(status="claimed").count() == 2

    def test_earlier_ones_are_in_sight(self, report: Report, game: Game, bram: User, desk: Client) -> None:
        later = reports.file(Sender(bram), game, "game", Category.ERROR, "It hangs badly.")
        assert "He counts aloud." in desk.get(page(later)).content.decode()

    def test_what_waits_comes_first_and_alone(self, report: Report, game: Game, bram: User, desk: Client) -> None:
        second = reports.file(Sender(bram), game, "game", Category.ERROR, "It hangs.")
        self.step(desk, report, "claim")
        rows = [row.pk for row in desk.get(listing(Report)).context["cl"].result_list]
        assert rows == [second.pk, report.pk]
        self.step(desk, report, "decide", outcome="unfounded")
        assert [row.pk for row in desk.get(listing(Report)).context["cl"].result_list] == [second.pk]
        stage = desk.get(listing(Report), {"stage": "decided"}).context["cl"].result_list
        assert [row.pk for row in stage] == [report.pk]

    def test_an_appeal_is_for_another_moderator(
        self, game: Game, bram: User, mona: Judge, desk: Client, other_desk: Client
    ) -> None:
        appeal = appeals.lodge(freeze(mona, game, WHY), Sender(bram), "I did not.")
        desk.post(queue_page(appeal, "claim"))
        appeal.refresh_from_db()
        assert appeal.status == "open"
        other_desk.post(queue_page(appeal, "claim"))
        other_desk.post(queue_page(appeal, "decide"), {"outcome": "granted"})
        appeal.refresh_from_db()
        assert (appeal.status, appeal.outcome) == ("decided", "granted")
