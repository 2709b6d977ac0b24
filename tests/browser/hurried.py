"""A person in a hurry: the page itself presses what there is to press, each thing once, as soon as it is there."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.match_page import MatchPage

LONGEST = 120_000
"""Milliseconds that no game of two people in a hurry takes."""
HURRIES = """() => {
  const root = document.querySelector("#online");
  window.pressed = new Set();
  const press = (what) => {
    const known = `${what.id || "card"} of ${root.querySelector(".court h2").textContent}`;
    if (window.pressed.has(known)) return;
    window.pressed.add(known);
    what.click();
  };
  const look = () => {
    const next = root.querySelector("#go-on") ?? root.querySelector(".hand .card[data-legal=yes]");
    if (next) press(next);
  };
  new MutationObserver(look).observe(root, { subtree: true, childList: true, attributes: true });
  look();
}"""
CARDS = "[...window.pressed].filter((one) => one.startsWith('card')).length"


def play_out(*tables: MatchPage) -> None:
    """Play a game to its end, through the pages. A press that does nothing is not repeated: then there is no end."""
    for table in tables:
        table.page.evaluate(HURRIES)
    for table in tables:
        expect(table.end).to_be_visible(timeout=LONGEST)
        assert table.page.evaluate(CARDS) == 26
