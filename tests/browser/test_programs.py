"""A person makes a token on a phone; their program sits down with it; everybody sees that it is one."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PHONE
from tests.client import Person
from tests.realtime.test_programs import Program
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_from_the_token_to_the_table(arrive: Arrive, open_site: Site) -> None:
    person = Program(open_site, "Jorun").person
    page = arrive(person, viewport=PHONE, has_touch=True, is_mobile=True).page()
    page.goto("/preferences/")
    page.get_by_role("link", name="Tokens, by which").click()
    page.get_by_label("Name, for yourself").fill("W" * 40)
    page.get_by_label("Play: open and join").check()
    page.get_by_role("button", name="Make the token").click()
    secret = page.locator("#secret").input_value()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    opened = page.request.post("/api/games", headers=headers, data=json.dumps({})).json()
    page.goto("/account/tokens/")
    expect(page.locator("#secret")).to_have_count(0)

    bram = Person(open_site.url, "Bram")
    bram.join(opened["game"])
    table = arrive(bram, viewport=PHONE).at(opened["game"]).page
    expect(table.locator(".player.far .disk i")).to_have_text("bot")
    watching = arrive().page()
    watching.goto("/watch/")
    small = watching.locator("li, article, a").filter(has_text="Jorun").filter(has_text="Bram").first
    expect(small.locator(".small-side .tag")).to_have_text("program")


def test_the_page_for_programs_keeps_to_the_policy_of_the_site(arrive: Arrive) -> None:
    """Whatever the browser refuses it complains of, and a visitor without complaints has seen none."""
    page = arrive(viewport=PHONE).page()
    page.goto("/api/")
    address = page.locator(".opblock", has_text="/api/watch")
    address.locator(".opblock-summary-control").click()
    address.get_by_role("button", name="Try it out").click()
    address.get_by_role("button", name="Execute").click()
    expect(address.locator(".live-responses-table .response .response-col_status")).to_have_text("200")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
