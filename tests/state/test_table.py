"""The aggregate of a physical game: its ledger of entries, its sheet and the columns of its row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inference.record import PileCount, Slot, Spot
from games.inference.slips import Moment, Slip, SlipCode
from games.rules.cards import DECK, Card, Faction
from games.rules.scoring import compute_outcome
from games.rules.state import HAND_SIZE, Phase, Seat, Trick
from games.state.game_state import Ending, Event, Status
from games.state.ledger import Change, Ledger
from games.state.sheet import LogDepth, SheetKey, SheetKeyTuple, build_slip_key, get_missing_pile_field, get_tally
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET
from tests.services.companion.entries import ANA, BRAM, after, card, cards_of, honest_game, item, table_with

KEY = (SheetKey.CARD, Slot(Phase.ONE, 1, Spot.LEAD))
LOGGED = Change(4, 7, TableEventKind.LOGGED, KEY, Card.parse("K2"), Card.parse("K3"))


def test_an_undo_is_a_change_of_its_own() -> None:
    after, back = Ledger().changed(LOGGED).undone(4, 9, 8)
    assert back == Change(9, 8, TableEventKind.UNDONE, KEY, Card.parse("K3"), Card.parse("K2"), undone=True)
    assert after.history == (replace(LOGGED, undone=True),)


def test_an_entry_that_is_not_in_the_history_cannot_be_taken_back() -> None:
    with pytest.raises(ValueError, match="not in the history"):
        Ledger().changed(LOGGED).undone(5, 9, 8)


def test_the_history_says_what_kind_of_entry_each_was() -> None:
    said = Event(TableEventKind.STATED, data={"device": ANA, "phase": 2, "trick": 5, "seat": 0})
    after = table_with((ANA, [0], "player"), (BRAM, [1], "player")).advance(said)
    assert [one.kind for one in after.ledger.history] == [TableEventKind.STATED]


MARKS: list[tuple[SheetKeyTuple, Any, str]] = [
    (KEY, Card.parse("K3"), "1.1.lead=K3"),
    (KEY, None, "1.1.lead="),
    ((SheetKey.BLIND, (4, 1)), Card.parse("D3"), "1.4.blind=D3"),
    ((SheetKey.LEADER, Slot(Phase.TWO, 5, Spot.LEADER)), 0, "2.5.leader=0"),
    ((SheetKey.UNDEAD, Card.parse("U7")), 1, "undead.U7=1"),
    ((SheetKey.PILE, Faction.DWARVES), PileCount((4, 6), (9, 8)), "pile.D=4-6"),
    ((SheetKey.STOOD, "revoke:1.2:1.4:K3:1"), True, "stood.revoke:1.2:1.4:K3:1=True"),
    ((SheetKey.DEPTH, None), LogDepth.PILES, "depth.=piles"),
]


@pytest.mark.parametrize(("key", "now", "mark"), MARKS, ids=lambda it: it if isinstance(it, str) else "")
def test_an_entry_is_called_by_what_it_set(key: SheetKeyTuple, now: Any, mark: str) -> None:
    """A page that is open while the site is replaced still says what it means to take back."""
    assert replace(LOGGED, key=key, now=now).mark == mark


PILES = [
    (None, "counts"),
    (PileCount((2, 1)), None),
    (PileCount((0, 0)), None),
    (PileCount((2, 2)), "highest"),
    (PileCount((2, 2), (9, 8)), None),
]


@pytest.mark.parametrize(("pile", "asked"), PILES)
def test_the_highest_card_is_asked_where_the_piles_are_level(pile: PileCount | None, asked: str | None) -> None:
    assert get_missing_pile_field(Faction.KNIGHTS, pile) == asked


ONE, APART, TWO = Moment(Phase.ONE, 4), Moment(Phase.ONE, None), Moment(Phase.TWO, 2)
SLIPS = [
    (Slip(SlipCode.REVOKE, ONE, 1, Card.parse("K3"), TWO), "revoke:1.4:2.2:K3:1"),
    (Slip(SlipCode.WRONG_LEADER, TWO, 0, None, ONE), "wrong_leader:2.2:1.4::0"),
    (Slip(SlipCode.DUPLICATE, APART, None, Card.parse("U5"), ONE), "duplicate:1.0:1.4:U5:"),
]


@pytest.mark.parametrize(("slip", "key"), SLIPS, ids=[key for _, key in SLIPS])
def test_a_slip_is_called_by_all_that_it_says(slip: Slip, key: str) -> None:
    """Logs keep the name of one that stands: under another it would be doubted anew."""
    assert build_slip_key(slip) == key


TELLING = [(10, 22), (28, 24), (9, 25)]
"""Games, and a number of tricks after which the blind cards tell who wins and the rest does not."""


def logged(seed: int, tricks: int, *, closed: bool = False) -> TableState:
    """The first tricks of an honest game; closed afterwards, as players do who know who won."""
    table = trick_by_trick(seed, tricks)
    return after(table, ANA, item("close")) if closed else table


@cache
def trick_by_trick(seed: int, tricks: int) -> TableState:
    """Each follows from the one before, so what tests have in common is logged once."""
    if not tricks:
        return after(table_with((ANA, [0], "player"), (BRAM, [1], "player")), ANA, item("lead", seat=0))
    table = trick_by_trick(seed, tricks - 1)
    for where, seat in cards_of(played(seed)[tricks - 1]):
        table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    return table


@cache
def played(seed: int) -> tuple[Trick, ...]:
    return honest_game(seed).tricks


def with_blinds(table: TableState, cards: Sequence[Card]) -> TableState:
    """The same table where other blind cards were logged."""
    places = sorted((number, seat) for number, seat, _ in table.sheet.blinds)
    blinds = frozenset((number, seat, held) for (number, seat), held in zip(places, cards, strict=False))
    return replace(table, ledger=replace(table.ledger, sheet=replace(table.sheet, blinds=blinds)))


def accepted(table: TableState, *seats: Seat) -> TableState:
    return table.fold([Event("confirmed", seat, {"accept": True, "device": ANA}) for seat in seats])


class TestSecrecy:
    """Deal the blind cards anew: the row stays the same."""

    @settings(QUIET, max_examples=sample_size(20))
    @given(
        game=st.one_of(st.sampled_from(TELLING), st.tuples(st.integers(0, 9), st.integers(1, 24))),
        closed=st.booleans(),
        cards=st.lists(st.sampled_from(DECK), min_size=HAND_SIZE, max_size=HAND_SIZE),
    )
    def test_the_row_depends_on_no_blind_card(self, game: tuple[int, int], closed: bool, cards: list[Card]) -> None:
        table = logged(*game, closed=closed)
        for one in (table, accepted(table, 0), accepted(table, 1)):
            assert not one.sheet_open
            assert with_blinds(one, cards).columns() == one.columns()

    @pytest.mark.parametrize(("seed", "tricks"), TELLING)
    def test_a_winner_whom_only_the_blind_cards_tell_is_named_once_both_accept(self, seed: int, tricks: int) -> None:
        table = logged(seed, tricks, closed=True)
        assert table.columns()["winner"] is None
        assert accepted(table, 0, 1).columns()["winner"] is not None


class TestWhereItStands:
    @pytest.mark.parametrize("tricks", [0, 12, 13, 24])
    def test_it_names_the_trick_that_is_played(self, tricks: int) -> None:
        row = logged(3, tricks).columns()
        assert (row["phase"], row["trick"]) == (1 + tricks // HAND_SIZE, 1 + tricks % HAND_SIZE)
        assert (row["turn"], row["winner"], row["ending"]) == (None, None, "")

    def test_a_game_logged_to_its_end_has_its_winner(self) -> None:
        end = compute_outcome(honest_game(3))
        assert end is not None
        row = logged(3, 26).columns()
        assert (row["phase"], row["trick"], row["winner"]) == (2, HAND_SIZE, end.winner)
        assert (row["status"], row["ending"]) == (Status.FINISHED, Ending.VOTES)

    def test_a_game_that_is_not_over_has_none_though_it_is_decided(self) -> None:
        decided = [logged(seed, 24) for seed in range(3)]
        assert any(get_tally(table.seen(None)).result for table in decided)
        assert [table.columns()["winner"] for table in decided] == [None] * 3

    def test_called_off_it_has_none_either(self) -> None:
        row = logged(3, 26).fold([Event("called_off", None, {})]).columns()
        assert (row["status"], row["ending"], row["winner"]) == (Status.CALLED_OFF, Ending.CALLED_OFF, None)

    def test_a_blind_card_alone_begins_a_game(self) -> None:
        table = table_with((ANA, [0], "player"))
        assert table.columns()["status"] == Status.WAITING
        assert after(table, ANA, card(1, 1, "blind", "G3")).columns()["status"] == Status.PLAYING
