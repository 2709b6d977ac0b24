"""The page of a match: what it shows, and the ways to play a card."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Position, expect

PATIENCE = 30.0
"""Seconds after which a test gives up."""
REPEAT_TIME, REPEAT_DISTANCE = 250, 12
"""Milliseconds and pixels within which a press repeats the one before it: see ``static/js/matches/pointer.js``."""
BACK = 8_000
"""Milliseconds in which a page is back: the five seconds promised, and three for a busy machine."""

SHOWN = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent.trim());
  const cards = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getAttribute("aria-label"));
  return {
    asked: texts("#status .asked"), progress: texts(".court h2"), deck: texts(".deck b"),
    revealed: cards(".revealed .card"), far: cards(".slot.far .card"), near: cards(".slot.near .card"),
    hand: [...document.querySelectorAll(".hand .card")].map((card) => [card.dataset.card, card.dataset.legal]),
    tally: texts(".tally .count"), sizes: texts(".backs > b"), outcome: texts("#outcome"), votes: texts(".end table b"),
  };
}"""


class MatchPage:
    """One tab at one table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.locator(".hand .card")
        self.playable = page.locator(".hand .card[data-legal=yes]")
        self.barred = page.locator(".hand .card.barred")
        self.status = page.locator("#status")
        self.asked = page.locator("#status .asked")
        self.note = page.locator("#status .note")
        self.progress = page.locator(".court h2")
        self.go_on = page.locator("#go-on")
        self.end = page.locator(".end")
        self.outcome = page.locator("#outcome")
        self.wire = page.locator(".wire[data-shown]")
        self.dialog = page.locator("#over")
        self.laid = page.locator(".slot .card")

    def ready(self) -> MatchPage:
        """Wait for the first drawing."""
        self.page.locator("#online .cloth").wait_for()
        return self

    def back(self) -> None:
        """Wait until the page is connected again."""
        expect(self.wire).to_have_count(0, timeout=BACK)

    def shown(self) -> dict[str, Any]:
        """Everything that the table shows."""
        shown: dict[str, Any] = self.page.evaluate(SHOWN)
        return shown

    def codes(self, legal: bool = False) -> list[str]:
        """The cards of the own hand, or those that may be played now."""
        chosen = self.playable if legal else self.hand
        return [str(code) for code in chosen.evaluate_all("cards => cards.map(card => card.dataset.card)")]

    def card(self, code: str) -> Locator:
        """A card of the hand; of alike ones the last, which lies open to the right."""
        return self.page.locator(f".hand .card[data-card={code}]").last

    def look_at(self, code: str) -> None:
        """Bring the focus to a card with the digit of its value, as the help says."""
        for _ in range(14):
            if self.focused() == code:
                return
            self.page.keyboard.press(code[1])
        raise AssertionError(f"{code} cannot be reached with {code[1]}")

    def focused(self) -> str | None:
        """The card that has the focus."""
        focused = self.page.evaluate("document.activeElement.dataset.card ?? null")
        return None if focused is None else str(focused)

    def see_the_trick(self) -> None:
        """Go on from a finished trick, if one is shown."""
        if self.go_on.is_visible():
            self.go_on.dispatch_event("click")
            expect(self.go_on).to_have_count(0)

    def may_play(self) -> bool:
        """Go on from a finished trick; return whether it is this player's turn."""
        self.see_the_trick()
        return self.playable.count() > 0 and not self.go_on.is_visible()

    def sent(self, before: int) -> None:
        """Wait until a card has left the hand for good, and the next press is not the second of a double click."""
        expect(self.hand).to_have_count(before - 1)
        expect(self.page.locator(".slot.sending")).to_have_count(0)
        self.page.wait_for_timeout(REPEAT_TIME)

    def open(self, name: str) -> Locator:
        """Open one of the dialogs by its button and give its sheet."""
        self.page.locator(f"#{name}").click()
        sheet = self.page.locator("#over[open] .sheet")
        sheet.wait_for()
        return sheet

    def tells(self, text: str) -> None:
        expect(self.asked).to_contain_text(text)


def open_part(card: Locator) -> Position:
    """A place on a card that no other card of the fan covers."""
    box = card.bounding_box()
    assert box
    return {"x": box["width"] * 0.3, "y": box["height"] * 0.3}


def tap(table: MatchPage, code: str) -> None:
    """A finger: one tap."""
    card = table.card(code)
    card.tap(position=open_part(card))


def click(table: MatchPage, code: str) -> None:
    """A mouse: one click."""
    card = table.card(code)
    card.click(position=open_part(card))


def press(table: MatchPage, code: str) -> None:
    """A keyboard: a digit to the card, Enter."""
    table.look_at(code)
    table.page.keyboard.press("Enter")


def drag(table: MatchPage, code: str) -> None:
    """A mouse that carries the card to the middle."""
    card, mouse = table.card(code), table.page.mouse
    card.hover(position=open_part(card))
    mouse.down()
    middle = table.page.locator(".lay").bounding_box()
    assert middle
    mouse.move(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2, steps=8)
    mouse.up()


def eventually(true: Callable[[], bool], what: str) -> None:
    """Wait for a condition that no locator expresses."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def next_to_play(*tables: MatchPage) -> MatchPage:
    """Wait for the turn of one of these players."""
    ready: list[MatchPage] = []

    def is_ready() -> bool:
        ready[:] = [table for table in tables if table.may_play()]
        return bool(ready)

    eventually(is_ready, "no player may play")
    assert len(ready) == 1
    return ready[0]


def play_on(*tables: MatchPage, plies: int) -> None:
    """Play legal cards with clicks, each at the table whose turn it is."""
    for _ in range(plies):
        mover = next_to_play(*tables)
        before = mover.hand.count()
        click(mover, mover.codes(legal=True)[-1])
        mover.sent(before)
