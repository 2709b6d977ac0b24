"""Paused games: their status on every page of the desk, the way to resume them, and the acts in force."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Act, Game, User
from games.models.moderation import Category
from games.services.moderation.games import award_win, change_result, freeze_game, reopen_game
from games.services.moderation.permissions import Moderator
from games.services.reports import reports
from games.services.reports.queue import Sender
from tests.admin.addresses import action_page, change_page, list_page, post_action
from tests.moderators import WHY

pytestmark = pytest.mark.django_db


@pytest.fixture
def reopened(game: Game, mona: Moderator) -> Act:
    """The pause of a game that was awarded, changed and reopened after it."""
    pause = freeze_game(mona, game, WHY)
    award_win(mona, game, 0, WHY)
    change_result(mona, game, 1, WHY)
    reopen_game(mona, game, WHY)
    game.refresh_from_db()
    return pause


def text(desk: Client, address: str) -> str:
    return desk.get(address).content.decode()


def test_a_reopened_game_that_is_still_paused_says_so_and_is_resumed(reopened: Act, game: Game, desk: Client) -> None:
    page = text(desk, change_page(game))
    assert "paused" in page
    assert "in progress" not in page
    assert f'href="{action_page(game, "freeze")}"' not in page
    assert f'href="{action_page(reopened, "undo")}"' in page
    assert "Resume game" in page
    assert "The pause ends" in text(desk, action_page(reopened, "undo"))
    assert post_action(desk, reopened, "undo")["Location"] == change_page(game)
    page = text(desk, change_page(game))
    assert "in progress" in page
    assert f'href="{action_page(game, "freeze")}"' in page


def test_lists_and_reports_show_that_a_game_is_paused(reopened: Act, game: Game, ana: User, desk: Client) -> None:
    report = reports.file_report(Sender(ana), game, "1", Category.OTHER, "x")
    for address in (list_page(Game), change_page(report), f"{list_page(type(report))}"):
        page = text(desk, address)
        assert "paused" in page
        assert "in progress</td>" not in page


def test_paused_games_are_a_status_of_their_own(reopened: Act, game: Game, desk: Client) -> None:
    def count() -> int:
        found = desk.get(f"{list_page(Game)}?status__exact=paused")
        return int(found.context["cl"].result_count)

    assert count() == 1
    post_action(desk, reopened, "undo")
    assert count() == 0


def test_a_form_of_an_action_lists_what_is_in_force(game: Game, mona: Moderator, desk: Client) -> None:
    freeze_game(mona, game, WHY)
    award_win(mona, game, 0, WHY)
    game.refresh_from_db()
    page = text(desk, action_page(game, "reopen"))
    in_force = page[page.index("acts-in-force") : page.index("action-form")]
    assert "Pause game" in in_force
    assert "Award win" in in_force


def test_an_act_whose_effect_was_replaced_offers_no_undo(game: Game, mona: Moderator, desk: Client) -> None:
    award = award_win(mona, game, 0, WHY)
    assert action_page(award, "undo") in text(desk, change_page(award))
    change_result(mona, game, 1, WHY)
    assert action_page(award, "undo") not in text(desk, change_page(award))


def test_who_may_not_undo_sees_the_acts_without_a_button(game: Game, mona: Moderator, desk: Client) -> None:
    freeze_game(mona, game, WHY)
    group = mona.user.groups.get()
    group.permissions.remove(group.permissions.get(codename="act_undo"))
    page = text(desk, change_page(game))
    assert "acts-in-force" in page
    assert "Resume game" not in page
