"""What people may do with what the site keeps about them: look, take along, and leave."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games import kept, limits
from games.models import Game, LoginSession, Result, User
from games.pages.people import rights
from games.rules.record import codes
from games.services import moderation
from games.services.moderation import Judge, Why
from games.services.online import lobby
from games.services.people import taking
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from games.store import log
from games.stories.leaver import NAMELESS
from games.stories.online import Options
from games.stories.story import Story
from tests.pages.taken import everything, packed, taken_along
from tests.people import PASSWORD, guest
from tests.services.at_tables import browser, opened
from tests.services.plays import match_of, play_at_once, play_out
from tests.services.test_results import confirm, scored

pytestmark = pytest.mark.django_db(transaction=True)
WHY = Why("A reason for moderators alone.", "A message for her.")


def proved(client: Client) -> Client:
    """A browser whose person has just typed the password once more."""
    answer = client.post("/account/reauthenticate/?next=/account/erase/", {"password": PASSWORD})
    assert answer["Location"] == "/account/erase/"
    return client


class TestTakingAlong:
    def test_everything_of_an_account(self, ana: User, bram: User, ana_client: Client, mona: Judge) -> None:
        EmailAddress.objects.create(user=ana, email="ana@example.org")
        over, running = (lobby.create(ana, Options(lead="creator")) for _ in range(2))
        for game in (over, running):
            lobby.join(game, bram)
        play_at_once(over)
        play_out(running, 3)
        table = opened(browser(ana))
        reports.file(Sender(ana), over, "1", "other", "He sings.")
        act = moderation.mute(mona, ana, timezone.now() + timedelta(days=1), WHY)
        appeals.lodge(act, Sender(ana), "I was quiet.")
        told = taken_along(ana_client)
        (me,) = told["people"]
        assert (me["display_name"], me["addresses"][0]["email"]) == ("Ana", "ana@example.org")
        assert [one["code"] for one in told["games"]] == [over.code, running.code, table.code]
        assert [one["record"] for one in told["games"]] == [{"file": "games.jsonl", "line": 1}, None, None]
        result = told["games"][0]["result"]
        assert result["sort"] == "people"
        # Which game it is, in which seat and against whom stands beside it.
        assert {one.name for one in Result._meta.fields} - result.keys() == {"id", "game", "seat", "user", "other"}
        assert told["games"][0]["names"] == ["Ana", "Bram"]
        assert [one["game"] for one in told["devices"]] == [table.code]
        assert [one["text"] for one in (*told["reports"], *told["appeals"])] == ["He sings.", "I was quiet."]
        assert [(one["what"], one["message"]) for one in told["acts"]] == [("mute", "A message for her.")]
        assert len(told["sessions"]) == 1

    def test_nothing_that_is_somebody_elses_or_opens_anything(
        self, ana: User, bram: User, game: Game, ana_client: Client, mona: Judge
    ) -> None:
        play_out(game, 3)
        reports.file(Sender(bram), game, "0", "other", "She sings.")
        moderation.rename(mona, ana, "Anna", Why("A reason for moderators alone."))
        moderation.undo(mona, moderation.freeze(mona, game, Why("Why it was stopped.")), Why("And went on."))
        moderation.reveal(mona, game, Why("A look at the cards."))
        told = everything(ana_client)
        state = match_of(game).state
        assert state is not None
        hidden = {str(card) for card in (*state.hands[1], *state.deck)}
        assert not hidden & set(re.findall(r'"([GKUDP]\d)"', told))
        secrets = [
            "She sings.",
            "A look at the cards.",
            "A reason for moderators alone.",
            "mona",
            User.objects.get(pk=ana.pk).password,
        ]
        assert [one for one in (*secrets, str(ana_client.session.session_key)) if one in told] == []
        assert "Why it was stopped." in told

    def test_the_records_of_games_are_those_that_commands_read(
        self, ana: User, bram: User, ana_client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        games = [lobby.create(ana, Options(lead="creator")) for _ in range(3)]
        for game in games:
            lobby.join(game, bram)
        for game in games[1:]:
            play_at_once(game)
        table, *phones = scored(ana, bram)
        confirm(table, *phones)
        packed(ana_client).extractall(tmp_path)
        call_command("replay", str(tmp_path / "games.jsonl"))
        call_command("score", str(tmp_path / "tables.jsonl"))
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        lines = (tmp_path / "games.jsonl").read_text().splitlines()
        assert [one["status"] for one in told[:2]] == ["finished", "finished"]
        assert [json.loads(line)["plays"] for line in lines] == [codes(match_of(game).plays) for game in games[1:]]
        assert len(told) == 3

    def test_it_is_sent_while_it_is_made(self, ana: User, bram: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(taking, "PART", 1)
        for _ in range(3):
            game = lobby.create(ana, Options())
            lobby.join(game, bram)
            play_at_once(game)
        read: list[int] = []

        def reads(game: Game) -> Story:
            read.append(game.pk)
            return log.load(game.pk)

        monkeypatch.setattr(log, "read", reads)
        next(taking.archive(ana))
        assert len(read) == 1

    def test_a_guest_and_the_account_that_was_one(self, ana: User, browser_of: Callable[[User], Client]) -> None:
        was = guest("Annie")
        assert [one["display_name"] for one in taken_along(browser_of(was))["people"]] == ["Annie"]
        was.account = ana
        was.save()
        assert [one["display_name"] for one in taken_along(browser_of(ana))["people"]] == ["Ana", "Annie"]

    def test_visitors_log_in_first(self, client: Client) -> None:
        for path in ("/account/data/", "/account/data/file/", "/account/erase/"):
            assert client.get(path)["Location"].startswith("/account/login/")

    def test_who_is_shut_out_may_still(self, ana: User, ana_client: Client, mona: Judge) -> None:
        moderation.suspend(mona, ana, timezone.now() + timedelta(days=1), WHY)
        ana_client.get("/account/message/")
        assert taken_along(ana_client)["people"][0]["display_name"] == "Ana"
        assert "/account/erase/" not in ana_client.get("/account/data/").content.decode()

    def test_not_all_day_long(self, ana_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "hit", lambda scope, key: scope != "export")
        assert ana_client.get("/account/data/file/").status_code == 429


class TestLeaving:
    def test_an_account_proves_itself_is_asked_once_and_is_gone(
        self, ana: User, game: Game, ana_client: Client, browser_of: Callable[[User], Client]
    ) -> None:
        play_out(game, 3)
        browser_of(ana)
        assert ana_client.post("/account/erase/", {"sure": "yes"})["Location"] == "/account/erase/"
        assert ana_client.get("/account/erase/")["Location"].startswith("/account/reauthenticate/")
        page = proved(ana_client).get("/account/erase/").content.decode()
        assert "You resign these games" in page
        assert game.code in page
        assert "Nobody can bring your account back" in page
        assert ana_client.post("/account/erase/").status_code == 200
        assert User.objects.get(pk=ana.pk).leaving_at is None
        assert ana_client.post("/account/erase/", {"sure": "yes"})["Location"] == "/"
        assert match_of(game).names == (NAMELESS, "Bram")
        assert (match_of(game).ending, match_of(game).winner) == ("resigned", 1)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()
        assert "You have left." in ana_client.get("/").content.decode()

    def test_a_guest_is_asked_once(self, browser_of: Callable[[User], Client]) -> None:
        client = browser_of(guest("Gita"))
        lobby.create(User.objects.get(), Options())
        assert "are called off" in client.get("/account/erase/").content.decode()
        assert client.post("/account/erase/", {"sure": "yes"})["Location"] == "/"
        assert Game.objects.get().names == f"{NAMELESS}\n"
        assert not client.get("/").wsgi_request.user.is_authenticated

    def test_many_games_are_for_the_night(
        self, browser_of: Callable[[User], Client], bram: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rights, "AT_ONCE", 1)
        gita = guest("Gita")
        for _ in range(2):
            lobby.create(gita, Options())
        browser_of(gita).post("/account/erase/", {"sure": "yes"})
        left = User.objects.get(pk=gita.pk)
        assert (left.erased_at, left.is_active, left.shown) == (None, False, NAMELESS)

    def test_nobody_leaves_a_suspension(self, ana: User, ana_client: Client, mona: Judge) -> None:
        proved(ana_client)
        moderation.suspend(mona, ana, timezone.now() + timedelta(days=1), WHY)
        ana_client.post("/account/erase/", {"sure": "yes"})
        assert User.objects.get(pk=ana.pk).leaving_at is None

    def test_nobody_has_the_name_for_a_while(self, ana: User, mona: Judge, ana_client: Client) -> None:
        proved(ana_client).post("/account/erase/", {"sure": "yes"})
        signup = {"username": "ANA", "password1": PASSWORD}
        assert Client().post("/account/signup/", signup).status_code == 200
        assert not User.objects.filter(username__iexact="ana").exists()
        assert Client().post("/account/signup/", {**signup, "username": "Anja"}).status_code == 302

    def test_a_moderators_name_is_nobodys_not_even_a_guests(
        self, mona: Judge, browser_of: Callable[[User], Client]
    ) -> None:
        proved(browser_of(mona.user)).post("/account/erase/", {"sure": "yes"})
        assert Client().post("/guest/", {"name": "M0na"}).status_code == 400
        assert Client().post("/guest/", {"name": "Nora"}).status_code == 302

    def test_old_log_ins_open_nothing(self, ana: User, ana_client: Client) -> None:
        other = Client()
        other.cookies = ana_client.cookies
        proved(ana_client).post("/account/erase/", {"sure": "yes"})
        assert not other.get("/").wsgi_request.user.is_authenticated
        login = Client().post("/account/login/", {"login": "ana", "password": PASSWORD})
        assert login.status_code == 200


def test_a_visit_says_once_a_day_that_somebody_was_here(ana_client: Client) -> None:
    ana_client.get("/rules/")
    session = ana_client.session
    session["prolonged"] -= 1
    session.save()
    LoginSession.objects.update(expire_date=timezone.now() + timedelta(days=3))
    ana_client.get("/rules/")
    ends = LoginSession.objects.get().expire_date
    assert ends > timezone.now() + kept.SESSION - timedelta(minutes=1)
    ana_client.get("/rules/")
    assert LoginSession.objects.get().expire_date == ends


@pytest.mark.parametrize("language", ["en", "nl", "id", "zh-hant"])
def test_the_page_about_privacy_states_the_limits(
    visitor: Client, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("SESSION", "GUEST", "INVITATION", "CODE", "DEVICE", "EVIDENCE", "NAME", "CASE", "WORDS", "CHALLENGE")
    # No whole weeks, which would be told as such.
    days = {name: 7 * (100 + number) + 1 for number, name in enumerate(names)}
    for name, count in days.items():
        monkeypatch.setattr(kept, name, timedelta(days=count))
    page = visitor.get("/privacy/", headers={"accept-language": language}).content.decode()
    assert [name for name, count in days.items() if str(count) not in page] == []


def test_every_page_leads_there(visitor: Client) -> None:
    assert 'href="/privacy/"' in visitor.get("/").content.decode()
