"""Accounts in the browser: a guest who signs up keeps the games; the pages for a second factor run under the policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import click
from tests.browser.programs import PASSWORD, Dealt
from tests.browser.visitor import SMALLEST, inspect

pytestmark = pytest.mark.browser


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def test_signing_up_in_the_middle_keeps_seat_and_game(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(4)
    visitor = arrive(dealt.ana)
    ana = visitor.at(dealt.code)
    held = ana.codes()
    sign_up(ana.page, f"Ana{dealt.code[:4]}")
    expect(ana.page.get_by_role("heading", name="Bram")).to_be_visible()
    ana.page.locator(f"main a[href='/m/{dealt.code}/']").click()
    ana.ready()
    assert ana.codes() == held
    if ana.may_play():
        click(ana, ana.codes(legal=True)[0])
        ana.sent(len(held))


def test_the_pages_for_a_second_factor(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive().page()
    sign_up(page, f"Dora{dealt.code[:4]}")
    page.goto("/account/2fa/totp/activate/")
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button").last.click()
    expect(page).to_have_url(re.compile("totp/activate"))
    inspect(page, SMALLEST)


def test_logging_in_leads_back_to_where_one_was(arrive: Arrive, dealt: Dealt) -> None:
    first, name = arrive().page(), f"Emma{dealt.code[:4]}"
    sign_up(first, name)
    page = arrive().page()
    page.goto(f"/account/login/?next=/m/{dealt.code}/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("wrong horse battery")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(re.compile(f"/m/{dealt.code}/"))
