"""Accounts in the browser: sign-up, log-in, a second factor, and from a rated game to the end of an account."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, next_to_play
from tests.browser.programs import PASSWORD, Dealt
from tests.browser.visitor import PHONE
from tests.client import code_of

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


STAYS, LEAVES = "Regular", "Leaver"
RATING_LINE = re.compile(r"(.+): (\d{4}\?) \(([+−]?)\d+\)")


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
    for _ in range(2):
        mover = next_to_play(*tables)
        before = mover.hand.count()
        click(mover, mover.codes(legal=True)[0])
        mover.sent(before)
    for table in tables:
        expect(table.go_on).to_be_visible()
        table.see_the_trick()
    tables[0].open("leave").get_by_role("button", name="Resign").click()
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
    ends = [rating_lines(page) for page in (first, second)]
    assert ends[0][0][1:] == ends[1][1][1:]
    assert ends[0][1][1:] == ends[1][0][1:]
    for page, me, other, ((whose, points, sign), (theirs, *_)) in zip(
        (first, second), (STAYS, LEAVES), (LEAVES, STAYS), ends, strict=True
    ):
        assert (whose, theirs) == ("Your rating", f"Rating of {other}")
        if page.locator(".end.nobody").count() == 0:
            assert sign == ("+" if page.locator(".end.won").count() else "−")
        assert f'<b class="points">{points}</b>' in page.context.request.get(f"/@/{me}/").text()


def rating_lines(page: Page) -> list[tuple[str, ...]]:
    """Whose rating each line tells of, what it is now, and where it went: one's own first."""
    lines = page.locator(".end .ratings span")
    expect(lines).to_have_text([RATING_LINE, RATING_LINE])
    found = [RATING_LINE.fullmatch(line) for line in lines.all_inner_texts()]
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
    for address in ("/@/", f"/m/{code}/", f"/m/{code}/replay/?step=2&result=1"):
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
