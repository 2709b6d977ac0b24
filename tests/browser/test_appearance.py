"""The table of a match in every window: the whole hand is in view and notes are read whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation.trans_real import DjangoTranslation
from playwright.sync_api import Page, ViewportSize, expect

from games.rules.cards import COPIES, Faction
from games.rules.errors import Refusal
from games.state.dealt_state import Hint
from games.texts.hints import HINT_REASONS, describe_hint
from games.texts.refusals import get_refusal_sentence
from games.texts.table import format_card
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, next_to_play, press
from tests.browser.programs import LONGEST, Dealt, deal
from tests.browser.visitor import DESK, PHONE, SIDEWAYS, SMALLEST, fits
from tests.client import Person, code_of
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_the_whole_hand_is_in_view_in_every_window(arrive: Arrive, open_site: Site) -> None:
    """With the longest names, and while a trick with two Undead lies on the table."""
    dealt = next(game for game in iter(lambda: deal(open_site.url, LONGEST), None) if game.both_hold("U"))
    leader, follower = (arrive(person).at(dealt.code) for person in dealt.people)
    for table in (leader, follower):
        in_view(table, 13)
    leader.page.set_viewport_size(SIDEWAYS)
    leader.open("help").get_by_role("button", name="Close").click()
    press(leader, an_undead(leader))
    expect(follower.laid).to_have_count(1)
    in_view(leader, 12)
    press(follower, an_undead(follower))
    for table in (leader, follower):
        expect(table.page.locator(".spoil")).to_have_count(4)
        in_view(table, 12)


def an_undead(table: MatchPage) -> str:
    return next(code for code in table.codes(legal=True) if code[0] == "U")


def in_view(table: MatchPage, count: int) -> None:
    """Every card is seen without scrolling; on a phone's side its value and symbol."""
    outside = """cards => cards.filter(card => {
      const box = (innerHeight < innerWidth ? card.querySelector(".banner") : card).getBoundingClientRect();
      return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight + 1;
    }).map(card => card.dataset.card)"""
    expect(table.hand).to_have_count(count)
    for size in (SMALLEST, PHONE, SIDEWAYS, DESK):
        table.page.set_viewport_size(size)
        assert table.hand.evaluate_all(outside) == [], size
        assert fits(table.page)


def test_no_card_moves_where_the_device_asks_for_less_motion(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    visitor.context.add_init_script("Element.prototype.animate = () => { throw new Error('animated'); };")
    ana = visitor.at(dealt.code)
    click(ana, ana.codes()[0])
    ana.sent(13)
    assert ana.page.evaluate("document.getAnimations().length") == 0


LANGUAGES = ("en", "nl", "id", "zh-hant")
NOTES_OF_THE_PAGE = (
    "Looking for a hint …",
    "Nothing to undo yet.",
    "Undone. You may have seen more; your opponent forgets it.",
)
REFUSALS = ("not_your_turn", "stale_ply", "frozen", "unavailable", "no_hint", "nothing_to_take_back", "too_many")
LETTER_SPACING = "1px"
"""Extra space between letters, so that the test does not depend on the typeface of a computer."""
UNFIT_NOTES = """([texts, spacing, whole]) => {
  const own = document.querySelector("#status .note:not([data-tried])"), note = own.cloneNode();
  const edges = (one) => one.getBoundingClientRect();
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const others = [...document.querySelectorAll(
    ".hand .card, .tally, .slot .card, .revealed .card, .deck, .player, #hint, #take-back, .head")];
  const places = () => others.map((one) => Object.values(edges(one).toJSON()).join()).join("; ");
  const before = places();
  note.dataset.tried = "";
  note.style.letterSpacing = spacing;
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
"""The texts that would be cut as a note, or move or cover something."""


def test_notes_are_read_whole_and_cover_nothing_in_any_window(arrive: Arrive, open_site: Site) -> None:
    name = LONGEST[0]
    ana = Person(open_site.url, name)
    page = arrive(ana, viewport=PHONE).page()
    page.goto(f"/m/{code_of(ana.post('/play/', level='page')['url'])}/")
    table = MatchPage(page).ready()
    next_to_play(table)
    page.keyboard.press("z")
    table.note.wait_for()
    longest = [text for language in LANGUAGES for text in sorted(notes_in(language), key=len)[-8:]]
    for size in (PHONE, SMALLEST, SIDEWAYS, ViewportSize(width=768, height=1024), DESK):
        page.set_viewport_size(size)
        assert unfit(page, longest, whole=True) == [], size
        assert unfit(page, [f"{name} " * 40], whole=False) == [], size


def notes_in(language: str) -> Iterator[str]:
    """Yield the notes of a game against a bot in a language, about the card with the longest name."""
    with translation.override(language):
        card = max(COPIES, key=lambda one: len(format_card(one)))
        for why, reason in HINT_REASONS.items():
            about = str(card) if "card" in reason else Faction.DOPPELGANGERS.value if "faction" in reason else ""
            yield describe_hint(Hint(0, card, why, about))
        yield from (get_refusal_sentence(Refusal("must_follow", key=f"must_follow_{faction}")) for faction in Faction)
        yield from (get_refusal_sentence(Refusal(code)) for code in REFUSALS)
        catalogue = DjangoTranslation(translation.to_locale(language), domain="djangojs")
        yield from map(catalogue.gettext, NOTES_OF_THE_PAGE)


def unfit(page: Page, texts: list[str], whole: bool) -> list[str]:
    found: list[str] = page.evaluate(UNFIT_NOTES, [texts, LETTER_SPACING, whole])
    return found


def test_the_header_fits_between_a_phone_and_a_desk(arrive: Arrive, open_site: Site) -> None:
    """In the language with the longest links, with the longest name of a guest and with the bell."""
    page = arrive(Person(open_site.url, LONGEST[0]), locale="id").page()
    page.goto("/rules/")
    expect(page.locator("html")).to_have_attribute("lang", "id")
    for width in range(SMALLEST["width"], DESK["width"] + 1, 32):
        page.set_viewport_size(ViewportSize(width=width, height=800))
        assert fits(page), width
