"""Moderation: a report, the hidden cards, an award and a suspension, which open pages show at once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.admin.staff import Staff
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import deal
from tests.site_process import Site

pytestmark = pytest.mark.browser
AT_ONCE = 4_000
"""Milliseconds: the two seconds promised, and two for a machine that does other things."""


def test_a_report_leads_to_an_award_a_suspension_and_an_appeal(
    arrive: Arrive, daphne_site: Callable[..., Site]
) -> None:
    site = daphne_site(RATE_LIMITS="0", STAFF_SECOND_FACTOR="0")
    dealt = deal(site.url)
    dealt.play(7)
    ana, bram = (arrive(person, url=site.url).at(dealt.code) for person in dealt.people)
    desk, other_desk = (arrive(Staff(site, name), url=site.url).page() for name in ("Mona", "Nils"))
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
    assert site.crash() == ""


def report(bram: MatchPage, code: str) -> None:
    page = bram.page.context.new_page()
    page.goto(f"/m/{code}/report/")
    page.get_by_label("Ana").check()
    page.get_by_label("Cheating").check()
    page.locator("textarea").fill("She looks at my cards.")
    page.get_by_role("button", name="Send report").click()
    page.wait_for_url("**/reports/")
    expect(page.locator("main")).to_contain_text("Cheating")
    page.close()


def claim(desk: Page) -> None:
    desk.goto("/admin/")
    desk.get_by_role("link", name=re.compile("pending reports")).click()
    desk.locator("#result_list tbody th a").first.click()
    expect(desk.locator("#content")).to_contain_text("She looks at my cards.")
    desk.get_by_role("button", name="Claim").click()
    expect(desk.locator(".messagelist")).to_contain_text("Claimed.")


def reveal(desk: Page, ana: MatchPage) -> None:
    """The moderator sees the hand of the player."""
    held = sorted(ana.codes())
    desk.get_by_text("All actions").click()
    desk.get_by_role("link", name="View hidden cards").click()
    desk.get_by_role("textbox", name="Reason").fill("To see whether she could know.")
    desk.get_by_role("button", name=re.compile("^Confirm")).click()
    hand = desk.locator("section.module").first.locator(".card-list").first.locator(".card .face")
    expect(hand).to_have_count(len(held))
    values = hand.evaluate_all("cards => cards.map(card => card.dataset.faction + card.querySelector('b').textContent)")
    assert sorted(values) == held


def award(desk: Page, ana: MatchPage) -> None:
    """A moderator who saw hidden cards needs a second one to award the game."""
    desk.get_by_role("link", name="Back").click()
    desk.get_by_role("link", name="Award win").click()
    desk.get_by_label("Bram").check()
    desk.get_by_role("textbox", name="Reason").fill("Looking at cards is not playing.")
    desk.get_by_role("button", name="Continue").click()
    expect(desk.locator(".action-effect")).to_contain_text("Bram wins")
    desk.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(desk.locator("#content, .messagelist").first).to_contain_text("until another moderator confirms")
    expect(ana.outcome).not_to_be_visible()


def confirm(desk: Page, ana: MatchPage, bram: MatchPage) -> None:
    """Confirm the award; both open pages show it, with the reason and the way to appeal."""
    desk.goto("/admin/games/game/")
    desk.locator("#result_list tbody th a").first.click()
    began = time.monotonic()
    desk.get_by_role("button", name="Confirm").click(no_wait_after=True)
    for table in (ana, bram):
        expect(table.outcome).to_be_visible(timeout=AT_ONCE)
        expect(table.page.locator("#online")).to_contain_text("Looking at cards is not playing.")
        expect(table.page.locator("#online a[href^='/appeal/']")).to_be_visible()
    assert time.monotonic() - began < AT_ONCE / 1000
    expect(desk.locator(".messagelist")).to_contain_text("Confirmed and done.")


def suspend(desk: Page, ana: MatchPage) -> None:
    """The open page of the suspended player says so at once."""
    desk.locator(".field-players").get_by_role("link", name="Ana").click()
    desk.get_by_role("link", name="Suspend").click()
    until = datetime.now(UTC) + timedelta(days=3)
    desk.get_by_label("Until").fill(until.strftime("%Y-%m-%dT%H:%M"))
    desk.get_by_role("textbox", name="Reason").fill("Come back in three days.")
    desk.get_by_role("button", name="Continue").click()
    desk.get_by_role("button", name=re.compile("^Confirm")).click(no_wait_after=True)
    expect(ana.page.locator("body")).to_contain_text("suspended", timeout=AT_ONCE)
    expect(desk.locator(".messagelist")).to_contain_text("Logged as action")
    expect(desk.locator(".field-standing")).to_contain_text("suspended")


def appeal(ana: MatchPage) -> None:
    ana.page.goto("/account/message/")
    expect(ana.page.locator("main")).to_contain_text("Come back in three days.")
    ana.page.get_by_role("link", name="Appeal").first.click()
    ana.page.locator("textarea").fill("I only have good eyes.")
    ana.page.locator("main form button[type=submit]").first.click()
    expect(ana.page.locator("main")).to_contain_text("I only have good eyes.")


def test_times_are_in_the_zone_of_the_reader(arrive: Arrive, daphne_site: Callable[..., Site]) -> None:
    site = daphne_site(RATE_LIMITS="0", STAFF_SECOND_FACTOR="0")
    dealt = deal(site.url)
    ana, bram = dealt.people
    mona = Staff(site, "Mona")
    bram.post(f"/m/{dealt.code}/report/", target="0", category="other", text="x")
    page = arrive(mona, url=site.url, timezone_id="Asia/Tokyo").page()
    page.goto("/admin/games/user/?q=Ana")
    page.locator("#result_list tbody th a").first.click()
    address = page.url
    page.get_by_role("link", name="Mute", exact=True).click()
    page.get_by_label("Until (UTC)").fill("2099-01-01T20:30")
    page.get_by_role("textbox", name="Reason").fill("Enough.")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Confirm: Mute").click()
    expect(page.locator(".acts-in-force")).to_contain_text(re.compile("until Jan 2, 2099, 5:30:00\\sAM"))
    page.goto(address.replace("change", "history"))
    expect(page.locator("#change-history time")).to_have_attribute("title", re.compile("UTC$"))
    muted = arrive(ana, url=site.url, timezone_id="Asia/Tokyo").page()
    muted.goto("/account/message/")
    expect(muted.locator("main")).to_contain_text(re.compile("muted until Jan 2, 2099, 5:30\\sAM"))
    sender = arrive(bram, url=site.url, timezone_id="Asia/Tokyo").page()
    sender.goto("/reports/")
    expect(sender.locator("main time")).to_have_attribute("title", re.compile("UTC$"))
