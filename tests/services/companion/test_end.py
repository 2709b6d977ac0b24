"""Depth of the log, end and rematch of a physical game."""

from __future__ import annotations

import pytest

from games.models import Device, Game
from games.realtime.companion.prompts import build_piles
from games.rules.cards import Card
from games.rules.scoring import compute_outcome
from games.state.game_state import Status
from games.state.sheet import LogDepth, get_tally
from games.state.table_state import TableState
from tests.services.companion.devices import table_of
from tests.services.companion.entries import (
    ANA,
    BOTH,
    TABLET,
    Seated,
    after,
    card,
    code,
    does,
    honest_game,
    item,
    log_tricks,
    table_with,
)

pytestmark = pytest.mark.django_db(transaction=True)


class TestDepths:
    def test_down_and_up_again_and_nothing_is_lost(self, at: Seated) -> None:
        before = log_tricks(at.game, (at.ana, at.bram), honest_game(5), 3).record
        assert does(at.game, at.ana, item("depth", depth="scoring")).depth is LogDepth.SCORING
        does(at.game, at.ana, item("undead", seat=0, card="U5"))
        does(at.game, at.bram, item("depth", depth="piles"))
        counted = does(at.game, at.bram, item("pile", faction="G", counts=(9, 5)))
        assert does(at.game, at.ana, item("depth", depth="every")).record == before
        again = does(at.game, at.ana, item("depth", depth="piles"))
        assert again.record == counted.record
        assert again.record.undead

    def test_counted_piles_are_checked_against_what_was_logged(self, at: Seated) -> None:
        state = honest_game(5)
        table = log_tricks(at.game, (at.ana, at.bram), state, 14)
        score = get_tally(table.public()).score
        does(at.game, at.ana, item("depth", depth="piles"))
        for letter in "GKUDP":
            logged = tuple(sum(held.faction == letter for held in pile) for pile in score)
            table = does(at.game, at.ana, item("pile", faction=letter, counts=logged))
            assert [(one.logged, one.doubt) for one in build_piles(table) or () if one.faction == letter] == [
                (logged, "")
            ]
            if logged[1]:
                table = does(at.game, at.ana, item("pile", faction=letter, counts=(logged[0], logged[1] - 1)))
                (found,) = (one for one in build_piles(table) or () if one.faction == letter)
                assert f"Bram has at least {logged[1]}" in found.doubt

    def test_undead_apart_only_where_phase_one_is_not_logged(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("undead", seat=0, card="U5")) == "wrong_depth"
        does(at.game, at.ana, item("depth", depth="scoring"))
        table = does(at.game, at.ana, item("undead", seat=0, card="U5"))
        assert table.record.undead == ((Card.parse("U5"),), ())
        assert code(at.game, at.bram, item("undead", seat=1, card="U5")) == "undead_elsewhere"
        assert code(at.game, at.bram, item("undead", seat=1, card="G5")) == "bad_card"
        assert does(at.game, at.bram, item("undead", seat=0, card="U5", gone=True)).record.undead == ((), ())

    def test_scoring_only(self, at: Seated) -> None:
        state = honest_game(5)
        does(at.game, at.ana, item("depth", depth="scoring"))
        for seat, pile in enumerate(state.score):
            played = {str(c) for t in state.tricks[:13] for c in (t.lead, t.follow) if c.faction == "U"}
            for held in pile:
                if str(held) in played:
                    does(at.game, at.ana, item("undead", seat=seat, card=str(held)))
        does(at.game, at.bram, item("state_leader", phase=2, trick=1, seat=state.tricks[13].leader))
        for trick in state.tricks[13:]:
            does(at.game, at.ana, card(2, trick.number, "lead", str(trick.lead)))
            table = does(at.game, at.bram, card(2, trick.number, "follow", str(trick.follow)))
        tally = get_tally(table.record)
        assert tally.result is not None
        assert tally.score == tuple(tuple(sorted(pile)) for pile in state.score)
        assert not tally.slips

    def test_piles_only(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("pile", faction="G", counts=(5, 4))) == "wrong_depth"
        does(at.game, at.ana, item("depth", depth="piles"))
        for letter in "KUDP":
            does(at.game, at.ana, item("pile", faction=letter, counts=(3, 2)))
        table = does(at.game, at.bram, item("pile", faction="G", counts=(5, 5)))
        assert table.status == Status.PLAYING
        table = does(at.game, at.bram, item("pile", faction="G", counts=(5, 5), highest=(9, 7)))
        at.game.refresh_from_db()
        assert (table.status, at.game.winner, at.game.ending) == (Status.FINISHED, 0, "votes")

    def test_two_counts_of_a_pile_are_asked_about(self, at: Seated) -> None:
        does(at.game, at.ana, item("depth", depth="piles"))
        does(at.game, at.ana, item("pile", faction="G", counts=(5, 4)))
        assert code(at.game, at.bram, item("pile", faction="G", counts=(4, 5))) == "already_counted"
        stale = item("pile", faction="G", counts=(4, 5), over=True, instead=(4, 4))
        assert code(at.game, at.bram, stale) == "changed_meanwhile"
        does(at.game, at.bram, item("pile", faction="G", counts=(4, 5), over=True))
        does(at.game, at.bram, item("pile", faction="G", counts=(4, 4)))

    def test_piles_that_the_deck_does_not_hold(self, at: Seated) -> None:
        does(at.game, at.ana, item("depth", depth="piles"))
        for faction, counts in (("K", (5, 4)), ("G", (14, 1)), ("D", (11, 0))):
            assert code(at.game, at.ana, item("pile", faction=faction, counts=counts)) == "bad_pile"


class TestTheEnd:
    @pytest.fixture
    def over(self, at: Seated) -> Seated:
        log_tricks(at.game, (at.ana, at.bram), honest_game(3))
        return at

    def test_the_last_card_ends_it_as_the_game_ended(self, over: Seated) -> None:
        state, game = honest_game(3), over.game
        game.refresh_from_db()
        tally, end = get_tally(table_of(game).record), compute_outcome(state)
        assert end is not None
        assert (tally.result, tally.slips, tally.missing) == (end, (), ())
        assert tally.score == tuple(tuple(sorted(pile)) for pile in state.score)
        assert (game.status, game.winner, game.phase, game.trick) == (Status.FINISHED, end.winner, 2, 13)

    def test_each_side_accepts_for_itself(self, over: Seated) -> None:
        assert code(over.game, over.bram, item("confirm", seat=0, accept=True)) == "not_your_seat"
        does(over.game, over.ana, item("confirm", seat=0, accept=True))
        table = does(over.game, over.bram, item("confirm", seat=1, accept=False))
        assert table.end.confirmed == (True, False)

    def test_a_correction_asks_both_again(self, over: Seated) -> None:
        does(over.game, over.ana, item("confirm", seat=0, accept=True))
        last = table_of(over.game).record.phase_two[-1]
        table = does(over.game, over.bram, card(2, 13, "follow", None, instead=str(last.follow)))
        assert (table.end.confirmed, table.status) == ((None, None), Status.PLAYING)

    def test_not_before_the_end(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("confirm", seat=0, accept=True)) == "not_over"
        assert code(at.game, at.ana, item("rematch")) == "not_over"
        assert code(at.game, at.ana, item("close")) == "nothing_logged"

    def test_the_players_may_end_an_incomplete_log(self, at: Seated) -> None:
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        table = does(at.game, at.bram, item("close"))
        assert table.status == Status.FINISHED
        assert does(at.game, at.ana, item("close")) == table


class TestARematch:
    """It asks the other side, and begins when both want it."""

    @pytest.fixture
    def over(self, at: Seated) -> Seated:
        does(at.game, at.ana, item("depth", depth="piles"))
        for letter in "GKUDP":
            does(at.game, at.ana, item("pile", faction=letter, counts=(3, 2)))
        return at

    @pytest.fixture
    def begun(self, over: Seated) -> TableState:
        does(over.game, over.bram, item("rematch"))
        return does(over.game, over.ana, item("rematch"))

    def test_one_side_asks_and_pulls_nobody_along(self, over: Seated) -> None:
        table = does(over.game, over.bram, item("rematch"))
        assert (table.end.again, table.successor) == ((None, True), None)
        assert does(over.game, over.bram, item("rematch")) == table

    def test_both_sides_begin_it_on_their_seats(self, over: Seated, begun: TableState) -> None:
        new = Game.objects.get(code=begun.successor)
        again = table_of(new)
        assert (again.names, again.depth, again.status) == (begun.names, begun.depth, Status.WAITING)
        assert again.seats_of(over.ana.at(new).pk) == {0}
        assert again.seats_of(over.bram.at(new).pk) == {1}
        assert again.seating.host == over.ana.at(new).pk
        assert new.rematch_of == over.game

    def test_old_log_is_closed_and_makes_no_other_game(self, over: Seated, begun: TableState) -> None:
        assert does(over.game, over.bram, item("rematch")).successor == begun.successor
        assert Device.objects.filter(game__code=begun.successor).count() == 2
        assert code(over.game, over.ana, item("pile", faction="G", counts=(5, 3), over=True)) == "table_over"

    def test_a_no_is_told_and_asking_anew_asks_again(self, over: Seated) -> None:
        assert does(over.game, over.bram, item("rematch", accept=False)).end.again == (None, None)
        does(over.game, over.ana, item("rematch"))
        assert does(over.game, over.bram, item("rematch", accept=False)).end.again == (True, False)
        assert does(over.game, over.ana, item("rematch", accept=False)).end.again == (False, False)
        assert does(over.game, over.ana, item("rematch")).end.again == (True, None)

    def test_what_was_asked_is_asked_no_more_after_a_correction(self, over: Seated) -> None:
        does(over.game, over.ana, item("rematch"))
        table = does(over.game, over.bram, item("pile", faction="G", counts=(2, 3), over=True))
        assert table.end.again == (None, None)

    def test_whoever_has_nobody_to_ask_begins_it_in_one_tap(self) -> None:
        for table, device in (
            (table_with((BOTH, [0, 1], "player")), BOTH),
            (table_with((ANA, [0], "player"), (TABLET, [], "display")), ANA),
        ):
            assert after(table, device, item("lead", seat=0), item("close"), item("rematch")).successor
