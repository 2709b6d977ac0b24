"""Name plates at a browser font of 200 %, and legal cards under forced colours, on the online table and the pad."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.pad_page import AS_A_PHONE, PadPage
from tests.browser.programs import Dealt, run_apart
from tests.browser.visitor import PHONE, Visitor
from tests.realtime.phones import Phone, entry, pads, two_phones
from tests.site_process import Site

pytestmark = pytest.mark.browser
LANGUAGES = ("en", "nl", "id", "zh-hant")
DOUBLE = {"standard": 32, "fixed": 26}
"""Pixels of a browser's default font at 200 %."""
CUT = """() => [...document.querySelectorAll(".player *, .headline *, .strip *, .side")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .backs, .band") && one.clientWidth > 1)
  .filter((one) => {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const over = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    return (style.overflow !== "visible" && over) || box.left < 0 || box.right > innerWidth;
  }).map((one) => one.outerHTML)"""
"""The parts of the plates, the question and its places whose text is cut or out of the window."""
BORDERS = """(cards) => [...new Set(cards.map((card) => {
  const { borderTopWidth, borderTopStyle } = getComputedStyle(card);
  return `${borderTopWidth} ${borderTopStyle}`;
}))]"""
"""The borders of cards, each once."""


def open_large(visitor: Visitor, path: str) -> Iterator[Page]:
    """Open a page in each language with the font of the browser at 200 %."""
    page = visitor.page()
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": DOUBLE})
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.url}])
        page.goto(path)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        yield page


def test_name_plates_of_the_table_are_whole_in_large_letters(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(2)
    for person in dealt.people:
        for page in open_large(arrive(person, viewport=PHONE), f"/m/{dealt.code}/"):
            expect(page.locator(".player :is(.plays, .leads)").first).to_be_visible()
            assert page.evaluate(CUT) == []


@pytest.mark.parametrize("depth", ["every", "scoring"])
def test_name_plates_of_the_pad_are_whole_in_large_letters(arrive: Arrive, open_site: Site, depth: str) -> None:
    phones = run_apart(two_phones(open_site.url, depth=depth))
    run_apart(log_first_cards(phones[0], depth))
    for page in open_large(arrive(phones[0], **AS_A_PHONE), f"/t/{phones[0].code}/"):
        PadPage(page).ready()
        expect(page.locator("#ask")).to_be_visible()
        assert page.evaluate(CUT) == []


async def log_first_cards(phone: Phone, depth: str) -> None:
    """Log who leads and the revealed card, so that each place has the name of its player."""
    if depth == "scoring":
        return
    revealed = entry(type="log", phase=1, trick=1, place="revealed", card="U5")
    async with pads(phone) as (pad,):
        await pad.queue([entry(type="lead", seat=0), revealed])


def test_legal_cards_have_another_border_under_forced_colours(arrive: Arrive, dealt: Dealt) -> None:
    person = dealt.people[dealt.bar()]
    for scheme in ("light", "dark"):
        visitor = arrive(person, viewport=PHONE, forced_colors="active", color_scheme=scheme)
        table = visitor.at(dealt.code)
        expect(table.page.locator("[data-legal='yes']").first).to_be_visible()
        legal, illegal = (table.page.locator(f".hand [data-legal='{word}']") for word in ("yes", "no"))
        assert (legal.evaluate_all(BORDERS), illegal.evaluate_all(BORDERS)) == (["4px solid"], ["1px dashed"])


def test_keys_that_are_off_have_another_border_under_forced_colours(arrive: Arrive, open_site: Site) -> None:
    phones = run_apart(two_phones(open_site.url))
    run_apart(log_first_cards(phones[0], "every"))
    page = arrive(phones[0], **AS_A_PHONE, forced_colors="active").page()
    page.goto(f"/t/{phones[0].code}/")
    PadPage(page).ready()
    on, off = (page.locator(f".key[aria-disabled='{word}']") for word in ("false", "true"))
    assert (on.evaluate_all(BORDERS), off.evaluate_all(BORDERS)) == (["3px solid"], ["1px dashed"])
