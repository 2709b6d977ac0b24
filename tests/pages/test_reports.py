"""Reporting, appealing, and being shut out, as people meet them in a browser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Appeal, Game, LoginSession, Report, User
from games.pages.people.barred import BY_THEMSELVES
from games.people.devices import COOKIE
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.online import lobby
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.stories.online import Options
from tests.moderators import WHY
from tests.pages.tables import opened
from tests.people import PASSWORD, guest
from tests.services.companion_acts import two_phones

JSON = {"Accept": "application/json"}
REPORT = {"target": "1", "category": "cheating", "text": "Looks at my cards."}

pytestmark = pytest.mark.django_db


def suspend(by: Judge, who: User, message: str = "Calm down.") -> None:
    moderation.suspend(by, who, timezone.now() + timedelta(days=1), Why("Shouting.", message))


class TestReporting:
    def test_a_player_chooses_and_writes(self, game: Game, ana_client: Client, ana: User) -> None:
        page = ana_client.get(f"/m/{game.code}/report/").content.decode()
        assert "Bram" in page
        answer = ana_client.post(f"/m/{game.code}/report/", REPORT)
        assert answer["Location"] == "/reports/"
        assert Report.objects.get().reporter == ana
        assert "Looks at my cards." in ana_client.get("/reports/").content.decode()

    def test_what_came_of_it_is_read_there(self, game: Game, ana: User, ana_client: Client, mona: Judge) -> None:
        report = reports.file(Sender(ana), game, "game", "other", "Odd.")
        assert "Received" in ana_client.get("/reports/").content.decode()
        reports.claim(mona, report)
        reports.decide(mona, report, "acted", "Thank you, Ana.")
        page = ana_client.get("/reports/").content.decode()
        assert "We acted on it" in page
        assert "Thank you, Ana." in page

    def test_nobody_else_reads_it(self, game: Game, ana: User, bram_client: Client) -> None:
        reports.file(Sender(ana), game, "game", "other", "Odd thing.")
        assert "Odd thing." not in bram_client.get("/reports/").content.decode()

    def test_a_watcher_without_a_name_chooses_one_first(self, game: Game, client: Client) -> None:
        assert client.get(f"/m/{game.code}/report/")["Location"] == f"/guest/?next=%2Fm%2F{game.code}%2Freport%2F"
        assert client.post(f"/m/{game.code}/report/", REPORT, headers=JSON).status_code == 403

    def test_a_program_may_look_at_the_form(self, game: Game, ana_client: Client) -> None:
        assert ana_client.get(f"/m/{game.code}/report/", headers=JSON).status_code == 200

    def test_a_second_one_is_refused_with_a_sentence(self, game: Game, ana_client: Client) -> None:
        ana_client.post(f"/m/{game.code}/report/", REPORT)
        answer = ana_client.post(f"/m/{game.code}/report/", REPORT, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "already_reported")

    @pytest.mark.parametrize("wrong", [{"text": ""}, {"target": "7"}, {"category": "x"}, {"text": "x" * 1001}])
    def test_what_is_missing_is_said(self, game: Game, ana_client: Client, wrong: dict[str, str]) -> None:
        assert ana_client.post(f"/m/{game.code}/report/", {**REPORT, **wrong}).status_code == 400
        assert not Report.objects.exists()

    def test_what_one_may_not_see_one_cannot_report(self, ana: User, bram: User, cleo_client: Client) -> None:
        closed = lobby.create(ana, Options(watch=False))
        lobby.join(closed, bram)
        private = lobby.create(ana, Options(listed=False))
        for code in (closed.code, private.code, "ABCDEFGH"):
            assert cleo_client.get(f"/m/{code}/report/").status_code == 404
            assert cleo_client.post(f"/m/{code}/report/", REPORT).status_code == 404

    def test_a_screen_without_a_seat_can_where_nobody_watches(self, ana_client: Client, cleo_client: Client) -> None:
        table = opened(ana_client, device="display", watch="")
        assert ana_client.get(f"/t/{table.code}/report/").status_code == 200
        assert cleo_client.get(f"/t/{table.code}/report/").status_code == 403

    def test_too_many_wait(self, game: Game, ana_client: Client) -> None:
        answers = [ana_client.post(f"/m/{game.code}/report/", REPORT).status_code for _ in range(6)]
        assert answers[-1] == 429

    def test_markup_is_shown_as_it_is(self, game: Game, ana_client: Client) -> None:
        ana_client.post(f"/m/{game.code}/report/", {**REPORT, "text": "<script>alert(1)</script>"})
        page = ana_client.get("/reports/").content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page

    def test_a_phone_at_a_table_reports_and_reads(self, client: Client) -> None:
        game, ana, _bram = two_phones()
        client.cookies[COOKIE] = ana.secret
        assert client.post(f"/t/{game.code}/report/", REPORT)["Location"] == "/reports/"
        assert Report.objects.get().device == ana.at(game)
        assert "Looks at my cards." in client.get("/reports/").content.decode()


class TestAppealing:
    def test_once_and_then_it_is_in_the_queue(self, game: Game, ana_client: Client, mona: Judge) -> None:
        act = moderation.award(mona, game, 1, WHY)
        page = ana_client.get(f"/appeal/{act.pk}/").content.decode()
        assert "gave this game to Bram" in page
        assert WHY.message in page
        ana_client.post(f"/appeal/{act.pk}/", {"text": "He left."})
        assert Appeal.objects.get().text == "He left."
        assert "in the queue" in ana_client.get(f"/appeal/{act.pk}/").content.decode()
        again = ana_client.post(f"/appeal/{act.pk}/", {"text": "Again."}, headers=JSON)
        assert again.json()["code"] == "already_appealed"

    def test_is_nobody_elses_business(self, game: Game, cleo_client: Client, client: Client, mona: Judge) -> None:
        act = moderation.award(mona, game, 1, WHY)
        for stranger in (cleo_client, client):
            assert stranger.get(f"/appeal/{act.pk}/").status_code == 404
            assert stranger.post(f"/appeal/{act.pk}/", {"text": "x"}).status_code == 404
        assert not Appeal.objects.exists()

    def test_what_came_of_it(self, game: Game, ana: User, ana_client: Client, mona: Judge, nils: Judge) -> None:
        act = moderation.award(mona, game, 1, WHY)
        appeal = appeals.lodge(act, Sender(ana), "He left.")
        appeals.claim(nils, appeal)
        appeals.decide(nils, appeal, "upheld", "He came back.")
        page = ana_client.get(f"/appeal/{act.pk}/").content.decode()
        assert "The decision stands" in page
        assert "He came back." in page

    def test_a_game_called_off_says_why(self, game: Game, ana_client: Client, mona: Judge) -> None:
        moderation.call_off(mona, game, WHY)
        page = ana_client.get(f"/m/{game.code}/").content.decode()
        assert WHY.message in page
        assert "/appeal/" in page

    def test_so_does_a_table_and_its_players_may_appeal(self, mona: Judge) -> None:
        host, stranger = Client(), Client()
        table = opened(host)
        moderation.call_off(mona, table, WHY)
        told = [client.get(f"/t/{table.code}/") for client in (host, stranger)]
        assert [answer.status_code for answer in told] == [200, 410]
        assert [WHY.message in answer.content.decode() for answer in told] == [True, True]
        assert ["/appeal/" in answer.content.decode() for answer in told] == [True, False]

    def test_where_nobody_may_watch_strangers_are_not_told_why(self, mona: Judge) -> None:
        host, stranger = Client(), Client()
        table = opened(host, watch="")
        moderation.call_off(mona, table, WHY)
        told = [client.get(f"/t/{table.code}/").content.decode() for client in (host, stranger)]
        assert [WHY.message in page for page in told] == [True, False]

    def test_an_award_keeps_the_cards_closed(self, game: Game, ana_client: Client, mona: Judge) -> None:
        moderation.award(mona, game, 1, WHY)
        assert ana_client.get(f"/m/{game.code}/record/", headers=JSON).status_code == 409


class TestShutOut:
    def test_an_open_page_leads_to_the_message(self, ana: User, ana_client: Client, mona: Judge) -> None:
        ana_client.get("/")
        suspend(mona, ana)
        assert ana_client.get("/")["Location"] == "/account/message/"
        page = ana_client.get("/account/message/").content.decode()
        assert "suspended" in page
        assert "Calm down." in page
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()

    @pytest.mark.parametrize("path", ["/account/login/", "/rules/", "/privacy/"])
    def test_what_they_may_need_stays_open(self, ana: User, ana_client: Client, path: str) -> None:
        User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert ana_client.get(path).get("Location") != "/account/message/"

    @pytest.mark.parametrize("path", BY_THEMSELVES)
    @pytest.mark.parametrize("ended", [True, False])
    def test_what_a_browser_asks_by_itself_does_not_spend_it(
        self, game: Game, ana: User, ana_client: Client, mona: Judge, path: str, ended: bool
    ) -> None:
        if ended:
            suspend(mona, ana)
        else:
            User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        kept = ana_client.cookies[settings.SESSION_COOKIE_NAME].value
        for _ in range(2):
            answer = ana_client.get(path)
            assert (answer.status_code, settings.SESSION_COOKIE_NAME in answer.cookies) == (200, False)
            seen = [game.code in one.content.decode() for one in (answer, Client().get(path))]
            assert seen in ([False, False], [True, True])
        assert ana_client.cookies[settings.SESSION_COOKIE_NAME].value == kept
        assert ana_client.get("/")["Location"] == "/account/message/"
        assert ana_client.get("/").status_code == 200

    def test_and_the_appeal_is_open(self, ana: User, ana_client: Client, mona: Judge) -> None:
        ana_client.get("/")
        suspend(mona, ana)
        ana_client.get("/")
        act = ana.acts_on.get()
        assert settings.BRAND in ana_client.get(f"/appeal/{act.pk}/").content.decode()
        ana_client.post(f"/appeal/{act.pk}/", {"text": "Sorry."})
        assert Appeal.objects.get().person == ana

    def test_logging_in_is_refused_with_the_message(self, ana: User, client: Client, mona: Judge) -> None:
        suspend(mona, ana)
        answer = client.post("/account/login/", {"login": "ana", "password": PASSWORD})
        assert answer["Location"] == "/account/message/"
        assert "_auth_user_id" not in client.session
        assert "Calm down." in client.get("/account/message/").content.decode()

    def test_a_wrong_password_tells_nothing(self, ana: User, client: Client, mona: Judge) -> None:
        suspend(mona, ana)
        answer = client.post("/account/login/", {"login": "ana", "password": "x"})
        assert answer.status_code == 200
        assert client.get("/account/message/")["Location"] == "/"

    def test_a_session_that_was_missed_opens_nothing(self, ana: User, ana_client: Client, mona: Judge) -> None:
        ana_client.get("/")
        User.objects.filter(pk=ana.pk).update(closed_at=timezone.now())
        answer = ana_client.post("/new/", {"who": "open", "lead": "random"}, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "account_closed")
        assert not Game.objects.exists()

    def test_nobody_comes_back_as_somebody_else_in_the_same_browser(
        self, ana: User, ana_client: Client, mona: Judge
    ) -> None:
        ana_client.get("/")
        suspend(mona, ana)
        ana_client.get("/")
        assert ana_client.post("/guest/", {"name": "Anonymous"})["Location"] == "/account/message/"
        assert not User.objects.filter(is_guest=True).exists()

    def test_a_guest_goes_on_when_it_is_over(
        self, mona: Judge, browser_of: Callable[[User], Client], invitation: Game
    ) -> None:
        gus = guest("Gus")
        browser = browser_of(gus)
        browser.get("/")
        suspend(mona, gus)
        browser.get("/")
        browser.post("/account/message/")
        assert "_auth_user_id" not in browser.session
        User.objects.filter(pk=gus.pk).update(suspended_until=timezone.now())
        assert browser.post("/account/message/")["Location"] == "/"
        assert browser.session["_auth_user_id"] == str(gus.pk)

    def test_an_account_does_not(self, ana: User, ana_client: Client, mona: Judge) -> None:
        ana_client.get("/")
        suspend(mona, ana)
        ana_client.get("/")
        User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now())
        ana_client.post("/account/message/")
        assert "_auth_user_id" not in ana_client.session

    def test_who_is_muted_is_told_on_every_page(self, ana: User, ana_client: Client, mona: Judge) -> None:
        moderation.mute(mona, ana, timezone.now() + timedelta(days=1), WHY)
        assert "/account/message/" in ana_client.get("/").content.decode()
        assert WHY.message in ana_client.get("/account/message/").content.decode()

    def test_nobody_else_has_a_message(self, bram_client: Client, client: Client) -> None:
        assert client.get("/account/message/")["Location"] == "/"
        assert "nothing to tell" in bram_client.get("/account/message/").content.decode()


def test_a_guest_who_logs_in_stays_the_same_person(ana: User, client: Client) -> None:
    client.post("/guest/", {"name": "Nobody"})
    client.post("/account/login/", {"login": "ana", "password": PASSWORD})
    assert ana.guests.get().display_name == "Nobody"
