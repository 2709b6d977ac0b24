"""Two friends in two languages: a challenge, a conversation at the game, and a report."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import account
from tests.browser.visitor import PHONE
from tests.site_process import Site

pytestmark = pytest.mark.browser
ANA, BRAM = "Anafriend", "Bramfriend"


def test_from_a_challenge_to_a_conversation_and_its_end(arrive: Arrive, open_site: Site) -> None:
    ana, bram = account(open_site.url, ANA), account(open_site.url, BRAM, language="nl")
    hers = arrive(ana).page()
    his = arrive(bram, viewport=PHONE, has_touch=True, is_mobile=True).page()
    for page, other in ((hers, BRAM), (his, ANA)):
        page.goto(f"/@/{other}/")
        page.locator(".tied button[value=follow]").click()
        expect(page.locator(".tied button[value=unfollow]")).to_be_visible()
    with his.expect_response("**/notifications/"):
        his.goto("/rules/")
    challenges(hers)
    accepts_from_the_open_page(his)
    tables = [MatchPage(page).ready() for page in (hers, his)]
    check_agreement(*tables)
    exchange_phrases(*tables)
    write_freely(*tables)
    mutes(his)
    reports(his)


def challenges(page: Page) -> None:
    """Challenge a friend who is online."""
    page.reload()
    expect(page.locator(".tied .tag")).to_have_text(["friend", "online"])
    page.get_by_role("link", name="Challenge").click()
    page.get_by_role("group", name="First lead").get_by_label("Me").check()
    page.get_by_role("group", name="Clock").get_by_label("5 min + 5 s", exact=True).check()
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Send challenge").click()
    expect(page).to_have_url(re.compile(r"/m/\w{8}/$"))


def accepts_from_the_open_page(page: Page) -> None:
    """Accept on another page, as soon as its tab is visible again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notification = page.locator(".notification")
    expect(notification).to_contain_text(ANA)
    notification.get_by_role("button", name="Spelen").tap()


def check_agreement(hers: MatchPage, his: MatchPage) -> None:
    for table in (hers, his):
        expect(table.page.locator(".clock b")).to_have_text(["5:00", "5:00"])
    expect(hers.playable).to_have_count(13)
    expect(his.playable).to_have_count(0)


def exchange_phrases(hers: MatchPage, his: MatchPage) -> None:
    """Each player reads phrases and gestures in their own language."""
    hers.open("talk").locator("[data-word=hello]").click()
    expect(his.page.locator(".player.far .bubble")).to_have_text("Hallo!")
    expect(hers.page.locator(".player.near .bubble")).to_have_text("Hello!")
    his.open("talk").locator("[data-word=wave]").tap()
    expect(hers.page.locator(".player.far .bubble svg")).to_be_visible()
    expect(hers.page.locator("[aria-live], [role=status]").filter(has_text=f"{BRAM} waves.")).to_have_count(1)


def write_freely(hers: MatchPage, his: MatchPage) -> None:
    """Free text is for players who both agreed to it."""
    hers.open("talk").locator("#agree").check()
    expect(hers.page.locator(".free p")).to_have_text(f"Waiting for {BRAM} to agree …")
    expect(hers.page.locator("#text")).to_have_count(0)
    his.open("talk").locator("#agree").check()
    # Who has just spoken may speak again once that is no longer shown.
    expect(hers.page.locator(".player.near .bubble")).to_have_count(0)
    hers.page.locator("#text").fill("Anybody there?")
    hers.page.get_by_role("button", name="Send", exact=True).click()
    expect(his.page.locator(".said li").first).to_have_text(re.compile(rf"{ANA}\s+Anybody there\?"))


def mutes(page: Page) -> None:
    """Mute the other player, whose messages go."""
    page.locator("[data-deed=mute]").tap()
    expect(page.locator("[data-deed=mute]")).to_have_text("Niet meer dempen")
    expect(page.locator(".said li")).to_have_count(1)


def reports(page: Page) -> None:
    page.get_by_role("link", name="Melden").tap()
    page.get_by_label(ANA).check()
    page.locator("[name=category]").first.check()
    page.locator("textarea").fill("Goed onderwijs.")
    page.locator("main").get_by_role("button").tap()
    expect(page).to_have_url(re.compile("/reports/$"))
