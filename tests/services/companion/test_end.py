"""Depth of the log, end and rematch of a physical game."""

from __future__ import annotations

import pytest

from games.models import Device, Game
from games.realtime.companion.prompts import build_piles
from games.rules.cards import Card
from games.rules.scoring import compute_outcome
from games.state.game_state import Status
from games.state.sheet import LogDepth, get_tally
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
    def test_changing_the_depth_and_back_loses_nothing(self, at: Seated) -> None:
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
            (pile,) = (pile for pile in build_piles(table) or () if pile.faction == letter)
            assert (pile.logged, pile.doubt) == (logged, "")
            if logged[1]:
                table = does(at.game, at.ana, item("pile", faction=letter, counts=(logged[0], logged[1] - 1)))
                (pile,) = (pile for pile in build_piles(table) or () if pile.faction == letter)
                assert f"Bram has at least {logged[1]}" in pile.doubt

    def test_undead_are_logged_apart_only_without_phase_one(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("undead", seat=0, card="U5")) == "wrong_depth"
        does(at.game, at.ana, item("depth", depth="scoring"))
        table = does(at.game, at.ana, item("undead", seat=0, card="U5"))
        assert table.record.undead == ((Card.parse("U5"),), ())
        assert code(at.game, at.bram, item("undead", seat=1, card="U5")) == "undead_elsewhere"
        assert code(at.game, at.bram, item("undead", seat=1, card="G5")) == "bad_card"
        assert does(at.game, at.bram, item("undead", seat=0, card="U5", gone=True)).record.undead == ((), ())

    def test_one_undo_takes_an_undead_that_moved_back_to_its_first_player(self, at: Seated) -> None:
        undead = Card.parse("U9")
        does(at.game, at.ana, item("depth", depth="scoring"))
        does(at.game, at.ana, item("undead", seat=0, card="U9"))
        table = does(at.game, at.bram, item("undead", seat=1, card="U9", instead=0))
        assert table.record.undead == ((), (undead,))
        table = does(at.game, at.bram, item("undo", number=table.version))
        assert table.record.undead == ((undead,), ())

    def test_phase_two_alone_gives_the_score(self, at: Seated) -> None:
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

    def test_counted_piles_alone_give_the_result(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("pile", faction="G", counts=(5, 4))) == "wrong_depth"
        does(at.game, at.ana, item("depth", depth="piles"))
        for letter in "KUDP":
            does(at.game, at.ana, item("pile", faction=letter, counts=(3, 2)))
        table = does(at.game, at.bram, item("pile", faction="G", counts=(5, 5)))
        assert table.status == Status.PLAYING
        table = does(at.game, at.bram, item("pile", faction="G", counts=(5, 5), highest=(9, 7)))
        at.game.refresh_from_db()
        assert (table.status, at.game.winner, at.game.ending) == (Status.FINISHED, 0, "votes")

    def test_another_count_is_asked_about_and_an_impossible_one_refused(self, at: Seated) -> None:
        does(at.game, at.ana, item("depth", depth="piles"))
        for faction, counts in (("K", (5, 4)), ("G", (14, 1)), ("D", (11, 0))):
            assert code(at.game, at.ana, item("pile", faction=faction, counts=counts)) == "bad_pile"
        does(at.game, at.ana, item("pile", faction="G", counts=(5, 4)))
        assert code(at.game, at.bram, item("pile", faction="G", counts=(4, 5))) == "already_counted"
        stale = item("pile", faction="G", counts=(4, 5), over=True, instead=(4, 4))
        assert code(at.game, at.bram, stale) == "changed_meanwhile"
        does(at.game, at.bram, item("pile", faction="G", counts=(4, 5), over=True))
        does(at.game, at.bram, item("pile", faction="G", counts=(4, 4)))


class TestEnd:
    @pytest.fixture
    def over(self, at: Seated) -> Seated:
        log_tricks(at.game, (at.ana, at.bram), honest_game(3))
        return at

    def test_the_last_card_ends_the_log_with_the_result_of_the_game(self, over: Seated) -> None:
        state, game = honest_game(3), over.game
        game.refresh_from_db()
        tally, end = get_tally(table_of(game).record), compute_outcome(state)
        assert end is not None
        assert (tally.result, tally.slips, tally.missing) == (end, (), ())
        assert tally.score == tuple(tuple(sorted(pile)) for pile in state.score)
        assert (game.status, game.winner, game.phase, game.trick) == (Status.FINISHED, end.winner, 2, 13)

    def test_each_side_answers_for_itself_and_again_after_a_correction(self, over: Seated) -> None:
        assert code(over.game, over.bram, item("confirm", seat=0, accept=True)) == "not_your_seat"
        does(over.game, over.ana, item("confirm", seat=0, accept=True))
        table = does(over.game, over.bram, item("confirm", seat=1, accept=False))
        assert table.end.confirmed == (True, False)
        table = does(over.game, over.bram, card(2, 13, "follow", None, instead=str(table.record.phase_two[-1].follow)))
        assert (table.end.confirmed, table.status) == ((None, None), Status.PLAYING)

    def test_an_incomplete_log_ends_when_a_player_closes_it(self, at: Seated) -> None:
        assert code(at.game, at.ana, item("confirm", seat=0, accept=True)) == "not_over"
        assert code(at.game, at.ana, item("rematch")) == "not_over"
        assert code(at.game, at.ana, item("close")) == "nothing_logged"
        does(at.game, at.ana, card(1, 1, "lead", "G3"))
        table = does(at.game, at.bram, item("close"))
        assert table.status == Status.FINISHED
        assert does(at.game, at.ana, item("close")) == table


class TestRematch:
    @pytest.fixture
    def over(self, at: Seated) -> Seated:
        does(at.game, at.ana, item("depth", depth="piles"))
        for letter in "GKUDP":
            does(at.game, at.ana, item("pile", faction=letter, counts=(3, 2)))
        return at

    def test_both_sides_begin_a_rematch_on_their_seats_once(self, over: Seated) -> None:
        asked = does(over.game, over.bram, item("rematch"))
        assert (asked.end.again, asked.successor) == ((None, True), None)
        assert does(over.game, over.bram, item("rematch")) == asked
        begun = does(over.game, over.ana, item("rematch"))
        new = Game.objects.get(code=begun.successor)
        again = table_of(new)
        assert (again.names, again.depth, again.status) == (begun.names, begun.depth, Status.WAITING)
        assert again.seats_of(over.ana.at(new).pk) == {0}
        assert again.seats_of(over.bram.at(new).pk) == {1}
        assert again.seating.host == over.ana.at(new).pk
        assert new.rematch_of == over.game
        assert does(over.game, over.bram, item("rematch")).successor == begun.successor
        assert Device.objects.filter(game=new).count() == 2
        assert code(over.game, over.ana, item("pile", faction="G", counts=(5, 3), over=True)) == "table_over"

    def test_a_no_stands_until_the_other_side_asks_anew(self, over: Seated) -> None:
        assert does(over.game, over.bram, item("rematch", accept=False)).end.again == (None, None)
        does(over.game, over.ana, item("rematch"))
        assert does(over.game, over.bram, item("rematch", accept=False)).end.again == (True, False)
        assert does(over.game, over.ana, item("rematch", accept=False)).end.again == (False, False)
        assert does(over.game, over.ana, item("rematch")).end.again == (True, None)

    def test_a_withdrawn_request_proposes_no_length(self, over: Seated) -> None:
        assert does(over.game, over.ana, item("rematch", best_of=5)).next_best_of == 5
        assert does(over.game, over.ana, item("rematch", accept=False)).next_best_of == 0
        assert does(over.game, over.bram, item("rematch", best_of=3)).next_best_of == 3

    def test_a_correction_withdraws_the_request(self, over: Seated) -> None:
        does(over.game, over.ana, item("rematch"))
        table = does(over.game, over.bram, item("pile", faction="G", counts=(2, 3), over=True))
        assert table.end.again == (None, None)

    @pytest.mark.parametrize(
        ("places", "device"),
        [([(BOTH, [0, 1], "player")], BOTH), ([(ANA, [0], "player"), (TABLET, [], "display")], ANA)],
    )
    def test_a_single_phone_begins_a_rematch_alone(self, places: list[tuple[int, list[int], str]], device: int) -> None:
        table = after(table_with(*places), device, item("lead", seat=0), item("close"), item("rematch"))
        assert table.successor
