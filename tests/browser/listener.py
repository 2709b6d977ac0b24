"""A person who has a keyboard and what a screen reader says: roles, names, and the live region."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

SPOKEN = """(region) => {
  const lines = () => [...region.children].map((line) => line.textContent.trim()).filter(Boolean);
  let before = lines();
  window.spoken = [...before];
  new MutationObserver(() => {
    const after = lines();
    window.spoken.push(...after.filter((line) => !before.includes(line)));
    before = after;
  }).observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what is new in a region, as a screen reader that is told of changes alone would say it."""

GO_ON = re.compile(r"^(Go on|To phase two)$")
THE_END = re.compile(r"claims? the throne")


class Listener:
    """Somebody at the table of a match who sees nothing of it."""

    def __init__(self, page: Page, code: str) -> None:
        self.page = page
        page.goto(f"/m/{code}/")
        self.region = page.get_by_role("status", name="What happens")
        self.hand = page.get_by_role("group", name="Your hand")
        self.playable = self.hand.get_by_role("button", disabled=False)
        self.go_on = page.get_by_role("button", name=GO_ON)
        self.end = page.get_by_role("heading", name=THE_END)
        self.region.wait_for()
        self.region.evaluate(SPOKEN)

    def others_turn(self, name: str) -> Locator:
        """What is said while that player is waited for."""
        return self.region.get_by_text(re.compile(rf"\b{name} (leads|answers)\."))

    def may(self, *what: Locator) -> None:
        """Wait until one of these is there."""
        first, *others = what
        for other in others:
            first = first.or_(other)
        expect(first.first).to_be_attached()

    def play(self) -> str:
        """Play any card that may be played; its name."""
        names = [button.accessible for button in map(Button, self.playable.all())]
        name = random.choice(names)
        self.press(self.playable.and_(self.page.get_by_role("button", name=name, exact=True)).first)
        return name

    def press(self, button: Locator) -> None:
        button.press("Enter")

    def is_somewhere(self) -> bool:
        """Whether the keyboard still stands on something, so that reading goes on from there."""
        return self.page.locator("body:focus").count() == 0 and self.page.locator(":focus").count() == 1

    def spoken(self) -> list[str]:
        """All that was said, in order."""
        told: list[str] = self.page.evaluate("window.spoken")
        return told


class Button:
    """A button as the accessibility tree has it."""

    def __init__(self, button: Locator) -> None:
        found = re.search(r'- button "(.*?)"', button.aria_snapshot())
        assert found
        self.accessible = found[1]
