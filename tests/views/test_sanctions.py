"""Warnings, suspensions, ended sessions, notes and the cooldown of addresses and browsers after a suspension."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from games.models import Act, Cooldown, EndedSession, Game, LoginSession, User
from games.services.accounts import suspensions
from games.services.moderation import people
from games.services.moderation.people import end_sessions, mute_person, suspend_person, warn_person
from games.services.moderation.permissions import Justification, Moderator
from games.services.moderation.undo import undo_act
from games.texts.moderation import REASONS
from games.views.accounts.middleware import BACKGROUND_PATHS
from tests.moderators import WHY
from tests.people import PASSWORD, guest
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db(transaction=True)
JSON = {"Accept": "application/json"}
MESSAGE = "/account/message/"


@pytest.fixture
def suspend(mona: Moderator) -> Callable[[User], object]:
    """Return a function that suspends a person for a day."""
    return lambda person: suspend_person(mona, person, timezone.now() + timedelta(days=1), WHY)


class TestSuspension:
    def test_any_page_redirects_to_the_message(
        self, ana: User, ana_client: Client, suspend: Callable[[User], object]
    ) -> None:
        ana_client.get("/")
        suspend(ana)
        assert ana_client.get("/")["Location"] == MESSAGE
        page = ana_client.get(MESSAGE).content.decode()
        assert "suspended" in page
        assert WHY.message in page
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()

    @pytest.mark.parametrize("path", ["/account/login/", "/rules/", "/privacy/"])
    def test_rules_privacy_and_login_stay_open(self, ana: User, ana_client: Client, path: str) -> None:
        User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert ana_client.get(path).get("Location") != MESSAGE

    @pytest.mark.parametrize("path", BACKGROUND_PATHS)
    @pytest.mark.parametrize("ended", [True, False])
    def test_a_background_request_does_not_use_up_the_message(
        self, game: Game, ana: User, ana_client: Client, suspend: Callable[[User], object], path: str, ended: bool
    ) -> None:
        if ended:
            suspend(ana)
        else:
            User.objects.filter(pk=ana.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        cookie = ana_client.cookies[settings.SESSION_COOKIE_NAME].value
        for _ in range(2):
            answer = ana_client.get(path)
            visitors = Client().get(path)
            assert answer.status_code == visitors.status_code
            assert settings.SESSION_COOKIE_NAME not in answer.cookies
            shown = [game.code in response.content.decode() for response in (answer, visitors)]
            assert shown in ([False, False], [True, True])
        assert ana_client.cookies[settings.SESSION_COOKIE_NAME].value == cookie
        assert ana_client.get("/")["Location"] == MESSAGE
        assert ana_client.get("/").status_code == 200

    def test_logging_in_with_the_right_password_shows_the_message(
        self, ana: User, client: Client, suspend: Callable[[User], object]
    ) -> None:
        suspend(ana)
        assert client.post("/account/login/", {"login": "ana", "password": "x"}).status_code == 200
        assert client.get(MESSAGE)["Location"] == "/"
        assert client.post("/account/login/", {"login": "ana", "password": PASSWORD})["Location"] == MESSAGE
        assert "_auth_user_id" not in client.session
        assert WHY.message in client.get(MESSAGE).content.decode()

    def test_a_guest_continues_afterwards(
        self, browser_of: Callable[[User], Client], suspend: Callable[[User], object]
    ) -> None:
        gus = guest("Gus")
        browser = browser_of(gus)
        browser.get("/")
        suspend(gus)
        browser.get("/")
        browser.post(MESSAGE)
        assert "_auth_user_id" not in browser.session
        User.objects.filter(pk=gus.pk).update(suspended_until=timezone.now())
        assert browser.post(MESSAGE)["Location"] == "/"
        assert browser.session["_auth_user_id"] == str(gus.pk)

    def test_a_muted_user_sees_it_on_every_page(self, ana: User, ana_client: Client, mona: Moderator) -> None:
        mute_person(mona, ana, timezone.now() + timedelta(days=1), WHY)
        assert MESSAGE in ana_client.get("/").content.decode()
        assert WHY.message in ana_client.get(MESSAGE).content.decode()


@pytest.mark.parametrize("kind", ["muted", "suspended"])
def test_the_person_reads_until_when(kind: str, ana: User, ana_client: Client, mona: Moderator) -> None:
    do = {"muted": mute_person, "suspended": suspend_person}[kind]
    act = do(mona, ana, timezone.now() + timedelta(days=7), WHY)
    ana_client.get("/")
    for address in (MESSAGE, f"/appeal/{act.pk}/"):
        page = ana_client.get(address).content.decode()
        assert f'{kind} until <time datetime="{act.data["now"][f"{kind}_until"][:16]}' in page


def test_the_person_reads_that_a_mute_is_permanent(ana: User, ana_client: Client, mona: Moderator) -> None:
    act = mute_person(mona, ana, None, WHY)
    for address in (MESSAGE, f"/appeal/{act.pk}/"):
        assert "You were muted permanently." in ana_client.get(address).content.decode()


class TestWarning:
    @pytest.fixture(autouse=True)
    def _warned(self, ana: User, mona: Moderator) -> None:
        warn_person(mona, ana, Justification("Counts.", REASONS["cheating"]))

    def test_is_the_next_page_until_it_is_read(self, ana_client: Client, cleo_client: Client) -> None:
        assert cleo_client.get("/rules/").status_code == 200
        sent = ana_client.get("/reports/?x=1")
        assert sent["Location"] == f"{MESSAGE}?next=%2Freports%2F%3Fx%3D1"
        page = ana_client.get(sent["Location"]).content.decode()
        assert escape(REASONS["cheating"]) in page
        assert "It has no other consequences." in page
        assert ana_client.post(MESSAGE, {"next": "/reports/?x=1"})["Location"] == "/reports/?x=1"
        assert ana_client.get("/reports/?x=1").status_code == 200

    def test_interrupts_no_game_and_no_form_but_that_of_a_json_client(self, ana_client: Client) -> None:
        form = {"who": "open", "lead": "random"}
        assert ana_client.post("/new/", form, headers=JSON).json()["code"] == "warned"
        assert ana_client.get("/lobby/").status_code == 200
        assert ana_client.post("/new/", form)["Location"] != MESSAGE
        ana_client.post(MESSAGE, headers=JSON)
        assert ana_client.post("/new/", form, headers=JSON).json()["ok"]

    @pytest.mark.parametrize("read", [True, False])
    def test_is_removed_when_undone(self, read: bool, ana: User, ana_client: Client, mona: Moderator) -> None:
        if read:
            ana_client.post(MESSAGE)
        undo_act(mona, Act.objects.get(), WHY)
        ana.refresh_from_db()
        assert (ana.warned_at, ana.moderation_message) == (None, "")


class TestEndedSessions:
    def test_an_account_logs_in_again(self, ana: User, ana_client: Client, mona: Moderator) -> None:
        end_sessions(mona, ana, WHY)
        assert not LoginSession.objects.filter(user_id=ana.pk).exists()
        assert ana_client.get("/")["Location"] == MESSAGE
        assert b"logged you out everywhere" in ana_client.get(MESSAGE).content
        assert EndedSession.objects.count() == 1

    def test_a_guest_continues_in_the_same_browser(self, mona: Moderator, browser_of: Callable[[User], Client]) -> None:
        gita = guest("Gita")
        browser = browser_of(gita)
        end_sessions(mona, gita, WHY)
        browser.get("/")
        browser.post(MESSAGE)
        assert browser.session["_auth_user_id"] == str(gita.pk)


def test_notes_are_for_moderators_except_the_person_that_they_are_about(
    ana: User, mona: Moderator, nils: Moderator
) -> None:
    people.write_note(mona, ana, "Asked twice.")
    assert [note.text for note in people.list_notes(nils, [ana])] == ["Asked twice."]
    assert not people.list_notes(Moderator(ana), [ana])
    assert refusal_code(people.write_note, Moderator(ana), ana, "x") == "not_permitted"
    alias = guest("Nobody")
    alias.account = mona.user
    alias.save()
    for person in (mona.user, alias):
        assert refusal_code(people.write_note, mona, person, "x") == "own_account"
        people.write_note(nils, person, "Knows more than she says.")
        assert not people.list_notes(mona, [person])


HOME, AWAY, FAR = "9.9.9.9", "8.8.8.8", "1.1.1.1"


def sign_in_as_guest(client: Client, address: str = HOME) -> int:
    return client.post("/guest/", {"name": "Lily"}, headers=JSON, REMOTE_ADDR=address).status_code


def client_with_cookie(value: str) -> Client:
    client = Client()
    client.cookies["hold"] = value
    return client


@pytest.fixture
def client_of_bram(bram: User) -> Client:
    """The browser of Bram, logged in by the form of the site."""
    client = Client(REMOTE_ADDR=HOME)
    assert client.post("/account/login/", {"login": "bram", "password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def suspended_client(client_of_bram: Client, bram: User, mona: Moderator) -> Client:
    suspend_person(mona, bram, timezone.now() + timedelta(days=90), WHY)
    return client_of_bram


class TestAddressCooldown:
    def test_allows_no_new_guest_for_an_hour(self, suspended_client: Client) -> None:
        refusal = Client(REMOTE_ADDR=HOME).post("/guest/", {"name": "Lily"}, headers=JSON).json()
        assert refusal["code"] == "held"
        assert "UTC" in refusal["message"]
        assert "s operator" in refusal["message"]
        assert sign_in_as_guest(Client(), AWAY) == 200
        Cooldown.objects.filter(kind="address").update(until=timezone.now())
        assert sign_in_as_guest(Client()) == 200

    def test_is_not_prolonged_by_another_visit(self, suspended_client: Client, bram: User) -> None:
        bram.refresh_from_db()
        before = Cooldown.objects.get(kind="address").until
        assert before <= timezone.now() + suspensions.ADDRESS_COOLDOWN
        suspensions.extend_cooldown(bram, None, HOME)
        assert Cooldown.objects.get(kind="address").until == before

    def test_lets_accounts_log_in_and_guests_continue(self, suspended_client: Client, ana: User) -> None:
        client, lily = Client(REMOTE_ADDR=HOME), Client()
        assert client.post("/account/login/", {"login": "ana", "password": PASSWORD})["Location"] == "/"
        lily.force_login(guest("Lily"), backend="django.contrib.auth.backends.ModelBackend")
        assert sign_in_as_guest(lily) == 200

    @pytest.mark.parametrize("proxy", ["127.0.0.1", "::1", "172.18.0.2", "192.168.1.1", "unix:"])
    def test_does_not_apply_to_a_proxy(self, proxy: str, bram: User, mona: Moderator) -> None:
        client = Client(REMOTE_ADDR=proxy)
        client.post("/account/login/", {"login": "bram", "password": PASSWORD})
        suspend_person(mona, bram, timezone.now() + timedelta(days=90), WHY)
        client.get("/")
        assert list(Cooldown.objects.values_list("kind", flat=True)) == ["browser"]
        assert sign_in_as_guest(Client(), proxy) == 200


class TestBrowserCooldown:
    def test_begins_when_the_message_is_read(self, bram: User, client_of_bram: Client) -> None:
        User.objects.filter(pk=bram.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        assert client_of_bram.get("/account/message/").cookies["hold"].value
        assert Cooldown.objects.filter(kind="browser").exists()

    def test_applies_at_other_addresses_and_without_the_session(self, suspended_client: Client) -> None:
        assert suspended_client.get("/", REMOTE_ADDR=AWAY)["Location"] == "/account/message/"
        cookie = suspended_client.cookies["hold"]
        assert len(cookie.value) == 22
        assert cookie["httponly"]
        other = client_with_cookie(cookie.value)
        assert sign_in_as_guest(other, FAR) == 409
        form = {"username": "Lily", "password1": "seven-loud-dragons"}
        assert b"s operator" in other.post("/account/signup/", form, REMOTE_ADDR=FAR).content
        assert not User.objects.filter(username="Lily").exists()
        for guess in ("", "x" * 22, "../../etc", "a" * 5000):
            assert sign_in_as_guest(client_with_cookie(guess), FAR) == 200
        rows = str(list(Cooldown.objects.values()))
        assert AWAY not in rows
        assert cookie.value not in rows

    def test_ends_with_the_suspension(self, suspended_client: Client, bram: User, mona: Moderator) -> None:
        suspended_client.get("/")
        other = client_with_cookie(suspended_client.cookies["hold"].value)
        undo_act(mona, Act.objects.get(), WHY)
        assert sign_in_as_guest(other) == 200
