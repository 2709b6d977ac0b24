"""Acts through the pages: asked for, said back, done once, by those who may, and by POST alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games.admin.deeds import ON_ACTS, ON_GAMES, ON_PEOPLE
from games.models import Act, Game, User
from games.models.moderation import Category
from games.services.moderation import Judge, freeze
from games.services.online import lobby, play
from games.services.reports import reports
from games.services.reports.senders import Sender
from games.stories.online import Options
from tests.admin.desks import act_page, do, page
from tests.moderators import WHY
from tests.services.at_tables import Browser, table_of
from tests.services.companion_acts import card, does, two_phones
from tests.services.plays import code_of, match_of, state_of

pytestmark = pytest.mark.django_db

UNTIL = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")


class Target:
    """What an act is done to, made ready for it."""

    def __init__(self, game: Game, bram: User, mona: Judge) -> None:
        self.game, self.bram, self.mona = game, bram, mona
        self.phones: tuple[Browser, ...] = ()

    def make(self, kind: str) -> tuple[Model, dict[str, Any]]:
        """The row, and the fields of the form beside the words."""
        if kind in ("put_off", "correct", "strike"):
            return self._at_table(kind)
        if kind in ("change_result", "reopen"):
            play.resign(self.game, self.bram)
        if kind == "undo":
            return freeze(self.mona, self.game, WHY), {}
        if kind in ("rename", "warn", "mute", "suspend", "close", "end_sessions", "reset_link"):
            return self.bram, {"name": "Lily", "until": UNTIL}
        return self.game, {"winner": "1", "seat": "0", "name": "Lily", "to": "cleo"}

    def _at_table(self, kind: str) -> tuple[Model, dict[str, Any]]:
        game, ana, bram = two_phones()
        table = does(game, ana, card(1, 1, "revealed", "U5"))
        game.refresh_from_db()
        return game, {"device": bram.at(game).pk, "seat": "1", "number": table.version, "value": "G7"}


@pytest.fixture
def target(game: Game, bram: User, cleo: User, mona: Judge) -> Target:
    return Target(game, bram, mona)


KINDS = [deed.kind.value for deed in (*ON_GAMES, *ON_PEOPLE, *ON_ACTS)]


@pytest.mark.parametrize("kind", KINDS)
class TestEveryAct:
    def test_is_done_recorded_and_noted(self, kind: str, target: Target, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        answer = do(desk, row, kind, **fields)
        act = Act.objects.first()
        assert act is not None
        assert answer.status_code == (200 if kind in ("reveal", "reset_link") else 302), answer.content.decode()
        assert (Act.objects.count(), act.what, act.who.username) == (before + 1, kind, "mona")
        assert act.reason == "Both asked for it."
        note = LogEntry.objects.get()
        assert str(act.pk) in note.change_message
        assert "Both asked" not in note.change_message

    def test_looking_changes_nothing(self, kind: str, target: Target, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        asked = desk.get(act_page(row, kind), fields)
        looked = desk.post(act_page(row, kind), {"reason": "Why", "message": "Said", "step": "look", **fields})
        assert (asked.status_code, looked.status_code) == (200, 200)
        assert "What will happen:" in looked.content.decode()
        assert "desk-happens" in looked.content.decode()
        assert Act.objects.count() == before

    def test_takes_a_reason(self, kind: str, target: Target, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        assert do(desk, row, kind, **{**fields, "reason": " "}).status_code == 200
        assert do(desk, row, kind, **{**fields, "reason": "\u200b"}).status_code == 409
        assert Act.objects.count() == before

    def test_a_second_time_says_why_not(self, kind: str, target: Target, desk: Client) -> None:
        if kind in ("reveal", "reset_link", "correct", "warn", "end_sessions"):
            pytest.skip("may be done again: another look, link, warning or log-out, or a correction of the correction")
        row, fields = target.make(kind)
        do(desk, row, kind, **fields)
        count = Act.objects.count()
        if kind in ("mute", "suspend"):
            fields["until"] = UNTIL
        again = do(desk, row, kind, **fields)
        assert again.status_code == 409, again.content.decode()
        assert b"errorlist" in again.content
        assert Act.objects.count() == count

    def test_is_not_for_others(self, kind: str, target: Target, cleo_client: Client, bram_client: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        for client in (Client(), cleo_client, bram_client):
            assert do(client, row, kind, **fields).status_code in (302, 403)
            assert client.get(act_page(row, kind)).status_code in (302, 403)
        assert Act.objects.count() == before

    def test_takes_its_own_permission(self, kind: str, target: Target, mona: Judge, desk: Client) -> None:
        row, fields = target.make(kind)
        before = Act.objects.count()
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename=f"act_{kind}"))
        assert do(desk, row, kind, **fields).status_code == 403
        assert f"/act/{kind}/".encode() not in desk.get(page(row)).content
        assert Act.objects.count() == before

    def test_takes_the_forms_own_proof(self, kind: str, target: Target, mona: Judge) -> None:
        row, fields = target.make(kind)
        client = Client(enforce_csrf_checks=True)
        client.force_login(mona.user, backend="django.contrib.auth.backends.ModelBackend")
        assert do(client, row, kind, **fields).status_code == 403


class TestTheirOwnGames:
    @pytest.fixture
    def own(self, mona: Judge, bram: User) -> Game:
        game = lobby.create(mona.user, Options())
        lobby.join(game, bram)
        game.refresh_from_db()
        return game

    @pytest.mark.parametrize("kind", [deed.kind.value for deed in ON_GAMES])
    def test_nobody_judges_them(self, kind: str, own: Game, desk: Client) -> None:
        assert desk.get(act_page(own, kind)).status_code == 403
        answer = do(desk, own, kind, winner="0", seat="0", name="Lily", to="bram", number=1, value="G7", device=1)
        assert answer.status_code == 403
        assert "another moderator" in answer.content.decode()
        assert not Act.objects.exists()

    def test_their_story_is_not_told_while_they_play(self, own: Game, desk: Client, other_desk: Client) -> None:
        play.play(own.pk, *_next(own))
        told = desk.get(page(own)).content.decode()
        assert "desk-cards" not in told
        assert "/act/" not in told.replace("/games/act/", "")
        assert "desk-cards" in other_desk.get(page(own)).content.decode()

    def test_it_is_told_when_it_is_over(self, own: Game, bram: User, desk: Client) -> None:
        play.play(own.pk, *_next(own))
        play.resign(own, bram)
        assert "desk-cards" in desk.get(page(own)).content.decode()

    def test_nobody_acts_on_themselves_or_on_other_staff(self, mona: Judge, nils: Judge, desk: Client) -> None:
        for person in (mona.user, nils.user):
            assert do(desk, person, "mute", until=UNTIL).status_code == 403
        assert not Act.objects.exists()


class TestFormsAndReports:
    def test_an_act_keeps_the_report_that_led_to_it(self, game: Game, ana: User, desk: Client) -> None:
        report = reports.file(Sender(ana), game, "game", Category.ERROR, "It hangs.")
        assert (
            f'value="{report.pk}" selected'.encode()
            in desk.get(act_page(game, "freeze"), {"report": report.pk}).content
        )
        do(desk, game, "freeze", report=report.pk)
        assert Act.objects.get().report == report

    def test_a_report_of_something_else_is_refused(self, game: Game, cleo: User, bram: User, desk: Client) -> None:
        other = lobby.create(cleo, Options())
        report = reports.file(Sender(bram), other, "game", Category.ERROR, "It hangs.")
        assert do(desk, game, "freeze", report=report.pk).status_code == 200
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
    def test_what_makes_no_sense_is_refused(
        self, kind: str, fields: Mapping[str, str], game: Game, cleo: User, desk: Client
    ) -> None:
        assert do(desk, game, kind, **fields).status_code in (200, 404, 409)
        assert not Act.objects.exists()

    def test_the_past_is_refused(self, bram: User, desk: Client) -> None:
        assert do(desk, bram, "suspend", until="2020-01-01T10:00").status_code == 409

    def test_a_message_is_needed_where_people_read_it(self, bram: User, desk: Client) -> None:
        assert do(desk, bram, "suspend", until=UNTIL, message="").status_code == 200
        assert not Act.objects.exists()

    def test_the_confirmation_names_what_was_chosen(self, game: Game, desk: Client) -> None:
        answer = desk.post(act_page(game, "award"), {"winner": "1", "reason": "Why", "step": "look"})
        assert "Bram wins it" in answer.content.decode()


def _next(game: Game) -> tuple[int, str, int, str]:
    """The next legal card as ``play.play`` takes it."""
    state = state_of(game)
    assert state.to_play is not None
    sitter = match_of(game).sitters[state.to_play]
    assert sitter is not None
    return sitter.user_id, code_of(game), state.ply, f"p{state.ply}"


def test_a_corrected_table_shows_it(desk: Client) -> None:
    game, ana, _ = two_phones()
    table = does(game, ana, card(1, 1, "revealed", "U5"))
    assert do(desk, game, "correct", number=table.version, value="U6").status_code == 302
    assert str(table_of(game).record.phase_one[0].revealed) == "U6"
    told = desk.get(page(game)).content.decode()
    assert "<del>" in told
    assert "Undead 6" in told
