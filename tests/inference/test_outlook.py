"""Tests of the certain outcome of a log with gaps, beside going through all completions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.inference import completion_search
from games.inference.certainty import combine_prospects, compute_prospects
from games.inference.completion_search import MAX_OPEN_PLAYS, CompletionSearch, count_open_plays
from games.inference.completion_votes import PossibleEndings, VoteLines, list_possible_endings
from games.inference.completions import CompletionSampler, VoteContest
from games.inference.deduction import Deduction, deduce
from games.inference.record import PileCount, TableRecord
from games.inference.score_vector import FIELD_INDEX
from games.inference.tally import compute_tally
from games.inference.vote_bounds import compute_vote_bounds
from games.rules.cards import Card, Faction
from tests.inference.table_logs import log_with_gaps
from tests.repetitions import sample_size


def plainly(record: TableRecord, known: Deduction) -> PossibleEndings:
    """Counting, and all completions where they can be gone through."""
    found, exact = compute_vote_bounds(known), list_possible_endings(known, record.rulings.draw)
    if exact is None:
        return PossibleEndings(found, combine_prospects(found, record.rulings.draw))
    return PossibleEndings({one: found[one] & exact.prospects[one] for one in Faction}, exact.winners)


@pytest.mark.parametrize("number", range(sample_size(60)))
def test_no_less_is_certain_than_all_completions_tell_and_nothing_that_was_otherwise(number: int) -> None:
    game, record = log_with_gaps(number)
    known, whole = deduce(record), compute_tally(game.record)
    told, plain = compute_prospects(record, known), plainly(record, known)
    for one in whole.factions:
        seats, reference = told.prospects[one.faction], plain.prospects[one.faction]
        assert one.seat in seats
        assert len(reference) > 1 or seats == reference
    assert whole.result is not None
    assert whole.result.winner in told.winners
    assert len(plain.winners) > 1 or told.winners == plain.winners


def followed(number: int) -> CompletionSearch | None:
    """The walk of a log that lacks few enough cards to go through all lines."""
    known = deduce(log_with_gaps(number)[1])
    lines = CompletionSearch(known) if count_open_plays(known) <= MAX_OPEN_PLAYS else None
    return None if lines is None or lines.is_hopeless() else lines


def all_ends(lines: CompletionSearch) -> completion_search.EndPositions:
    try:
        return lines.run()
    except completion_search.SearchLimitExceeded:
        return set()


FOLLOWED = [number for number in range(40) if (lines := followed(number)) and all_ends(lines)]


@pytest.mark.parametrize("number", FOLLOWED)
def test_a_contest_is_won_where_some_line_wins_it(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    told = VoteLines(lines)
    exact = told.lines(lines.run())
    for at in FIELD_INDEX.values():
        for seat in (0, 1):
            found = VoteContest(told, at, seat).seats(completion_search.MAX_STEPS)
            assert (seat in found) is any(line[at] == seat for line in exact)


@pytest.mark.parametrize("number", FOLLOWED)
def test_random_playouts_are_ends_of_lines(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    exact = lines.run()
    assert set(CompletionSampler(lines).ends(10)) <= exact
    assert set(CompletionSampler(lines).wished(lambda standing: -standing, 5, 3)) <= exact


def test_the_same_is_drawn_each_time() -> None:
    number = FOLLOWED[0]
    first, second = followed(number), followed(number)
    assert first is not None
    assert second is not None
    assert list(CompletionSampler(first).ends(10)) == list(CompletionSampler(second).ends(10))


@pytest.mark.parametrize("number", range(sample_size(60)))
def test_counted_piles_leave_the_other_votes_as_certain_as_all_completions_make_them(number: int) -> None:
    game, record = log_with_gaps(number)
    known, whole = deduce(record), compute_tally(game.record)
    counted = {one.faction: PileCount(one.now.counts, _values(one.now.highest)) for one in whole.factions[number % 5 :]}
    told, plain = compute_prospects(replace(record, piles=tuple(counted.items())), known), plainly(record, known)
    for one in whole.factions:
        seats, reference = told.prospects[one.faction], plain.prospects[one.faction]
        assert one.seat in seats
        assert len(seats) == 1 if one.faction in counted else len(reference) > 1 or seats == reference
    assert whole.result is not None
    assert whole.result.winner in told.winners


def _values(highest: tuple[Card | None, Card | None]) -> tuple[int | None, int | None]:
    first, second = (None if card is None else card.value for card in highest)
    return first, second


@pytest.mark.parametrize("number", [182, 2501, 5403])
def test_more_is_certain_than_a_walk_tells_that_is_given_up_and_the_whole_walk_says_so_too(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = log_with_gaps(number)[1]
    known = deduce(record)
    assert list_possible_endings(known) is None
    told, counted = compute_prospects(record, known), compute_vote_bounds(known)
    monkeypatch.setattr(completion_search, "MAX_STEPS", 100_000)
    exact = plainly(record, known)
    more = [one for one in Faction if len(told.prospects[one]) < len(counted[one])]
    assert more or len(told.winners) < len(combine_prospects(counted, record.rulings.draw))
    assert all(told.prospects[one] == exact.prospects[one] for one in more)
    assert len(told.winners) > 1 or told.winners == exact.winners
