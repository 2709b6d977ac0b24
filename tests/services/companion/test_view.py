"""The view of each device at a table."""

from __future__ import annotations

from typing import Any

import pytest

from games.realtime.companion.view import build_view
from games.schemas.table_commands import QueuedCommand
from games.state.table_state import TableState
from tests.services.companion.entries import (
    ANA,
    BOTH,
    BRAM,
    STRANGER,
    TABLET,
    after,
    card,
    cards_of,
    full_table,
    honest_game,
    item,
    table_with,
)


@pytest.fixture
def table() -> TableState:
    """Ana's phone, Bram's phone and a tablet; Ana leads."""
    return after(full_table(), ANA, item("lead", seat=0))


def first_trick(table: TableState, follow: str = "K4", device: int = ANA) -> TableState:
    """Goblin 9 led by Ana and answered by Bram."""
    items = [card(1, 1, "revealed", "U5"), card(1, 1, "lead", "G9"), card(1, 1, "follow", follow)]
    return after(table, device, *items)


def asked(table: TableState, device: int) -> list[tuple[str, int]]:
    return [(ask.place, ask.trick) for ask in build_view(table, device).ask]


def story(table: TableState, device: int = TABLET) -> str:
    return build_view(table, device).tricks[-1].story


class TestAsking:
    def test_each_phone_is_asked_for_the_leader_and_then_for_the_cards_of_its_seat(self, table: TableState) -> None:
        first = build_view(full_table(), ANA).ask[0]
        assert (first.place, first.pad, first.text) == ("leader", None, "Who leads the first trick?")
        assert asked(table, ANA) == [("revealed", 1), ("lead", 1), ("follow", 1)]
        assert asked(table, BRAM) == [("follow", 1), ("revealed", 1), ("lead", 1)]
        assert [ask.mine for ask in build_view(table, BRAM).ask] == [True, False, False]
        alone = after(table_with((ANA, [0], "player")), ANA, item("lead", seat=1))
        assert [ask.mine for ask in build_view(alone, ANA).ask] == [True, True, True]

    def test_only_the_loser_is_asked_for_the_blind_card_which_holds_nothing_up(self, table: TableState) -> None:
        table = first_trick(table)
        assert asked(table, ANA) == [("blind", 1), ("follow", 2), ("revealed", 2), ("lead", 2)]
        first = build_view(table, ANA).ask[0]
        assert (first.private, first.optional, first.text) == (True, True, "Your blind card (only you see it)")
        assert ("blind", 1) not in asked(table, BRAM) + asked(table, TABLET) + asked(table, STRANGER)
        table = after(table, BRAM, card(1, 2, "lead", "D3"))
        assert asked(table, ANA) == [("follow", 2), ("revealed", 2), ("blind", 1)]

    def test_a_phone_for_both_is_asked_in_the_order_of_the_game(self) -> None:
        table = after(table_with((BOTH, [0, 1], "player")), BOTH, item("lead", seat=1))
        assert asked(table, BOTH) == [("revealed", 1), ("lead", 1), ("follow", 1)]
        blind = build_view(first_trick(table, device=BOTH), BOTH).ask[0]
        assert (blind.seat, blind.text) == (1, "Bram's blind card (only Bram may see it)")

    def test_only_phase_two_is_asked_where_only_scores_are_logged(self) -> None:
        def places(table: TableState, device: int) -> list[tuple[int, str]]:
            return [(ask.phase, ask.place) for ask in build_view(table, device).ask]

        table = after(full_table(), ANA, item("depth", depth="scoring"))
        assert places(table, ANA) == [(2, "leader"), (2, "lead"), (2, "follow")]
        table = after(table, ANA, item("state_leader", phase=2, trick=1, seat=0))
        assert places(table, ANA) == [(2, "lead"), (2, "follow")]
        table = after(table_with((BOTH, [0, 1], "player")), BOTH, item("lead", seat=0))
        for number in range(1, 14):
            cards = zip(("revealed", "lead", "follow"), (f"U{number % 10}", "G9", "K4"), strict=True)
            table = after(table, BOTH, *(card(1, number, place, code) for place, code in cards))
        assert [ask.place for ask in build_view(table, BOTH).ask if ask.private] == ["blind"]
        assert places(after(table, BOTH, item("depth", depth="scoring")), BOTH) == [(2, "lead"), (2, "follow")]

    def test_each_faction_is_asked_where_only_piles_are_counted(self) -> None:
        table = after(full_table(), ANA, item("depth", depth="piles"), item("pile", faction="G", counts=(5, 5)))
        piles = build_view(table, ANA).piles
        assert piles is not None
        assert [pile.asks for pile in piles] == ["highest", "counts", "counts", "counts", "counts"]
        assert build_view(table, ANA).ask == ()


def test_keys_of_cards_that_cannot_be_logged_are_off(table: TableState) -> None:
    assert build_view(table, ANA).pads.play.left["G0"] == 5
    assert build_view(after(table, ANA, card(1, 1, "lead", "G0")), ANA).pads.play.left["G0"] == 4
    table = first_trick(table)
    pads = build_view(table, BRAM).pads
    assert (pads.play.off, pads.recruit.off) == (dict.fromkeys(("G9", "K4", "U5"), "seen"),) * 2
    assert pads.support.off == {"G9": "phase_one", "K4": "phase_one"}
    table = after(table, ANA, card(1, 1, "blind", "D3"))
    assert build_view(table, ANA).pads.play.off["D3"] == "seen"
    assert build_view(table, BRAM).pads.play.left["D3"] == 1


class TestStories:
    @pytest.mark.parametrize(
        ("follow", "text"),
        [
            ("K4", "Bram's Knight 4 beats Goblin 9. Bram recruits Undead 5. Ana takes a blind card. Bram leads."),
            ("P9", "Goblin 9 and Doppelgänger 9 tie: Ana led, so Ana wins. Ana recruits Undead 5."),
            ("D9", "Ana's Goblin 9 wins: Dwarf 9 didn't follow. Ana recruits Undead 5."),
            ("G8", "Ana's Goblin 9 beats Goblin 8. Ana recruits Undead 5. Bram takes a blind card. Ana leads."),
            ("U7", "Ana's Goblin 9 wins: Undead 7 didn't follow. Ana recruits Undead 5."),
        ],
    )
    def test_a_story_says_why_the_winner_won(self, table: TableState, follow: str, text: str) -> None:
        assert story(first_trick(table, follow)).startswith(text)

    def test_a_blind_card_is_named_to_its_owner_but_not_on_a_phone_for_both(self, table: TableState) -> None:
        table = after(first_trick(table), ANA, card(1, 1, "blind", "D3"))
        assert "Ana recruits Dwarf 3." in story(table, ANA)
        assert "Ana takes a blind card." in story(table, BRAM)
        table = after(table_with((BOTH, [0, 1], "player")), BOTH, item("lead", seat=0))
        table = after(first_trick(table, device=BOTH), BOTH, card(1, 1, "blind", "D3"))
        assert build_view(table, BOTH).tricks[0].blind == "D3"
        assert "Ana takes a blind card." in story(table, BOTH)
        assert "Dwarf 3" not in story(table, BOTH)

    def test_story_says_where_dwarves_go(self) -> None:
        table = after(full_table(), ANA, item("state_leader", phase=2, trick=1, seat=0))
        table = after(table, ANA, card(2, 1, "lead", "D4"), card(2, 1, "follow", "P9"))
        told = "Bram's Doppelgänger 9 beats Dwarf 4. Ana scores Dwarf 4. Bram scores Doppelgänger 9. Bram leads."
        assert story(table) == told

    def test_each_trick_says_who_logged_it_and_who_takes_the_blind_card(self, table: TableState) -> None:
        assert build_view(after(table, ANA, card(1, 1, "lead", "G9")), TABLET).tricks[0].taker is None
        tricks = build_view(after(first_trick(table), BRAM, card(1, 2, "lead", "D3")), TABLET).tricks
        assert [trick.by for trick in tricks] == [("Ana",), ("Bram",)]
        assert tricks[0].taker == 0


class TestChanges:
    def test_a_correction_says_what_changed(self, table: TableState) -> None:
        table = after(first_trick(table), BRAM, card(1, 1, "follow", "G8", instead="K4"))
        (change,) = build_view(table, TABLET).changes
        assert (change.was, change.now, change.tricks) == ("K4", "G8", ((1, 1),))
        told = "Bram changed Bram's card in trick 1 of phase one from Knight 4 to Goblin 8. This changed 1 trick."
        assert change.text == told

    def test_a_blind_card_is_corrected_in_secret(self, table: TableState) -> None:
        table = after(first_trick(table), ANA, card(1, 1, "blind", "D3"), card(1, 1, "blind", "D4", instead="D3"))
        assert [len(build_view(table, device).changes) for device in (ANA, BRAM, TABLET)] == [1, 0, 0]

    def test_undo_is_offered_to_the_device_that_logged_unless_another_corrected_it(self, table: TableState) -> None:
        later = after(first_trick(table), BRAM, card(1, 2, "lead", "D3"))
        undo = build_view(later, BRAM).undo
        assert undo is not None
        assert (undo.number, undo.text) == (later.version, "Dwarf 3, Bram's card in trick 2 of phase one")
        assert build_view(later, TABLET).undo is None
        table = after(table, ANA, card(1, 1, "lead", "G9"))
        assert build_view(after(table, BRAM, card(1, 1, "lead", "G8", instead="G9")), ANA).undo is None

    def test_a_slip_is_shown_at_its_trick_with_its_evidence(self, table: TableState) -> None:
        table = after(first_trick(table, "D9"), ANA, card(1, 2, "lead", "G1"), card(1, 2, "follow", "G2"))
        (slip,) = build_view(table, TABLET).slips
        assert (slip.code, slip.seat, slip.evidence, slip.stands) == ("revoke", 1, (1, 2), False)
        assert slip.text == (
            "Bram played Dwarf 9 instead of following, but held the led faction: see trick 2 of phase one."
        )
        assert build_view(table, TABLET).tricks[0].slips == (slip.key,)
        assert build_view(after(table, BRAM, item("stand", slip=slip.key)), ANA).slips[0].stands


def test_each_device_sees_its_place_and_the_followers_of_its_seat(table: TableState) -> None:
    shown = build_view(table, BRAM)
    assert (shown.you.device, shown.you.seats, shown.you.role, shown.you.host) == (BRAM, (1,), "player", False)
    assert [(seat.name, seat.devices) for seat in shown.seats] == [("Ana", (ANA,)), ("Bram", (BRAM,))]
    assert [device.role for device in shown.devices] == ["player", "player", "display"]
    shown = build_view(table, STRANGER)
    assert (shown.you.device, shown.you.seats, shown.followers) == (None, (), (None, None))
    table = after(first_trick(table), ANA, card(1, 1, "blind", "D3"))
    assert build_view(table, ANA).followers == (("D3",), None)
    assert build_view(table, BRAM).followers == (None, ("U5",))
    assert build_view(table, TABLET).sizes == (1, 1)


def without_blind(trick: Any) -> list[QueuedCommand]:
    return [card(*where) for where, _ in cards_of(trick) if where[2] != "blind"]


def test_the_view_of_a_finished_game_has_its_result() -> None:
    table = after(full_table(), ANA, item("lead", seat=0))
    for trick in honest_game(6).tricks:
        table = after(table, ANA, *without_blind(trick))
    shown = build_view(table, TABLET)
    assert (shown.status, shown.ask, shown.missing) == ("finished", (), ())
    assert shown.result is not None
    assert sum(row.vote == shown.result.winner for row in shown.factions) == max(shown.result.votes)
    assert shown.result.text.startswith(shown.names[shown.result.winner or 0])


def test_a_missing_card_is_asked_only_of_the_phone_of_its_seat() -> None:
    table = after(full_table(), ANA, item("lead", seat=0))
    (revealed, lead, _), second = map(without_blind, honest_game(6).tricks[:2])
    table = after(table, ANA, revealed, lead, *second)
    gaps = {device: build_view(table, device).missing for device in (ANA, BRAM, TABLET, STRANGER)}
    assert {device: [(gap.place, gap.seat, gap.mine) for gap in found] for device, found in gaps.items()} == {
        ANA: [("follow", 1, False)],
        BRAM: [("follow", 1, True)],
        TABLET: [("follow", 1, False)],
        STRANGER: [("follow", 1, False)],
    }
