"""The browser's own translation: pages that scripts draw go on changing under it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.services.puzzles import selection
from games.views.learn.lessons import KEYS
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, play_on
from tests.browser.pad_page import pads_at, phone_at
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE
from tests.site_process import Site

pytestmark = pytest.mark.browser

TRANSLATE = """() => {
  const KEPT = "svg, script, style, noscript, template, textarea, font, .notranslate";
  const mayTranslate = ({ parentElement: parent }) => !parent.closest(KEPT)
    && parent.closest("[translate]")?.getAttribute("translate") !== "no";
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
    for (const text of texts.filter(mayTranslate)) {
      const outer = document.createElement("font");
      text.replaceWith(outer);
      outer.appendChild(document.createElement("font")).append(text.data);
    }
  };
  new MutationObserver((changes) => changes.forEach(({ target }) => target.isConnected && translate(target)))
    .observe(document.body, { childList: true, subtree: true });
  translate(document.body);
}"""
"""Puts each text into <font> elements, now and after each change, as Chrome does."""
LIVE = {
    "lobby": ("/", "[data-live-part]"),
    "watch": ("/watch/", "[data-watch]"),
    "lesson": (f"/learn/{KEYS[0]}/", "#online"),
    "puzzle": (f"/puzzle/{selection.list_other_numbers()[0]}/", "#online"),
}
"""Addresses of pages that scripts update, and what they update there."""


def translate(page: Page) -> None:
    """Translate a page, and find the language menu within one tap."""
    page.evaluate(TRANSLATE)
    expect(page.locator("footer font").first).to_be_attached()
    expect(page.locator("summary", has_text="Language")).to_be_visible()


def test_a_translated_match_goes_on(arrive: Arrive, dealt: Dealt) -> None:
    tables = [arrive(person, viewport=PHONE).at(dealt.code) for person in dealt.people]
    for table in tables:
        translate(table.page)
    play_on(*tables, plies=3)
    for table in tables:
        table.see_the_trick()
        expect(table.progress).to_contain_text("trick 2 of 13")


def test_a_translated_pad_and_display_go_on(arrive: Arrive, open_site: Site) -> None:
    ana, bram, link = pads_at(arrive, open_site, "scoring")
    _, display = phone_at(arrive, open_site)
    display.goto(link)
    translate(display)
    display.locator("#show").click()
    display.locator(".stage").wait_for()
    for page in (ana.page, bram.page, display):
        translate(page)
    ana.page.get_by_role("button", name="Phase two").click()
    ana.leads(0)
    for name, card in (("lead", "G5"), ("follow", "G3")):
        ana.log(name, card)
    for pad in (ana, bram):
        expect(pad.page.locator(".headline")).to_contain_text("trick 2 of 13")
    expect(display.locator(".phase")).to_contain_text("trick 2 of 13")


def test_a_translated_replay_goes_on(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(4)
    dealt.resign()
    page = arrive().page()
    page.goto(f"/m/{dealt.code}/replay/")
    expect(page.locator("#replay-run")).to_be_visible()
    translate(page)
    for _ in range(3):
        page.get_by_label("Next card").click()
    expect(page.locator(".replay-where")).to_contain_text("trick 2")


@pytest.mark.parametrize("name", LIVE)
def test_what_scripts_update_is_not_translated(arrive: Arrive, dealt: Dealt, name: str) -> None:
    path, live = LIVE[name]
    page = arrive(dealt.ana).page()
    page.goto(path)
    if live == "#online":
        MatchPage(page).ready()
    translate(page)
    expect(page.locator(live).first).to_be_attached()
    expect(page.locator(live).locator("font")).to_have_count(0)
