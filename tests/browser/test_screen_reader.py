"""A whole game by roles, names and the live region alone, to the end of both phases."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from games.rules.cards import Card
from games.rules.record import read, replay
from games.rules.state import Phase, State, Trick
from tests.browser.conftest import Arrive
from tests.browser.listener import Listener
from tests.browser.programs import Dealt

pytestmark = pytest.mark.browser
FACTIONS = {"G": "Goblin", "K": "Knight", "U": "Undead", "D": "Dwarf", "P": "Doppelgänger"}


@pytest.fixture
def ana(arrive: Arrive, dealt: Dealt) -> Listener:
    return Listener(arrive(dealt.ana).page(), dealt.code)


def test_a_whole_game(ana: Listener, dealt: Dealt) -> None:
    ana.hand.focus()
    played = [card for card in iter(lambda: step(ana, dealt), "end") if card]
    expect(ana.end).to_be_focused()
    state = whole(dealt)
    assert played == [called(card) for card in cards_of(state, 0)]
    hears_all(ana.spoken(), state)


def step(ana: Listener, dealt: Dealt) -> str | None:
    """The next thing to do: go on, wait for Bram, or play a card, whose name is given; "end" at the end."""
    bram = ana.others_turn("Bram")
    ana.may(ana.go_on, bram, ana.playable, ana.end)
    assert ana.is_somewhere()
    if ana.end.count():
        return "end"
    if ana.go_on.count():
        ana.press(ana.go_on)
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


def hears_all(spoken: list[str], state: State) -> None:
    """Each trick in order: what is at stake, who took it with which cards, and what came of it; then the votes."""
    told = iter(spoken)
    for trick in state.tricks:
        if trick.revealed:
            assert f"At stake: {called(trick.revealed)}." in told, trick
        elif trick.number == 1:
            assert any(line.startswith("Phase two has begun") for line in told)
        assert any(tells(line, trick) for line in told), (trick, spoken)
        assert trick.phase is Phase.TWO or any("recruit" in line for line in told), trick
    assert any(re.search(r"Votes: Ana \d, Bram \d\.", line) for line in told)


def tells(line: str, trick: Trick) -> bool:
    """Whether this says who took the trick, and both of its cards."""
    winner = "You win" if trick.winner == 0 else "Bram wins"
    return line.startswith(f"{winner} the trick: ") and all(called(card) in line for card in (trick.lead, trick.follow))
