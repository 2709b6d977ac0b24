"""A phone on a local network: over plain HTTP browsers offer no cryptography and no clipboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, play_on
from tests.browser.pad_page import AS_A_PHONE, PadPage, open_new_table
from tests.browser.tcp_proxy import TcpProxy
from tests.site_process import Site

pytestmark = pytest.mark.browser
HOST = "kitchen.lan"


@pytest.fixture(scope="module")
def lan(daphne_site: Callable[..., Site]) -> Iterator[str]:
    """The site's address on a network that only the browser of this module knows."""
    wire = TcpProxy()
    address = f"http://{HOST}:{wire.port}"
    site = daphne_site(RATE_LIMITS="0", EXTRA_ORIGINS=address)
    wire.lead_to(site.port)
    yield address
    wire.close()


@pytest.fixture(scope="module")
def lan_browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    browser = browser_type.launch(**{**browser_type_launch_args, "args": [*browser_type_launch_args["args"], rule]})
    yield browser
    browser.close()


def invite(page: Page) -> str:
    """Ana gives her name, asks for a private game and copies its link."""
    page.goto("/new/")
    page.get_by_label("Your name").fill("Ana")
    page.locator("input[name=who][value=private]").check()
    has_drawn(page.locator("#new-game"))
    page.get_by_role("button", name="Create game").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return page.get_by_label("Link to this game").input_value()


def has_drawn(form: Locator) -> None:
    """Wait until the script has drawn this browser's part of the deal, which a faster player goes without."""
    expect(form.locator("input[name=part]")).not_to_have_value("")


def seated(ana: Page, bram: Page, lan: str) -> list[MatchPage]:
    """Bram joins Ana's game by its link."""
    link = invite(ana)
    assert link.startswith(f"{lan}/i/")
    assert ana.evaluate("window.isSecureContext") is False
    bram.goto(link)
    bram.get_by_label("Your name").fill("Bram")
    has_drawn(bram.locator("form[data-commitment]"))
    bram.get_by_role("button", name="Join game").click()
    return [MatchPage(page).ready() for page in (ana, bram)]


def verdict(page: Page) -> str | None:
    """What the checker says of the record on its page."""
    expect(page.locator("[data-answer]")).to_be_visible()
    return page.locator("[data-answer]").get_attribute("data-verdict")


def test_a_game_is_played_and_its_deal_checked_where_browsers_do_no_cryptography(
    arrive: Arrive, lan_browser: Browser, lan: str
) -> None:
    ana, bram = (arrive(url=lan, by=lan_browser, **AS_A_PHONE).page() for _ in range(2))
    tables = seated(ana, bram, lan)
    promised = json.loads(ana.evaluate("localStorage.getItem('deals')"))[-1][1]
    play_on(*tables, plies=4)
    for table in tables:
        expect(table.hand).to_have_count(11)
        expect(table.wire).to_have_count(0)
        expect(table.go_on).to_be_visible()
        table.see_the_trick()
    tables[1].open("leave").get_by_role("button", name="Resign").click()
    ana.get_by_text("More").click()
    ana.get_by_role("link", name="Check the deal").click()
    assert verdict(ana) == "verified"
    expect(ana.locator("[data-message=browser_contributed]")).to_be_visible()
    field = ana.locator("#record")
    record = json.loads(field.input_value())
    assert (record["shuffle"]["commitment"], record["shuffle"]["parts"][0]) == (
        promised["commitment"],
        promised["part"],
    )
    assert None not in record["shuffle"]["parts"]
    record["hands"].reverse()
    field.fill(json.dumps(record))
    ana.get_by_role("button", name="Check", exact=True).click()
    assert verdict(ana) == "other_cards"
    expect(ana.locator("[data-message=verified]")).to_be_hidden()


def test_a_phone_whose_screen_cannot_be_kept_on_says_once_how_to_set_it(
    arrive: Arrive, lan_browser: Browser, lan: str
) -> None:
    page = arrive(url=lan, by=lan_browser, **AS_A_PHONE).page()
    open_new_table(page, "both", "every")
    pad = PadPage(page).ready()
    told = page.locator(".line.note", has_text="Your screen may turn off.")
    expect(told).to_be_visible()
    pad.leads(0)
    pad.tap("G5")
    expect(told).to_be_visible()
    told.click()
    page.reload()
    pad.ready()
    pad.sent()
    expect(told).to_have_count(0)
