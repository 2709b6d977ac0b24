"""Reports and appeals by players."""

from __future__ import annotations

import pytest
from django.test import Client

from games.accounts.device_cookie import COOKIE
from games.models import Appeal, Game, Report, User
from games.services.matches import lobby
from games.services.moderation.games import award_win, cancel_game
from games.services.moderation.permissions import Moderator
from games.services.reports import appeals, reports
from games.state.match_state import MatchOptions
from tests.moderators import WHY
from tests.people import PASSWORD
from tests.services.companion.entries import two_phones
from tests.views.tables import open_table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
REPORT = {"target": "1", "category": "cheating", "text": "Looks at my cards."}


class TestReporting:
    def test_a_player_reports_the_opponent_and_reads_the_outcome(
        self, game: Game, ana: User, ana_client: Client, mona: Moderator
    ) -> None:
        assert "Bram" in ana_client.get(f"/m/{game.code}/report/").content.decode()
        assert ana_client.post(f"/m/{game.code}/report/", REPORT)["Location"] == "/reports/"
        report = Report.objects.get()
        assert report.reporter == ana
        page = ana_client.get("/reports/").content.decode()
        assert "Looks at my cards." in page
        assert "Received" in page
        reports.claim_report(mona, report)
        reports.decide_report(mona, report, "acted", "Thank you, Ana.")
        page = ana_client.get("/reports/").content.decode()
        assert "Action taken" in page
        assert "Thank you, Ana." in page

    def test_nobody_is_offered_to_report_themself(self, game: Game, ana_client: Client, cleo_client: Client) -> None:
        offered = 'name="target" value="{}"'
        page = ana_client.get(f"/m/{game.code}/report/").content.decode()
        assert (offered.format(0) in page, offered.format(1) in page) == (False, True)
        page = cleo_client.get(f"/m/{game.code}/report/").content.decode()
        assert (offered.format(0) in page, offered.format(1) in page) == (True, True)

    def test_a_repetition_is_refused_and_soon_limited(self, game: Game, ana_client: Client) -> None:
        answers = [ana_client.post(f"/m/{game.code}/report/", REPORT, headers=JSON) for _ in range(6)]
        assert [answer.status_code for answer in answers[::5]] == [200, 429]
        assert answers[1].json()["code"] == "already_reported"

    @pytest.mark.parametrize("wrong", [{"text": ""}, {"target": "7"}, {"category": "x"}, {"text": "x" * 1001}])
    def test_an_invalid_form_is_shown_again(self, game: Game, ana_client: Client, wrong: dict[str, str]) -> None:
        assert ana_client.post(f"/m/{game.code}/report/", {**REPORT, **wrong}).status_code == 400
        assert not Report.objects.exists()

    def test_a_private_game_is_a_404(self, ana: User, bram: User, cleo_client: Client) -> None:
        closed = lobby.create_game(ana, MatchOptions(watch=False))
        lobby.join_game(closed, bram)
        private = lobby.create_game(ana, MatchOptions(listed=False))
        for code in (closed.code, private.code, "ABCDEFGH"):
            assert cleo_client.get(f"/m/{code}/report/").status_code == 404
            assert cleo_client.post(f"/m/{code}/report/", REPORT).status_code == 404

    def test_a_display_reports_a_table_without_watchers(self, ana_client: Client, cleo_client: Client) -> None:
        table = open_table(ana_client, device="display", watch="")
        assert ana_client.get(f"/t/{table.code}/report/").status_code == 200
        assert cleo_client.get(f"/t/{table.code}/report/").status_code == 403

    def test_a_device_at_a_table_reports(self, client: Client) -> None:
        game, ana, _bram = two_phones()
        client.cookies[COOKIE] = ana.secret
        assert client.post(f"/t/{game.code}/report/", REPORT)["Location"] == "/reports/"
        assert Report.objects.get().device == ana.at(game)
        assert "Looks at my cards." in client.get("/reports/").content.decode()


class TestAppealing:
    def test_is_made_once_and_shows_its_outcome(
        self, game: Game, ana_client: Client, mona: Moderator, nils: Moderator
    ) -> None:
        act = award_win(mona, game, 1, WHY)
        page = ana_client.get(f"/appeal/{act.pk}/").content.decode()
        assert "awarded the win to Bram" in page
        assert WHY.message in page
        ana_client.post(f"/appeal/{act.pk}/", {"text": "He left."})
        appeal = Appeal.objects.get()
        assert appeal.text == "He left."
        assert "Pending." in ana_client.get(f"/appeal/{act.pk}/").content.decode()
        again = ana_client.post(f"/appeal/{act.pk}/", {"text": "Again."}, headers=JSON)
        assert again.json()["code"] == "already_appealed"
        appeals.claim_appeal(nils, appeal)
        appeals.decide_appeal(nils, appeal, "upheld", "He came back.")
        page = ana_client.get(f"/appeal/{act.pk}/").content.decode()
        assert "Decision upheld" in page
        assert "He came back." in page

    def test_is_for_the_people_concerned(
        self, game: Game, cleo_client: Client, client: Client, mona: Moderator
    ) -> None:
        act = award_win(mona, game, 1, WHY)
        for stranger in (cleo_client, client):
            assert stranger.get(f"/appeal/{act.pk}/").status_code == 404
            assert stranger.post(f"/appeal/{act.pk}/", {"text": "x"}).status_code == 404
        assert not Appeal.objects.exists()

    def test_a_cancelled_game_shows_the_reason_to_its_players(
        self, game: Game, ana_client: Client, mona: Moderator
    ) -> None:
        host, stranger = Client(), Client()
        table = open_table(host, watch="")
        for cancelled in (game, table):
            cancel_game(mona, cancelled, WHY)
        page = ana_client.get(f"/m/{game.code}/").content.decode()
        assert WHY.message in page
        assert "/appeal/" in page
        pages = [client.get(f"/t/{table.code}/").content.decode() for client in (host, stranger)]
        assert [WHY.message in page for page in pages] == [True, False]


def test_a_guest_who_logs_in_stays_the_same_person(ana: User, client: Client) -> None:
    client.post("/guest/", {"name": "Nobody"})
    client.post("/account/login/", {"login": "ana", "password": PASSWORD})
    assert ana.guests.get().display_name == "Nobody"
