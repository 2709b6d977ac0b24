"""What people prefer is kept with them, or in the browser of somebody without a name, and every page knows it."""

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

from games import limits
from games.models import Game, LoginSession, User
from games.pages.people.preferences import PreferencesForm
from games.people import preferences
from games.rules.errors import Refusal
from games.services.people import erasing, leaving, preferring
from tests.pages.taken import taken_along
from tests.people import PASSWORD

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
        assert sorted(told) == sorted(preferences.choices(name))


class TestAPerson:
    def test_a_choice_is_kept_and_goes_with_every_page(self, ana: User, ana_client: Client) -> None:
        assert chosen(ana_client, speed="quick").json()["ok"]
        assert chosen(ana_client, hold="0", sound="true").status_code == 200
        ana.refresh_from_db()
        assert ana.preferences == {"speed": "quick", "hold": 0, "sound": True}
        assert brought(ana_client.get("/rules/")) == ana.preferences

    def test_without_a_script_the_whole_form_is_kept(self, ana: User, ana_client: Client) -> None:
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

    def test_a_language_is_spoken_from_its_choice_on(self, ana_client: Client) -> None:
        answer = ana_client.post("/preferences/", {"language": "nl"}, follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["Bewaard."]
        answer = ana_client.post("/preferences/", {"theme": "dark"}, follow=True)
        assert [str(message) for message in answer.context["messages"]] == ["Bewaard."]

    def test_the_page_shows_what_holds(self, ana_client: Client) -> None:
        chosen(ana_client, hold="10", large="true")
        page = ana_client.get("/preferences/")
        held = page.context["form"].initial
        assert (held["hold"], held["large"], held["speed"], held["language"]) == (10, True, "normal", "en")
        ticked = re.findall(r"<input[^>]*checked[^>]*>", page.content.decode())
        assert [name for tag in ticked for name in re.findall(r'name="(\w+)"', tag)] == [
            *("speed", "hold", "sort", "level", "pace", "clock", "large", "theme", "language")
        ]

    @pytest.mark.parametrize("wrong", [{"speed": "warp"}, {"hold": "3"}, {"theme": "pink"}, {"language": "tlh"}])
    def test_what_is_no_choice_is_refused_whole(self, ana: User, ana_client: Client, wrong: dict[str, str]) -> None:
        answer = chosen(ana_client, sort="rank", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "no_choice")
        ana.refresh_from_db()
        assert ana.preferences == {}

    @pytest.mark.parametrize("wrong", [{"hold": True}, {"large": 1}, {"hold": "5"}, {"colour": "red"}])
    def test_the_service_takes_no_look_alikes(self, ana: User, wrong: dict[str, Any]) -> None:
        with pytest.raises(Refusal, match="no_choice"):
            preferring.prefer(ana, wrong)

    def test_what_is_no_choice_any_more_does_not_hold(self, ana: User, ana_client: Client) -> None:
        User.objects.filter(pk=ana.pk).update(preferences={"speed": "warp", "large": True, "gone": 1})
        assert brought(ana_client.get("/")) == {"large": True}

    def test_colours_and_large_cards_are_there_without_a_script(self, ana_client: Client) -> None:
        plain = root(ana_client.get("/"))
        assert "data-theme" not in plain
        assert "data-large" not in plain
        chosen(ana_client, theme="dark", large="true")
        dressed = root(ana_client.get("/"))
        assert 'data-theme="dark"' in dressed
        assert "data-large" in dressed

    def test_too_much_is_too_much(self, ana_client: Client) -> None:
        for _ in range(limits.SCOPES["prefer"][0].amount):
            assert chosen(ana_client, sort="rank").status_code == 200
        assert chosen(ana_client, sort="rank").status_code == 429


class TestLanguage:
    def test_that_of_the_account_speaks_on_another_device(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/i18n/setlang/", {"language": "id", "next": "/"})
        ana.refresh_from_db()
        assert ana.preferences == {"language": "id"}
        phone = Client()
        phone.force_login(ana)
        page = phone.get("/", headers={"Accept-Language": "nl"})
        assert 'lang="id"' in root(page)
        assert phone.cookies[settings.LANGUAGE_COOKIE_NAME].value == "id"

    def test_a_visitor_has_that_of_the_browser(self, visitor: Client) -> None:
        visitor.post("/i18n/setlang/", {"language": "nl", "next": "/"})
        assert 'lang="nl"' in root(visitor.get("/"))

    @pytest.mark.parametrize("guarded", [True, False])
    def test_its_cookie_is_as_guarded_as_the_settings_say(
        self, ana_client: Client, settings: Settings, guarded: bool
    ) -> None:
        settings.LANGUAGE_COOKIE_SECURE, settings.LANGUAGE_COOKIE_SAMESITE = guarded, "Lax" if guarded else None
        answer = ana_client.post("/preferences/", {"language": "nl"}, headers=JSON)
        cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
        assert (bool(cookie["secure"]), cookie["samesite"]) == (guarded, "Lax" if guarded else "")

    def test_too_much_is_too_much(self, ana_client: Client) -> None:
        most = limits.SCOPES["prefer"][0].amount
        asked = [ana_client.post("/i18n/setlang/", {"language": "nl", "next": "/"}) for _ in range(most + 1)]
        assert [answer.status_code for answer in asked] == [302] * most + [429]

    def test_an_unknown_one_changes_nothing(self, ana: User, ana_client: Client) -> None:
        ana_client.post("/i18n/setlang/", {"language": "tlh", "next": "/"})
        ana.refresh_from_db()
        assert ana.preferences == {}


class TestSomebodyWithoutAName:
    def test_the_browser_keeps_it(self, visitor: Client) -> None:
        chosen(visitor, theme="dark")
        chosen(visitor, hold="2")
        assert brought(visitor.get("/rules/")) == {"theme": "dark", "hold": 2}
        assert 'data-theme="dark"' in root(visitor.get("/rules/"))
        assert not LoginSession.objects.exists()

    @pytest.mark.parametrize("odd", ["{", "[]", '{"speed": "warp"}', '{"hold": true}', "null"])
    def test_a_cookie_that_says_anything_else_says_nothing(self, visitor: Client, odd: str) -> None:
        visitor.cookies[preferences.COOKIE] = odd
        assert brought(visitor.get("/")) == {}

    def test_a_cookie_that_is_too_long_says_nothing(self) -> None:
        longest = '{"speed":"quick"'.ljust(preferences.COOKIE_LENGTH - 1) + "}"
        assert preferences.of_cookies({preferences.COOKIE: longest}) == {"speed": "quick"}
        assert preferences.of_cookies({preferences.COOKIE: f" {longest}"}) == {}

    def test_a_cookie_that_is_too_deep_says_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def too_deep(_: str) -> None:
            raise RecursionError

        monkeypatch.setattr(json, "loads", too_deep)
        assert preferences.of_cookies({preferences.COOKIE: "[["}) == {}

    def test_all_choices_fit_the_cookie(self) -> None:
        longest = {name: max(some, key=lambda one: len(str(one))) for name, some in preferences.CHOICES.items()}
        cookie = preferences.to_cookie({**longest, preferences.LANGUAGE: "zh-hant"})
        assert len(preferences.of_cookies({preferences.COOKIE: cookie})) == len(preferences.CHOICES) + 1

    @pytest.mark.parametrize("https", [True, False])
    @pytest.mark.parametrize(
        ("path", "choice"), [("/preferences/", {"theme": "dark"}), (SET_LANGUAGE, {"language": "nl"})]
    )
    def test_the_cookie_is_as_safe_as_the_site(
        self, visitor: Client, settings: Any, https: bool, path: str, choice: dict[str, str]
    ) -> None:
        settings.HTTPS = https
        cookie = visitor.post(path, choice).cookies[preferences.COOKIE]
        assert (bool(cookie["secure"]), bool(cookie["httponly"]), cookie["samesite"]) == (https, True, "Lax")

    def test_it_goes_along_to_the_guest_and_to_the_account(self, visitor: Client) -> None:
        chosen(visitor, sort="rank", language="nl")
        visitor.post("/guest/", {"name": "Cleo"})
        assert User.objects.get().preferences == {"sort": "rank", "language": "nl"}
        assert brought(visitor.get("/"))["sort"] == "rank"
        assert not visitor.cookies[preferences.COOKIE].value
        chosen(visitor, speed="quick")
        visitor.post("/account/signup/", {"username": "Cleo", "password1": PASSWORD})
        kept = User.objects.get()
        assert (kept.is_guest, kept.preferences["sort"], kept.preferences["speed"]) == (False, "rank", "quick")

    def test_what_an_account_has_chosen_stays(self, ana: User, visitor: Client) -> None:
        preferring.prefer(ana, {"speed": "slow"})
        chosen(visitor, speed="quick", sort="rank")
        visitor.post("/account/login/", {"login": "ana", "password": PASSWORD})
        ana.refresh_from_db()
        assert ana.preferences == {"speed": "slow", "sort": "rank"}

    def test_the_language_of_the_menu_goes_along(self, visitor: Client) -> None:
        visitor.post(SET_LANGUAGE, {"language": "nl"})
        visitor.post("/guest/", {"name": "Cleo"})
        assert User.objects.get().preferences == {"language": "nl"}

    def test_the_language_of_the_account_before_does_not(self, ana: User, ana_client: Client) -> None:
        preferring.prefer(ana, {"language": "nl"})
        ana_client.get("/")
        ana_client.post("/account/logout/")
        assert 'lang="nl"' in root(ana_client.get("/"))
        ana_client.post("/guest/", {"name": "Cleo"})
        assert User.objects.get(is_guest=True).preferences == {}


def test_pages_tell_scripts_one_person_from_another(
    ana: User, ana_client: Client, cleo_client: Client, visitor: Client
) -> None:
    def person(client: Client) -> str:
        (told,) = re.findall(r'data-person="([^"]*)"', root(client.get("/rules/")))
        return str(told)

    assert person(ana_client) == person(ana_client) != person(cleo_client)
    assert len(person(ana_client)) == 16
    assert person(visitor) == ""


def test_it_is_in_the_file_of_ones_data_and_goes_with_the_account(game: Game, ana: User, ana_client: Client) -> None:
    chosen(ana_client, vibration="true")
    (me,) = taken_along(ana_client)["people"]
    assert me["preferences"] == {"vibration": True}
    leaving.leave(ana)
    erasing.erase(ana)
    ana.refresh_from_db()
    assert (ana.erased_at is None, ana.preferences) == (False, {})


@pytest.mark.parametrize("path", ["/", "/rules/", "/account/login/"])
def test_every_page_leads_there(visitor: Client, path: str) -> None:
    assert 'href="/preferences/"' in visitor.get(path).content.decode()
