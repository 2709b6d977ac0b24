"""Tricks and ends of games as the page shows them: nothing jumps, and no press on a card that moves is lost."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, ViewportSize, expect

from games.realtime.matches.view import build_view
from games.state.match_state import MatchOptions
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click
from tests.browser.programs import Dealt
from tests.browser.visitor import DESK, PHONE, Visitor
from tests.realtime.match_states import match_versions

pytestmark = pytest.mark.browser

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
class ScriptedGame:
    """The views of Ana's page, as often as one likes and always newer than the last."""

    views: list[dict[str, Any]]
    version: int = 1000

    def at(self, ply: int) -> dict[str, Any]:
        self.version += 1
        return {**self.views[ply], "version": self.version}

    def turns(self) -> list[int]:
        """The plies at which Ana is to play, the first of each phase left out: no card of before is there."""
        return [ply for ply, one in enumerate(self.views) if ply % 26 and one["board"]["turn"] == 0]

    def send(self, page: Page, ply: int) -> None:
        """Let the page hear how the game stood after so many cards."""
        page.evaluate("hear", self.at(ply))


def scripted_game(seed: int, options: MatchOptions | None = None) -> ScriptedGame:
    """A game of random legal cards, as Ana's page hears it."""
    stories = [match for match in match_versions(seed, options or MatchOptions()) if match.state]
    return ScriptedGame([build_view(match, 0) for match in stories[:53]])


def open_scripted(visitor: Visitor, code: str) -> MatchPage:
    """A table whose only line is this one."""
    visitor.context.add_init_script(LINE)
    page = visitor.page()
    page.goto(f"/m/{code}/")
    page.wait_for_function("window.line?.readyState === 1")
    return MatchPage(page)


SEED = 10
BOXES = """() => [".tally", ".court", ".hand", ".player.far", ".status"].map((place) => {
  const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
  return [place, x, y, width, height].join(" ");
})"""


def timeless(table: MatchPage) -> MatchPage:
    """Nothing goes on by itself any longer."""
    table.page.clock.install(time=0)
    table.page.clock.pause_at(1000)
    return table


def trick_with(script: ScriptedGame, act: str) -> int:
    """After how many cards a trick in which this power acts is over."""
    lasts = ((ply, one["board"]["last"]) for ply, one in enumerate(script.views) if ply % 2 == 0)
    return next(ply for ply, last in lasts if last and act in [power["act"] for power in last["powers"]])


def moments(page: Page, script: ScriptedGame, ply: int) -> dict[str, Any]:
    """Where everything stands at each moment of the trick that ends with this card."""
    boxes: dict[str, Any] = {}
    for name, heard in (("before", ply - 2), ("led", ply - 1), ("lies", ply)):
        script.send(page, heard)
        boxes[name] = page.evaluate(BOXES)
    page.mouse.click(5, 200)
    boxes["won"] = page.evaluate(BOXES)
    page.locator("#go-on").dispatch_event("click")
    boxes["goes"] = page.evaluate(BOXES)
    page.mouse.click(5, 200)
    boxes["after"] = page.evaluate(BOXES)
    return boxes


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_jumps_while_a_trick_is_told(arrive: Arrive, dealt: Dealt, size: ViewportSize) -> None:
    """Not with one power or another, nor when the phase turns."""
    table = timeless(open_scripted(arrive(dealt.ana, motion=True, viewport=size), dealt.code))
    script = scripted_game(SEED)
    for ply in (trick_with(script, "rises"), trick_with(script, "wild"), 26, trick_with(script, "to_loser")):
        boxes = moments(table.page, script, ply)
        assert {name: box for name, box in boxes.items() if box != boxes["before"]} == {}, ply


def test_a_trick_is_told_in_order_and_any_press_goes_on_to_its_winner(arrive: Arrive, dealt: Dealt) -> None:
    table = timeless(open_scripted(arrive(dealt.ana, motion=True), dealt.code))
    script, page = scripted_game(SEED), table.page
    for ply in (3, 4):
        script.send(page, ply)
    assert page.locator(".took").count() == 0
    assert page.locator(".spoils").count() == 0
    page.mouse.click(60, 200)
    expect(page.locator(".took")).to_have_count(1)
    expect(table.go_on).to_be_visible()
    page.mouse.click(60, 200)
    expect(table.go_on).to_have_count(0)


def test_a_power_says_why_and_is_explained_once(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana, viewport=PHONE)
    script, table = scripted_game(SEED), open_scripted(visitor, dealt.code)
    ply = trick_with(script, "rises")
    for explained in (0, 1):
        script.send(table.page, ply - 1)
        script.send(table.page, ply)
        expect(table.page.locator(".told")).to_contain_text("Undead rise into")
        expect(table.status).to_contain_text("Undead rise into")
        expect(table.page.locator(".hint")).to_have_count(1 - explained)
        if not explained:
            expect(table.page.locator(".hint a")).to_have_attribute("href", "/rules/#undead")
        table.see_the_trick()


def test_a_reload_shows_the_finished_trick_again_until_one_has_gone_on(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    click(ana, ana.codes()[0])
    expect(bram.laid).to_have_count(1)
    click(bram, bram.codes(legal=True)[0])
    expect(ana.go_on).to_be_visible()
    asked = ana.asked.inner_text()
    ana.page.reload()
    expect(ana.go_on).to_be_visible()
    ana.tells(asked)
    ana.see_the_trick()
    ana.page.reload()
    ana.ready()
    expect(ana.progress).to_contain_text("trick 2 of 13")
    expect(ana.go_on).to_have_count(0)


def test_cards_are_confirmed_and_sorted_as_one_wants_it(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    wishes = """localStorage.setItem("preferences", '{"confirm": true, "sort": "rank"}')"""
    visitor.context.add_init_script(wishes)
    ana = visitor.at(dealt.code)
    codes = ana.codes()
    assert [code[1] for code in codes] == sorted(code[1] for code in codes)
    click(ana, codes[3])
    expect(ana.card(codes[3])).to_contain_class("lifted")
    click(ana, codes[3])
    ana.sent(13)
    assert sorted(ana.codes()) == sorted(codes[:3] + codes[4:])


def test_tricks_and_cards_are_one_tap_away(arrive: Arrive, dealt: Dealt) -> None:
    table = open_scripted(arrive(dealt.ana, viewport=PHONE), dealt.code)
    scripted_game(SEED, MatchOptions(last_trick="all")).send(table.page, 30)
    sheet = table.open("last")
    expect(sheet.locator(".log > li")).to_have_count(14)
    expect(sheet.locator("figcaption").filter(has_text="Ana")).to_have_count(1)
    table.page.keyboard.press("Escape")
    sheet = table.open("seen")
    expect(sheet.locator(".spots > li")).to_have_count(52)
    expect(sheet.locator(".spot-gone:not(i)")).to_have_count(30)


def test_where_memory_is_strict_there_is_no_list_of_cards(arrive: Arrive, dealt: Dealt) -> None:
    table = open_scripted(arrive(dealt.ana), dealt.code)
    scripted_game(SEED, MatchOptions(strict=True)).send(table.page, 6)
    expect(table.page.locator("#last")).to_have_count(1)
    expect(table.page.locator("#seen")).to_have_count(0)
    table.page.keyboard.press("c")
    expect(table.dialog).to_contain_text("memory is strict")


def ended(table: MatchPage, script: ScriptedGame) -> None:
    script.send(table.page, 51)
    script.send(table.page, 52)
    for _ in range(2):
        table.page.keyboard.press("Escape")


def test_the_factions_vote_one_after_another_and_a_key_ends_that(arrive: Arrive, dealt: Dealt) -> None:
    table = timeless(open_scripted(arrive(dealt.ana, motion=True), dealt.code))
    ended(table, scripted_game(SEED))
    table.page.keyboard.press("Escape")
    expect(table.outcome).to_have_text("The factions vote …")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".end.voting")).to_have_count(0)
    expect(table.outcome).to_contain_text("claim")


def test_without_motion_the_end_is_there_at_once(arrive: Arrive, dealt: Dealt) -> None:
    table = open_scripted(arrive(dealt.ana), dealt.code)
    script = scripted_game(SEED)
    ended(table, script)
    assert table.page.locator(".end.voting").count() == 0
    counted = [int(text) for text in table.page.locator(".end tfoot td").all_inner_texts()]
    assert counted == list(script.views[52]["result"]["votes"])


PRESSES = 40
"""Of each hand, at moments of its own."""
PRESS_SEED = 10

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
    return open_scripted(visitor, dealt.code)


def press_down(wire: CDPSession, at: dict[str, Any], finger: bool) -> None:
    point = {"x": at["x"], "y": at["y"]}
    if finger:
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    else:
        wire.send("Input.dispatchMouseEvent", {**point, "type": "mousePressed", "button": "left", "clickCount": 1})


def press_up(wire: CDPSession, at: dict[str, Any], finger: bool) -> None:
    if finger:
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        button = {"x": at["x"], "y": at["y"], "button": "left", "clickCount": 1}
        wire.send("Input.dispatchMouseEvent", {**button, "type": "mouseReleased"})


def press_card(page: Page, wire: CDPSession, script: ScriptedGame, chance: random.Random, finger: bool) -> str:
    """One press_down at a moment of the game that is moving: what became of it."""
    ply = chance.choice(script.turns())
    moments = {"before": script.at(ply - 1), "after": script.at(ply)}
    at = page.evaluate("turn", {**moments, "share": chance.random(), "choice": chance.random()})
    if not at["moves"] or "card" not in at:
        return "nothing moves"
    press_down(wire, at, finger)
    if chance.random() < 0.5:
        page.evaluate("hear", script.at(ply))
    press_up(wire, at, finger)
    came = page.evaluate("came")
    if came == {"sent": [], "lifted": []}:
        return "lost"
    return "right" if [at["card"]] in (came["sent"], came["lifted"]) and not all(came.values()) else "wrong"


@pytest.mark.parametrize("finger", [False, True], ids=["clicks", "touches"])
def test_every_press_reaches_its_card_once(table: MatchPage, finger: bool) -> None:
    script, chance = scripted_game(PRESS_SEED), random.Random(PRESS_SEED + finger)
    wire = table.page.context.new_cdp_session(table.page)
    table.page.evaluate("hear", script.at(0))
    outcomes: Counter[str] = Counter()
    while outcomes.total() - outcomes["nothing moves"] < PRESSES:
        outcomes[press_card(table.page, wire, script, chance, finger)] += 1
        assert outcomes["nothing moves"] < PRESSES, outcomes
    assert outcomes["right"] == PRESSES, outcomes
