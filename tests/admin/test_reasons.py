"""The reason of an action: one text that people read and the log keeps, and the report behind the action."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from games.models import Act, Game, Report, User
from games.models.moderation import Category
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.reports import cases, reports
from games.services.reports.queue import Sender
from games.texts.moderation import REASONS
from tests.admin.addresses import action_page, change_page, post_action, queue_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(game: Game, ana: User) -> Report:
    return reports.file_report(Sender(ana), game, "1", Category.NAME, "His name.")


def test_the_form_has_one_text(bram: User, desk: Client) -> None:
    assert desk.get(action_page(bram, "warn")).content.decode().count("<textarea") == 1


def test_people_read_what_the_log_keeps(bram: User, desk: Client, bram_client: Client) -> None:
    post_action(desk, bram, "warn", reason="Don't count aloud.")
    bram.refresh_from_db()
    assert (Act.objects.get().reason, bram.moderation_message) == ("Don't count aloud.",) * 2
    assert "count aloud." in bram_client.get("/account/message/").content.decode()


def test_a_reason_is_shown_once_on_the_page_of_the_act(game: Game, desk: Client) -> None:
    post_action(desk, game, "freeze", reason="To look at it.")
    page = desk.get(change_page(Act.objects.get())).content.decode()
    assert page.partition('class="detail-columns"')[2].count("To look at it.") == 1


def test_an_earlier_message_that_differs_is_shown_too(game: Game, mona: Moderator, desk: Client) -> None:
    act = freeze_game(mona, game, Justification("Internal.", "We look at it."))
    page = desk.get(change_page(act)).content.decode()
    assert "Internal." in page
    assert "We look at it." in page


def test_a_prepared_reason_is_read_in_the_language_of_each_reader(bram: User, desk: Client) -> None:
    with override("nl"):
        dutch = gettext(REASONS["name"])
    assert dutch != REASONS["name"]
    page = desk.get(action_page(bram, "warn"), {"ready": "name"}, headers={"accept-language": "nl"}).content.decode()
    assert page.count(dutch) == 2  # In the field, and in the list to choose from.
    address = action_page(bram, "warn")
    desk.post(address, {"reason": dutch, "step": "do"}, headers={"accept-language": "nl"})
    assert Act.objects.get().reason == REASONS["name"]


def test_a_verdict_begins_with_the_reason_of_its_category(report: Report, desk: Client) -> None:
    page = desk.get(change_page(report)).content.decode()
    assert REASONS["name"] in page.partition('id="id_reason"')[2].partition("</textarea>")[0]
    desk.post(queue_page(report, "decide"), {"outcome": "warn", "reason": ""})
    assert not Act.objects.exists()
    desk.post(queue_page(report, "decide"), {"outcome": "warn", "reason": REASONS["name"]})
    act = Act.objects.get()
    assert (act.reason, act.message, act.report) == (REASONS["name"], REASONS["name"], report)


def test_an_action_is_linked_to_the_report_that_the_moderator_claimed(
    report: Report, bram: User, mona: Moderator, desk: Client
) -> None:
    hidden = f'<input type="hidden" name="report" value="{report.pk}"'
    assert hidden not in desk.get(action_page(bram, "warn")).content.decode()
    cases.claim_case(mona, report)
    page = desk.get(action_page(bram, "warn")).content.decode()
    assert hidden in page
    assert f"{report.pk} · Offensive name" in page
