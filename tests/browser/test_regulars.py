"""A new account, in two browsers: from a sign-up and one tap to a rating, the link to a step, and its erasure."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.hurried import play_out
from tests.browser.match_page import MatchPage
from tests.browser.programs import PASSWORD
from tests.browser.test_accounts import sign_up
from tests.browser.visitor import PHONE
from tests.client import code_of

pytestmark = pytest.mark.browser
STAYS, LEAVES = "Regular", "Leaver"
TOLD = re.compile(r"(.+): (\d{4}\?) \(([+−]?)\d+\)")


def test_from_a_tap_to_a_rating_a_link_and_the_end_of_an_account(arrive: Arrive) -> None:
    first = arrive().page()
    second = arrive(viewport=PHONE, has_touch=True, is_mobile=True).page()
    for page, name in ((first, STAYS), (second, LEAVES)):
        sign_up(page, name)
    look_for_somebody(first)
    expect(first.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    look_for_somebody(second)
    tables = [MatchPage(page).ready() for page in (second, first)]
    for table in tables:
        expect(table.page.locator(".clock b")).to_have_text(["5:00", "5:00"])
    play_out(*tables)
    code = code_of(second.url)
    the_same_is_told_of_the_ratings(first, second)
    next_time_it_is_rated_again(first)
    followed_by_a_stranger(arrive().page(), a_step(second))
    leaves(second)
    the_game_stays_without_the_name(first, code)
    opens_nothing_any_more(second)


def look_for_somebody(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Clock").select_option("5+5")
    page.locator(".seek").get_by_label("Rated").check()
    page.get_by_role("button", name="Find an opponent").click()


def the_same_is_told_of_the_ratings(first: Page, second: Page) -> None:
    """Each reads both at the end, and their own on the page about their games."""
    ends = [told(page) for page in (first, second)]
    assert ends[0][0][1:] == ends[1][1][1:]
    assert ends[0][1][1:] == ends[1][0][1:]
    for page, me, other, ((whose, points, sign), (theirs, *_)) in zip(
        (first, second), (STAYS, LEAVES), (LEAVES, STAYS), ends, strict=True
    ):
        assert (whose, theirs) == ("Your rating", f"Rating of {other}")
        if page.locator(".end.nobody").count() == 0:
            assert sign == ("+" if page.locator(".end.won").count() else "−")
        assert f'<b class="points">{points}</b>' in page.context.request.get(f"/@/{me}/").text()


def told(page: Page) -> list[tuple[str, ...]]:
    """Whose rating each line tells of, what it is now, and where it went: one's own first."""
    lines = page.locator(".end .ratings span")
    expect(lines).to_have_text([TOLD, TOLD])
    found = [TOLD.fullmatch(line) for line in lines.all_inner_texts()]
    return [match.groups() for match in found if match]


def next_time_it_is_rated_again(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".seek").get_by_label("Rated")).to_be_checked()


def a_step(page: Page) -> str:
    """The link to a step of the game that ended here."""
    page.locator("#replay").click()
    page.get_by_label("One card on").tap()
    expect(page).to_have_url(re.compile(r"step=1\b"))
    return page.url


def followed_by_a_stranger(page: Page, link: str) -> None:
    """Somebody without an account, and whatever draws the preview where the link was pasted."""
    page.goto(link)
    expect(page.locator(".replay-words")).to_contain_text("leads")
    image = page.locator('meta[property="og:image"]').get_attribute("content")
    answer = page.context.request.get(str(image))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


def leaves(page: Page) -> None:
    """One place, where the password is asked for, and one confirmation."""
    page.goto("/account/data/")
    page.get_by_role("link", name="Leave and erase everything").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Erase everything").click()
    expect(page.get_by_text("You have left.")).to_be_visible()


def the_game_stays_without_the_name(page: Page, code: str) -> None:
    """On the list, at the table and in the replay."""
    for address in ("/@/", f"/m/{code}/", f"/m/{code}/replay/?step=52&result=1"):
        page.goto(address)
        expect(page.locator("main").get_by_text("Player", exact=True).first).to_be_visible()
        assert LEAVES not in page.content()


def opens_nothing_any_more(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name").fill(LEAVES)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.context.request.get(f"/@/{LEAVES}/").status == 404
