"""A game by roles, names and the live region alone, to the end of both phases."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.cards import Card
from games.rules.record import read, replay
from games.rules.state import Phase, State, Trick
from tests.browser.conftest import Arrive
from tests.browser.programs import Dealt

pytestmark = pytest.mark.browser

SPOKEN = """(region) => {
  const lines = () => [...region.children].map((line) => line.textContent.trim()).filter(Boolean);
  let before = lines();
  window.spoken = [...before];
  new MutationObserver(() => {
    const after = lines();
    window.spoken.push(...after.filter((line) => !before.includes(line)));
    before = after;
  }).observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what is new in a live region, as a screen reader says it."""

GO_ON = re.compile(r"^(Continue|To phase two)$")
THE_END = re.compile(r"claims? the throne")


class ScreenReaderUser:
    """A player who uses the accessibility tree of the page alone."""

    def __init__(self, page: Page, code: str) -> None:
        self.page = page
        page.goto(f"/m/{code}/")
        self.region = page.get_by_role("status", name="Game status")
        self.hand = page.get_by_role("group", name="Your hand")
        self.playable = self.hand.get_by_role("button", disabled=False)
        self.go_on = page.get_by_role("button", name=GO_ON)
        self.end = page.get_by_role("heading", name=THE_END)
        self.region.wait_for()
        self.region.evaluate(SPOKEN)

    def others_turn(self, name: str) -> Locator:
        """What is said while it is that player's turn."""
        return self.region.get_by_text(re.compile(rf"\b{name} (leads|follows)\."))

    def may(self, *what: Locator) -> None:
        """Wait until one of these is there."""
        first, *others = what
        for other in others:
            first = first.or_(other)
        expect(first.first).to_be_attached()

    def play(self) -> str:
        """Play any card that may be played; its name."""
        name = random.choice([accessible_name(button) for button in self.playable.all()])
        self.playable.and_(self.page.get_by_role("button", name=name, exact=True)).first.press("Enter")
        return name

    def is_somewhere(self) -> bool:
        """Whether the keyboard still stands on something, so that reading goes on from there."""
        return self.page.locator("body:focus").count() == 0 and self.page.locator(":focus").count() == 1

    def spoken(self) -> list[str]:
        """Everything that was said, in order."""
        spoken: list[str] = self.page.evaluate("window.spoken")
        return spoken


def accessible_name(button: Locator) -> str:
    found = re.search(r'- button "(.*?)"', button.aria_snapshot())
    assert found
    return found[1]


FIRST_TRICKS = 10
"""Tricks that were played before."""
FACTIONS = {"G": "Goblin", "K": "Knight", "U": "Undead", "D": "Dwarf", "P": "Doppelgänger"}


@pytest.fixture
def ana(arrive: Arrive, dealt: Dealt) -> ScreenReaderUser:
    dealt.play(2 * FIRST_TRICKS)
    return ScreenReaderUser(arrive(dealt.ana).page(), dealt.code)


def test_a_game_is_played_to_the_end_by_roles_names_and_the_live_region(ana: ScreenReaderUser, dealt: Dealt) -> None:
    ana.hand.focus()
    played = [card for card in iter(lambda: step(ana, dealt), "end") if card]
    expect(ana.end).to_be_focused()
    state = whole(dealt)
    assert played == [called(card) for card in cards_of(state, 0)[FIRST_TRICKS:]]
    check_spoken(ana.spoken(), state)


def step(ana: ScreenReaderUser, dealt: Dealt) -> str | None:
    """Go on, let Bram play, or play a card and return its name; return "end" at the end."""
    bram = ana.others_turn("Bram")
    ana.may(ana.go_on, bram, ana.playable, ana.end)
    assert ana.is_somewhere()
    if ana.end.count():
        return "end"
    if ana.go_on.count():
        ana.go_on.press("Enter")
    elif bram.count():
        dealt.play(1)
        expect(bram).to_have_count(0)
    else:
        return ana.play()
    return None


def whole(dealt: Dealt) -> State:
    """The game from its record."""
    _, record = dealt.bram.get(f"/m/{dealt.code}/record/")
    return replay(read(json.loads(record)))


def cards_of(state: State, seat: int) -> list[Card]:
    return [trick.lead if trick.leader == seat else trick.follow for trick in state.tricks]


def called(card: Card) -> str:
    code = str(card)
    return f"{FACTIONS[code[0]]} {code[1:]}"


def check_spoken(spoken: list[str], state: State) -> None:
    """Each trick in order: what is at stake, who took it with which cards, and what came of it; then the votes."""
    lines = iter(spoken)
    for trick in state.tricks[FIRST_TRICKS:]:
        if trick.revealed:
            assert f"At stake: {called(trick.revealed)}." in lines, trick
        elif trick.number == 1:
            assert any(line.startswith("Phase two") for line in lines)
        assert any(tells(line, trick) for line in lines), (trick, spoken)
        assert trick.phase is Phase.TWO or any("recruit" in line for line in lines), trick
    assert any(re.search(r"Votes: Ana \d, Bram \d\.", line) for line in lines)


def tells(line: str, trick: Trick) -> bool:
    """Whether this says who took the trick, and both of its cards."""
    winner = "You win" if trick.winner == 0 else "Bram wins"
    return line.startswith(f"{winner} the trick: ") and all(called(card) in line for card in (trick.lead, trick.follow))
