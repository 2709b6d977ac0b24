"""Lessons on a phone: played with any legal card, left and resumed, and won at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.views.learn.lessons import KEYS
from tests.browser.conftest import Arrive
from tests.browser.match_page import REPEAT_TIME, MatchPage, click, eventually, tap
from tests.browser.visitor import PHONE, SMALLEST, Visitor, fits, inspect

pytestmark = pytest.mark.browser
WIDTH = "element => element.getBoundingClientRect().width"
HEARD = """() => {
  const told = document.querySelector(".coach-text");
  window.heard = [];
  new MutationObserver(() => heard.push([told.textContent, Boolean(document.querySelector(".slot.wins"))]))
    .observe(told, { childList: true });
}"""
"""Keeps each text of the coach from now on, and whether a trick shows its winner at that moment."""
QUICK = """localStorage.setItem("preferences", '{"speed":"quick"}')"""


class LessonPage(MatchPage):
    """The table of a lesson with what stands beside it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.says = page.locator(".coach-says")
        self.done = page.locator(".coach-end h3")

    def awaited(self) -> bool:
        """Whether a card is to be played, or the lesson is done."""
        return self.may_play() or self.done.is_visible()

    def play(self) -> bool:
        """Tap the first legal card; return whether there was one to play."""
        eventually(self.awaited, "the teacher never answers")
        if self.done.is_visible():
            return False
        before, legal = self.hand.count(), self.codes(legal=True)
        if not legal:
            return True  # The teacher's next step came meanwhile.
        tap(self, legal[0])
        eventually(lambda: self.hand.count() != before or self.done.is_visible(), "the card stays in the hand")
        self.page.wait_for_timeout(REPEAT_TIME)
        return True


def learner(arrive: Arrive, **options: object) -> Visitor:
    visitor = arrive(**options)
    visitor.context.add_init_script(QUICK)
    return visitor


def test_lessons_on_a_phone_to_the_end_of_the_course(arrive: Arrive) -> None:
    page = learner(arrive, viewport=PHONE, has_touch=True, is_mobile=True).page()
    page.goto("/")
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("banner").get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Start", exact=True).click()
    page.wait_for_url(f"**/learn/{KEYS[0]}/")
    take(LessonPage(page))
    page.get_by_role("link", name="Next lesson").click()
    page.wait_for_url(f"**/learn/{KEYS[1]}/")
    take(LessonPage(page), left=True)
    page.goto(f"/learn/{KEYS[-1]}/")
    expect(page.get_by_text(f"{len(KEYS)} of {len(KEYS)}", exact=True)).to_be_visible()
    take(LessonPage(page))
    expect(page.locator("#outcome")).to_have_text("You claim the throne!")
    expect(page.locator(".coach-prompt")).to_contain_text("You won")
    inspect(page, PHONE)
    page.get_by_role("link", name="Lessons", exact=True).click()
    expect(page.get_by_text("done", exact=True).filter(visible=True)).to_have_count(3)


def take(table: LessonPage, left: bool = False) -> None:
    """Play a lesson to its end; where `left`, leave it after its first card and resume it."""
    table.ready()
    while table.play():
        if left:
            left = False
            leave(table)
    expect(table.says).to_be_visible()


def leave(table: LessonPage) -> None:
    eventually(table.awaited, "the teacher never answers")
    said, hand = table.says.inner_text(), table.codes()
    table.page.goto("/learn/")
    table.page.get_by_role("link", name="Continue", exact=True).click()
    table.ready()
    eventually(table.awaited, "the lesson does not come back")
    assert (table.says.inner_text(), table.codes()) == (said, hand)


def test_the_next_words_wait_for_the_trick_to_be_seen_and_a_lesson_starts_again(arrive: Arrive) -> None:
    page = learner(arrive).page()
    page.goto("/learn/following/")
    table = LessonPage(page)
    eventually(table.awaited, "nothing to play")
    cards = table.hand.count()
    click(table, "G7")
    expect(table.says).to_contain_text("Goblin 7 is higher than Goblin 5")
    expect(table.go_on).to_be_visible()
    ask = page.locator(".coach-prompt")
    assert ask.evaluate(WIDTH) <= 1
    table.see_the_trick()
    expect(ask).to_have_text("You lead. Play any card.")
    assert ask.evaluate(WIDTH) > 1
    page.get_by_role("button", name="Start again").click()
    expect(table.hand).to_have_count(cards)


def test_the_coach_speaks_of_a_trick_when_it_shows_its_winner(arrive: Arrive) -> None:
    page = arrive(viewport=PHONE, has_touch=True, is_mobile=True, motion=True).page()
    page.goto("/learn/following/")
    table = LessonPage(page)
    eventually(table.awaited, "nothing to play")
    page.evaluate(HEARD)
    tap(table, "G7")
    expect(table.says).to_contain_text("so you win the trick")
    assert [winner for _, winner in page.evaluate("heard")] == [True]


@pytest.mark.parametrize(("lesson", "language"), [("phase-one", "id"), ("game", "en"), ("game", "nl")])
def test_words_and_hand_are_in_sight_together(arrive: Arrive, lesson: str, language: str) -> None:
    page = learner(arrive, viewport=PHONE, locale=language).page()
    page.goto(f"/learn/{lesson}/")
    table = LessonPage(page)
    eventually(table.awaited, "nothing to play")
    boxes = [table.says.bounding_box(), *(card.bounding_box() for card in table.hand.all())]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"] for box in boxes)
    says, hand = boxes[0], boxes[1:]
    assert says
    assert all(box and box["y"] >= says["y"] + says["height"] for box in hand)
    page.set_viewport_size(SMALLEST)
    assert fits(page)
