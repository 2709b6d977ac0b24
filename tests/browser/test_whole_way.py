"""The whole way with the site's own: a game with help, its end, the replay, the review, playing on, and a puzzle."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.rules.cards import CODES
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, next_to_play, press
from tests.browser.test_puzzle import NUMBER, PUZZLE, PuzzlePage
from tests.browser.visitor import DESK, PHONE
from tests.client import Person, code_of
from tests.server import Site

pytestmark = pytest.mark.browser
REVIEWED = 60_000
"""What the processes that think may take where much else runs."""
NAME = "W" * 20
OTHERS = ".hand .card, .tally, .slot .card, .revealed .card, .deck, .player, #hint, #take-back"
"""What a note lies beside."""
ONCE = """localStorage.setItem("preferences", '{"speed":"quick"}')"""


@pytest.mark.parametrize(
    ("size", "language"),
    [(PHONE, "nl"), (DESK, "zh-hant"), (PHONE, "id"), (DESK, "en")],
    ids=["phone-nl", "desk-zh", "phone-id", "desk-en"],
)
def test_from_the_first_card_to_a_puzzle(arrive: Arrive, house: Site, size: ViewportSize, language: str) -> None:
    ana = Person(house.url, NAME)
    ana.post("/preferences/", pace="quick", language=language, level="page")
    visitor = arrive(ana, viewport=size, has_touch=size is PHONE, is_mobile=size is PHONE)
    visitor.context.add_init_script(ONCE)
    page = visitor.page()
    helped_game(page, code_of(ana.post("/play/", level="page")["url"]))
    assert page.locator("html").get_attribute("lang") == {"zh-hant": "zh-Hant"}.get(language, language)
    looked_back(page)
    played_on(page)
    solved_puzzle(page)


def helped_game(page: Page, code: str) -> None:
    """A hint, its card, back again, and the end."""
    page.goto(f"/m/{code}/")
    table = MatchPage(page).ready()
    next_to_play(table)
    page.locator("#hint").click()
    marked = page.locator(".hand .card.hinted")
    expect(marked).to_have_count(1, timeout=REVIEWED)
    apart(table.note, page.locator(OTHERS))
    press(table, str(marked.get_attribute("data-card")))
    next_to_play(table)
    page.locator("#take-back").click()
    expect(table.hand).to_have_count(13)
    apart(table.note, page.locator(OTHERS))
    unscrolled(page)
    press(table, table.codes(legal=True)[0])
    next_to_play(table)
    page.locator("#leave").click()
    page.locator("#resign-yes").click()
    expect(table.outcome).to_be_visible()


def looked_back(page: Page) -> None:
    """The replay from the end of the game, and its review to a card."""
    page.locator("#replay").click()
    page.locator("#review-ask").click()
    expect(page.locator(".review-curve")).to_be_visible(timeout=REVIEWED)
    page.locator("#replay-story a").first.click()
    expect(page.locator(".review-card p").first).not_to_be_empty()


def played_on(page: Page) -> None:
    """A game from there; its sentence stands at the table, and the hand is all on the screen."""
    page.locator("#play-on button[type=submit]").click()
    table = MatchPage(page).ready()
    next_to_play(table)
    expect(page.locator(".messages")).to_have_count(0)
    apart(table.note, page.locator(OTHERS))
    unscrolled(page)
    before = table.hand.count()
    press(table, table.codes(legal=True)[0])
    table.sent(before)


def solved_puzzle(page: Page) -> None:
    page.goto(f"/puzzle/{NUMBER}/")
    table = PuzzlePage(page)
    table.awaited()
    press(table, CODES[PUZZLE.answer])
    expect(page.locator(".coach-told")).to_be_visible()


def apart(note: Locator, others: Locator) -> None:
    """What is said is to be seen, and covers none of these."""
    expect(note).to_be_visible()
    over = note.bounding_box()
    assert over is not None
    for one in others.all():
        box = one.bounding_box()
        assert box is not None
        beside = over["x"] >= box["x"] + box["width"] or box["x"] >= over["x"] + over["width"]
        assert beside or over["y"] >= box["y"] + box["height"] or box["y"] >= over["y"] + over["height"], one


def unscrolled(page: Page) -> None:
    """All of the hand is on the screen, without scrolling."""
    for card in page.locator(".hand .card").all():
        expect(card).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0
