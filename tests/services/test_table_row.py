"""The row of a physical game, which lists and searches read, tells where it stands and no secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import DECK, Card
from games.rules.scoring import outcome
from games.rules.state import HAND, Seat, Trick
from games.stories.sheet import tallied
from games.stories.status import Ending, Status
from games.stories.story import Fact
from games.stories.table import Table
from tests.draws import some
from tests.rules.random_games import QUIET
from tests.services.companion_acts import ANA, BRAM, after, card, cards_of, honest_game, item, table_with

TELLING = [(10, 22), (16, 22), (21, 23), (26, 22), (28, 24), (9, 25)]
"""Games, and a number of tricks after which the blind cards tell who wins and the rest does not."""


def logged(seed: int, tricks: int, *, closed: bool = False) -> Table:
    """The first tricks of an honest game; closed afterwards, as players do who know who won."""
    table = trick_by_trick(seed, tricks)
    return after(table, ANA, item("close")) if closed else table


@cache
def trick_by_trick(seed: int, tricks: int) -> Table:
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


def with_blinds(table: Table, cards: Sequence[Card]) -> Table:
    """The same table where other blind cards were logged."""
    places = sorted((number, seat) for number, seat, _ in table.sheet.blinds)
    blinds = frozenset((number, seat, held) for (number, seat), held in zip(places, cards, strict=False))
    return replace(table, ledger=replace(table.ledger, sheet=replace(table.sheet, blinds=blinds)))


def accepted(table: Table, *seats: Seat) -> Table:
    return table.fold([Fact("confirmed", seat, {"accept": True, "device": ANA}) for seat in seats])


class TestSecrecy:
    """Deal the blind cards anew: the row stays the same."""

    @settings(QUIET, max_examples=some(60))
    @given(
        game=st.one_of(st.sampled_from(TELLING), st.tuples(st.integers(0, 99), st.integers(1, 24))),
        closed=st.booleans(),
        cards=st.lists(st.sampled_from(DECK), min_size=HAND, max_size=HAND),
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
    @pytest.mark.parametrize("tricks", range(25))
    def test_it_names_the_trick_that_is_played(self, tricks: int) -> None:
        row = logged(3, tricks).columns()
        assert (row["phase"], row["trick"]) == (1 + tricks // HAND, 1 + tricks % HAND)
        assert (row["turn"], row["winner"], row["ending"]) == (None, None, "")

    def test_a_game_logged_to_its_end_has_its_winner(self) -> None:
        end = outcome(honest_game(3))
        assert end is not None
        row = logged(3, 26).columns()
        assert (row["phase"], row["trick"], row["winner"]) == (2, HAND, end.winner)
        assert (row["status"], row["ending"]) == (Status.FINISHED, Ending.VOTES)

    def test_a_game_that_is_not_over_has_none_though_it_is_decided(self) -> None:
        decided = [logged(seed, 24) for seed in range(6)]
        assert any(tallied(table.seen(None)).result for table in decided)
        assert [table.columns()["winner"] for table in decided] == [None] * 6

    def test_called_off_it_has_none_either(self) -> None:
        row = logged(3, 26).fold([Fact("called_off", None, {})]).columns()
        assert (row["status"], row["ending"], row["winner"]) == (Status.CALLED_OFF, Ending.CALLED_OFF, None)

    def test_a_blind_card_alone_begins_a_game(self) -> None:
        table = table_with((ANA, [0], "player"))
        assert table.columns()["status"] == Status.WAITING
        assert after(table, ANA, card(1, 1, "blind", "G3")).columns()["status"] == Status.PLAYING
