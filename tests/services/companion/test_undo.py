"""Undo of entries: how far back, and only what a device means to take back."""

from __future__ import annotations

import pytest

from games.realtime.companion.tricks import build_undo
from games.rules.errors import Refusal
from games.schemas.table_commands import QueuedCommand
from games.services.companion.play import decide_commands
from games.state.game_state import Event
from games.state.table_state import TableState
from tests.services.companion.entries import ANA, BRAM, after, card, item, table_with

FAR = 200
"""So many entries can be taken back: more than a game with second thoughts has."""


def with_later(count: int, others: int = 0) -> tuple[TableState, int]:
    """A table on which a lead was logged, its number, and after it so many changes and entries that change no card."""
    table = after(table_with((ANA, [0], "player"), (BRAM, [1], "player")), ANA, card(1, 1, "lead", "G3"))
    later = [Event("stood", None, {"slip": f"slip {at}", "device": BRAM}) for at in range(count)]
    locks = [Event("locked", None, {"locked": bool(at % 2), "device": ANA}) for at in range(others)]
    return table.fold([*later, *locks]), table.version


def undo(table: TableState, number: int, expects: str | None = None) -> int | str:
    """The version after an undo of Ana's, or the code of its refusal, which comes without events."""
    expectation = {} if expects is None else {"expects": expects}
    events, (outcome,) = decide_commands(table, ANA, [item("undo", number=number, **expectation)])
    assert bool(events) is not isinstance(outcome, Refusal)
    return outcome.code if isinstance(outcome, Refusal) else outcome


@pytest.mark.parametrize("later", [0, 20, FAR - 1])
def test_an_entry_among_the_last_two_hundred_changes_can_be_taken_back(later: int) -> None:
    """Entries that change nothing of the sheet do not push it out."""
    table, number = with_later(later, others=60)
    undone = after(table, ANA, item("undo", number=number))
    assert undone.version == table.version + 1
    assert undone.sheet.record.phase_one == ()
    assert undone.sheet.stood == table.sheet.stood


def test_older_entries_cannot_be_taken_back_and_an_undo_counts_as_a_change() -> None:
    assert undo(*with_later(FAR)) == "nothing_to_undo"
    table, number = with_later(FAR - 1)
    table = after(table, ANA, item("undo", number=number + 1))
    assert undo(table, number) == "nothing_to_undo"
    assert undo(table, number + 2) == table.version + 1


def test_many_entries_are_taken_back_to_the_empty_sheet() -> None:
    before = table_with((ANA, [0], "player"))
    codes = [f"{letter}{value}" for value in range(2, 10) for letter in "GKUDP"]
    table, numbers = before, []
    for at in range(FAR // 2):
        there = table.sheet.record.phase_one and str(table.sheet.record.phase_one[0].lead)
        table = after(table, ANA, card(1, 1, "lead", codes[at % len(codes)], instead=there or None))
        numbers.append(table.version)
    for number in reversed(numbers):
        table = after(table, ANA, item("undo", number=number))
    assert table.sheet == before.sheet


def test_the_entry_before_an_undone_one_is_offered_next() -> None:
    table = after(table_with((ANA, [0], "player"), (BRAM, [1], "player")), ANA, card(1, 1, "lead", "G3"))
    first = table.version
    table = after(table, ANA, card(1, 1, "revealed", "U5"))
    table = after(table, ANA, item("undo", number=table.version))
    offered = build_undo(table, ANA)
    assert offered is not None
    assert offered.number == first


TAPS = [
    ([item("lead", seat=0)], "Ana, the leader of trick 1 of phase one"),
    ([item("lead", seat=0), card(1, 1, "lead", "G3")], "Goblin 3, Ana's card in trick 1 of phase one"),
    (
        [card(1, 1, "lead", "G3"), card(1, 1, "lead", None, instead="G3")],
        "Goblin 3, the first card of trick 1 of phase one",
    ),
    ([card(1, 1, "blind", "D3")], "Dwarf 3, the blind card of trick 1 of phase one"),
    ([item("depth", depth="scoring"), item("undead", seat=0, card="U7")], "Undead 7"),
    ([item("depth", depth="piles")], "logging less"),
    ([item("depth", depth="piles"), item("pile", faction="G", counts=(3, 2))], "the last count"),
    (
        [card(1, 1, "lead", "G3"), card(1, 2, "lead", "G3"), item("stand", slip="duplicate:1.2:1.1:G3:")],
        "letting a slip stand",
    ),
    ([card(1, 1, "lead", "G3"), item("close")], "ending the game"),
]


@pytest.mark.parametrize(("taps", "text"), TAPS, ids=[text for _, text in TAPS])
def test_the_button_says_what_the_last_tap_was(taps: list[QueuedCommand], text: str) -> None:
    shown = build_undo(after(table_with((ANA, [0], "player"), (BRAM, [1], "player")), ANA, *taps), ANA)
    assert shown
    assert shown.text == text


class TestExpectation:
    """An undo names the entry that it takes back, so that a device with an old view takes back no other."""

    def table(self) -> TableState:
        table = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
        return after(table, ANA, item("lead", seat=0), card(1, 1, "revealed", "G1"), card(1, 1, "lead", "K5"))

    def test_the_mark_of_the_view_is_accepted_and_that_of_another_entry_refused(self) -> None:
        table = self.table()
        shown = build_undo(table, ANA)
        assert shown
        assert shown.mark == "1.1.lead=K5"
        assert undo(table, table.version - 1, shown.mark) == "changed_meanwhile"
        table = after(table, ANA, item("undo", number=shown.number, expects=shown.mark))
        assert table.record.tricks[0].lead is None

    def test_the_number_that_answers_a_repeated_card_takes_back_no_other_entry(self) -> None:
        """It is the number of the last entry, which may be of another device."""
        table = after(self.table(), BRAM, card(1, 1, "follow", "P9"))
        _, (number,) = decide_commands(table, ANA, [card(1, 1, "revealed", "G1")])
        assert isinstance(number, int)
        assert isinstance(undo(table, number, "1.1.revealed=G1"), str)

    def test_a_refusal_does_not_reveal_a_blind_card(self) -> None:
        table = after(self.table(), BRAM, card(1, 1, "follow", "K2"), card(1, 1, "blind", "D3"))
        assert undo(table, table.version, "1.1.blind=D3") == "not_your_seat"
