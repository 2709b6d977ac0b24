"""Accounts: signing up, also from a guest, logging in and out, and passkeys."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions

FORM = {"username": "Ana Maria", "password1": "three blind mice"}
GUEST_PAGES = ["/account/password/change/", "/account/password/set/", "/account/email/", "/account/2fa/"]


@pytest.fixture
def guest(visitor: Client) -> User:
    visitor.post("/guest/", {"name": "Ana Maria"})
    return User.objects.get(is_guest=True)


def test_a_name_and_a_password_are_enough(visitor: Client) -> None:
    assert visitor.post("/account/signup/", FORM)["Location"] == "/"
    user = User.objects.get()
    assert (user.username, user.display_name, user.is_guest) == ("Ana Maria", "Ana Maria", False)
    assert user.check_password(FORM["password1"])


class TestGuestSignsUp:
    def test_keeps_name_row_and_games_in_a_new_session(self, visitor: Client, guest: User) -> None:
        game, key = lobby.create_game(guest, MatchOptions()), visitor.session.session_key
        assert 'value="Ana Maria"' in visitor.get("/account/signup/").content.decode()
        visitor.post("/account/signup/", FORM)
        user = User.objects.get()
        assert (user.pk, user.is_guest, user.username) == (guest.pk, False, "Ana Maria")
        assert game.players.get().user == user
        assert game.code in visitor.get("/").content.decode()
        assert visitor.session.session_key != key

    def test_a_failed_form_changes_nothing(self, visitor: Client, guest: User) -> None:
        visitor.post("/account/signup/", {**FORM, "password1": "short"})
        user = User.objects.get()
        assert (user.is_guest, user.username) == (True, guest.username)


def test_an_account_that_signs_up_again_is_not_overwritten(ana: User, ana_client: Client) -> None:
    ana_client.post("/account/signup/", FORM)
    ana.refresh_from_db()
    assert ana.username == "ana"


@pytest.mark.parametrize("name", ["admin", "аdmin", "M0derator", "\u200b", "x" * 21, "<b>", "a/b", "a@b", "100%"])
def test_names_follow_the_same_rules_as_for_guests(visitor: Client, name: str) -> None:
    assert visitor.post("/account/signup/", {**FORM, "username": name}).status_code == 200
    assert not User.objects.exists()


class TestLogIn:
    def test_a_wrong_password_is_refused(self, visitor: Client, ana: User) -> None:
        assert visitor.post("/account/login/", {"login": "Ana", "password": "x"}).status_code == 200
        assert "_auth_user_id" not in visitor.session

    def test_a_guest_is_warned_that_the_games_stay_behind(self, visitor: Client, guest: User) -> None:
        page = visitor.get("/account/login/").content.decode()
        assert "continue this guest's games" in page
        assert "Sign up instead" in page

    def test_logging_out_is_a_post(self, ana_client: Client) -> None:
        ana_client.get("/account/logout/")
        assert "_auth_user_id" in ana_client.session
        ana_client.post("/account/logout/")
        assert "_auth_user_id" not in ana_client.session


def test_passkeys_are_offered_where_a_browser_can_use_them(visitor: Client) -> None:
    assert "passkey" not in visitor.get("/account/login/").content.decode()
    assert "passkey_login" in visitor.get("/account/login/", headers={"Host": "localhost"}).content.decode()
    assert "passkey_login" in visitor.get("/account/login/", secure=True).content.decode()


@pytest.mark.parametrize("path", GUEST_PAGES)
def test_guests_are_sent_to_sign_up_first(visitor: Client, guest: User, path: str) -> None:
    assert visitor.get(path)["Location"] == "/account/signup/"
    assert visitor.post(path)["Location"] == "/account/signup/"


def test_signing_up_is_limited(db: None) -> None:
    answers = [
        Client().post("/account/signup/", {**FORM, "username": f"Ana {number}"}).status_code for number in range(11)
    ]
    assert answers == [302] * 10 + [429]
    assert Game.objects.count() == 0
