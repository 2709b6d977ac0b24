"""A puzzle: failed and refuted on a phone, its answer shown, and solved with the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from games.rules.cards import CODES
from games.services.puzzles import selection
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, eventually, next_to_play, tap
from tests.browser.visitor import PHONE
from tests.services.puzzles.test_puzzles import solved, wrong

pytestmark = pytest.mark.browser
QUICK = """localStorage.setItem("preferences", '{"speed":"quick"}')"""
NUMBER = min(selection.list_other_numbers(), key=lambda number: selection.get_puzzle(number).tricks)
PUZZLE = selection.get_puzzle(NUMBER)


class PuzzlePage(MatchPage):
    """The table of a puzzle with what stands beside it."""

    def ended(self, verdict: str) -> None:
        """Go on from each trick until the end of the puzzle is shown."""
        end = self.page.locator(".coach-end h3", has_text=verdict)
        eventually(lambda: self.looked_on(end), "the line is never played out")

    def looked_on(self, end: Locator) -> bool:
        """Go on from a finished trick; return whether the end is shown."""
        self.see_the_trick()
        return end.is_visible()


def test_a_puzzle_is_failed_by_finger_shown_and_solved_by_keyboard(arrive: Arrive) -> None:
    visitor = arrive(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.context.add_init_script(QUICK)
    page = visitor.page()
    page.goto("/")
    page.locator("main").get_by_role("link", name="Puzzle of the day").click()
    table = PuzzlePage(page)
    next_to_play(table)
    expect(page.get_by_role("heading", level=2, name="Puzzle of the day")).to_be_visible()
    page.goto(f"/puzzle/{NUMBER}/")
    next_to_play(table)
    expect(page.get_by_role("list", name="Your opponent's hand").get_by_role("img")).to_have_count(len(PUZZLE.hands[1]))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    tap(table, wrong(PUZZLE))
    table.ended("Not solved.")
    expect(page.locator(".coach-text")).to_contain_text("You can no longer win.")
    answer = page.get_by_role("button", name="Show solution")
    expect(answer).to_be_in_viewport()
    answer.click()
    table.ended("That's the solution.")
    expect(page.locator(".coach-text")).to_contain_text("You're certain to win now.")

    page.get_by_role("button", name="Try again").click()
    next_to_play(table)
    expect(table.hand).to_have_count(PUZZLE.tricks)
    for card in solved(PUZZLE).played:
        next_to_play(table)
        before = table.hand.count()
        table.card(CODES[card]).focus()
        page.keyboard.press("Enter")
        table.sent(before)
    table.ended("Solved!")
    expect(page.locator("[data-kept]")).to_have_text("Only your first try counts.")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()


def test_the_answer_to_a_lead_lies_on_the_table(arrive: Arrive) -> None:
    number = next(one for one in selection.list_other_numbers() if selection.get_puzzle(one).lead is None)
    page = arrive(viewport=PHONE, has_touch=True, is_mobile=True, motion=True).page()
    page.goto(f"/puzzle/{number}/")
    table = PuzzlePage(page)
    next_to_play(table)
    tap(table, CODES[selection.get_puzzle(number).answer])
    expect(page.locator(".slot .card")).to_have_count(2)
    expect(page.locator("#go-on")).to_be_visible()
    expect(page.get_by_text("The game is over.")).to_have_count(0)


def test_the_next_puzzle_comes_in_the_time_of_the_reader(arrive: Arrive) -> None:
    page = arrive(timezone_id="Asia/Taipei").page()
    page.goto("/puzzle/")
    expect(page.locator(".coach time")).to_contain_text("8:00")
