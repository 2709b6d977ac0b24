"""Animations of tricks and of the end: nothing jumps, and no press on a moving card is lost."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, ViewportSize, expect

from games.realtime.matches.view import build_view
from games.state.match_state import MatchOptions
from tests.browser.conftest import Arrive
from tests.browser.match_page import REPEAT_DISTANCE, REPEAT_TIME, MatchPage
from tests.browser.programs import Dealt
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, SMALLEST, Visitor
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
  send(text) {
    const message = JSON.parse(text);
    if (message.type !== "play") return;
    window.sent.push(message.card);
    window.played = message.id;
  }
  close() {}
};
window.hear = (message) => line.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
window.moving = () => document.getAnimations().filter((one) => !one.effect.target.closest?.(".bare, .spin, .on"));
"""
"""A fake socket in the page: `hear(message)` receives a message, `sent` has the cards that the page played,
`played` the id of the last."""


@dataclass
class ScriptedGame:
    """Views of a game for Ana's page, each sent as newer than the last."""

    views: list[dict[str, Any]]
    version: int = 1000

    def at(self, ply: int) -> dict[str, Any]:
        self.version += 1
        return {**self.views[ply], "version": self.version}

    def turns(self) -> list[int]:
        """The plies at which Ana is to play, without the first of each phase."""
        return [ply for ply, one in enumerate(self.views) if ply % 26 and one["board"]["turn"] == 0]

    def send(self, page: Page, ply: int) -> None:
        """Send the view after so many cards."""
        page.evaluate("hear", self.at(ply))


def scripted_game(seed: int, options: MatchOptions | None = None) -> ScriptedGame:
    """A game of random legal cards."""
    stories = [match for match in match_versions(seed, options or MatchOptions()) if match.state]
    return ScriptedGame([build_view(match, 0) for match in stories[:53]])


def open_scripted(visitor: Visitor, code: str) -> MatchPage:
    """A table with the fake socket."""
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


def with_stopped_clock(table: MatchPage) -> MatchPage:
    """Stop the clock of the page, so that nothing goes on by itself."""
    table.page.clock.install(time=0)
    table.page.clock.pause_at(1000)
    return table


def trick_with(script: ScriptedGame, act: str) -> int:
    """The ply that ends a trick in which this power acts."""
    lasts = ((ply, one["board"]["last"]) for ply, one in enumerate(script.views) if ply % 2 == 0)
    return next(ply for ply, last in lasts if last and act in [power["act"] for power in last["powers"]])


def moments(page: Page, script: ScriptedGame, ply: int) -> dict[str, Any]:
    """The boxes of the parts of the table at each moment of the trick that ends with this ply."""
    boxes: dict[str, Any] = {}
    for name, heard in (("before", ply - 2), ("led", ply - 1), ("lies", ply), ("next", ply + 1)):
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
def test_nothing_jumps_while_a_trick_is_shown(arrive: Arrive, dealt: Dealt, size: ViewportSize) -> None:
    """With several powers, and when phase two begins."""
    table = with_stopped_clock(open_scripted(arrive(dealt.ana, motion=True, viewport=size), dealt.code))
    script = scripted_game(SEED)
    for ply in (trick_with(script, "rises"), trick_with(script, "wild"), 26, trick_with(script, "to_loser")):
        boxes = moments(table.page, script, ply)
        assert {name: box for name, box in boxes.items() if box != boxes["before"]} == {}, ply


HIDE_HAND = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#online:not(:has(.court.done)) .hand { display: none; }");
  document.adoptedStyleSheets = [sheet];
}"""


def test_a_card_that_the_next_drawing_hides_is_not_moved(arrive: Arrive, dealt: Dealt) -> None:
    """A lesson hides what is left of the hand once its last trick has gone. The browser would complain of the scale."""
    table = with_stopped_clock(open_scripted(arrive(dealt.ana, motion=True), dealt.code))
    script, page = scripted_game(SEED), table.page
    for ply in (3, 4):
        script.send(page, ply)
    page.mouse.click(60, 200)
    page.evaluate(HIDE_HAND)
    table.go_on.dispatch_event("click")
    page.mouse.click(60, 200)
    expect(page.locator(".hand")).to_be_hidden()
    assert not page.evaluate("moving().some((one) => one.effect.target.closest('.hand'))")


COVERED = """(text) => {
  const box = (one) => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const ours = box(document.querySelector(text));
  const upright = (one) => {
    const { x, y, width, height } = box(one);
    const [w, h] = [one.offsetWidth, one.offsetHeight];
    return { left: x + (width - w) / 2, right: x + (width + w) / 2, top: y + (height - h) / 2,
      bottom: y + (height + h) / 2 - 4 };
  };
  const cards = [...document.querySelectorAll(".slot .card, .revealed .card")].map(upright);
  return [...cards, box(document.querySelector(".tally"))].filter((one) => over(ours, one)).length;
}"""
"""Counts the cards of the trick, the card at stake and the votes that a text covers. Cards lie a little askew."""


@pytest.mark.parametrize("size", [PHONE, SMALLEST, SIDEWAYS, DESK], ids=["phone", "smallest", "sideways", "desk"])
@pytest.mark.parametrize("act", ["rises", "wild", "to_loser"])
def test_a_power_is_told_in_one_line_that_covers_nothing(
    arrive: Arrive, dealt: Dealt, act: str, size: ViewportSize
) -> None:
    script, table = scripted_game(SEED), open_scripted(arrive(dealt.ana, viewport=size), dealt.code)
    ply = trick_with(script, act)
    for heard in (ply - 1, ply):
        script.send(table.page, heard)
    line = table.page.locator(".power p")
    expect(line).to_be_visible()
    assert line.evaluate("line => line.clientHeight < 2 * parseFloat(getComputedStyle(line).lineHeight)")
    assert table.page.evaluate(COVERED, ".power p") == 0


def test_a_power_is_explained_once_after_its_trick_and_beside_the_votes(arrive: Arrive, dealt: Dealt) -> None:
    script = scripted_game(SEED)
    table = open_scripted(arrive(dealt.ana, viewport=PHONE), dealt.code)
    ply, tip = trick_with(script, "rises"), table.page.locator("#status .note.tip")
    for explained in (0, 1):
        for heard in (ply - 1, ply):
            script.send(table.page, heard)
        expect(table.status).to_contain_text("Undead go to")
        expect(tip).to_have_count(0)
        table.see_the_trick()
        expect(tip).to_have_count(1 - explained)
        if not explained:
            expect(tip.locator("a")).to_have_attribute("href", "/rules/#undead")
            assert table.page.evaluate(COVERED, "#status .note.tip") == 0


def test_all_finished_tricks_are_one_tap_away_where_the_game_shows_them(arrive: Arrive, dealt: Dealt) -> None:
    table = open_scripted(arrive(dealt.ana, viewport=PHONE), dealt.code)
    scripted_game(SEED, MatchOptions(last_trick="all")).send(table.page, 30)
    sheet = table.open("last")
    expect(sheet.locator(".log > li")).to_have_count(14)
    expect(sheet.locator("figcaption").filter(has_text="Ana")).to_have_count(1)


def test_a_press_goes_on_from_each_stage_of_a_trick_and_a_key_ends_the_vote(arrive: Arrive, dealt: Dealt) -> None:
    table = with_stopped_clock(open_scripted(arrive(dealt.ana, motion=True), dealt.code))
    script, page = scripted_game(SEED), table.page
    for ply in (3, 4):
        script.send(page, ply)
    assert page.locator(".took, .spoils").count() == 0
    page.mouse.click(60, 200)
    expect(page.locator(".took")).to_have_count(1)
    expect(table.go_on).to_be_visible()
    page.mouse.click(60, 200)
    expect(table.go_on).to_have_count(0)
    page.keyboard.press("Escape")
    for ply in (51, 52):
        script.send(page, ply)
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(table.outcome).to_have_text("The factions vote …")
    page.keyboard.press("Escape")
    expect(page.locator(".end.voting")).to_have_count(0)
    expect(table.outcome).to_contain_text("claim")


PRESSES = 200
"""Presses in each test, each at a random moment of a random turn."""
PRESS_SEED = 10

AIM = """
/** Go on from everything shown: it takes at most three keys. */
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

"""


@pytest.fixture
def table(arrive: Arrive, dealt: Dealt) -> MatchPage:
    visitor = arrive(dealt.ana, motion=True, viewport=PHONE, has_touch=True)
    visitor.context.add_init_script(AIM)
    return open_scripted(visitor, dealt.code)


def press(wire: CDPSession, at: dict[str, Any], finger: bool, down: bool) -> None:
    """Press at a point, or release it."""
    point = {"x": at["x"], "y": at["y"]}
    if finger:
        touch = {"type": "touchStart", "touchPoints": [point]} if down else {"type": "touchEnd", "touchPoints": []}
        wire.send("Input.dispatchTouchEvent", touch)
    else:
        mouse = {**point, "button": "left", "clickCount": 1, "type": "mousePressed" if down else "mouseReleased"}
        wire.send("Input.dispatchMouseEvent", mouse)


def press_card(
    page: Page, wire: CDPSession, script: ScriptedGame, chance: random.Random, finger: bool, last: dict[str, Any]
) -> str:
    """Press a card at a moment at which cards move, and return what became of the press. Keep its point in ``last``."""
    ply = chance.choice(script.turns())
    moments = {"before": script.at(ply - 1), "after": script.at(ply)}
    at = page.evaluate("turn", {**moments, "share": chance.random(), "choice": chance.random()})
    if not at["moves"] or "card" not in at:
        return "nothing moves"
    if last and math.hypot(at["x"] - last["x"], at["y"] - last["y"]) < REPEAT_DISTANCE:
        page.wait_for_timeout(REPEAT_TIME)
    last.update(at)
    press(wire, at, finger, down=True)
    if chance.random() < 0.5:
        page.evaluate("hear", script.at(ply))
    press(wire, at, finger, down=False)
    sent = page.evaluate("sent")
    return "played" if sent == [at["card"]] else "wrong" if sent else "lost"


@pytest.mark.parametrize("finger", [False, True], ids=["clicks", "taps"])
def test_every_press_plays_its_card_once(table: MatchPage, finger: bool) -> None:
    """Press while cards move, and while a finished trick is shown."""
    script, chance = scripted_game(PRESS_SEED), random.Random(PRESS_SEED + finger)
    wire = table.page.context.new_cdp_session(table.page)
    table.page.evaluate("hear", script.at(0))
    outcomes: Counter[str] = Counter()
    last: dict[str, Any] = {}
    while outcomes.total() - outcomes["nothing moves"] < PRESSES:
        outcomes[press_card(table.page, wire, script, chance, finger, last)] += 1
        assert outcomes["nothing moves"] < PRESSES, outcomes
    assert outcomes["played"] == PRESSES, outcomes


IN_PAGE = """
/** Press a point at a time in milliseconds, however slow this machine is. */
window.pressAt = ({ x, y }, time) => {
  const at = { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, bubbles: true };
  for (const type of ["pointerdown", "pointerup"]) {
    const event = new PointerEvent(type, at);
    Object.defineProperty(event, "timeStamp", { value: time });
    document.elementFromPoint(x, y).dispatchEvent(event);
  }
};

/** Two presses at one place, so many milliseconds one after the other; the next turn comes between them. */
window.doublePress = ({ at, next, after }) => {
  pressAt(at, 1000);
  hear({ type: "accepted", id: window.played, version: next.version });
  hear(next);
  pressAt(at, 1000 + after);
  return sent;
};

/** A playable card, and a point of its place in the hand where no card is yet. */
window.findArrival = () => {
  const cards = [...document.querySelectorAll(".hand .card[data-legal=yes]")];
  const begin = moving();
  for (const one of begin) one.currentTime = one.effect.getComputedTiming().endTime;
  const places = cards.map((card) => [card.dataset.card, card.getBoundingClientRect()]);
  for (const one of begin) one.currentTime = 0;
  const points = places.flatMap(([card, box]) => [0.1, 0.3, 0.5].flatMap((down) => [0.1, 0.3].map((along) =>
    ({ card, x: box.left + along * box.width, y: box.top + down * box.height }))));
  const free = points.filter(({ x, y }) => document.elementFromPoint(x, y)?.matches(".hand"));
  for (const one of begin) one.currentTime = one.effect.getComputedTiming().endTime;
  const own = free.find(({ card, x, y }) => document.elementFromPoint(x, y).closest(".card")?.dataset.card === card);
  for (const one of begin) one.currentTime = 0;
  return own;
};
"""


def test_the_second_of_a_double_press_plays_no_other_card(table: MatchPage) -> None:
    script, page = scripted_game(PRESS_SEED), table.page
    page.evaluate(IN_PAGE)
    first, second = next((one, two) for one, two in itertools.pairwise(script.turns()) if two < 20)
    page.evaluate("hear", script.at(0))
    at = page.evaluate("turn", {"before": script.at(first), "after": script.at(first), "share": 1, "choice": 0.5})
    presses = {"at": at, "next": script.at(second), "after": REPEAT_TIME - 1}
    assert page.evaluate("doublePress", presses) == [at["card"]]


def test_a_press_where_a_card_of_the_hand_flies_to_plays_it(table: MatchPage) -> None:
    """The two rows of eight cards become one row of seven."""
    script, page = scripted_game(PRESS_SEED), table.page
    page.evaluate(IN_PAGE)
    before, after = next(
        (one, two)
        for one, two in itertools.pairwise(script.turns())
        if [len(script.views[ply]["board"]["hand"]) for ply in (one, two)] == [8, 7]
    )
    page.evaluate("hear", script.at(0))
    page.evaluate("turn", {"before": script.at(before), "after": script.at(after), "share": 0, "choice": 0})
    at = page.evaluate("findArrival()")
    page.evaluate("at => pressAt(at, 1000)", at)
    assert page.evaluate("sent") == [at["card"]]


def test_the_cards_of_a_trick_fly_to_their_piles_when_a_card_is_played_over_it(table: MatchPage) -> None:
    script, page = scripted_game(PRESS_SEED), with_stopped_clock(table).page
    ply = next(ply for ply in script.turns() if ply % 2 == 0 and ply < 26)
    for heard in (ply - 1, ply):
        script.send(page, heard)
    page.mouse.click(5, 200)
    expect(table.go_on).to_be_visible()
    gains = len(script.views[ply]["board"]["last"]["gains"])
    table.playable.first.focus()
    page.keyboard.press("Enter")
    leaving = page.locator(".court .copy[data-leaves]")
    expect(leaving).to_have_count(gains)
    expect(page.locator(".slot.sending .card")).to_have_count(1)
    page.evaluate("for (const one of document.getAnimations()) one.finish()")
    expect(leaving).to_have_count(0)


def test_a_lead_is_seen_while_the_trick_before_is_looked_at(arrive: Arrive, dealt: Dealt) -> None:
    """A card that one press answers must be seen: the other player holds it out."""
    table = open_scripted(arrive(dealt.ana, viewport=PHONE), dealt.code)
    script = scripted_game(SEED)
    ply = next(ply for ply in script.turns() if ply % 2 and ply > 2)
    for heard in (ply - 2, ply - 1):
        script.send(table.page, heard)
    size = table.page.locator(".far .backs > b").inner_text()
    script.send(table.page, ply)
    expect(table.go_on).to_be_visible()
    lead = script.views[ply]["board"]["lead"]
    held_out = table.page.locator(".far .backs .next .face")
    expect(held_out).to_be_visible()
    assert held_out.get_attribute("data-faction") == lead[0]
    assert held_out.get_attribute("data-value") == lead[1:]
    expect(table.page.locator(".far .backs > b")).to_have_text(size)
    table.see_the_trick()
    expect(held_out).to_have_count(0)
    expect(table.page.locator(".far .backs > b")).to_have_text(str(int(size) - 1))
