"""A random game logged at the table agrees with itself played online, however much of the log is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import COPIES
from games.rules.logged.record import read, write
from games.rules.logged.report import table_report
from games.rules.logged.slips import SlipCode, slips
from games.rules.logged.slots import TRICKS, TableRecord, TableTrick, index_of
from games.rules.logged.tally import Tally, tally
from games.rules.moves import apply, legal_moves
from games.rules.record import report
from games.rules.state import HAND
from tests.draws import some
from tests.rules.logbook import Gaps, Played, from_state, shuffled, table_game
from tests.rules.random_games import QUIET

seeds = st.integers(0, 2**32)
gaps = st.builds(
    Gaps,
    seed=seeds,
    rate=st.sampled_from([0.0, 0.01, 0.03, 0.06, 0.1, 0.3, 0.7, 1.0]),
    tricks=st.one_of(st.integers(0, TRICKS), st.integers(18, TRICKS), st.just(TRICKS)),
    stated=st.sampled_from([0.0, 0.2, 1.0]),
    blinds=st.booleans(),
)


@settings(QUIET, max_examples=some(60))
@given(seed=seeds, plays=st.one_of(st.integers(0, 52), st.just(52)))
def test_a_game_logged_card_by_card_is_what_replay_tells(seed: int, plays: int) -> None:
    start = state = shuffled(seed)
    chance = Random(seed)
    for _ in range(plays):
        state = apply(state, chance.choice(legal_moves(state)))
    told, truth = table_report(from_state(state, start.leader)), report(state)
    for name in ("status", "phase", "trick", "to_play", "tricks", "followers", "score_piles"):
        assert told[name] == truth[name], name
    assert told["warnings"] == []
    if state.finished:
        assert (told["votes"], told["result"]) == (truth["votes"], truth["result"])


@settings(QUIET, max_examples=some(200))
@given(seed=seeds, lost=gaps, honest=st.sampled_from([1.0, 0.8]))
def test_what_is_printed_of_a_log_is_what_its_tally_says(seed: int, lost: Gaps, honest: float) -> None:
    record = lost.applied(table_game(seed, honest))
    printed, told = table_report(record), tally(record)
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


@settings(QUIET, max_examples=some(200))
@given(seed=seeds, lost=gaps)
def test_an_honest_log_with_gaps_is_never_contradicted_and_never_accused(seed: int, lost: Gaps) -> None:
    game = table_game(seed)
    part, whole = tally(lost.applied(game)), tally(game.record)
    assert whole.result is not None
    assert all(one.certain for one in whole.factions)
    assert part.slips == ()
    check_agreement(part, whole)


@settings(QUIET, max_examples=some(100))
@given(seed=seeds, lost=gaps)
def test_nothing_is_inferred_from_the_law_of_following(seed: int, lost: Gaps) -> None:
    game = table_game(seed, honest=0.5)
    check_agreement(tally(lost.applied(game)), tally(game.record))


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


@settings(QUIET, max_examples=some(100))
@given(seed=seeds, lost=gaps)
def test_only_cards_that_are_in_the_pile_are_shown_in_it(seed: int, lost: Gaps) -> None:
    game = table_game(seed)
    record = with_last_trick(lost.applied(game), game)
    part, whole = tally(record), tally(replace(lost, rate=0, blinds=True).applied(game))
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


@settings(QUIET, max_examples=some(100))
@given(seed=seeds)
def test_exactly_the_revokes_that_happened_are_found_in_a_complete_log(seed: int) -> None:
    game = table_game(seed, honest=0.7)
    found = slips(game.record)
    assert {slip.code for slip in found} <= {SlipCode.REVOKE}
    told = [(index_of(slip.moment.phase, slip.moment.number or 0), slip.seat, slip.card) for slip in found]
    assert told == [(one.index, one.seat, one.card) for one in game.revokes]


@settings(QUIET, max_examples=some(100))
@given(seed=seeds, lost=gaps)
def test_a_revoke_is_told_of_a_log_with_gaps_only_if_it_happened(seed: int, lost: Gaps) -> None:
    game = table_game(seed, honest=0.7)
    happened = {(one.index, one.card) for one in game.revokes}
    for slip in slips(lost.applied(game)):
        assert slip.code is SlipCode.REVOKE
        assert (index_of(slip.moment.phase, slip.moment.number or 0), slip.card) in happened
        assert slip.seat in (None, *(one.seat for one in game.revokes if one.card == slip.card))


@settings(QUIET, max_examples=some(60))
@given(seed=seeds, at=st.integers(0, TRICKS - 1), earlier=st.integers(0, TRICKS - 1))
def test_a_card_played_twice_is_always_found(seed: int, at: int, earlier: int) -> None:
    tricks = list(table_game(seed).record.tricks)
    at, earlier = max(at, earlier), min(at, earlier)
    twice = tricks[earlier].lead
    assert twice is not None
    if at == earlier or COPIES[twice] > 1:
        return
    tricks[at] = tricks[at]._replace(follow=twice)
    found = slips(recorded(tricks, table_game(seed)))
    assert any(
        slip.code is SlipCode.DUPLICATE
        and slip.card == twice
        and index_of(slip.moment.phase, slip.moment.number or 0) == at
        and index_of(slip.evidence.phase, slip.evidence.number or 0) == earlier
        for slip in found
    )


@settings(QUIET, max_examples=some(60))
@given(seed=seeds, number=st.integers(1, HAND))
def test_cards_played_by_the_wrong_seats_are_always_found(seed: int, number: int) -> None:
    game = table_game(seed)
    tricks = list(game.record.tricks)
    at = HAND + number - 1
    swapped = TableTrick(lead=tricks[at].follow, follow=tricks[at].lead)
    tricks[at] = swapped
    found = [slip for slip in slips(recorded(tricks, game)) if slip.code is SlipCode.WRONG_OWNER]
    for one, seat in ((swapped.lead, game.leaders[at]), (swapped.follow, 1 - game.leaders[at])):
        if one is not None and COPIES[one] == 1:
            assert (number, seat, one) in [(slip.moment.number, slip.seat, slip.card) for slip in found]


def recorded(tricks: list[TableTrick], game: Played) -> TableRecord:
    return replace(game.record, phase_one=tuple(tricks[:HAND]), phase_two=tuple(tricks[HAND:]))


@settings(QUIET, max_examples=some(60))
@given(seed=seeds, lost=gaps)
def test_reading_gives_back_what_was_written(seed: int, lost: Gaps) -> None:
    record = lost.applied(table_game(seed))
    assert read(write(record)) == record
