"""Rights to personal data: export, erasure and the privacy page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games import retention_periods
from games.models import Game, LoginSession, Result, User
from games.services.matches import lobby
from games.services.moderation.games import freeze_game, reveal_cards
from games.services.moderation.people import mute_person, rename_person, suspend_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.state.erasure import ERASED_NAME
from games.state.match_state import MatchOptions
from tests.people import PASSWORD
from tests.services.companion.devices import browser, opened
from tests.services.matches.games import match_of, play_at_once, play_out, state_of
from tests.views.profiles import archive_text, exported_data

pytestmark = pytest.mark.django_db(transaction=True)
WHY = Justification("A reason for moderators alone.", "A message for her.")


def reauthenticated(client: Client) -> Client:
    """Type the password once more in this browser."""
    answer = client.post("/account/reauthenticate/?next=/account/erase/", {"password": PASSWORD})
    assert answer["Location"] == "/account/erase/"
    return client


class TestDataExport:
    def test_has_all_data_of_an_account(self, ana: User, bram: User, ana_client: Client, mona: Moderator) -> None:
        EmailAddress.objects.create(user=ana, email="ana@example.org")
        over, running = (lobby.create_game(ana, MatchOptions(lead="creator")) for _ in range(2))
        for game in (over, running):
            lobby.join_game(game, bram)
        play_at_once(over)
        play_out(running, 3)
        table = opened(browser(ana))
        reports.file_report(Sender(ana), over, "1", "other", "He sings.")
        act = mute_person(mona, ana, timezone.now() + timedelta(days=1), WHY)
        appeals.file_appeal(act, Sender(ana), "I was quiet.")
        data = exported_data(ana_client)
        (me,) = data["people"]
        assert (me["display_name"], me["addresses"][0]["email"]) == ("Ana", "ana@example.org")
        assert [row["code"] for row in data["games"]] == [over.code, running.code, table.code]
        assert [row["record"] for row in data["games"]] == [{"file": "games.jsonl", "line": 1}, None, None]
        result = data["games"][0]["result"]
        assert result["sort"] == "people"
        # Game, seat and opponent are fields of the row that has the result.
        assert {field.name for field in Result._meta.fields} - result.keys() == {"id", "game", "seat", "user", "other"}
        assert data["games"][0]["names"] == ["Ana", "Bram"]
        assert [row["game"] for row in data["devices"]] == [table.code]
        assert [row["text"] for row in (*data["reports"], *data["appeals"])] == ["He sings.", "I was quiet."]
        assert [(row["what"], row["message"]) for row in data["acts"]] == [("mute", "A message for her.")]
        assert len(data["sessions"]) == 1

    def test_has_no_data_of_others_and_no_secret(
        self, ana: User, bram: User, game: Game, ana_client: Client, mona: Moderator
    ) -> None:
        play_out(game, 3)
        reports.file_report(Sender(bram), game, "0", "other", "She sings.")
        rename_person(mona, ana, "Anna", Justification("A reason for moderators alone."))
        undo_act(mona, freeze_game(mona, game, Justification("Why it was stopped.")), Justification("And went on."))
        reveal_cards(mona, game, Justification("A look at the cards."))
        text, state = archive_text(ana_client), state_of(game)
        hidden = {str(card) for card in (*state.hands[1], *state.deck)}
        assert not hidden & set(re.findall(r'"([GKUDP]\d)"', text))
        secrets = ["She sings.", "A look at the cards.", "A reason for moderators alone.", "mona"]
        secrets += [User.objects.get(pk=ana.pk).password, str(ana_client.session.session_key)]
        assert [secret for secret in secrets if secret in text] == []
        assert "Why it was stopped." in text

    def test_is_open_to_a_suspended_user(self, ana: User, ana_client: Client, mona: Moderator) -> None:
        suspend_person(mona, ana, timezone.now() + timedelta(days=1), WHY)
        ana_client.get("/account/message/")
        assert exported_data(ana_client)["people"][0]["display_name"] == "Ana"
        assert "/account/erase/" not in ana_client.get("/account/data/").content.decode()


class TestErasure:
    def test_takes_the_password_and_a_confirmation(
        self, ana: User, game: Game, ana_client: Client, browser_of: Callable[[User], Client]
    ) -> None:
        play_out(game, 3)
        browser_of(ana)
        assert ana_client.post("/account/erase/", {"sure": "yes"})["Location"] == "/account/erase/"
        assert ana_client.get("/account/erase/")["Location"].startswith("/account/reauthenticate/")
        page = reauthenticated(ana_client).get("/account/erase/").content.decode()
        assert "resign these games" in page
        assert game.code in page
        assert "be undone, not even by the people" in page
        assert ana_client.post("/account/erase/").status_code == 200
        assert User.objects.get(pk=ana.pk).leaving_at is None
        assert ana_client.post("/account/erase/", {"sure": "yes"})["Location"] == "/"
        assert match_of(game).names == (ERASED_NAME, "Bram")
        assert (match_of(game).ending, match_of(game).winner) == ("resigned", 1)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()
        assert "Your data was deleted." in ana_client.get("/").content.decode()

    def test_ends_all_sessions(self, ana: User, ana_client: Client) -> None:
        other = Client()
        other.cookies = ana_client.cookies
        reauthenticated(ana_client).post("/account/erase/", {"sure": "yes"})
        assert not other.get("/").wsgi_request.user.is_authenticated
        login = Client().post("/account/login/", {"login": "ana", "password": PASSWORD})
        assert login.status_code == 200


def test_a_visit_prolongs_the_session_once_a_day(ana_client: Client) -> None:
    ana_client.get("/rules/")
    session = ana_client.session
    session["prolonged"] -= 1
    session.save()
    LoginSession.objects.update(expire_date=timezone.now() + timedelta(days=3))
    ana_client.get("/rules/")
    ends = LoginSession.objects.get().expire_date
    assert ends > timezone.now() + retention_periods.SESSION - timedelta(minutes=1)
    ana_client.get("/rules/")
    assert LoginSession.objects.get().expire_date == ends


@pytest.mark.parametrize("language", ["en", "nl", "id", "zh-hant"])
def test_the_privacy_page_states_the_retention_periods(
    visitor: Client, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("SESSION", "GUEST", "INVITATION", "CODE", "DEVICE", "EVIDENCE", "NAME", "OPEN_CASE", "CHAT", "CHALLENGE")
    # A whole number of weeks would be written as weeks.
    days = {name: 7 * (100 + number) + 1 for number, name in enumerate(names)}
    for name, count in days.items():
        monkeypatch.setattr(retention_periods, name, timedelta(days=count))
    page = visitor.get("/privacy/", headers={"accept-language": language}).content.decode()
    assert [name for name, count in days.items() if str(count) not in page] == []
