"""What is certain of a log with gaps, told cheaply, beside what going through all completions tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.cards import Card, Faction
from games.rules.logged import walk
from games.rules.logged.bounds import bounds
from games.rules.logged.certainty import prospects
from games.rules.logged.contest import Contest
from games.rules.logged.endings import Ending, endings
from games.rules.logged.inference import Known, know
from games.rules.logged.lines import Ends
from games.rules.logged.outlook import independent
from games.rules.logged.playouts import INCREMENT, MASK, MULTIPLIER, Playouts, passed_over
from games.rules.logged.slots import PileCount, TableRecord
from games.rules.logged.standing import AT
from games.rules.logged.tally import tally
from games.rules.logged.walk import PLAYS_LEFT, Walk, plays_left
from tests.draws import some
from tests.rules.logbook import log_with_gaps


def plainly(record: TableRecord, known: Known) -> Ending:
    """Counting, and all completions where they can be gone through."""
    found, exact = bounds(known), endings(known, record.rulings.draw)
    if exact is None:
        return Ending(found, independent(found, record.rulings.draw))
    return Ending({one: found[one] & exact.prospects[one] for one in Faction}, exact.winners)


@pytest.mark.parametrize("number", range(some(200)))
def test_no_less_is_certain_than_all_completions_tell_and_nothing_that_was_otherwise(number: int) -> None:
    game, record = log_with_gaps(number)
    known, whole = know(record), tally(game.record)
    told, plain = prospects(record, known), plainly(record, known)
    for one in whole.factions:
        seats, reference = told.prospects[one.faction], plain.prospects[one.faction]
        assert one.seat in seats
        assert len(reference) > 1 or seats == reference
    assert whole.result is not None
    assert whole.result.winner in told.winners
    assert len(plain.winners) > 1 or told.winners == plain.winners


def followed(number: int) -> Walk | None:
    """The walk of a log that lacks few enough cards to go through all lines."""
    known = know(log_with_gaps(number)[1])
    lines = Walk(known) if plays_left(known) <= PLAYS_LEFT else None
    return None if lines is None or lines.hopeless() else lines


def all_ends(lines: Walk) -> walk.Ends:
    try:
        return lines.run()
    except walk.TooMany:
        return set()


FOLLOWED = [number for number in range(some(120)) if (lines := followed(number)) and all_ends(lines)]


@pytest.mark.parametrize("number", FOLLOWED)
def test_a_contest_is_won_where_some_line_wins_it(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    told = Ends(lines)
    exact = told.lines(lines.run())
    for at in AT.values():
        for seat in (0, 1):
            found = Contest(told, at, seat).seats(walk.STEPS)
            assert (seat in found) is any(line[at] == seat for line in exact)


@pytest.mark.parametrize("number", FOLLOWED)
def test_a_walk_is_given_up_with_the_first_step_too_many(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    ends, steps = lines.run(), lines.steps
    assert lines.run(limit=steps) == ends
    with pytest.raises(walk.TooMany):
        lines.run(limit=steps - 1)


@pytest.mark.parametrize("number", [one for one in FOLLOWED if (lines := followed(one)) and not lines.turns[0].whole])
def test_no_trick_is_begun_that_would_be_too_much(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    with pytest.raises(walk.TooMany):
        lines.run(limit=0)
    assert lines.steps == 0


@pytest.mark.parametrize("number", FOLLOWED)
def test_ways_are_as_many_as_are_counted(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    assert lines.run()
    asked = [(way, left) for turn in lines.turns for way in (*turn.leads, *turn.answers) for left in list(way)]
    assert asked
    assert all(way.count(left) == len(way[left]) for way, left in asked)


@pytest.mark.parametrize("number", FOLLOWED)
def test_what_is_drawn_is_an_end_of_some_line(number: int) -> None:
    lines = followed(number)
    assert lines is not None
    exact = lines.run()
    assert set(Playouts(lines).ends(10)) <= exact
    assert set(Playouts(lines).wished(lambda standing: -standing, 5, 3)) <= exact


def test_the_same_is_drawn_each_time() -> None:
    number = FOLLOWED[0]
    first, second = followed(number), followed(number)
    assert first is not None
    assert second is not None
    assert list(Playouts(first).ends(10)) == list(Playouts(second).ends(10))


@pytest.mark.parametrize("numbers", [0, 1, 14])
def test_numbers_that_are_passed_over_are_as_good_as_drawn(numbers: int) -> None:
    lines = followed(FOLLOWED[0])
    assert lines is not None
    one = Playouts(lines)
    list(one.ends(3))
    drawn = one.state
    for _ in range(numbers):
        drawn = (drawn * MULTIPLIER + INCREMENT) & MASK
    assert passed_over(one.state, numbers) == drawn


@pytest.mark.parametrize("number", range(some(200)))
def test_counted_piles_leave_the_other_votes_as_certain_as_all_completions_make_them(number: int) -> None:
    game, record = log_with_gaps(number)
    known, whole = know(record), tally(game.record)
    counted = {one.faction: PileCount(one.now.counts, _values(one.now.highest)) for one in whole.factions[number % 5 :]}
    told, plain = prospects(replace(record, piles=tuple(counted.items())), known), plainly(record, known)
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
    known = know(record)
    assert endings(known) is None
    told, counted = prospects(record, known), bounds(known)
    monkeypatch.setattr(walk, "STEPS", 100_000)
    exact = plainly(record, known)
    more = [one for one in Faction if len(told.prospects[one]) < len(counted[one])]
    assert more or len(told.winners) < len(independent(counted, record.rulings.draw))
    assert all(told.prospects[one] == exact.prospects[one] for one in more)
    assert len(told.winners) > 1 or told.winners == exact.winners
