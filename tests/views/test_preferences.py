"""Preferences of an account, or of a browser without one."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from games.accounts import preferences
from games.models import Game, LoginSession, User
from games.services.accounts import deletion, erasure
from games.services.accounts import preferences as preferring
from games.views.accounts.preferences import PreferencesForm
from tests.people import PASSWORD
from tests.views.profiles import exported_data

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]
SET_LANGUAGE = "/i18n/setlang/"
JSON = {"Accept": "application/json"}


def preferences_of(answer: Any) -> Any:
    """Return the preferences that a page passes to its scripts."""
    (written,) = re.findall(r'data-preferences="([^"]*)"', answer.content.decode())
    return json.loads(html.unescape(written))


def root(answer: Any) -> str:
    (tag,) = re.findall(r"<html[^>]*>", answer.content.decode())
    return str(tag)


def choose(client: Client, **fields: str) -> Any:
    return client.post("/preferences/", fields, headers=JSON)


def test_scripts_and_site_offer_the_same_choices() -> None:
    script = "import { CHOICES } from './static/js/shared/preferences.js'; console.log(JSON.stringify(CHOICES))"
    node = ["node", "--input-type=module", "-e", script]
    written = subprocess.run(node, cwd=PROJECT, check=True, capture_output=True, text=True).stdout
    assert json.loads(written) == {name: list(values) for name, values in preferences.CHOICES.items()}
    fields = PreferencesForm().fields
    assert set(fields) == {*preferences.CHOICES, preferences.LANGUAGE}
    for name in ("speed", "hold", "sort", "level", "pace", "theme", preferences.LANGUAGE):
        offered = [value for value, _ in fields[name].choices]  # type: ignore[attr-defined]
        assert sorted(offered) == sorted(preferences.list_choices(name))


class TestAccount:
    def test_a_choice_is_stored_and_sent_with_every_page(self, ana: User, ana_client: Client) -> None:
        assert choose(ana_client, speed="quick").json()["ok"]
        assert choose(ana_client, hold="0", sound="true").status_code == 200
        ana.refresh_from_db()
        assert ana.preferences == {"speed": "quick", "hold": 0, "sound": True}
        assert preferences_of(ana_client.get("/rules/")) == ana.preferences

    def test_the_whole_form_works_without_a_script(self, ana: User, ana_client: Client) -> None:
        choose(ana_client, large="true", confirm="true")
        form = {"speed": "slow", "hold": "10", "sort": "rank", "theme": "dark", "language": "nl", "large": "on"}
        form |= {"level": "master", "pace": "quick"}
        answer = ana_client.post("/preferences/", {**form, "whole": "1"}, follow=True)
        ana.refresh_from_db()
        form["clock"] = ""
        no = dict.fromkeys(("confirm", "rated", "sound", "vibration"), False)
        assert ana.preferences == {**form, "hold": 10, "large": True, **no}
        assert 'lang="nl"' in root(answer)
        assert answer.redirect_chain == [("/preferences/", 302)]

    def test_a_chosen_language_is_used_at_once(self, ana_client: Client) -> None:
        for choice in ({"language": "nl"}, {"theme": "dark"}):
            answer = ana_client.post("/preferences/", choice, follow=True)
            assert [str(message) for message in answer.context["messages"]] == ["Opgeslagen."]

    @pytest.mark.parametrize("wrong", [{"speed": "warp"}, {"hold": "3"}, {"theme": "pink"}, {"language": "tlh"}])
    def test_an_invalid_choice_is_refused(self, ana: User, ana_client: Client, wrong: dict[str, str]) -> None:
        answer = choose(ana_client, sort="rank", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "no_choice")
        ana.refresh_from_db()
        assert ana.preferences == {}

    def test_theme_and_large_cards_work_without_a_script(self, ana_client: Client) -> None:
        plain = root(ana_client.get("/"))
        assert "data-theme" not in plain
        assert "data-large" not in plain
        choose(ana_client, theme="dark", large="true")
        changed = root(ana_client.get("/"))
        assert 'data-theme="dark"' in changed
        assert "data-large" in changed


class TestLanguage:
    def test_the_language_of_the_account_is_used_on_another_device(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/i18n/setlang/", {"language": "id", "next": "/"})
        ana.refresh_from_db()
        assert ana.preferences == {"language": "id"}
        phone = Client()
        phone.force_login(ana)
        page = phone.get("/", headers={"Accept-Language": "nl"})
        assert 'lang="id"' in root(page)
        assert phone.cookies[settings.LANGUAGE_COOKIE_NAME].value == "id"

    @pytest.mark.parametrize("guarded", [True, False])
    def test_the_cookie_follows_the_settings(self, ana_client: Client, settings: Settings, guarded: bool) -> None:
        settings.LANGUAGE_COOKIE_SECURE, settings.LANGUAGE_COOKIE_SAMESITE = guarded, "Lax" if guarded else None
        answer = ana_client.post("/preferences/", {"language": "nl"}, headers=JSON)
        cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
        assert (bool(cookie["secure"]), cookie["samesite"]) == (guarded, "Lax" if guarded else "")


class TestVisitor:
    def test_a_cookie_stores_the_choices(self, visitor: Client) -> None:
        choose(visitor, theme="dark")
        choose(visitor, hold="2")
        assert preferences_of(visitor.get("/rules/")) == {"theme": "dark", "hold": 2}
        assert 'data-theme="dark"' in root(visitor.get("/rules/"))
        assert not LoginSession.objects.exists()

    @pytest.mark.parametrize("odd", ["{", "[]", '{"speed": "warp"}', '{"hold": true}', "null"])
    def test_an_invalid_cookie_is_ignored(self, visitor: Client, odd: str) -> None:
        visitor.cookies[preferences.COOKIE] = odd
        assert preferences_of(visitor.get("/")) == {}

    @pytest.mark.parametrize("https", [True, False])
    @pytest.mark.parametrize(
        ("path", "choice"), [("/preferences/", {"theme": "dark"}), (SET_LANGUAGE, {"language": "nl"})]
    )
    def test_the_cookie_is_secure_over_https(
        self, visitor: Client, settings: Any, https: bool, path: str, choice: dict[str, str]
    ) -> None:
        settings.HTTPS = https
        cookie = visitor.post(path, choice).cookies[preferences.COOKIE]
        assert (bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"]) == (https, True, "Lax")

    def test_the_choices_move_to_the_guest_and_the_account(self, visitor: Client) -> None:
        choose(visitor, sort="rank", language="nl")
        visitor.post("/guest/", {"name": "Cleo"})
        assert User.objects.get().preferences == {"sort": "rank", "language": "nl"}
        assert preferences_of(visitor.get("/"))["sort"] == "rank"
        assert not visitor.cookies[preferences.COOKIE].value
        choose(visitor, speed="quick")
        visitor.post("/account/signup/", {"username": "Cleo", "password1": PASSWORD})
        user = User.objects.get()
        assert (user.is_guest, user.preferences["sort"], user.preferences["speed"]) == (False, "rank", "quick")

    def test_the_choices_of_an_account_take_precedence(self, ana: User, visitor: Client) -> None:
        preferring.set_preferences(ana, {"speed": "slow"})
        choose(visitor, speed="quick", sort="rank")
        visitor.post("/account/login/", {"login": "ana", "password": PASSWORD})
        ana.refresh_from_db()
        assert ana.preferences == {"speed": "slow", "sort": "rank"}

    def test_the_language_of_the_last_account_does_not_move(self, ana: User, ana_client: Client) -> None:
        preferring.set_preferences(ana, {"language": "nl"})
        ana_client.get("/")
        ana_client.post("/account/logout/")
        assert 'lang="nl"' in root(ana_client.get("/"))
        ana_client.post("/guest/", {"name": "Cleo"})
        assert User.objects.get(is_guest=True).preferences == {}


def test_pages_have_an_opaque_id_of_the_person(
    ana: User, ana_client: Client, cleo_client: Client, visitor: Client
) -> None:
    def person(client: Client) -> str:
        (opaque_id,) = re.findall(r'data-person="([^"]*)"', root(client.get("/rules/")))
        return str(opaque_id)

    assert person(ana_client) == person(ana_client) != person(cleo_client)
    assert len(person(ana_client)) == 16
    assert person(visitor) == ""


def test_choices_are_exported_and_erased(game: Game, ana: User, ana_client: Client) -> None:
    choose(ana_client, vibration="true")
    (me,) = exported_data(ana_client)["people"]
    assert me["preferences"] == {"vibration": True}
    deletion.delete_account(ana)
    erasure.erase(ana)
    ana.refresh_from_db()
    assert (ana.erased_at is None, ana.preferences) == (False, {})
