"""Preferences: of an account, or of the browser of somebody without one."""

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

from games import rate_limits
from games.accounts import preferences
from games.models import Game, LoginSession, User
from games.services.accounts import deletion, erasure
from games.services.accounts import preferences as preferring
from games.views.accounts.preferences import PreferencesForm
from tests.people import PASSWORD
from tests.views.data_export import exported_data

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]
SET_LANGUAGE = "/i18n/setlang/"
JSON = {"Accept": "application/json"}


def brought(answer: Any) -> Any:
    """What a page tells its scripts."""
    (told,) = re.findall(r'data-preferences="([^"]*)"', answer.content.decode())
    return json.loads(html.unescape(told))


def root(answer: Any) -> str:
    (tag,) = re.findall(r"<html[^>]*>", answer.content.decode())
    return str(tag)


def chosen(client: Client, **fields: str) -> Any:
    return client.post("/preferences/", fields, headers=JSON)


def test_scripts_and_site_offer_the_same_choices() -> None:
    script = "import { CHOICES } from './static/js/shared/preferences.js'; console.log(JSON.stringify(CHOICES))"
    told = subprocess.run(
        ["node", "--input-type=module", "-e", script], cwd=PROJECT, check=True, capture_output=True, text=True
    )
    assert json.loads(told.stdout) == {name: list(some) for name, some in preferences.CHOICES.items()}


def test_the_page_offers_every_choice() -> None:
    fields = PreferencesForm().fields
    assert set(fields) == {*preferences.CHOICES, preferences.LANGUAGE}
    for name in ("speed", "hold", "sort", "level", "pace", "theme", preferences.LANGUAGE):
        told = [value for value, _ in fields[name].choices]  # type: ignore[attr-defined]
        assert sorted(told) == sorted(preferences.list_choices(name))


class TestAccount:
    def test_a_choice_is_stored_and_sent_with_every_page(self, ana: User, ana_client: Client) -> None:
        assert chosen(ana_client, speed="quick").json()["ok"]
        assert chosen(ana_client, hold="0", sound="true").status_code == 200
        ana.refresh_from_db()
        assert ana.preferences == {"speed": "quick", "hold": 0, "sound": True}
        assert brought(ana_client.get("/rules/")) == ana.preferences

    def test_the_whole_form_works_without_a_script(self, ana: User, ana_client: Client) -> None:
        chosen(ana_client, large="true", confirm="true")
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
        answer = ana_client.post("/preferences/", {"language": "nl"}, follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["Bewaard."]
        answer = ana_client.post("/preferences/", {"theme": "dark"}, follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["Bewaard."]

    @pytest.mark.parametrize("wrong", [{"speed": "warp"}, {"hold": "3"}, {"theme": "pink"}, {"language": "tlh"}])
    def test_an_invalid_choice_is_refused(self, ana: User, ana_client: Client, wrong: dict[str, str]) -> None:
        answer = chosen(ana_client, sort="rank", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "no_choice")
        ana.refresh_from_db()
        assert ana.preferences == {}

    def test_theme_and_large_cards_work_without_a_script(self, ana_client: Client) -> None:
        plain = root(ana_client.get("/"))
        assert "data-theme" not in plain
        assert "data-large" not in plain
        chosen(ana_client, theme="dark", large="true")
        dressed = root(ana_client.get("/"))
        assert 'data-theme="dark"' in dressed
        assert "data-large" in dressed

    def test_changes_are_limited(self, ana_client: Client) -> None:
        for _ in range(rate_limits.SCOPES["prefer"][0].amount):
            assert chosen(ana_client, sort="rank").status_code == 200
        assert chosen(ana_client, sort="rank").status_code == 429


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
        chosen(visitor, theme="dark")
        chosen(visitor, hold="2")
        assert brought(visitor.get("/rules/")) == {"theme": "dark", "hold": 2}
        assert 'data-theme="dark"' in root(visitor.get("/rules/"))
        assert not LoginSession.objects.exists()

    @pytest.mark.parametrize("odd", ["{", "[]", '{"speed": "warp"}', '{"hold": true}', "null"])
    def test_an_invalid_cookie_is_ignored(self, visitor: Client, odd: str) -> None:
        visitor.cookies[preferences.COOKIE] = odd
        assert brought(visitor.get("/")) == {}

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
        chosen(visitor, sort="rank", language="nl")
        visitor.post("/guest/", {"name": "Cleo"})
        assert User.objects.get().preferences == {"sort": "rank", "language": "nl"}
        assert brought(visitor.get("/"))["sort"] == "rank"
        assert not visitor.cookies[preferences.COOKIE].value
        chosen(visitor, speed="quick")
        visitor.post("/account/signup/", {"username": "Cleo", "password1": PASSWORD})
        kept = User.objects.get()
        assert (kept.is_guest, kept.preferences["sort"], kept.preferences["speed"]) == (False, "rank", "quick")

    def test_the_choices_of_an_account_take_precedence(self, ana: User, visitor: Client) -> None:
        preferring.set_preferences(ana, {"speed": "slow"})
        chosen(visitor, speed="quick", sort="rank")
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
        (told,) = re.findall(r'data-person="([^"]*)"', root(client.get("/rules/")))
        return str(told)

    assert person(ana_client) == person(ana_client) != person(cleo_client)
    assert len(person(ana_client)) == 16
    assert person(visitor) == ""


def test_choices_are_exported_and_erased(game: Game, ana: User, ana_client: Client) -> None:
    chosen(ana_client, vibration="true")
    (me,) = exported_data(ana_client)["people"]
    assert me["preferences"] == {"vibration": True}
    deletion.delete_account(ana)
    erasure.erase(ana)
    ana.refresh_from_db()
    assert (ana.erased_at is None, ana.preferences) == (False, {})
