"""Completions gone through by numba: whatever is asked, they tell what the plain way tells, and give up with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import product

import pytest

from games.minds.lines import abreast, ends
from games.minds.lines.swift import MOST_CARDS, Swift, gone_through
from games.rules.logged import outlook
from games.rules.logged.bounds import bounds
from games.rules.logged.completions import Completions, Plain, Sieve, Votes, Wish
from games.rules.logged.endings import Ending
from games.rules.logged.inference import Known, know
from games.rules.logged.outlook import Outlook, narrowed
from games.rules.logged.playouts import MASK
from games.rules.logged.standing import AT, EVERY
from games.rules.logged.walk import PLAYS_LEFT, STEPS, TooMany, plays_left
from games.rules.rulings import Draw
from tests.draws import some
from tests.rules.logbook import log, log_with_gaps, mistaken

WIDTHS = (outlook.FEW, outlook.MANY)
WISHES = (None, *(Wish(seat, at) for seat, at in product((0, 1), (None, *AT.values()))))


@cache
def logs() -> list[Known]:
    """Logs that lack few enough plays of phase two to be gone through; those of slips are among them."""
    found = [know(log_with_gaps(number)[1]) for number in range(some(300))]
    found += [know(mistaken(number, gaps=8)) for number in range(some(100))]
    return [known for known in found if 0 < plays_left(known) <= PLAYS_LEFT]


def passable() -> Iterator[Known]:
    return (known for known in logs() if not Plain(known).hopeless())


def told(ask: Callable[[], Iterable[Votes]]) -> set[tuple[object, ...]] | None:
    """All that an answer says, in whatever order; None where it is given up."""
    try:
        return {tuple(votes) for votes in ask()}
    except TooMany:
        return None


def both(known: Known) -> tuple[Plain, Swift]:
    return Plain(known), Swift(known)


@pytest.fixture
def swiftly(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Known], Completions]], None]:
    return lambda way: monkeypatch.setattr(Outlook, "way", way)


@pytest.mark.parametrize("draw", Draw)
def test_as_much_is_certain(swiftly: Callable[[Callable[[Known], Completions]], None], draw: Draw) -> None:
    def found(way: Callable[[Known], Completions]) -> list[Ending]:
        swiftly(way)
        return [narrowed(known, bounds(known), draw) for known in logs()]

    assert len(logs()) > some(150)
    assert found(Swift) == found(Plain)


@pytest.mark.parametrize("fields", [EVERY, 1, 0b10110])
def test_all_lines_end_alike_or_are_too_many(fields: int) -> None:
    found = []
    for known in passable():
        plain, swift = both(known)
        lines = told(partial(asked, plain, fields))
        assert told(partial(asked, swift, fields)) == lines
        found.append(lines)
    assert None in found
    assert any(found)


def asked(one: Completions, fields: int) -> list[Votes]:
    """The votes that were asked about; those of the others are whatever they may be."""
    return [[votes[at] for at in AT.values() if fields >> at & 1] for votes in one.through(fields, None)]


def test_a_sieve_lets_the_same_lines_pass() -> None:
    for number, known in enumerate(passable()):
        plain, swift = both(known)
        reached = frozenset((at, (number >> at) % 2) for at in AT.values() if number * 7 >> at & 1)
        sieve = Sieve(reached, number % 2, frozenset(range(number % 31, EVERY + 1, 3)))
        assert told(partial(swift.through, EVERY, sieve)) == told(partial(plain.through, EVERY, sieve))


@pytest.mark.parametrize("limit", [10, 60, outlook.SOUGHT])
def test_a_contest_is_decided_alike_and_given_up_alike(limit: int) -> None:
    given_up = 0
    for known in logs()[:: 1 if limit == outlook.SOUGHT else 5]:
        plain, swift = both(known)
        for at, seat in product(AT.values(), (0, 1)):
            ways = [contested(one, at, seat, limit) for one in (plain, swift)]
            assert ways[0] == ways[1]
            given_up += ways[0] is None
    assert given_up


def contested(one: Completions, at: int, seat: int, limit: int) -> frozenset[int | None] | None:
    try:
        return one.contested(at, seat, limit)
    except TooMany:
        return None


def test_the_first_step_too_many_is_the_same() -> None:
    for known in list(passable())[:: some(3)]:
        plain, swift = both(known)
        lines = told(partial(plain.through, EVERY, None))
        if lines is not None:
            assert told(partial(swift.run, EVERY, plain.walk.steps)) == lines
            assert told(partial(swift.run, EVERY, plain.walk.steps - 1)) is None


def test_the_same_completions_are_drawn_one_after_another() -> None:
    for known in logs():
        plain, swift = both(known)
        drawn = told(partial(plain.drawn, outlook.DRAWN))
        assert told(partial(swift.drawn, outlook.DRAWN)) == drawn
        for wish, width in product(WISHES, WIDTHS):
            assert told(partial(swift.wished, wish, *width)) == told(partial(plain.wished, wish, *width))
        # Where what was logged whole leaves no way to go on, nothing need be drawn.
        assert swift.state & MASK == plain.playouts.state or not drawn


def test_a_log_of_more_cards_than_a_number_has_bits_is_gone_through_plainly() -> None:
    record = log(";".join(["U5 - - U5"] * 13), ";".join(["K3 K4"] * 7))
    known = know(record)
    assert plays_left(known) <= PLAYS_LEFT
    assert len(Plain(known).walk.cards) > MOST_CARDS
    assert isinstance(gone_through(known), Plain)
    assert isinstance(gone_through(logs()[0]), Swift)


def test_there_is_room_for_all_that_is_asked() -> None:
    assert max(STEPS, outlook.SOUGHT) <= abreast.MOST_POSITIONS < abreast.SLOTS
    assert outlook.DRAWN <= ends.MOST_ENDS
    assert all(count <= ends.MOST_ENDS and count * draws <= ends.ROOM for count, draws in WIDTHS)
    with pytest.raises(ValueError, match="no room"):
        Swift(logs()[0]).run(EVERY, abreast.MOST_POSITIONS + 1)
    with pytest.raises(ValueError, match="no room"):
        Swift(logs()[0]).drawn(ends.MOST_ENDS + 1)


def test_some_of_the_logs_leave_open_whose_pile_a_card_is_in() -> None:
    adrift = {Swift(known).adrift for known in logs()}
    assert adrift == {True, False}


def test_what_one_log_left_behind_is_nothing_to_the_next() -> None:
    known, other = logs()[0], logs()[-1]
    swift, plain = Swift(known), Plain(known)
    for drawn in (outlook.DRAWN, 5):
        Swift(other).contested(0, 1, outlook.SOUGHT)
        Swift(other).wished(Wish(1), *outlook.MANY)
        assert told(partial(swift.drawn, drawn)) == told(partial(plain.drawn, drawn))
        assert contested(swift, 1, 0, outlook.SOUGHT) == contested(plain, 1, 0, outlook.SOUGHT)
