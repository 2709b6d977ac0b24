"""From the lobby to a table with the printed deck; a third phone watches it and asks for a seat."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from games.views.qr import render_qr_svg
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, open_new_table, pads_at, phone_at, scanned
from tests.browser.visitor import PHONE, inspect
from tests.site_process import Site

pytestmark = pytest.mark.browser
OTHER = "10.0.0.7:8000/j"
LAPTOP = ViewportSize(width=1280, height=720)


def test_the_lobby_offers_a_table_without_scrolling(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.page()
    for language in ("en", "nl", "id", "zh-hant"):
        cookie = {"name": "django_language", "value": language, "url": visitor.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto("/")
        assert page.evaluate("document.documentElement.lang.toLowerCase()") == language
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            expect(page.locator("a[href='/t/new/']")).to_be_in_viewport(ratio=1)


def test_the_code_can_carry_another_address_of_the_machine(
    arrive: Arrive, open_site: Site, painting_browser: Browser
) -> None:
    """The choice is kept for the next code and the next visit."""
    _, page = phone_at(arrive, open_site, by=painting_browser)
    page.route("**/invite/", add_address)
    for _ in range(2):
        open_new_table(page, "display")
        page.locator(".stage .qr").wait_for()
        if page.get_by_role("button", name=OTHER).is_visible():
            inspect(page, PHONE, LAPTOP)
            page.get_by_role("button", name=OTHER).click()
        expect(page.locator(".invite .address")).to_contain_text(OTHER)
        assert scanned(page.locator(".code-frame")).startswith(f"http://{OTHER}#")
        expect(page.locator(".other-addresses button")).to_have_text([urlsplit(open_site.url).netloc + "/j"])
        page.reload()
        expect(page.locator(".invite .address")).to_contain_text(OTHER)


def add_address(route: Route) -> None:
    """Answer with an invitation of a machine in two networks."""
    answer = route.fetch()
    found = answer.json()
    link = f"http://{OTHER}#{found['invite']['link'].partition('#')[2]}"
    found["invite"]["others"] = [{"link": link, "address": OTHER, "qr": render_qr_svg(link, "QR code")}]
    route.fulfill(response=answer, json=found)


def watches(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_text("Both seats are taken: Ana and Bram are playing.").wait_for()
    inspect(page)
    expect(page.locator("#join .primary").filter(visible=True)).to_have_text("Watch the game")
    offers = page.locator("#join").locator("button, summary").filter(visible=True)
    expect(offers).to_have_text(["Watch the game", "Use as shared display", "I'm a player, switch to this phone"])
    page.get_by_role("button", name="Watch the game").click()
    expect(page.locator(".stage")).to_be_visible()


def test_a_third_phone_watches_with_one_tap_and_gets_a_seat_that_its_phone_allows(
    arrive: Arrive, open_site: Site
) -> None:
    ana, bram, link = pads_at(arrive, open_site)
    _, third = phone_at(arrive, open_site)
    watches(third, link)
    expect(ana.page.locator(".panel-table .devices li")).to_have_count(3)
    for pad in (ana, bram):
        expect(pad.page.locator("#tab-table .badge")).to_have_count(0)

    third.goto(link)
    expect(third.get_by_role("button", name="I'm Bram")).to_be_hidden()
    third.get_by_text("I'm a player, switch to this phone").click()
    third.get_by_role("button", name="I'm Bram").click()
    notes = ("Another device wants Bram's seat.", "Another device wants your seat.")
    for pad, note in zip((ana, bram), notes, strict=True):
        expect(pad.page.locator("#tab-table .badge")).to_contain_text("1")
        expect(pad.sheet).to_have_count(0)
        expect(pad.note).to_contain_text(note)
        pad.tab("table")
    expect(ana.page.locator("#let-in")).to_have_count(0)
    bram.page.get_by_role("button", name="Allow").focus()
    bram.page.keyboard.press("Enter")
    PadPage(third).ready()
    expect(bram.page.get_by_role("alert")).to_contain_text("Another device has your seat now.")
    expect(bram.page.locator("#tab-table .badge")).to_have_count(0)
    ana.tab("log")
    handovers = ana.page.locator(".handovers li")
    expect(handovers).to_have_text(["Bram's seat moved to another device. The old one agreed."])


def test_the_other_player_comes_by_no_way_to_a_seat_whose_phone_is_here(arrive: Arrive, open_site: Site) -> None:
    """Bram holds two phones, and wants to see the blind card that Ana logged."""
    ana, bram, link = pads_at(arrive, open_site)
    ana.leads(0)
    for place, card in (("revealed", "U5"), ("lead", "G9"), ("follow", "K4")):
        ana.log(place, card)
    ana.correct("1.1", "blind", "D3")
    codes = ["New device for Ana", "New device for Bram", "Add a display"]
    for pad, shown in ((ana, codes), (bram, codes[1:])):
        pad.tab("table")
        expect(pad.page.locator("button[data-seat-code]")).to_have_text(shown)
    expect(ana.page.get_by_role("button", name="Remove")).to_have_count(0)

    _, second = phone_at(arrive, open_site)
    second.goto(link)
    second.get_by_text("I'm a player, switch to this phone").click()
    second.get_by_role("button", name="I'm Ana").click()
    expect(second.get_by_role("heading", name="Waiting for approval")).to_be_visible()
    expect(bram.page.locator(".asks")).to_contain_text("Only Ana's device can allow it while it's online.")
    expect(bram.page.locator("#let-in")).to_have_count(0)
    expect(ana.page.locator(".asks")).to_contain_text("The other device will see this seat's blind cards.")
    ana.page.get_by_role("button", name="Deny").click()
    expect(second.get_by_role("status")).to_contain_text("Ask the players at the table")
    expect(second.get_by_role("heading", name="Your request was denied")).to_be_visible()
    expect(second.get_by_role("link", name="Check again")).to_be_hidden()
    expect(second.get_by_role("link", name="Enter the code")).to_be_visible()
    ana.tab("pad")
    expect(ana.place("revealed")).to_be_visible()
    expect(bram.page.locator(".asks")).to_have_count(0)
    expect(ana.page.locator(".handovers")).to_have_count(0)
