"""How people fare moves the rating of a puzzle: slowly, within bounds, and everybody once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.models import PuzzleTries, User
from games.services.puzzles import choosing, fared, keeping

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
NUMBER = choosing.others()[5]
MADE = choosing.puzzle(NUMBER).rating


def many(solved: bool, times: int, strength: int = MADE) -> int:
    """The rating after so many first tries of people of a strength."""
    for _ in range(times):
        fared.count(NUMBER, solved, strength)
    return fared.rating(NUMBER)


def test_nobody_has_a_say_before_there_are_enough() -> None:
    assert many(False, fared.ENOUGH - 1) == MADE
    assert fared.tries(NUMBER) == fared.Tries()
    assert many(False, 1) > MADE
    assert fared.tries(NUMBER) == fared.Tries(0, fared.ENOUGH)


@pytest.mark.parametrize(("solved", "sign"), [(True, -1), (False, 1)])
def test_what_people_of_its_strength_solve_is_easier_and_what_they_fail_at_harder(solved: bool, sign: int) -> None:
    once = many(solved, fared.ENOUGH) - MADE
    assert 50 < sign * once < fared.FURTHEST
    assert once < many(solved, 20) - MADE or sign < 0


def test_of_what_goes_as_expected_it_stays_where_it_is() -> None:
    for at in range(40):
        fared.count(NUMBER, at % 2 == 0, MADE)
    assert abs(fared.rating(NUMBER) - MADE) < fared.STEP


def test_that_the_strong_solve_it_says_little() -> None:
    assert MADE - many(True, fared.ENOUGH, MADE + 800) < 10


def test_nobody_moves_it_further_than_the_bound() -> None:
    assert many(False, 30, MADE + 3000) == MADE + fared.FURTHEST


def test_each_person_counts_once(ana: User, bram: User) -> None:
    for who, solved in ((ana, False), (ana, True), (bram, True), (bram, True)):
        keeping.decide(who, NUMBER, solved, NOON)
    row = PuzzleTries.objects.get()
    assert (row.number, row.tried, row.solved) == (NUMBER, 2, 1)


def test_the_next_puzzle_is_chosen_by_what_people_made_of_the_ratings() -> None:
    strength, moved = MADE + 300, {NUMBER: 300}
    others = set(choosing.others()) - {one for one in choosing.others() if choosing.puzzle(one).rating == strength}
    seen = set(choosing.others()) - others
    assert choosing.next_number(strength, seen) != NUMBER
    assert choosing.next_number(strength, seen, moved) == NUMBER


def test_the_difficulty_follows() -> None:
    easy, hard = choosing.difficulty(MADE), choosing.difficulty(MADE + fared.FURTHEST)
    assert easy < hard <= choosing.DIFFICULTIES
    assert choosing.difficulty(5000) == choosing.DIFFICULTIES
