"""Moderation actions through the pages: confirmed, recorded, and for those with the permission."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.admin.actions import GAME_ACTIONS, PERSON_ACTIONS, UNDO_ACTIONS
from games.admin.labels import describe_log_message
from games.models import Act, Game, User
from games.models.moderation import Category
from games.services.matches import lobby, play
from games.services.moderation.games import freeze_game
from games.services.moderation.people import warn_person
from games.services.moderation.permissions import Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import reports
from games.services.reports.queue import Sender
from games.state.match_state import MatchOptions
from tests.admin.addresses import action_page, change_page, list_page, post_action
from tests.moderators import WHY
from tests.services.companion.devices import Browser, table_of
from tests.services.companion.entries import card, does, two_phones
from tests.services.matches.games import code_of, match_of, state_of

pytestmark = pytest.mark.django_db
UNTIL = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")


class Target:
    """What an act is done to, made ready for it."""

    def __init__(self, game: Game, bram: User, mona: Moderator) -> None:
        self.game, self.bram, self.mona = game, bram, mona
        self.phones: tuple[Browser, ...] = ()

    def make(self, kind: str) -> tuple[Model, dict[str, Any]]:
        """The row, and the fields of the form beside the words."""
        if kind in ("put_off", "correct", "strike"):
            return self._at_table(kind)
        if kind in ("change_result", "reopen"):
            play.resign(self.game, self.bram)
        if kind == "undo":
            return freeze_game(self.mona, self.game, WHY), {}
        if kind in ("rename", "warn", "mute", "suspend", "close", "end_sessions", "reset_link"):
            return self.bram, {"name": "Lily", "until": UNTIL}
        return self.game, {"winner": "1", "seat": "0", "name": "Lily", "to": "cleo"}

    def _at_table(self, kind: str) -> tuple[Model, dict[str, Any]]:
        game, ana, bram = two_phones()
        table = does(game, ana, card(1, 1, "revealed", "U5"))
        game.refresh_from_db()
        return game, {"device": bram.at(game).pk, "seat": "1", "number": table.version, "value": "G7"}


@pytest.fixture
def target(game: Game, bram: User, cleo: User, mona: Moderator) -> Target:
    return Target(game, bram, mona)


KINDS = [deed.kind.value for deed in (*GAME_ACTIONS, *PERSON_ACTIONS, *UNDO_ACTIONS)]


@pytest.mark.parametrize("kind", KINDS)
class TestEveryAction:
    def test_is_done_and_recorded(self, kind: str, target: Target, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        answer = post_action(desk, row, kind, **fields)
        act = Act.objects.first()
        assert act is not None
        assert answer.status_code == (200 if kind in ("reveal", "reset_link") else 302), answer.content.decode()
        assert (Act.objects.count(), act.what, act.who.username) == (before + 1, kind, "mona")
        assert act.reason == "Both asked for it."
        note = LogEntry.objects.get()
        assert str(act.pk) in note.change_message
        assert "Both asked" not in note.change_message

    def test_the_preview_changes_nothing(self, kind: str, target: Target, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        asked = desk.get(action_page(row, kind), fields)
        looked = desk.post(action_page(row, kind), {"reason": "Why", "step": "look", **fields})
        assert (asked.status_code, looked.status_code) == (200, 200)
        assert "Effect:" in looked.content.decode()
        assert "action-effect" in looked.content.decode()
        assert Act.objects.count() == before

    def test_takes_its_permission(self, kind: str, target: Target, mona: Moderator, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{kind}"))
        assert post_action(desk, row, kind, **fields).status_code == 403
        assert f"/act/{kind}/".encode() not in desk.get(change_page(row)).content
        assert Act.objects.count() == before


class TestOwnGames:
    @pytest.fixture
    def own(self, mona: Moderator, bram: User) -> Game:
        game = lobby.create_game(mona.user, MatchOptions())
        lobby.join_game(game, bram)
        game.refresh_from_db()
        return game

    @pytest.mark.parametrize("kind", ["award", "freeze", "reveal"])
    def test_a_moderator_cannot_act_on_them(self, kind: str, own: Game, desk: Client) -> None:
        assert desk.get(action_page(own, kind)).status_code == 403
        answer = post_action(
            desk, own, kind, winner="0", seat="0", name="Lily", to="bram", number=1, value="G7", device=1
        )
        assert answer.status_code == 403
        assert "another moderator" in answer.content.decode()
        assert not Act.objects.exists()

    def test_are_hidden_while_they_run(self, own: Game, desk: Client, other_desk: Client) -> None:
        play.play_card(own.pk, *_next(own))
        told = desk.get(change_page(own)).content.decode()
        assert "card-list" not in told
        assert "/act/" not in told.replace("/games/act/", "")
        assert "card-list" in other_desk.get(change_page(own)).content.decode()

    def test_are_shown_once_they_are_over(self, own: Game, bram: User, desk: Client) -> None:
        play.play_card(own.pk, *_next(own))
        play.resign(own, bram)
        assert "card-list" in desk.get(change_page(own)).content.decode()

    def test_a_moderator_cannot_act_on_staff(self, mona: Moderator, nils: Moderator, desk: Client) -> None:
        for person in (mona.user, nils.user):
            assert post_action(desk, person, "mute", until=UNTIL).status_code == 403
        assert not Act.objects.exists()


class TestFormsAndReports:
    def test_an_action_keeps_its_report(self, game: Game, ana: User, desk: Client) -> None:
        report = reports.file_report(Sender(ana), game, "game", Category.ERROR, "It hangs.")
        assert (
            f'<input type="hidden" name="report" value="{report.pk}"'.encode()
            in desk.get(action_page(game, "freeze"), {"report": report.pk}).content
        )
        post_action(desk, game, "freeze", report=report.pk)
        assert Act.objects.get().report == report

    def test_a_report_of_another_game_is_refused(self, game: Game, cleo: User, bram: User, desk: Client) -> None:
        other = lobby.create_game(cleo, MatchOptions())
        report = reports.file_report(Sender(bram), other, "game", Category.ERROR, "It hangs.")
        assert post_action(desk, game, "freeze", report=report.pk).status_code == 200
        assert not Act.objects.exists()

    @pytest.mark.parametrize(
        ("kind", "fields"),
        [
            ("award", {"winner": "2"}),
            ("award", {}),
            ("rename_seat", {"seat": "0", "name": "Moderator"}),
            ("rename_seat", {"seat": "x", "name": "Lily"}),
            ("give_back", {"seat": "0", "to": "nobody-at-all"}),
            ("change_result", {"winner": "1"}),
            ("correct", {"number": "1", "value": "G7"}),
            ("put_off", {"device": "1", "seat": "0"}),
            ("no_such_act", {}),
            ("mute", {"until": UNTIL}),
        ],
    )
    def test_an_invalid_form_is_refused(
        self, kind: str, fields: Mapping[str, str], game: Game, cleo: User, desk: Client
    ) -> None:
        assert post_action(desk, game, kind, **fields).status_code in (200, 404, 409)
        assert not Act.objects.exists()


def _next(game: Game) -> tuple[int, str, int, str]:
    """The next legal card as ``play.play`` takes it."""
    state = state_of(game)
    assert state.to_play is not None
    occupant = match_of(game).occupants[state.to_play]
    assert occupant is not None
    return occupant.user_id, code_of(game), state.ply, f"p{state.ply}"


def test_a_correction_is_shown(desk: Client) -> None:
    game, ana, _ = two_phones()
    table = does(game, ana, card(1, 1, "revealed", "U5"))
    assert post_action(desk, game, "correct", number=table.version, value="U6").status_code == 302
    assert str(table_of(game).record.phase_one[0].revealed) == "U6"
    told = desk.get(change_page(game)).content.decode()
    assert "<del>" in told
    assert "Undead 6" in told


def test_the_admin_log_names_actions_in_words(game: Game, desk: Client) -> None:
    post_action(desk, game, "call_off")
    act = Act.objects.get()
    history = reverse("admin:games_game_history", args=[game.pk])
    for address in ("/admin/", history):
        assert f"Cancel game (action {act.pk})" in desk.get(address).content.decode()


def test_the_admin_log_names_rows_and_values_in_words(game: Game, mona: Moderator, desk: Client) -> None:
    pause = freeze_game(mona, game, WHY)
    post_action(desk, pause, "undo")
    assert f"Action {pause.pk}</bdi>" in desk.get("/admin/").content.decode()
    table, ana, _ = two_phones()
    version = does(table, ana, card(1, 1, "revealed", "U5")).version
    post_action(desk, table, "correct", number=version, value="U6")
    assert "value: <bdi>Undead 6</bdi>" in desk.get(change_page(Act.objects.all()[0])).content.decode()


def test_an_undo_names_the_action_that_it_undoes(game: Game, bram: User, mona: Moderator, desk: Client) -> None:
    pause, warning = freeze_game(mona, game, WHY), warn_person(mona, bram, WHY)
    for act, target, words in ((pause, game, "Undo: Pause game"), (warning, bram, "Undo: Warn")):
        undo = undo_act(mona, act, WHY)
        for address in (change_page(target), f"{list_page(Act)}", change_page(undo)):
            assert words in desk.get(address).content.decode(), address
        page = desk.get(change_page(undo)).content.decode()
        assert page.count("Undoes") + page.count("undoes") == 1


def test_the_history_shows_times_in_the_zone_of_the_reader(game: Game, desk: Client) -> None:
    post_action(desk, game, "freeze")
    page = desk.get(reverse("admin:games_game_history", args=[game.pk])).content.decode()
    assert f'<time datetime="{LogEntry.objects.get().action_time:%Y-%m-%dT%H:%M:%S}' in page


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("decide · 8", "Decide (action 8)"),
        ("decide", "Decide"),
        ("award · 3?", "Award win (proposed)"),
        ("turn-down · 3", "Decline proposed action"),
        ("Changed name.", "Changed name."),
    ],
)
def test_a_message_of_the_admin_log_in_words(message: str, words: str) -> None:
    assert describe_log_message(message) == words
