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


def outcome(table: TableState, number: int) -> int | Refusal:
    (told,) = decide_commands(table, ANA, [item("undo", number=number)])[1]
    return told


@pytest.mark.parametrize("later", [0, 20, FAR - 1])
def test_an_entry_among_the_last_two_hundred_changes_can_be_taken_back(later: int) -> None:
    """Entries that change nothing of the sheet do not push it out."""
    table, number = with_later(later, others=60)
    undone = after(table, ANA, item("undo", number=number))
    assert undone.version == table.version + 1
    assert undone.sheet.record.phase_one == ()
    assert undone.sheet.stood == table.sheet.stood


def test_an_older_entry_cannot_be_taken_back() -> None:
    told = outcome(*with_later(FAR))
    assert isinstance(told, Refusal)
    assert told.code == "nothing_to_undo"


def test_an_undo_counts_as_one_of_the_last_changes() -> None:
    table, number = with_later(FAR - 1)
    table = after(table, ANA, item("undo", number=number + 1))
    assert isinstance(outcome(table, number), Refusal)
    assert outcome(table, number + 2) == table.version + 1


def test_every_one_of_two_hundred_is_taken_back_and_the_sheet_is_as_before() -> None:
    before = table_with((ANA, [0], "player"))
    codes = [f"{letter}{value}" for value in range(2, 10) for letter in "GKUDP"]
    table, numbers = before, []
    for at in range(FAR // 2):
        there = table.sheet.record.phase_one and str(table.sheet.record.phase_one[0].lead)
        table = after(table, ANA, card(1, 1, "lead", codes[at % len(codes)], instead=there or None))
        numbers.append(table.version)
    assert len(table.ledger.history) == FAR // 2
    for number in reversed(numbers):
        table = after(table, ANA, item("undo", number=number))
    assert table.sheet == before.sheet
    assert all(change.undone for change in table.ledger.history)


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
    ([card(1, 1, "lead", "G3"), card(1, 1, "lead", None, instead="G3")], "Goblin 3, the lead of trick 1 of phase one"),
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
    """An undo says what it means to take back, so that whoever is behind takes back nothing else."""

    def table(self) -> TableState:
        table = table_with((ANA, [0], "player"), (BRAM, [1], "player"))
        return after(table, ANA, item("lead", seat=0), card(1, 1, "revealed", "G1"), card(1, 1, "lead", "K5"))

    def test_what_the_view_says_is_what_is_expected(self) -> None:
        table = self.table()
        shown = build_undo(table, ANA)
        assert shown
        assert shown.mark == "1.1.lead=K5"
        table = after(table, ANA, item("undo", number=shown.number, expects=shown.mark))
        assert table.record.tricks[0].lead is None

    def test_another_entry_is_refused_and_stays(self) -> None:
        table = self.table()
        facts, (refused,) = decide_commands(table, ANA, [item("undo", number=table.version - 1, expects="1.1.lead=K5")])
        assert not facts
        assert isinstance(refused, Refusal)
        assert refused.code == "changed_meanwhile"

    def test_the_number_of_a_card_that_was_there_already_takes_back_nothing_else(self) -> None:
        """Its answer carries the number of the last entry, which may be anybody's."""
        table = after(self.table(), BRAM, card(1, 1, "follow", "P9"))
        _, (number,) = decide_commands(table, ANA, [card(1, 1, "revealed", "G1")])
        _, (refused,) = decide_commands(table, ANA, [item("undo", number=number, expects="1.1.revealed=G1")])
        assert isinstance(refused, Refusal)

    def test_a_blind_card_of_the_other_is_never_told_by_it(self) -> None:
        table = after(self.table(), BRAM, card(1, 1, "follow", "K2"), card(1, 1, "blind", "D3"))
        _, (refused,) = decide_commands(table, ANA, [item("undo", number=table.version, expects="1.1.blind=D3")])
        assert isinstance(refused, Refusal)
        assert refused.code == "not_your_seat"
