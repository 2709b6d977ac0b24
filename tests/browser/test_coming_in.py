"""From the lobby to a table: the pad at hand, one question, and a third phone that watches without asking anybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage
from tests.browser.tables import joined, opened, phone
from tests.browser.visitor import PHONE, inspect
from tests.client import Person
from tests.server import Site

pytestmark = pytest.mark.browser
LAPTOP = ViewportSize(width=1280, height=720)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("language", ["en", "nl", "id", "zh-hant"])
def test_a_table_is_opened_from_the_lobby_without_scrolling(
    arrive: Arrive, house: Site, size: ViewportSize, language: str
) -> None:
    for who in ([], [Person(house.url, "Ana")]):
        visitor = arrive(*who, viewport=size)
        visitor.context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
        page = visitor.page()
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hant" if language == "zh-hant" else language)
        expect(page.locator("a[href='/t/new/']")).to_be_in_viewport(ratio=1)


def test_one_question_chooses_how_much_is_logged(arrive: Arrive) -> None:
    page = arrive(viewport=PHONE).page()
    page.goto("/t/new/")
    depths = page.get_by_role("group", name="How closely do you want to score?").get_by_role("radio")
    assert [depth.get_attribute("value") for depth in depths.all()] == ["piles", "scoring", "every"]
    expect(page.get_by_role("radio", name="Follow what scores our suggestion")).to_be_checked()
    inspect(page)


def full_table(arrive: Arrive, house: Site) -> tuple[PadPage, PadPage, str]:
    """Ana and Bram at their pads, and the link that the code of their table holds."""
    (_, ana), (_, bram) = phone(arrive, house), phone(arrive, house)
    opened(ana, "0")
    ana.locator(".panel-table .qr").wait_for()
    link = str(
        ana.evaluate("fetch(document.querySelector('[data-invite]').dataset.invite).then((one) => one.json())")[
            "invite"
        ]["link"]
    )
    return PadPage(ana).ready(), joined(bram, link, "Bram"), link


def watches(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_text("Ana and Bram play: both seats are taken.").wait_for()
    inspect(page)
    page.get_by_role("button", name="Watch the game").click()
    expect(page.locator(".stage")).to_be_visible()


def test_a_third_phone_watches_by_one_tap_and_asks_for_a_seat_only_if_its_owner_says_so(
    arrive: Arrive, house: Site
) -> None:
    ana, bram, link = full_table(arrive, house)
    _, third = phone(arrive, house)
    watches(third, link)
    expect(ana.page.locator(".panel-table .devices li")).to_have_count(3)
    for pad in (ana, bram):
        expect(pad.page.locator("#tab-table .badge")).to_have_count(0)

    third.goto(link)
    expect(third.get_by_role("button", name="I am Bram")).to_be_hidden()
    third.get_by_text("I play, but on another phone so far").click()
    third.get_by_role("button", name="I am Bram").click()
    for pad in (ana, bram):
        expect(pad.page.locator("#tab-table .badge")).to_contain_text("1")
        expect(pad.sheet).to_have_count(0)
        expect(pad.note).to_contain_text("A phone asks for the seat of Bram.")
    ana.tab("table")
    inspect(ana.page)
    ana.page.get_by_role("button", name="Let it in").click()
    PadPage(third).ready()
