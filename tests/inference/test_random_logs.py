"""Random games logged at a table, whole and with gaps, against the same games played online."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inference import record_conversion
from games.inference.deduction import deduce
from games.inference.progress import ForcedCard, find_forced_card
from games.inference.record import TRICK_COUNT, Slot, Spot, TableRecord, TableTrick, get_trick_index
from games.inference.report import build_table_report
from games.inference.slips import SlipCode, list_slips
from games.inference.tally import Tally, compute_tally
from games.rules.cards import COPIES
from games.rules.moves import apply, legal_moves
from games.rules.record import build_report
from games.rules.scoring import compute_outcome
from games.rules.state import HAND_SIZE, Phase
from games.rules.visible_state import build_visible_state
from tests.inference.table_logs import NAMES, Gaps, Played, from_state, shuffled, table_game
from tests.repetitions import sample_size
from tests.rules.random_games import QUIET, random_game

seeds = st.integers(0, 2**32)
gaps = st.builds(
    Gaps,
    seed=seeds,
    rate=st.sampled_from([0.0, 0.01, 0.03, 0.06, 0.1, 0.3, 0.7, 1.0]),
    tricks=st.one_of(st.integers(0, TRICK_COUNT), st.integers(18, TRICK_COUNT), st.just(TRICK_COUNT)),
    stated=st.sampled_from([0.0, 0.2, 1.0]),
    blinds=st.booleans(),
)


@settings(QUIET, max_examples=sample_size(60))
@given(seed=seeds, plays=st.one_of(st.integers(0, 52), st.just(52)))
def test_a_game_logged_card_by_card_is_what_replay_tells(seed: int, plays: int) -> None:
    start = state = shuffled(seed)
    chance = Random(seed)
    for _ in range(plays):
        state = apply(state, chance.choice(legal_moves(state)))
    told, truth = build_table_report(from_state(state, start.leader)), build_report(state)
    for name in ("status", "phase", "trick", "to_play", "tricks", "followers", "score_piles"):
        assert told[name] == truth[name], name
    assert told["warnings"] == []
    if state.finished:
        assert (told["votes"], told["result"]) == (truth["votes"], truth["result"])


@settings(QUIET, max_examples=sample_size(60))
@given(seed=seeds, lost=gaps, honest=st.sampled_from([1.0, 0.8]))
def test_the_report_of_a_log_agrees_with_its_tally(seed: int, lost: Gaps, honest: float) -> None:
    record = lost.applied(table_game(seed, honest))
    printed, told = build_table_report(record), compute_tally(record)
    over = [trick for trick in told.tricks if trick.over]
    assert printed["status"] == ("finished" if told.finished else "playing")
    assert (printed["phase"], printed["trick"], printed["to_play"]) == (told.phase, told.number, told.turn)
    assert [line["leader"] for line in printed["tricks"]] == [trick.leader for trick in over]
    assert [line["winner"] for line in printed["tricks"]] == [trick.winner for trick in over]
    for spot in ("revealed", "lead", "follow", "blind"):
        cards = [getattr(trick, spot) for trick in over]
        assert [line[spot] for line in printed["tricks"]] == [card and str(card) for card in cards]
    assert printed["followers"] == [list(map(str, cards)) for cards in told.followers]
    assert printed["score_piles"] == [list(map(str, cards)) for cards in told.score]
    assert list(printed["votes"].values()) == [one.seat for one in told.factions]
    result = told.result and {"winner": told.result.winner, "votes": list(told.result.votes)}
    assert printed["result"] == result
    assert [one["code"] for one in printed["warnings"]] == [slip.code for slip in told.slips]
    assert [one["card"] for one in printed["warnings"]] == [slip.card and str(slip.card) for slip in told.slips]


@settings(QUIET, max_examples=sample_size(60))
@given(seed=seeds, lost=gaps)
def test_an_honest_log_with_gaps_is_never_contradicted_and_never_accused(seed: int, lost: Gaps) -> None:
    game = table_game(seed)
    part, whole = compute_tally(lost.applied(game)), compute_tally(game.record)
    assert whole.result is not None
    assert all(one.certain for one in whole.factions)
    assert part.slips == ()
    check_agreement(part, whole)


@settings(QUIET, max_examples=sample_size(40))
@given(seed=seeds, lost=gaps)
def test_nothing_is_inferred_from_the_law_of_following(seed: int, lost: Gaps) -> None:
    game = table_game(seed, honest=0.5)
    check_agreement(compute_tally(lost.applied(game)), compute_tally(game.record))


def check_agreement(part: Tally, whole: Tally) -> None:
    for few, all_ in zip(part.factions, whole.factions, strict=True):
        assert not few.certain or few.seat == all_.seat, few
    if part.result is not None and whole.result is not None:
        assert part.result.winner == whole.result.winner
        assert all(few <= all_ for few, all_ in zip(part.result.votes, whole.result.votes, strict=True))
    for few_trick, all_trick in zip(part.tricks, whole.tricks, strict=False):
        for name in ("leader", "revealed", "lead", "follow", "blind", "winner", "reason"):
            assert getattr(few_trick, name) in (None, getattr(all_trick, name)), (few_trick, name)
    for seat in (0, 1):
        assert not Counter(part.score[seat]) - Counter(whole.score[seat])


@settings(QUIET, max_examples=sample_size(40))
@given(seed=seeds, lost=gaps)
def test_only_cards_that_are_in_the_pile_are_shown_in_it(seed: int, lost: Gaps) -> None:
    game = table_game(seed)
    record = with_last_trick(lost.applied(game), game)
    part, whole = compute_tally(record), compute_tally(replace(lost, rate=0, blinds=True).applied(game))
    assert (part.phase, part.number, part.sizes, part.deck) == (whole.phase, whole.number, whole.sizes, whole.deck)
    for seat in (0, 1):
        assert not Counter(part.followers[seat]) - Counter(whole.followers[seat])
        assert not Counter(part.score[seat]) - Counter(whole.score[seat])


def with_last_trick(record: TableRecord, game: Played) -> TableRecord:
    """The record with the last trick it has complete, so that it is over."""
    if record.phase_two:
        last = game.record.phase_two[len(record.phase_two) - 1]
        return replace(record, phase_two=(*record.phase_two[:-1], last))
    if record.phase_one:
        last = game.record.phase_one[len(record.phase_one) - 1]
        return replace(record, phase_one=(*record.phase_one[:-1], last))
    return record


@settings(QUIET, max_examples=sample_size(40))
@given(seed=seeds)
def test_exactly_the_revokes_that_happened_are_found_in_a_complete_log(seed: int) -> None:
    game = table_game(seed, honest=0.7)
    found = list_slips(game.record)
    assert {slip.code for slip in found} <= {SlipCode.REVOKE}
    told = [(get_trick_index(slip.moment.phase, slip.moment.number or 0), slip.seat, slip.card) for slip in found]
    assert told == [(one.index, one.seat, one.card) for one in game.revokes]


@settings(QUIET, max_examples=sample_size(40))
@given(seed=seeds, lost=gaps)
def test_a_revoke_is_told_of_a_log_with_gaps_only_if_it_happened(seed: int, lost: Gaps) -> None:
    game = table_game(seed, honest=0.7)
    happened = {(one.index, one.card) for one in game.revokes}
    for slip in list_slips(lost.applied(game)):
        assert slip.code is SlipCode.REVOKE
        assert (get_trick_index(slip.moment.phase, slip.moment.number or 0), slip.card) in happened
        assert slip.seat in (None, *(one.seat for one in game.revokes if one.card == slip.card))


@settings(QUIET, max_examples=sample_size(60))
@given(seed=seeds, at=st.integers(0, TRICK_COUNT - 1), earlier=st.integers(0, TRICK_COUNT - 1))
def test_a_card_played_twice_is_always_found(seed: int, at: int, earlier: int) -> None:
    tricks = list(table_game(seed).record.tricks)
    at, earlier = max(at, earlier), min(at, earlier)
    twice = tricks[earlier].lead
    assert twice is not None
    if at == earlier or COPIES[twice] > 1:
        return
    tricks[at] = tricks[at]._replace(follow=twice)
    found = list_slips(recorded(tricks, table_game(seed)))
    assert any(
        slip.code is SlipCode.DUPLICATE
        and slip.card == twice
        and get_trick_index(slip.moment.phase, slip.moment.number or 0) == at
        and get_trick_index(slip.evidence.phase, slip.evidence.number or 0) == earlier
        for slip in found
    )


@settings(QUIET, max_examples=sample_size(60))
@given(seed=seeds, number=st.integers(1, HAND_SIZE))
def test_cards_played_by_the_wrong_seats_are_always_found(seed: int, number: int) -> None:
    game = table_game(seed)
    tricks = list(game.record.tricks)
    at = HAND_SIZE + number - 1
    swapped = TableTrick(lead=tricks[at].follow, follow=tricks[at].lead)
    tricks[at] = swapped
    found = [slip for slip in list_slips(recorded(tricks, game)) if slip.code is SlipCode.WRONG_OWNER]
    for one, seat in ((swapped.lead, game.leaders[at]), (swapped.follow, 1 - game.leaders[at])):
        if one is not None and COPIES[one] == 1:
            assert (number, seat, one) in [(slip.moment.number, slip.seat, slip.card) for slip in found]


def recorded(tricks: list[TableTrick], game: Played) -> TableRecord:
    return replace(game.record, phase_one=tuple(tricks[:HAND_SIZE]), phase_two=tuple(tricks[HAND_SIZE:]))


@QUIET
@given(seed=st.integers(0, 2**32), ply=st.integers(0, 51))
def test_both_show_the_same_of_every_position(seed: int, ply: int) -> None:
    states = random_game(seed)
    told, shown = compute_tally(from_state(states[ply], states[0].leader)), build_visible_state(states[ply], None)
    assert (told.phase, told.number, told.deck) == (shown.phase, shown.number, shown.deck)
    assert (told.leader, told.turn, told.finished) == (shown.leader, shown.turn, False)
    assert [sorted(pile) for pile in told.score] == [sorted(pile) for pile in shown.score]
    assert tuple(one.now for one in told.factions) == shown.votes
    assert (told.slips, shown.ply) == ((), ply)


@settings(QUIET, max_examples=sample_size(20))
@given(seed=st.integers(0, 2**32), answered=st.integers(0, 25), opened=st.booleans())
def test_a_dealt_game_is_told_as_it_would_be_logged_with_blind_cards_only_where_they_are_opened(
    seed: int, answered: int, opened: bool
) -> None:
    states = random_game(seed)
    state, leader = states[2 * answered + 1], states[0].leader
    logged = from_state(state, leader)
    if not opened:
        logged = replace(logged, phase_one=tuple(trick._replace(blind=None) for trick in logged.phase_one))
    assert record_conversion.build_table_record(NAMES, leader, state, logged.rulings, opened=opened) == logged


@pytest.mark.parametrize("seed", range(2))
def test_the_deck_gets_two_cards_smaller_by_the_trick_and_is_empty_in_phase_two(seed: int) -> None:
    decks = [compute_tally(from_state(state, random_game(seed)[0].leader)).deck for state in random_game(seed)[::2]]
    assert decks == [*range(25, 0, -2), *[0] * 14]


@pytest.mark.parametrize("seed", range(2))
def test_a_card_is_forced_where_the_rules_leave_no_other(seed: int) -> None:
    states = random_game(seed)
    for state in states[:-1]:
        left = set(legal_moves(state)) if state.phase is Phase.TWO else set()
        spot = Spot.LEAD if state.lead is None else Spot.FOLLOW
        slot = Slot(Phase.TWO, len(state.tricks) - HAND_SIZE + 1, spot)
        expected = ForcedCard(slot, left.pop()) if len(left) == 1 else None
        assert find_forced_card(deduce(from_state(state, states[0].leader))) == expected


@pytest.mark.parametrize("seed", range(2))
def test_the_followers_are_counted_up_in_phase_one_and_down_in_phase_two(seed: int) -> None:
    states = random_game(seed)
    for state in states[:-1]:
        held = state.followers if state.phase is Phase.ONE else state.hands
        told = compute_tally(from_state(state, states[0].leader))
        assert told.sizes == (len(held[0]), len(held[1]))
        assert told.followers == (tuple(sorted(held[0])), tuple(sorted(held[1])))


@pytest.mark.parametrize("seed", range(2))
def test_the_end_is_the_same(seed: int) -> None:
    states = random_game(seed)
    told = compute_tally(from_state(states[-1], states[0].leader))
    assert (told.finished, told.phase, told.number, told.leader, told.turn) == (True, 2, HAND_SIZE, None, None)
    assert (told.result, told.sizes, told.followers) == (compute_outcome(states[-1]), (0, 0), ((), ()))
