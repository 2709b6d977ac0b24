"""The display: read from three metres, nothing cut, silent until asked.

The page is that of a real table; its socket is the test's and sends views of tables made in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import reduce

import pytest
from playwright.sync_api import Page, Route, ViewportSize, WebSocketRoute, expect

from games.realtime.companion.view import render_view
from games.state.game_state import Event
from games.state.table_state import TableState
from tests.browser.conftest import Arrive
from tests.browser.pad_page import open_new_table
from tests.browser.programs import LONGEST
from tests.browser.visitor import PHONE, SCHEMES, objections
from tests.services.companion.entries import ANA, BRAM, TABLET, after, card, cards_of, honest_game, item

pytestmark = pytest.mark.browser
THIRTEEN_INCHES = ViewportSize(width=1280, height=720)
MILLIMETRES = 288
"""The width of a screen of 13 inches that is 16 to 9."""
SMALLEST_LETTER = 8
WORDY = ("Maximiliana-Josefine", "Bartholomeus van Dyk")
GAME = honest_game(5)
Scene = Callable[[TableState], TableState]


def table_of(names: tuple[str, str], depth: str, seats: tuple[int, ...] = (0, 1)) -> TableState:
    """A table that a display hosts, with a phone in each of these seats."""
    facts = [Event("opened", None, {"names": list(names), "depth": depth, "host": TABLET})]
    for device, taken, role in [(TABLET, [], "display"), *((seat + 1, [seat], "player") for seat in seats)]:
        facts.append(Event("placed", None, {"device": device, "seats": taken, "role": role, "name": "", "user": None}))
    return TableState(1, "K7MPX2QA").fold(facts)


def logged(table: TableState, cards: int) -> TableState:
    """The table after the first cards of a game, each logged by the phone of its player."""
    where = [one for trick in GAME.tricks for one in cards_of(trick)][:cards]
    begun = after(table, ANA, item("lead", seat=GAME.tricks[0].leader))
    return reduce(lambda so_far, one: after(so_far, (ANA, BRAM)[one[1] or 0], card(*one[0])), where, begun)


def undead(table: TableState) -> TableState:
    return after(table, ANA, item("undead", seat=0, card="U9"), item("undead", seat=1, card="U3"))


def counted(table: TableState) -> TableState:
    level, clear = item("pile", faction="G", counts=(7, 7)), item("pile", faction="K", counts=(5, 3))
    return after(table, ANA, level, clear)


SCENES: Mapping[str, tuple[str, Scene]] = {
    "phase one": ("every", lambda table: logged(table, 15)),
    "the last trick": ("every", lambda table: logged(table, 32)),
    "phase two": ("every", lambda table: logged(table, 61)),
    "the end": ("every", lambda table: logged(table, 78)),
    "the Undead": ("scoring", undead),
    "the piles": ("piles", counted),
}


class Screen:
    """A display with a socket of the test."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.sockets: list[WebSocketRoute] = []
        self.version, self.view, self.language = 0, "", language
        page.route_web_socket("**/ws/t/**", self._answered)
        open_new_table(page, "display")
        page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
        page.wait_for_url("**/t/*/")
        if language != "en":
            page.reload()

    def show(self, table: TableState) -> None:
        """Show a table as the newest version."""
        self.version += 1
        self.view = json.dumps({**json.loads(render_view(table, TABLET, self.language)), "version": self.version})
        for socket in self.sockets:
            socket.send(self.view)
        expect(self.page.locator(f".stage[data-version='{self.version}']")).to_be_visible()

    def _answered(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        if self.view:
            socket.send(self.view)


@pytest.fixture
def screen(arrive: Arrive) -> Screen:
    return Screen(arrive(viewport=THIRTEEN_INCHES).page())


# How high a capital of an element's font is, as the screen draws it, in millimetres.
CAPITALS = """([selector, width]) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .map((one) => {
    const pencil = document.createElement("canvas").getContext("2d"), { fontStyle, fontWeight, fontSize, fontFamily } =
      getComputedStyle(one);
    pencil.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return [one.className, (pencil.measureText("H").actualBoundingBoxAscent * width) / innerWidth];
  })"""
# What reaches out of the stage, or out of the part of it that it belongs to, or covers the part below.
OUTSIDE = """() => {
  const out = [], slack = 2;
  const within = (one, box, name) => { const is = one.getBoundingClientRect();
    if (is.width && (is.left < box.left - slack || is.right > box.right + slack || is.top < box.top - slack
        || is.bottom > box.bottom + slack)) out.push(`${one.className || one.tagName} of ${name}`); };
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const stage = document.querySelector(".stage").getBoundingClientRect();
  for (const part of boxes(".phase, .player, .heart, .stage-bottom")) within(part, stage, "stage");
  for (const part of boxes(".player, .heart")) for (const one of part.querySelectorAll(
    ".name, .leads, .card, .chip, .tug li, .count, .faction, .ending h2, .word, .code-frame, .typed")) {
    within(one, part.getBoundingClientRect(), part.className);
  }
  return out;
}"""
IS_HATCHED = "one => getComputedStyle(one).backgroundImage.startsWith('repeating')"
READ = {
    "names": ".player .name",
    "the trick": ".phase",
    "who leads": ".leads",
    "cards": ".player .banner b",
    "the card turned up": ".turned p > *",
    "counts": ".count",
    "piles": ".counted .faction",
    "Undead": ".player .chip",
}


def test_every_scene_is_read_from_three_metres_and_accessible(screen: Screen) -> None:
    """Letters are eight millimetres high. Each side has the pattern of its bars under its name."""
    seen = set()
    for name, (depth, scene) in SCENES.items():
        screen.show(scene(table_of(("Ana", "Bram"), depth)))
        for part, selector in READ.items():
            for kind, height in screen.page.evaluate(CAPITALS, [selector, MILLIMETRES]):
                assert height >= SMALLEST_LETTER, f"{part} ({kind}) of {name}"
                seen.add(part)
        for seat, bar in ((0, ".pull.a"), (1, ".pull.b")):
            for pattern in screen.page.locator(f".side-{seat} .swatch, {bar}").all():
                assert pattern.evaluate(IS_HATCHED) == bool(seat), name
        for scheme in SCHEMES:
            screen.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = objections(screen.page)
            assert found.violations_count == 0, f"{name} {scheme}\n{found.generate_report()}"
    assert seen == set(READ)


@pytest.mark.parametrize(("names", "language"), [(LONGEST, "en"), (WORDY, "id")], ids=["longest", "wordy"])
def test_in_every_scene_nothing_is_cut_or_covered(arrive: Arrive, names: tuple[str, str], language: str) -> None:
    screen = Screen(arrive(viewport=THIRTEEN_INCHES).page(), language)
    for name, (depth, scene) in SCENES.items():
        screen.show(scene(table_of(names, depth)))
        for size in (THIRTEEN_INCHES, PHONE):
            screen.page.set_viewport_size(size)
            assert screen.page.evaluate(OUTSIDE) == [], (name, size)


def test_a_code_is_not_mentioned_before_it_is_drawn(arrive: Arrive) -> None:
    held: list[Route] = []
    page = arrive(viewport=THIRTEEN_INCHES).page()
    page.route("**/invite/", lambda route: held.append(route))
    screen = Screen(page)
    with page.expect_request("**/invite/"):
        screen.show(table_of(("Ana", "Bram"), "every", seats=(0,)))
    expect(page.locator(".stage")).not_to_contain_text("Scan")
    expect(page.locator(".stage")).not_to_contain_text("code")
    held[0].continue_()
    expect(page.locator(".stage .qr")).to_be_visible()
    expect(page.locator(".stage")).to_contain_text("Scan the code")


VOICE = """window.said = [];
  window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "en-GB", localService: true }],
    speak: (words) => window.said.push(words.text), cancel: () => {} } });"""


def test_it_speaks_between_two_presses_of_its_button(arrive: Arrive) -> None:
    visitor = arrive(viewport=THIRTEEN_INCHES)
    visitor.context.add_init_script(VOICE)
    screen = Screen(visitor.page())
    table = table_of(("Ana", "Bram"), "every")
    speak = screen.page.get_by_role("button", name="Read aloud")
    for tricks in (1, 9):
        screen.show(logged(table, 4 * tricks))
    assert screen.page.evaluate("said") == []
    speak.click()
    screen.show(logged(table, 4 * 10))
    story = screen.page.locator(".story").inner_text()
    expect(screen.page.locator("#speak")).to_have_attribute("aria-pressed", "true")
    speak.click()
    screen.show(logged(table, 4 * 11))
    assert screen.page.evaluate("said") == ["The display now reads aloud.", story]
