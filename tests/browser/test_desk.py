"""A moderator's way: log in, set up the second factor, and pause and resume a game on the desk."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from tests.admin.staff import PASSWORD, appoint
from tests.browser.conftest import Arrive
from tests.browser.programs import deal
from tests.browser.visitor import PHONE
from tests.site_process import Site, TimedSite

pytestmark = pytest.mark.browser
CODE_PERIOD = 10**9
"""Seconds for which a code of the app is right. The usual half minute may end before the code is sent."""


def test_a_moderator_gets_to_the_desk_and_resumes_a_paused_game(
    arrive: Arrive, daphne_site: Callable[..., Site], settings: LazySettings
) -> None:
    settings.MFA_TOTP_PERIOD = CODE_PERIOD
    site = daphne_site(TimedSite, RATE_LIMITS="0", CODES=str(CODE_PERIOD))
    dealt = deal(site.url)
    dealt.play(2)
    appoint(site, "Mona")
    ana = arrive(dealt.people[0], url=site.url).at(dealt.code)
    page = arrive(url=site.url, viewport=PHONE).page()
    log_in(page)
    set_up_second_factor(page)
    pause(page, dealt.code)
    expect(ana.page.locator("#online")).to_contain_text("A moderator paused this game")
    resume(page)
    expect(ana.page.locator("#online")).to_contain_text("A moderator ended the pause of this game")
    assert site.crash() == ""


def log_in(page: Page) -> None:
    page.goto("/account/login/")
    page.locator("input[name=login]").fill("Mona")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.locator(".menu.person summary").click()
    page.get_by_role("link", name="Moderation").click()


def set_up_second_factor(page: Page) -> None:
    """Without the password again, from the secret to the desk."""
    field = page.locator("#authenticator_secret")
    assert field.evaluate(
        "(field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight"
    )
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    secret = field.input_value()
    (counter,) = yield_hotp_counters_from_time()
    page.locator("input[name=code]").fill(format_hotp_value(hotp_value(secret, counter)))
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("#recovery_codes")).to_be_visible()
    page.get_by_role("link", name="Continue to moderation").click()
    expect(page.locator(".queue-list")).to_be_visible()


def pause(page: Page, code: str) -> None:
    page.goto("/admin/games/game/")
    page.get_by_role("link", name=code).click()
    page.get_by_role("link", name="Pause game").click()
    page.get_by_text("Choose a preset reason").click()
    page.get_by_role("link", name="Something went wrong with this game.").click()
    expect(page.get_by_role("textbox", name="Reason")).to_have_value("Something went wrong with this game.")
    page.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(page.locator(".field-progress")).to_contain_text("paused")
    expect(page.locator(".action-list").get_by_role("link", name="Pause game")).to_have_count(0)


def resume(page: Page) -> None:
    page.get_by_role("link", name="Resume game").click()
    page.get_by_role("textbox", name="Reason").fill("All is well.")
    page.get_by_role("button", name="Confirm: Resume game").click()
    expect(page.locator(".field-progress")).to_contain_text("in progress")
    expect(page.locator(".acts-in-force")).to_have_count(0)
