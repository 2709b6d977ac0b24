"""No press is lost while cards move: it reaches the card that was under the finger when it came down, once.

One page that hears views of a made-up game, in any order and faster than people play, so that something moves all the
time. Every press falls at a random moment of what moves, which is held there: no clock decides what is hit.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage
from tests.browser.programs import Dealt
from tests.browser.told import Told, hearing, told_game
from tests.browser.visitor import PHONE

pytestmark = pytest.mark.browser
PRESSES = 100
"""Of each hand, at moments of its own."""
SEED = 10

AIM = """
/** Nothing is told or looked at any longer: it takes at most three keys. */
function rest() {
  const space = () => new KeyboardEvent("keydown", { key: " ", bubbles: true });
  for (let times = 0; times < 3; times++) document.body.dispatchEvent(space());
}

/** The table of an earlier moment at rest, then the next one, held at `share` of everything that moves. */
window.turn = ({ before, after, share, choice }) => {
  hear({ type: "refused", id: null, code: "x", message: "", version: null });
  rest();
  hear(before);
  rest();
  window.sent.length = 0;
  hear(after);
  for (const one of moving()) {
    one.pause();
    one.currentTime = one.effect.getComputedTiming().endTime * share;
  }
  return aim(choice);
};

/** A playable card, and a point of it that no other card covers. */
const aim = (choice) => {
  const cards = [...document.querySelectorAll(".hand .card")];
  const within = (card, x, y) => {
    const box = card.getBoundingClientRect();
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  };
  const seen = cards.filter((card) => card.dataset.legal === "yes").flatMap((card) => {
    const box = card.getBoundingClientRect();
    const [x, y] = [box.left + 0.2 * box.width, box.top + 0.2 * box.height];
    const inside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    return inside && cards.findLast((one) => within(one, x, y)) === card ? [{ x, y, card: card.dataset.card }] : [];
  });
  return { moves: moving().length, ...seen[Math.floor(choice * seen.length)] };
};

window.came = () => ({
  sent: [...sent], lifted: [...document.querySelectorAll(".hand .card.lifted")].map((card) => card.dataset.card),
});
"""


@pytest.fixture
def table(arrive: Arrive, dealt: Dealt) -> MatchPage:
    visitor = arrive(dealt.ana, motion=True, viewport=PHONE, has_touch=True)
    visitor.context.add_init_script(AIM)
    return hearing(visitor, dealt.code)


def press(wire: CDPSession, at: dict[str, Any], finger: bool) -> None:
    point = {"x": at["x"], "y": at["y"]}
    if finger:
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    else:
        wire.send("Input.dispatchMouseEvent", {**point, "type": "mousePressed", "button": "left", "clickCount": 1})


def release(wire: CDPSession, at: dict[str, Any], finger: bool) -> None:
    if finger:
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        button = {"x": at["x"], "y": at["y"], "button": "left", "clickCount": 1}
        wire.send("Input.dispatchMouseEvent", {**button, "type": "mouseReleased"})


def pressed(page: Page, wire: CDPSession, told: Told, chance: random.Random, finger: bool) -> str:
    """One press at a moment of the game that is moving: what became of it."""
    ply = chance.choice(told.turns())
    moments = {"before": told.at(ply - 1), "after": told.at(ply)}
    at = page.evaluate("turn", {**moments, "share": chance.random(), "choice": chance.random()})
    if not at["moves"] or "card" not in at:
        return "nothing moves"
    press(wire, at, finger)
    if chance.random() < 0.5:
        page.evaluate("hear", told.at(ply))
    release(wire, at, finger)
    came = page.evaluate("came")
    if came == {"sent": [], "lifted": []}:
        return "lost"
    return "right" if [at["card"]] in (came["sent"], came["lifted"]) and not all(came.values()) else "wrong"


@pytest.mark.parametrize("finger", [False, True], ids=["clicks", "touches"])
def test_every_press_reaches_its_card_once(table: MatchPage, finger: bool) -> None:
    told, chance = told_game(SEED), random.Random(SEED + finger)
    wire = table.page.context.new_cdp_session(table.page)
    table.page.evaluate("hear", told.at(0))
    outcomes: Counter[str] = Counter()
    while outcomes.total() - outcomes["nothing moves"] < PRESSES:
        outcomes[pressed(table.page, wire, told, chance, finger)] += 1
        assert outcomes["nothing moves"] < PRESSES, outcomes
    assert outcomes["right"] == PRESSES, outcomes
