"""The pad of a companion table: how a table is opened and joined, and the taps that log a card."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Container
from itertools import pairwise

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from games.rules.state import Phase, Trick
from tests.browser.conftest import Arrive
from tests.browser.match_page import PATIENCE
from tests.browser.visitor import PHONE, Visitor
from tests.services.companion.test_forced import begun, logged
from tests.services.companion.test_forced import by_site as slots_by_site
from tests.site_process import Site

ON_TOP = """(key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  return key.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether a tap in the middle of an element reaches it."""


class PadPage:
    """One phone at the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ask = page.locator("#ask")
        self.note = page.locator(".status .note")
        self.sheet = page.locator("#sheet[open]")
        self.waiting = page.locator("[data-waiting]")
        self.end = page.locator(".end")

    def ready(self) -> PadPage:
        """Wait for the first drawing."""
        self.page.locator(".pad-bar").wait_for()
        return self

    def tab(self, name: str) -> None:
        self.page.locator(f"#tab-{name}").click()

    def key(self, card: str) -> Locator:
        return self.page.locator(f'[data-card="{card}"]')

    def place(self, name: str) -> Locator:
        """A place of the trick in hand."""
        return self.page.locator(f'.strip [data-place="{name}"]')

    def leads(self, seat: int) -> None:
        self.page.locator(f"[data-leader='{seat}']").click()

    def at(self, phase: Phase, number: int) -> None:
        """Wait until the pad is about a trick; a blind card is not logged."""
        words = "Phase one" if phase is Phase.ONE else "Phase two"
        about = self.page.locator(".headline p", has_text=re.compile(rf"^{words}, trick {number} of 13$"))
        blind = self.page.locator("#skip")
        expect(about.or_(blind).first).to_be_visible(timeout=PATIENCE * 1000)
        if blind.is_visible():
            blind.click()
        expect(about).to_be_visible(timeout=PATIENCE * 1000)

    def log(self, name: str, card: str) -> None:
        """Log a card in a place of the trick in hand."""
        self.pick(name)
        self.tap(card)

    def tap(self, card: str) -> None:
        """Tap a key that is enabled and that nothing covers.

        The page is asked for both: Playwright's check before a click sometimes takes an enabled key for disabled.
        """
        key = self.key(card)
        expect(key).to_have_attribute("aria-disabled", "false")
        key.scroll_into_view_if_needed()
        assert key.evaluate(ON_TOP), f"something lies over {card}"
        key.click(force=True)

    def pick(self, name: str) -> None:
        """Choose a place, which the next tap is about: the pad then waits for no moment between two taps."""
        self.place(name).click()

    def count(self, *values: int) -> None:
        """Tap numbers of the final piles; before a number that repeats choose its place, so as not to wait."""
        for before, value in pairwise((None, *values)):
            if value == before:
                self.page.locator(".count[aria-pressed='true']").click()
            self.page.locator(f".digit[data-value='{value}']").click()

    def sent(self) -> None:
        """Wait until everything that was logged here is on the server."""
        expect(self.waiting).to_have_attribute("data-waiting", "0", timeout=PATIENCE * 1000)

    def has(self, count: int) -> None:
        """So many entries wait on this phone."""
        expect(self.waiting).to_have_attribute("data-waiting", str(count))

    def correct(self, trick: str, name: str, card: str) -> None:
        """Tap a place in the log and then its card."""
        self.tab("log")
        self.page.locator(f'[data-trick="{trick}"] [data-place="{name}"]').click()
        self.tap(card)
        self.sent()
        self.tab("pad")


def site_logs(seed: int) -> set[tuple[Phase, int, str]]:
    """The places of a game that the site fills by itself when no blind card is logged, which take no tap."""
    table, states = begun(seed)
    for trick in states[-1].tricks:
        table = logged(table, trick, without=("blind",))
    return {(slot.phase, slot.number, slot.spot.value) for slot in slots_by_site(table)}


def log_trick(pads: tuple[PadPage, PadPage], trick: Trick, by_site: Container[tuple[Phase, int, str]] = ()) -> None:
    """Each logs their own card, the leader the revealed one; ``by_site`` has the places that the site fills."""
    leader, follower = pads[trick.leader], pads[1 - trick.leader]
    for pad in {id(pad): pad for pad in pads}.values():
        pad.at(trick.phase, trick.number)
    if trick.revealed:
        leader.log("revealed", str(trick.revealed))
    for pad, name, played in ((leader, "lead", trick.lead), (follower, "follow", trick.follow)):
        if (trick.phase, trick.number, name) not in by_site:
            pad.log(name, str(played))
            pad.sent()


def scanned(code: Locator) -> str:
    """The text of a QR code on the screen, once it can be read."""
    code.wait_for()
    deadline = time.monotonic() + PATIENCE
    while (found := zxingcpp.read_barcode(Image.open(io.BytesIO(code.screenshot())))) is None:
        assert time.monotonic() < deadline, "the code cannot be read"
    return found.text


AS_A_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def pads_at(arrive: Arrive, site: Site, depth: str = "every") -> tuple[PadPage, PadPage, str]:
    """Ana's and Bram's phones at a table, and the link that invites to it."""
    (_, ana), (_, bram) = phone_at(arrive, site), phone_at(arrive, site)
    open_new_table(ana, "0", depth)
    host = PadPage(ana).ready()
    link = str(ana.request.get(f"{ana.url}invite/").json()["invite"]["link"])
    return host, join_by_link(bram, link, "Bram"), link


def phone_at(arrive: Arrive, site: Site, **options: object) -> tuple[Visitor, Page]:
    visitor = arrive(url=site.url, **AS_A_PHONE, **options)
    return visitor, visitor.page()


def open_new_table(page: Page, device: str, depth: str = "every", names: tuple[str, str] = ("Ana", "Bram")) -> None:
    """Open a table for two players."""
    page.goto("/t/new/")
    for field, name in zip(("First player", "Second player"), names, strict=True):
        page.get_by_role("textbox", name=field).fill(name)
    page.locator(f"[name=device][value='{device}']").check()
    page.locator(f"[name=depth][value={depth}]").check()
    page.get_by_role("button", name="Open table").click()


def join_by_link(page: Page, link: str, name: str) -> PadPage:
    """Follow a scanned link, see who invites, and take the seat with one tap."""
    page.goto(link)
    page.get_by_text("You're invited").wait_for()
    assert "#" not in page.url
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name=f"Join as {name}").click()
    return PadPage(page).ready()
