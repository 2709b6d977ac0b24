"""Two people with accounts find each other by one tap each, and read at the end what that made of their ratings."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.visitor import PHONE
from tests.client import Person, code_of
from tests.server import Site

pytestmark = pytest.mark.browser
PASSWORD = "three blind mice"


def with_account(site: Site, name: str) -> Person:
    who = Person(site.url, name)
    who.get("/account/signup/")
    form = {"username": name, "password1": PASSWORD}
    status, text = who._request("POST", "/account/signup/", urlencode(form))
    assert status in (200, 302), text
    return who


def look_for_somebody(page: Page) -> None:
    page.goto("/")
    page.locator(".seek").get_by_label("Rated").check()
    page.get_by_role("button", name="Find an opponent").click()


def test_from_a_tap_to_a_rating(arrive: Arrive, house: Site) -> None:
    ana, bram = (with_account(house, name) for name in ("Anafinds", "Bramfinds"))
    first, second = (arrive(one, viewport=PHONE, has_touch=True, is_mobile=True).page() for one in (ana, bram))
    look_for_somebody(first)
    expect(first.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    look_for_somebody(second)
    table = MatchPage(second).ready()
    MatchPage(first).ready()
    bram.post(f"/m/{code_of(second.url)}/resign/")
    for page, mine, theirs in ((first, r"\+", "−"), (second, "−", r"\+")):
        told = page.locator(".end .ratings span")
        expect(told.first).to_have_text(re.compile(rf"Your rating: 1\d\d\d\? \({mine}\d+\)"))
        expect(told.last).to_have_text(re.compile(rf"Rating of (Ana|Bram)finds: 1\d\d\d\? \({theirs}\d+\)"))
    table.page.goto("/")
    expect(second.locator(".seek").get_by_label("Rated")).to_be_checked()
