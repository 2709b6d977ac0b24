"""The table in every size and scheme: nothing is cut off or covered, and nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations

import numpy
import pytest
from coloraide import Color
from django.utils import translation
from django.utils.translation.trans_real import DjangoTranslation
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from games.rules.cards import COPIES, Faction
from games.rules.errors import Refusal
from games.state.dealt_state import Hint
from games.texts.hints import HINT_REASONS, describe_hint
from games.texts.refusals import get_refusal_sentence
from games.texts.table import format_card
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, next_to_play, press
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import DESK, PHONE, SMALLEST, fits, inspect
from tests.client import Person, code_of
from tests.site_process import Site

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
    def test_the_whole_hand_is_in_view_all_the_time(
        self, arrive: Arrive, open_site: Site, names: tuple[str, str]
    ) -> None:
        dealt = next(game for game in iter(lambda: deal(open_site.url, names), None) if game.both_hold("U"))
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


LANGUAGES = ("en", "nl", "id", "zh-hant")
OF_THE_PAGE = (
    "Looking for a hint …",
    "There is nothing to take back yet.",
    "Taken back. You keep what you saw; your opponent plays as if it had not been.",
)
REFUSED = ("not_your_turn", "stale_ply", "frozen", "unavailable", "no_hint", "nothing_to_take_back", "too_many")
NAME = "W" * 20
NOTE_SIZES = (PHONE, SMALLEST, ViewportSize(width=640, height=360), ViewportSize(width=768, height=1024), DESK)
BROADER = "1px"
"""Between letters, so that no computer's typeface decides."""
UNFIT_NOTES = """([texts, broader, whole]) => {
  const own = document.querySelector("#status .note:not([data-tried])"), note = own.cloneNode();
  const edges = (one) => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const others = [...document.querySelectorAll(
    ".hand .card, .tally, .slot .card, .revealed .card, .deck, .player, #hint, #take-back, .head")];
  const places = () => others.map((one) => Object.values(edges(one).toJSON()).join()).join("; ");
  const before = places();
  note.dataset.tried = "";
  note.style.letterSpacing = broader;
  own.style.display = "none";
  own.after(note);
  const wrong = texts.filter((text) => {
    note.textContent = text;
    const box = edges(note);
    return places() !== before || (whole && note.scrollHeight > note.clientHeight) ||
      others.some((one) => over(edges(one), box));
  });
  note.remove();
  own.style.display = "";
  return wrong;
}"""
"""Of some texts those that as a note would be cut, move something or cover something."""


def longest_notes() -> list[str]:
    """The longest_notes of each language that a game against the site says there."""
    return [text for language in LANGUAGES for text in sorted(notes_in(language), key=len)[-8:]]


def notes_in(language: str) -> Iterator[str]:
    """All of one language, with the longest_notes card."""
    with translation.override(language):
        card = max(COPIES, key=lambda one: len(format_card(one)))
        for why, reason in HINT_REASONS.items():
            about = str(card) if "card" in reason else Faction.DOPPELGANGERS.value if "faction" in reason else ""
            yield describe_hint(Hint(0, card, why, about))
        yield from (get_refusal_sentence(Refusal("must_follow", key=f"must_follow_{faction}")) for faction in Faction)
        yield from (get_refusal_sentence(Refusal(code)) for code in REFUSED)
        own = DjangoTranslation(translation.to_locale(language), domain="djangojs")
        yield from (own.gettext(text) for text in OF_THE_PAGE)


def unfit(page: Page, texts: list[str], whole: bool) -> list[str]:
    found: list[str] = page.evaluate(UNFIT_NOTES, [texts, BROADER, whole])
    return found


def test_notes_are_read_whole_and_cover_nothing_in_any_window(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, NAME)
    page = arrive(ana, viewport=PHONE).page()
    page.goto(f"/m/{code_of(ana.post('/play/', level='page')['url'])}/")
    table = MatchPage(page).ready()
    next_to_play(table)
    page.keyboard.press("z")
    table.note.wait_for()
    texts = longest_notes()
    for size in NOTE_SIZES:
        page.set_viewport_size(size)
        assert unfit(page, texts, whole=True) == [], size
        assert unfit(page, [f"{NAME} " * 40], whole=False) == [], size


DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")
APART = 9
"""By CIEDE2000, of the grounds of the banners."""
SIZE = (60, 85)
ALIKE = 0.8
"""How far the greys of two cards may go together, 1 being the same picture."""


@pytest.fixture
def rules_page(arrive: Arrive, painting_browser: Browser) -> Page:
    rules_page = arrive(by=painting_browser).page()
    rules_page.goto("/rules/")
    return rules_page


def picture(shown: Locator) -> Image.Image:
    return Image.open(BytesIO(shown.screenshot())).convert("RGB")


def highest(rules_page: Page) -> list[Locator]:
    """The nine of each faction: the same value, so that nothing but the faction tells them apart."""
    return rules_page.locator(".folk .card:last-child").all()


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_banners_look_different(rules_page: Page, deficiency: str) -> None:
    rules_page.context.new_cdp_session(rules_page).send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
    colours = [ground(picture(card.locator(".banner"))) for card in highest(rules_page)]
    assert len(colours) == 5
    for one, other in combinations(colours, 2):
        assert one.delta_e(other, method="2000") >= APART


def test_cards_look_different_in_grey(rules_page: Page) -> None:
    rules_page.context.new_cdp_session(rules_page).send(
        "Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"}
    )
    greys = [numpy.asarray(picture(card).convert("L").resize(SIZE), dtype=float) for card in highest(rules_page)]
    assert len(greys) == 5
    for one, other in combinations(greys, 2):
        assert numpy.corrcoef(one.ravel(), other.ravel())[0, 1] < ALIKE


def ground(image: Image.Image) -> Color:
    """The mean of the darker pixels: what value, symbol and pattern lie on."""
    pixels = numpy.asarray(image).reshape(-1, 3)
    pixels = pixels[numpy.argsort(pixels.sum(axis=1))]
    red, green, blue = pixels[len(pixels) // 8 : len(pixels) * 3 // 8].mean(axis=0) / 255
    return Color("srgb", [float(red), float(green), float(blue)])
