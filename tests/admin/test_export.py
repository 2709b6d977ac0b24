"""The export of moderation actions: complete, in chunks, and harmless to spreadsheets."""

from __future__ import annotations

import csv
import io
import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient, Client

from games.admin import action_log
from games.admin.action_log import escape_cell
from games.models import Act, Game, User
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from tests.moderators import WHY

FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "＋1", "－1", "＠A", "  =1", "\n=1")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    assert escape_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Both asked", "a=b", "1+1", "", "“=”", "7"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    assert escape_cell(text) == text


@pytest.mark.django_db(transaction=True)
class TestFile:
    @pytest.fixture(autouse=True)
    def _small_pieces(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(action_log, "EXPORT_CHUNK", 2)

    @pytest.fixture
    def acts(self, game: Game, mona: Moderator, nils: Moderator) -> list[Act]:
        """Five acts, with words that a spreadsheet would reckon with."""
        first = freeze_game(mona, game, Justification("=HYPERLINK(1)", 'He said "no",\nthen left.'))
        undo_act(nils, first, WHY)
        second = freeze_game(mona, game, Justification("@again"))
        undo_act(nils, second, WHY)
        freeze_game(mona, game, Justification("Once more"))
        return list(Act.objects.order_by("pk"))

    def text(self, user: User, address: str) -> tuple[int, str, str]:
        async def read() -> tuple[int, str, str]:
            client = AsyncClient()
            await sync_to_async(client.force_login)(user, backend="django.contrib.auth.backends.ModelBackend")
            answer = await client.get(address)
            if not answer.streaming:
                return answer.status_code, answer.content.decode(), answer["Content-Type"]
            parts = [bytes(part) async for part in answer.streaming_content]  # type: ignore[attr-defined]
            assert len(parts) > 2
            return answer.status_code, b"".join(parts).decode(), answer["Content-Type"]

        return async_to_sync(read)()

    def test_csv(self, acts: list[Act], mona: Moderator) -> None:
        status, text, kind = self.text(mona.user, "/admin/games/act/export.csv")
        rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
        assert (status, kind) == (200, "text/csv; charset=utf-8")
        assert [row["act"] for row in rows] == [str(act.pk) for act in acts]
        assert rows[0]["reason"] == "'=HYPERLINK(1)"
        assert rows[0]["message"] == 'He said "no",\nthen left.'
        assert rows[0]["who"] == "mona"
        assert rows[1]["undoes"] == str(acts[0].pk)

    def test_json(self, acts: list[Act], mona: Moderator) -> None:
        _, text, kind = self.text(mona.user, "/admin/games/act/export.json")
        assert kind == "application/json; charset=utf-8"
        assert json.loads(text) == json.loads(json.dumps([act.row() for act in acts]))

    def test_search_and_filters(self, acts: list[Act], mona: Moderator) -> None:
        _, text, _ = self.text(mona.user, "/admin/games/act/export.json?what__exact=undo&q=asked")
        assert [row["what"] for row in json.loads(text)] == ["undo", "undo"]

    def test_takes_the_permission(self, acts: list[Act], mona: Moderator, ana: User, ana_client: Client) -> None:
        group = mona.user.groups.get()
        group.permissions.remove(group.permissions.get(codename="export_acts"))
        assert self.text(User.objects.get(pk=mona.user.pk), "/admin/games/act/export.csv")[0] == 403
        assert ana_client.get("/admin/games/act/export.csv").status_code == 302
        assert Client().get("/admin/games/act/export.json").status_code == 302

    def test_hidden_fields_and_unknown_formats_are_refused(self, acts: list[Act], mona: Moderator) -> None:
        assert self.text(mona.user, "/admin/games/act/export.csv?who__password__startswith=p")[0] == 400
        assert self.text(mona.user, "/admin/games/act/export.xml")[0] == 404
