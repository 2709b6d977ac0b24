"""A player reports, a moderator looks, awards and suspends, and both players' open pages change at once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.admin.staff import Staff
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt, deal
from tests.site_process import Site, copy_var

pytestmark = pytest.mark.browser
AT_ONCE = 4_000
"""Milliseconds: the two seconds promised, and two for a machine that does other things."""


@pytest.fixture(scope="module")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site whose staff need no second factor."""
    settings = {"RATE_LIMITS": "0", "STAFF_SECOND_FACTOR": "0"}
    site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("desk")), settings).start()
    yield site
    site.stop()
    assert site.crash() == ""


@pytest.fixture(scope="module")
def mona(site: Site) -> Staff:
    return Staff(site, "Mona")


@pytest.fixture
def dealt(site: Site) -> Dealt:
    dealt = deal(site.url)
    dealt.play(7)
    return dealt


@pytest.fixture
def players(arrive: Arrive, site: Site, dealt: Dealt) -> tuple[MatchPage, MatchPage]:
    """Ana's and Bram's open pages."""
    return arrive(dealt.ana, url=site.url).at(dealt.code), arrive(dealt.bram, url=site.url).at(dealt.code)


@pytest.fixture
def other_desk(arrive: Arrive, site: Site) -> Page:
    """The desk of a second moderator."""
    return arrive(Staff(site, "Nils"), url=site.url).page()


@pytest.fixture
def desk(arrive: Arrive, site: Site, mona: Staff) -> Page:
    return arrive(mona, url=site.url).page()


def test_from_a_report_to_an_appeal(
    arrive: Arrive, site: Site, dealt: Dealt, players: tuple[MatchPage, MatchPage], desk: Page, other_desk: Page
) -> None:
    ana, bram = players
    report(bram, dealt.code)
    claim(desk)
    reveal(desk, ana)
    award(desk, ana)
    confirm(other_desk, ana, bram)
    suspend(desk, ana)
    expect(bram.outcome).to_be_visible()
    appeal(ana)
    desk.goto("/admin/games/appeal/")
    expect(desk.locator("#result_list")).to_contain_text("I only have good eyes.")


def report(bram: MatchPage, code: str) -> None:
    page = bram.page.context.new_page()
    page.goto(f"/m/{code}/report/")
    page.get_by_label("Ana").check()
    page.get_by_label("Cheating").check()
    page.locator("textarea").fill("She looks at my cards.")
    page.get_by_role("button", name="Send the report").click()
    page.wait_for_url("**/reports/")
    expect(page.locator("main")).to_contain_text("Cheating")
    page.close()


def claim(desk: Page) -> None:
    desk.goto("/admin/")
    desk.get_by_role("link", name=re.compile("open reports")).click()
    desk.locator("#result_list tbody th a").first.click()
    expect(desk.locator("#content")).to_contain_text("She looks at my cards.")
    desk.get_by_role("button", name="Claim").click()
    expect(desk.locator(".messagelist")).to_contain_text("It is yours.")


def reveal(desk: Page, ana: MatchPage) -> None:
    """The moderator sees what the player holds; the page of the game does not."""
    held = sorted(ana.codes())
    desk.get_by_text("All acts").click()
    desk.get_by_role("link", name="Reveal hidden cards").click()
    desk.get_by_label("Reason").fill("To see whether she could know.")
    desk.get_by_role("button", name=re.compile("^Yes")).click()
    hand = desk.locator("section.module").first.locator(".desk-cards").first.locator(".card .face")
    expect(hand).to_have_count(len(held))
    values = hand.evaluate_all("cards => cards.map(card => card.dataset.faction + card.querySelector('b').textContent)")
    assert sorted(values) == held


def award(desk: Page, ana: MatchPage) -> None:
    """Whoever saw hidden cards decides nothing alone."""
    desk.get_by_role("link", name="Back").click()
    desk.get_by_role("link", name="Award").click()
    desk.get_by_label("Bram").check()
    desk.get_by_label("Reason").fill("She looked.")
    desk.get_by_label("Message to").fill("Looking at cards is not playing.")
    desk.get_by_role("button", name="Go on").click()
    expect(desk.locator(".desk-happens")).to_contain_text("Bram wins it")
    desk.get_by_role("button", name=re.compile("^Yes")).click()
    expect(desk.locator("#content, .messagelist").first).to_contain_text("until another moderator confirms")
    expect(ana.outcome).not_to_be_visible()


def confirm(desk: Page, ana: MatchPage, bram: MatchPage) -> None:
    """Both open pages say so, with the reason and the way to appeal."""
    desk.goto("/admin/games/game/")
    desk.locator("#result_list tbody th a").first.click()
    began = time.monotonic()
    desk.get_by_role("button", name="Confirm").click(no_wait_after=True)
    for table in (ana, bram):
        expect(table.outcome).to_be_visible(timeout=AT_ONCE)
        expect(table.page.locator("#online")).to_contain_text("Looking at cards is not playing.")
        expect(table.page.locator("#online a[href^='/appeal/']")).to_be_visible()
    assert time.monotonic() - began < AT_ONCE / 1000
    expect(desk.locator(".messagelist")).to_contain_text("Confirmed, and done.")


def suspend(desk: Page, ana: MatchPage) -> None:
    """The socket of the suspended ends, and the next page says why."""
    desk.locator(".field-players").get_by_role("link", name="Ana").click()
    desk.get_by_role("link", name="Suspend").click()
    until = datetime.now(UTC) + timedelta(days=3)
    desk.get_by_label("Until").fill(until.strftime("%Y-%m-%dT%H:%M"))
    desk.get_by_label("Reason").fill("She looked.")
    desk.get_by_label("Message to").fill("Come back in three days.")
    desk.get_by_role("button", name="Go on").click()
    desk.get_by_role("button", name=re.compile("^Yes")).click(no_wait_after=True)
    expect(ana.page.locator("body")).to_contain_text("suspended", timeout=AT_ONCE)
    expect(desk.locator(".messagelist")).to_contain_text("on record as act")
    expect(desk.locator(".field-standing")).to_contain_text("suspended")


def appeal(ana: MatchPage) -> None:
    ana.page.goto("/account/message/")
    expect(ana.page.locator("main")).to_contain_text("Come back in three days.")
    ana.page.get_by_role("link", name="Appeal").first.click()
    ana.page.locator("textarea").fill("I only have good eyes.")
    ana.page.locator("main form button[type=submit]").first.click()
    expect(ana.page.locator("main")).to_contain_text("I only have good eyes.")
