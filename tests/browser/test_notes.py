"""What is said stands in the place of what is asked: nothing moves for it, nothing is covered, and all can be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation.trans_real import DjangoTranslation
from playwright.sync_api import Page, ViewportSize

from games.rules.cards import COPIES, Faction
from games.rules.errors import Refusal
from games.stories.aid import Hint
from games.words.hints import REASONS, hint_text
from games.words.refusals import sentence
from games.words.table import card_text
from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, next_to_play
from tests.browser.visitor import DESK, PHONE, SMALLEST
from tests.client import Person, code_of
from tests.server import Site

pytestmark = pytest.mark.browser
LANGUAGES = ("en", "nl", "id", "zh-hant")
OF_THE_PAGE = (
    "Looking for a hint …",
    "There is nothing to take back yet.",
    "Taken back. You keep what you saw; your opponent plays as if it had not been.",
)
REFUSED = ("not_your_turn", "stale_ply", "frozen", "unavailable", "no_hint", "nothing_to_take_back", "too_many")
NAME = "W" * 20
SIZES = (PHONE, SMALLEST, ViewportSize(width=640, height=360), ViewportSize(width=768, height=1024), DESK)
BROADER = "1px"
"""Between letters, so that no computer's typeface decides."""
TOLD = """([texts, broader, whole]) => {
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


def longest() -> list[str]:
    """The longest of each language that a game against the site says there."""
    return [text for language in LANGUAGES for text in sorted(told(language), key=len)[-8:]]


def told(language: str) -> Iterator[str]:
    """All of one language, with the longest card."""
    with translation.override(language):
        card = max(COPIES, key=lambda one: len(card_text(one)))
        for why, reason in REASONS.items():
            about = str(card) if "card" in reason else Faction.DOPPELGANGERS.value if "faction" in reason else ""
            yield hint_text(Hint(0, card, why, about))
        yield from (sentence(Refusal("must_follow", key=f"must_follow_{faction}")) for faction in Faction)
        yield from (sentence(Refusal(code)) for code in REFUSED)
        own = DjangoTranslation(translation.to_locale(language), domain="djangojs")
        yield from (own.gettext(text) for text in OF_THE_PAGE)


def unfit(page: Page, texts: list[str], whole: bool) -> list[str]:
    found: list[str] = page.evaluate(TOLD, [texts, BROADER, whole])
    return found


def test_notes_are_read_whole_and_cover_nothing_in_any_window(arrive: Arrive, house: Site) -> None:
    ana = Person(house.url, NAME)
    page = arrive(ana, viewport=PHONE).page()
    page.goto(f"/m/{code_of(ana.post('/play/', level='page')['url'])}/")
    table = MatchPage(page).ready()
    next_to_play(table)
    page.keyboard.press("z")
    table.note.wait_for()
    texts = longest()
    for size in SIZES:
        page.set_viewport_size(size)
        assert unfit(page, texts, whole=True) == [], size
        assert unfit(page, [f"{NAME} " * 40], whole=False) == [], size
