"""A phone on the local network: plain http to a name that is no localhost, where browsers take many things away."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect

from tests.browser.match_page import MatchPage, click, next_to_play
from tests.browser.tcp_proxy import TcpProxy
from tests.browser.visitor import PHONE, Visitor
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


@pytest.fixture
def phones(lan_browser: Browser, lan: str) -> Iterator[list[Visitor]]:
    """Two phones without a session; at the end neither may have complained."""
    two = [Visitor(lan_browser, lan, viewport=PHONE, has_touch=True, is_mobile=True) for _ in range(2)]
    yield two
    for phone in two:
        phone.context.close()
    assert [complaint for phone in two for complaint in phone.complaints] == []


def invite(page: Page) -> str:
    """Ana gives her name, asks for a private game and copies its link."""
    page.goto("/")
    page.locator("#guest-name").fill("Ana")
    page.get_by_role("button", name="Play as a guest").click()
    page.locator("input[name=who][value=private]").check()
    has_drawn(page.locator("#new-game"))
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return page.get_by_label("Link to this game").input_value()


def has_drawn(form: Locator) -> None:
    """The page's script has come and drawn this browser's part: who is faster than that plays without one."""
    expect(form.locator("input[name=part]")).not_to_have_value("")


def play_one(tables: list[MatchPage]) -> None:
    """Whoever's turn it is plays a card."""
    mover = next_to_play(*tables)
    before = mover.hand.count()
    click(mover, mover.codes(legal=True)[0])
    mover.sent(before)


def seated(phones: list[Visitor], lan: str) -> list[MatchPage]:
    """Both at the table, Bram by Ana's link."""
    ana, bram = (phone.page() for phone in phones)
    link = invite(ana)
    assert link.startswith(f"{lan}/i/")
    assert ana.evaluate("window.isSecureContext") is False
    bram.goto(link)
    bram.get_by_label("Your name").fill("Bram")
    has_drawn(bram.locator("form[data-commitment]"))
    bram.get_by_role("button", name="Take the seat and play").click()
    return [MatchPage(page).ready() for page in (ana, bram)]


def verdict(page: Page) -> str | None:
    """What the checker says of the record that is on its page."""
    expect(page.locator("[data-answer]")).to_be_visible()
    return page.locator("[data-answer]").get_attribute("data-verdict")


def test_a_game_is_played_and_its_deal_checked_where_browsers_do_no_cryptography(
    phones: list[Visitor], lan: str
) -> None:
    tables = seated(phones, lan)
    ana = tables[0].page
    told = json.loads(ana.evaluate("localStorage.getItem('deals')"))[-1][1]
    for _ in range(4):
        play_one(tables)
    for table in tables:
        expect(table.hand).to_have_count(11)
        expect(table.wire).to_have_count(0)
        expect(table.go_on).to_be_visible()
        table.see_the_trick()
    tables[1].open("leave").get_by_role("button", name="Resign").click()
    ana.get_by_role("link", name="Check the deal").click()
    assert verdict(ana) == "verified"
    expect(ana.locator("[data-says=memory_gave]")).to_be_visible()
    field = ana.locator("#record")
    record = json.loads(field.input_value())
    assert (record["shuffle"]["commitment"], record["shuffle"]["parts"][0]) == (told["commitment"], told["part"])
    assert None not in record["shuffle"]["parts"]
    record["hands"].reverse()
    field.fill(json.dumps(record))
    ana.get_by_role("button", name="Check", exact=True).click()
    assert verdict(ana) == "other_cards"
    expect(ana.locator("[data-says=verified]")).to_be_hidden()
