"""Tests of the recap of a logged game, against the game as it was played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.inference.recap import build_recap
from games.inference.record import PileCount, TableRecord
from games.inference.slips import Moment, Slip, SlipCode
from games.inference.tally import compute_tally
from games.rules.cards import Faction
from games.rules.rulings import Draw, Rulings
from games.rules.scoring import compute_outcome, compute_votes, decide_outcome
from games.rules.state import Phase, State
from tests.inference.table_logs import from_state
from tests.rules.random_games import random_game

SEEDS = range(6)


def ahead(state: State) -> int | None:
    return decide_outcome(tuple(vote.seat for vote in compute_votes(state.score))).winner


def turned(states: list[State]) -> int:
    """How many tricks were over when whoever won went ahead for good."""
    after = {len(state.tricks): ahead(state) for state in states}
    won = ahead(states[-1])
    return min(at for at in after if all(after[later] == won for later in after if later >= at))


def logged(states: list[State]) -> TableRecord:
    return from_state(states[-1], states[-1].tricks[0].leader)


def undead_apart(states: list[State]) -> TableRecord:
    """The same game where only what scores was logged."""
    record = logged(states)
    played = {card for trick in record.phase_one for card in (trick.lead, trick.follow)}
    first, second = (tuple(c for c in pile if c.faction is Faction.UNDEAD and c in played) for pile in states[-1].score)
    return replace(record, phase_one=(), undead=(first, second), phase_two_leader=states[-1].tricks[13].leader)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_without_a_gap(seed: int) -> None:
    states = random_game(seed)
    found = build_recap(compute_tally(logged(states)), logged(states))
    assert found is not None
    at = turned(states)
    assert found.turn is not None
    assert 13 * (found.turn.phase - 1) + found.turn.number == at
    margins = [abs(vote.counts[0] - vote.counts[1]) for vote in compute_votes(states[-1].score)]
    assert found.closest is not None
    assert found.clearest is not None
    told = [abs(first - second) for first, second in (found.closest.now.counts, found.clearest.now.counts)]
    assert told == [min(margins), max(margins)]
    others = tuple(vote.seat for vote in compute_votes(states[-1].score) if vote.faction is not Faction.UNDEAD)
    assert found.without_undead == (decide_outcome(others).winner,)
    winners = [trick.winner for trick in states[-1].tricks]
    assert found.won[Phase.ONE] == (winners[:13].count(0), winners[:13].count(1))
    assert found.won[Phase.TWO] == (winners[13:].count(0), winners[13:].count(1))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_recap_of_a_log_of_scoring_cards_is_the_same(seed: int) -> None:
    states = random_game(seed)
    record = undead_apart(states)
    found, whole = (
        build_recap(compute_tally(record), record),
        build_recap(compute_tally(logged(states)), logged(states)),
    )
    assert found is not None
    assert whole is not None
    assert found.without_undead == whole.without_undead
    assert found.won[Phase.TWO] == whole.won[Phase.TWO]
    late = turned(states) > 13
    assert found.ahead is not late
    assert found.turn is None or (found.turn.phase, found.turn.number) == (Phase.TWO, turned(states) - 13)


@pytest.mark.parametrize(("draw", "without"), [(Draw.VOTES, 0), (Draw.THREE, None)])
def test_the_effect_of_the_undead_follows_from_the_rulings(draw: Draw, without: int | None) -> None:
    """Three votes to one with the Undead, two to one without them."""
    counts = zip(Faction, [(5, 4), (5, 3), (6, 4), (2, 4), (0, 0)], strict=True)
    record = TableRecord(("Ana", "Bram"), piles=tuple((faction, PileCount(pair)) for faction, pair in counts))
    record = replace(record, rulings=Rulings(draw=draw))
    found = build_recap(compute_tally(record), record)
    assert found is not None
    assert found.without_undead == (without,)


def test_the_recap_of_counted_piles_has_no_turning_point() -> None:
    (*_, state) = random_game(2)
    piles = []
    for vote in compute_votes(state.score):
        tops = tuple(card and card.value for card in vote.highest)
        piles.append((vote.faction, PileCount(vote.counts, (tops[0], tops[1]))))
    record = TableRecord(("Ana", "Bram"), piles=tuple(piles))
    found = build_recap(compute_tally(record), record)
    assert found is not None
    assert (found.turn, found.ahead, found.won) == (None, False, {})
    assert found.closest is not None


@pytest.mark.parametrize("seed", range(4))
def test_uncertain_parts_of_the_recap_are_left_out(seed: int) -> None:
    states = random_game(seed)
    record = logged(states)
    holes = tuple(one._replace(lead=None, follow=None) for one in record.phase_two[:2])
    record = replace(record, phase_two=(*holes, *record.phase_two[2:]))
    known = compute_tally(record)
    found = build_recap(known, record)
    assert (found is None) is (known.result is None)
    assert found is None or (found.turn, found.closest, found.clearest) == (None, None, None)


def test_a_trick_in_doubt_is_not_told_of() -> None:
    states = random_game(1)
    record = logged(states)
    clear = build_recap(compute_tally(record), record)
    assert clear is not None
    assert clear.turn is not None
    at, elsewhere = Moment(clear.turn.phase, clear.turn.number), Moment(Phase.ONE, None)
    for moment, evidence in ((at, elsewhere), (elsewhere, at)):
        found = build_recap(compute_tally(record), record, (Slip(SlipCode.REVOKE, moment, 0, None, evidence),))
        assert found is not None
        assert found.turn is None
    assert build_recap(compute_tally(record), record, (Slip(SlipCode.REVOKE, elsewhere, 0, None, elsewhere),)) == clear


def test_there_is_none_before_the_end() -> None:
    states = random_game(1)[:-2]
    assert compute_outcome(states[-1]) is None
    assert build_recap(compute_tally(logged(states)), logged(states)) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_undead_decide_by_the_ruling_of_the_game(seed: int) -> None:
    states = random_game(seed)
    record = replace(logged(states), rulings=Rulings(draw=Draw.THREE))
    found = build_recap(compute_tally(record), record)
    assert found is not None
    others = tuple(vote.seat for vote in compute_votes(states[-1].score) if vote.faction is not Faction.UNDEAD)
    assert found.without_undead == (decide_outcome(others, Draw.THREE).winner,)
