"""Accounts: a guest signs up in the middle of a game; from a rated game to the end of an account."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, play_on
from tests.browser.programs import PASSWORD, Dealt
from tests.browser.visitor import PHONE
from tests.client import code_of

pytestmark = pytest.mark.browser


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def test_a_guest_who_signs_up_in_the_middle_of_a_game_goes_on_with_it_also_in_another_browser(
    arrive: Arrive, dealt: Dealt
) -> None:
    dealt.play(4)
    ana, name = arrive(dealt.ana).at(dealt.code), f"Ana{dealt.code[:4]}"
    held = ana.codes()
    sign_up(ana.page, name)
    expect(ana.page.get_by_role("heading", name="Bram")).to_be_visible()
    ana.page.locator(f"main a[href='/m/{dealt.code}/']").click()
    ana.ready()
    assert ana.codes() == held
    other = arrive().page()
    other.goto(f"/account/login/?next=/m/{dealt.code}/")
    log_in(other, name, "wrong horse battery")
    expect(other.get_by_role("alert")).to_be_visible()
    log_in(other, name)
    assert MatchPage(other).ready().codes() == held


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


STAYS, LEAVES = "Regular", "Leaver"
RATING_LINE = re.compile(r"(.+): (\d{4}\?) \(([+−]?)\d+\)")


def test_two_accounts_meet_in_a_rated_game_and_one_of_them_leaves_for_good(arrive: Arrive) -> None:
    first = arrive().page()
    second = arrive(viewport=PHONE, has_touch=True, is_mobile=True).page()
    for page, name in ((first, STAYS), (second, LEAVES)):
        sign_up(page, name)
    find_opponent(first)
    expect(first.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
    find_opponent(second)
    tables = [MatchPage(page).ready() for page in (second, first)]
    for table in tables:
        expect(table.page.locator(".clock b")).to_have_text(["5:00", "5:00"])
    play_on(*tables, plies=2)
    for table in tables:
        expect(table.go_on).to_be_visible()
        table.see_the_trick()
    tables[0].open("leave").get_by_role("button", name="Resign").click()
    code = code_of(second.url)
    compare_ratings(first, second)
    first.goto("/new/")
    expect(first.locator(".seek").get_by_label("Rated")).to_be_checked()
    open_link(arrive().page(), link_to_first_step(second))
    leave_for_good(second)
    check_game_without_name(first, code)
    check_that_login_fails(second)


def find_opponent(page: Page) -> None:
    page.goto("/new/")
    page.locator(".seek").get_by_label("Clock").select_option("5+5")
    page.locator(".seek").get_by_label("Rated").check()
    page.get_by_role("button", name="Find an opponent").click()


def compare_ratings(first: Page, second: Page) -> None:
    """Both players read both ratings at the end, and their own in their profile."""
    ends = [rating_lines(page) for page in (first, second)]
    assert ends[0][0][1:] == ends[1][1][1:]
    assert ends[0][1][1:] == ends[1][0][1:]
    for page, me, opponent, ((own, points, sign), (theirs, *_)) in zip(
        (first, second), (STAYS, LEAVES), (LEAVES, STAYS), ends, strict=True
    ):
        assert (own, theirs) == ("Your rating", f"{opponent}'s rating")
        assert sign == ("+" if page is first else "−")
        assert f'<b class="points">{points}</b>' in page.context.request.get(f"/@/{me}/").text()


def rating_lines(page: Page) -> list[tuple[str, ...]]:
    """Player, rating and sign of the change of each line, the own line first."""
    lines = page.locator(".end .ratings span")
    expect(lines).to_have_text([RATING_LINE, RATING_LINE])
    found = [RATING_LINE.fullmatch(line) for line in lines.all_inner_texts()]
    return [match.groups() for match in found if match]


def link_to_first_step(page: Page) -> str:
    """Open the replay of the game that has ended and go on by a card."""
    page.locator("#replay").click()
    page.get_by_label("Next card").tap()
    expect(page).to_have_url(re.compile(r"step=1\b"))
    return page.url


def open_link(page: Page, link: str) -> None:
    """Open it without an account, with the picture that link previews show."""
    page.goto(link)
    expect(page.locator(".replay-words")).to_contain_text("leads")
    image = page.locator('meta[property="og:image"]').get_attribute("content")
    answer = page.context.request.get(str(image))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


def leave_for_good(page: Page) -> None:
    page.goto("/account/data/")
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Your data was deleted.")).to_be_visible()


def check_game_without_name(page: Page, code: str) -> None:
    """The list of games, the table and the replay have no name of the player who left."""
    for address in ("/@/", f"/m/{code}/", f"/m/{code}/replay/?step=2&result=1"):
        page.goto(address)
        expect(page.locator("main").get_by_text("Player", exact=True).first).to_be_visible()
        assert LEAVES not in page.content()


def check_that_login_fails(page: Page) -> None:
    page.goto("/account/login/")
    log_in(page, LEAVES)
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.context.request.get(f"/@/{LEAVES}/").status == 404
