"""The table in every phase, size and scheme: nothing axe objects to, nothing cut off, nothing told by colour alone."""

from __future__ import annotations

import base64
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, press
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import DESK, PHONE, SMALLEST, fits, inspect
from tests.server import Site

pytestmark = pytest.mark.browser
LARGEST = 150_000
"""Bytes of the table page over the wire, everything included."""
TARGET = 44
SIDEWAYS = ViewportSize(width=640, height=360)
# 1280 x 800 at 200 %.
ZOOMED = ViewportSize(width=640, height=400)
LONGEST = ("W" * 20, "名" * 20)


class TestAxe:
    """What no scene of the gallery shows."""

    def test_the_end_and_a_rematch_asked_for(self, arrive: Arrive, dealt: Dealt) -> None:
        dealt.play(52)
        ana, bram = (arrive(person).at(dealt.code) for person in dealt.people)
        ana.page.get_by_role("button", name="Rematch").click()
        bram.page.get_by_role("button", name="Play again").wait_for()
        inspect(bram.page, SMALLEST)

    def test_a_lost_line(self, arrive: Arrive, dealt: Dealt) -> None:
        visitor = arrive(dealt.ana)
        ana = visitor.at(dealt.code)
        visitor.expect_cut_line()
        visitor.context.set_offline(True)
        expect(ana.wire).to_be_visible()
        inspect(ana.page, SMALLEST)


class TestRoom:
    @pytest.mark.parametrize("names", [("Ana", "Bram"), LONGEST], ids=["usual", "longest"])
    def test_the_whole_hand_is_in_view_all_the_time(self, arrive: Arrive, house: Site, names: tuple[str, str]) -> None:
        dealt = next(game for game in iter(lambda: deal(house.url, names), None) if game.both_hold("U"))
        leader, follower = (arrive(person).at(dealt.code) for person in dealt.people)
        for table in (leader, follower):
            in_view(table, 13)
        press(leader, an_undead(leader))
        expect(follower.laid).to_have_count(1)
        in_view(leader, 12)
        press(follower, an_undead(follower))
        for table in (leader, follower):
            expect(table.page.locator(".spoil")).to_have_count(4)
            in_view(table, 12)

    def test_at_twice_the_size_everything_can_be_reached(self, arrive: Arrive, dealt: Dealt) -> None:
        ana = arrive(dealt.ana, viewport=ZOOMED, device_scale_factor=2).at(dealt.code)
        assert hidden(ana) == []
        assert fits(ana.page)
        ana.open("help").get_by_role("button", name="Close").click()
        click(ana, ana.codes()[-1])
        ana.sent(13)

    def test_everything_has_room_for_a_finger(self, arrive: Arrive, dealt: Dealt) -> None:
        dealt.play(2)
        page = arrive(dealt.ana, viewport=SMALLEST, has_touch=True).at(dealt.code).page
        small = {}
        for button in page.locator("button:visible, a.button:visible, summary:visible").all():
            box = button.bounding_box()
            assert box
            if min(box["width"], box["height"]) < TARGET:
                small[str(button.get_attribute("id") or button.inner_text())] = (box["width"], box["height"])
        assert small == {}


def an_undead(table: MatchPage) -> str:
    return next(code for code in table.codes(legal=True) if code[0] == "U")


def in_view(table: MatchPage, count: int) -> None:
    """At every size, every card of the hand is seen without scrolling; on a phone's side its value and symbol."""
    expect(table.hand).to_have_count(count)
    for size in (SMALLEST, PHONE, SIDEWAYS, DESK):
        table.page.set_viewport_size(size)
        assert hidden(table) == [], size
        assert fits(table.page)


def hidden(table: MatchPage) -> list[str]:
    """The cards of the hand that reach out of the window."""
    outside = """cards => cards.filter(card => {
      const box = (innerHeight < innerWidth ? card.querySelector(".banner") : card).getBoundingClientRect();
      return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight + 1;
    }).map(card => card.dataset.card)"""
    cards: list[str] = table.hand.evaluate_all(outside)
    return cards


class TestMotion:
    COUNT = """window.moves = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) { window.moves++; return animate.apply(this, how); };"""

    @pytest.mark.parametrize("motion", [True, False])
    def test_cards_move_for_those_who_want_it(self, arrive: Arrive, dealt: Dealt, motion: bool) -> None:
        visitor = arrive(dealt.ana, motion=motion)
        visitor.context.add_init_script(self.COUNT)
        ana = visitor.at(dealt.code)
        click(ana, ana.codes()[0])
        ana.sent(13)
        assert bool(ana.page.evaluate("window.moves")) is motion
        if not motion:
            assert ana.page.evaluate("document.getAnimations().length") == 0


class TestWithoutColour:
    BITS = """async (pictures) => Promise.all(pictures.map(async (data) => {
      const image = new Image();
      image.src = "data:image/png;base64," + data;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 32 });
      const pencil = canvas.getContext("2d");
      pencil.drawImage(image, 0, 0, 32, 32);
      const { data: pixels } = pencil.getImageData(0, 0, 32, 32);
      const grey = (at) => 0.3 * pixels[at] + 0.59 * pixels[at + 1] + 0.11 * pixels[at + 2];
      const greys = Array.from({ length: 1024 }, (_, pixel) => grey(4 * pixel));
      const middle = (Math.min(...greys) + Math.max(...greys)) / 2;
      return greys.map((one) => (one > middle ? "1" : "0")).join("");
    }))"""

    def test_the_symbols_differ_in_shape(self, arrive: Arrive, dealt: Dealt, painting: Browser) -> None:
        page = arrive(dealt.ana, by=painting).at(dealt.code).page
        shapes = self.shapes(page, ".tally .shield .drawing")
        assert len(shapes) == 5
        for one, other in combinations(shapes, 2):
            assert sum(a != b for a, b in zip(one, other, strict=True)) > 0.1 * len(one)

    def test_the_cards_differ_in_pattern_and_letter_too(self, arrive: Arrive, dealt: Dealt) -> None:
        dealt.play(30)
        ana = arrive(dealt.ana).at(dealt.code)
        look = """faces => faces.map(face => {
          const pattern = getComputedStyle(face.querySelector(".paper")).backgroundImage;
          const uncoloured = pattern.replace(/(rgb|color)[^ ,)]*\\([^)]*\\)/g, "");
          return [face.dataset.faction, face.querySelector(".letter").textContent, uncoloured];
        })"""
        ana.open("piles")
        looks = {tuple(face) for face in ana.page.locator(".face").evaluate_all(look)}
        factions = {faction for faction, _, _ in looks}
        assert all(faction == letter for faction, letter, _ in looks)
        assert len({pattern for _, _, pattern in looks}) == len(factions) > 1

    def shapes(self, page: Page, selector: str) -> list[str]:
        """Black and white bitmaps of what the selector shows."""
        pictures = [base64.b64encode(one.screenshot()).decode() for one in page.locator(selector).all()]
        shapes: list[str] = page.evaluate(self.BITS, pictures)
        return shapes


def test_the_first_load_of_the_table_is_light(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    page = visitor.page()
    wire = visitor.context.new_cdp_session(page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    page.goto(f"/m/{dealt.code}/")
    MatchPage(page).ready()
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes) <= LARGEST
