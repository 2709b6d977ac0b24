"""A table that hears what a test tells it: a game that was played before, in any order and as often as one likes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from games.live.online.view import view
from games.stories.online import Options
from tests.browser.match_page import MatchPage
from tests.browser.visitor import Visitor
from tests.live.test_shape import whole_game

LINE = """
window.sent = [];
window.WebSocket = class extends EventTarget {
  readyState = 0;
  constructor() {
    super();
    window.line = this;
    queueMicrotask(() => { this.readyState = 1; this.dispatchEvent(new Event("open")); });
  }
  send(text) { const message = JSON.parse(text); if (message.type === "play") window.sent.push(message.card); }
  close() {}
};
window.hear = (message) => line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
window.moving = () => document.getAnimations().filter((one) => !one.effect.target.closest?.(".bare, .spin, .on"));
"""
"""A socket of the page's own: `hear(message)` tells the page something, `sent` has the cards that it played."""


@dataclass
class Told:
    """The views of Ana's page, as often as one likes and always newer than the last."""

    views: list[dict[str, Any]]
    version: int = 1000

    def at(self, ply: int) -> dict[str, Any]:
        self.version += 1
        return {**self.views[ply], "version": self.version}

    def turns(self) -> list[int]:
        """The plies at which Ana is to play, the first of each phase left out: no card of before is there."""
        return [ply for ply, one in enumerate(self.views) if ply % 26 and one["board"]["turn"] == 0]

    def tells(self, page: Page, ply: int) -> None:
        """Let the page hear how the game stood after so many cards."""
        page.evaluate("hear", self.at(ply))


def told_game(seed: int, options: Options | None = None) -> Told:
    """A game of random legal cards, as Ana's page hears it."""
    stories = [match for match in whole_game(seed, options or Options()) if match.state]
    return Told([view(match, 0) for match in stories[:53]])


def hearing(visitor: Visitor, code: str) -> MatchPage:
    """A table whose only line is this one."""
    visitor.context.add_init_script(LINE)
    page = visitor.page()
    page.goto(f"/m/{code}/")
    page.wait_for_function("window.line?.readyState === 1")
    return MatchPage(page)
