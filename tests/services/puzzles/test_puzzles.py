"""Puzzles: selection, attempts, progress and ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from games.engine.puzzles.puzzle import OTHER, SOLVER, Puzzle, get_certain_result
from games.models import PuzzleProgress, PuzzleTries, User
from games.queries import puzzle_progress
from games.queries.puzzle_progress import (
    Progress,
    merge,
    parse,
    read_cookie,
    record_daily,
    record_other,
    serialize,
    write_cookie,
)
from games.rules.cards import CODES
from games.rules.moves import legal_moves
from games.services.accounts import deletion, erasure
from games.services.accounts.data_export import export_person
from games.services.puzzles import attempt, progress, selection, statistics
from games.services.puzzles.attempt import Attempt, play_attempt, show_solution
from games.state.lessons.attempt import get_small_state
from tests.services.matches.games import refusal_code

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Bram")
DAY = date(2026, 3, 4)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
OTHERS = [selection.get_puzzle(number) for number in selection.list_other_numbers()]
LED = next(puzzle for puzzle in OTHERS if puzzle.lead is not None)
LEADS = next(puzzle for puzzle in OTHERS if puzzle.lead is None)
BOTH = pytest.mark.parametrize("puzzle", [LED, LEADS], ids=["answers", "leads"])


def solved(puzzle: Puzzle) -> Attempt:
    """A puzzle played with the best card each time."""
    played: list[str] = []
    while not (now := play_attempt(puzzle, played, NAMES)).done:
        played.append(CODES[attempt.find_best_card(get_small_state(now.matches[-1]))])
    return now


def wrong(puzzle: Puzzle) -> str:
    state = get_small_state(play_attempt(puzzle, [], NAMES).matches[-1])
    return CODES[next(card for card in legal_moves(state) if card != puzzle.answer)]


class TestAttempt:
    @BOTH
    def test_it_begins_with_the_turn_of_the_solver(self, puzzle: Puzzle) -> None:
        (match,) = play_attempt(puzzle, [], NAMES).matches
        state = get_small_state(match)
        assert (state.to_play, state.lead, state.hands) == (SOLVER, puzzle.lead, puzzle.hands)

    @BOTH
    def test_right_cards_are_answered_until_the_win_is_certain(self, puzzle: Puzzle) -> None:
        end = solved(puzzle)
        assert end.played[0] == puzzle.answer
        assert (end.done, end.solved, end.slip) == (True, True, None)
        assert get_certain_result(get_small_state(end.matches[-1]), SOLVER) is True
        for at in range(len(end.played)):
            before = play_attempt(puzzle, [CODES[card] for card in end.played[:at]], NAMES)
            assert (before.solved, get_small_state(before.matches[-1]).to_play) == (None, SOLVER)

    @BOTH
    def test_a_wrong_card_is_played_out_until_the_loss_is_certain(self, puzzle: Puzzle) -> None:
        lost = play_attempt(puzzle, [wrong(puzzle)], NAMES)
        assert (lost.done, lost.solved, CODES[lost.slip]) == (True, False, wrong(puzzle))  # type: ignore[index]
        assert get_certain_result(get_small_state(lost.matches[-1]), SOLVER) is False
        plies = [get_small_state(match).ply for match in lost.matches]
        assert plies == list(range(plies[0], plies[0] + len(plies)))
        assert refusal_code(play_attempt, puzzle, [wrong(puzzle), wrong(puzzle)], NAMES) == "game_over"

    @BOTH
    def test_the_solution_is_played_out_to_the_win_and_does_not_count(self, puzzle: Puzzle) -> None:
        shown = show_solution(puzzle, NAMES)
        before = puzzle.hands[SOLVER]
        hands = (get_small_state(match).hands[SOLVER] for match in shown.matches)
        after = next(hand for hand in hands if len(hand) < len(before))
        assert after.count(puzzle.answer) == before.count(puzzle.answer) - 1
        assert get_certain_result(get_small_state(shown.matches[-1]), SOLVER) is True
        assert shown.solved is False

    @pytest.mark.parametrize(
        ("card", "code"), [("X9", "bad_card"), ("missing", "not_in_hand"), ("barred", "must_follow")]
    )
    def test_an_illegal_card_is_refused(self, card: str, code: str) -> None:
        puzzle = next(puzzle for puzzle in OTHERS if _barred(puzzle))
        card = {"missing": CODES[puzzle.hands[OTHER][0]], "barred": _barred(puzzle)}.get(card, card)
        assert refusal_code(play_attempt, puzzle, [card], NAMES) == code


def _barred(puzzle: Puzzle) -> str:
    """A card of the solver that may not be played; empty where there is none."""
    legal = legal_moves(get_small_state(play_attempt(puzzle, [], NAMES).matches[-1]))
    return next((CODES[card] for card in puzzle.hands[SOLVER] if card not in legal), "") if puzzle.lead else ""


class TestChoosing:
    def test_every_day_has_a_puzzle_of_its_own(self) -> None:
        days = [DAY + timedelta(days=at) for at in range(len(selection.list_daily_numbers()))]
        numbers = [selection.get_daily_number(day) for day in days]
        assert len(set(numbers)) == len(days) > 366
        assert not set(numbers) & set(selection.list_other_numbers())
        assert selection.get_daily_number(days[-1] + timedelta(days=1)) == numbers[0]

    def test_a_daily_puzzle_is_open_on_its_day_and_the_next(self) -> None:
        number = selection.get_daily_number(DAY)
        days = [at for at in range(-3, 5) if selection.is_open(number, NOON + timedelta(days=at))]
        assert days == [0, 1]
        assert selection.is_open(selection.list_other_numbers()[0], NOON)
        assert not selection.is_open(0, NOON)
        assert not selection.is_open(selection.list_other_numbers()[-1] + 1, NOON)

    @pytest.mark.parametrize(("hours", "day"), [(-0.1, None), (0, DAY), (23.9, DAY), (24.9, DAY), (25.1, None)])
    def test_an_answer_counts_for_its_day_and_an_hour_longer(self, hours: float, day: date | None) -> None:
        moment = datetime(2026, 3, 4, tzinfo=UTC) + timedelta(hours=hours)
        assert selection.get_counting_day(selection.get_daily_number(DAY), moment) == day

    def test_the_next_puzzle_is_the_nearest_that_was_not_seen(self) -> None:
        seen: set[int] = set()
        numbers = selection.list_other_numbers()
        for _ in range(5):
            number = selection.choose_next_number(1400, seen)
            distances = {at: abs(selection.get_puzzle(at).rating - 1400) for at in numbers if at not in seen}
            assert distances[number] == min(distances.values())
            seen.add(number)
        assert selection.choose_next_number(1400, set(numbers)) in numbers

    def test_difficulty_rises_with_the_rating(self) -> None:
        numbers = (*selection.list_daily_numbers(), *selection.list_other_numbers())
        ratings = sorted(selection.get_puzzle(number).rating for number in numbers)
        difficulties = [selection.get_difficulty(rating) for rating in ratings]
        assert set(difficulties) == set(range(1, selection.DIFFICULTIES + 1))
        assert difficulties == sorted(difficulties)


class TestProgress:
    @pytest.mark.parametrize(
        ("days", "streak"),
        [
            ([(0, True)], 1),
            ([(0, True), (1, True), (2, True)], 3),
            ([(0, True), (1, True), (3, True)], 1),
            ([(0, True), (1, False)], 0),
            ([(0, True), (1, False), (2, True)], 1),
            ([(0, False), (0, True)], 0),
            ([(0, True), (0, False)], 1),
        ],
    )
    def test_a_streak_is_days_in_a_row_solved_at_the_first_try(self, days: list[tuple[int, bool]], streak: int) -> None:
        kept = Progress()
        for day, right in days:
            kept = record_daily(kept, DAY + timedelta(days=day), right, 1200)
        last = DAY + timedelta(days=days[-1][0])
        assert kept.get_streak(last) == streak
        assert kept.get_streak(last + timedelta(days=1)) == streak
        assert kept.get_streak(last + timedelta(days=2)) == 0

    def test_only_the_first_try_counts_and_hard_puzzles_count_more(self) -> None:
        once = record_other(Progress(), 500, False, 1200)
        assert (once.tried, once.solved) == (1, 0)
        assert record_other(once, 500, True, 1200) == once
        easy, hard = (record_other(Progress(), 500, True, rating).strength for rating in (900, 1700))
        assert Progress().strength < easy < hard
        easy, hard = (record_other(Progress(), 500, False, rating).strength for rating in (900, 1700))
        assert easy < hard < 1200

    def test_progress_begins_again_after_all_puzzles_and_ignores_past_days(self) -> None:
        last = selection.list_other_numbers()[-1]
        almost = Progress(seen=frozenset(selection.list_other_numbers()) - {last})
        assert progress.advance_progress(almost, last, True, NOON).seen == {last}
        number = selection.get_daily_number(DAY)
        assert progress.advance_progress(Progress(), number, True, NOON).streak == 1
        assert progress.advance_progress(Progress(), number, True, NOON + timedelta(days=1)) == Progress()

    def test_a_cookie_holds_all_progress_and_cannot_be_forged(self) -> None:
        whole = Progress(3, 9, DAY, True, 1432, 700, 450, frozenset(selection.list_other_numbers()))
        assert parse(serialize(whole)) == whole
        assert read_cookie({puzzle_progress.COOKIE: write_cookie(whole)}) == whole
        assert len(write_cookie(whole)) < puzzle_progress.COOKIE_LENGTH
        forged = write_cookie(replace(Progress(), streak=400))[:-2] + "aa"
        assert read_cookie({puzzle_progress.COOKIE: forged}) == Progress()
        assert read_cookie({puzzle_progress.COOKIE: "x" * 5000}) == Progress()

    @pytest.mark.parametrize("raw", [None, 7, [], {}, {"streak": "9"}, {**serialize(Progress()), "streak": -1}])
    def test_malformed_progress_is_empty(self, raw: object) -> None:
        assert parse(raw) == Progress()

    def test_merging_takes_the_streak_of_the_account_and_adds_the_rest(self) -> None:
        account = Progress(2, 2, DAY, True, 1300, 5, 3, frozenset({500}))
        device = Progress(7, 7, DAY, True, 1100, 4, 4, frozenset({501}))
        both = merge(account, device)
        assert (both.streak, both.best, both.strength, both.tried, both.solved) == (2, 7, 1300, 9, 7)
        assert both.seen == {500, 501}
        assert merge(Progress(), device) == device


class TestStorage:
    def test_progress_is_stored_exported_and_erased_with_the_account(self, ana: User, bram: User) -> None:
        number = selection.get_daily_number(DAY)
        assert progress.record_result(ana, number, True, NOON).streak == 1
        stored = progress.record_result(ana, number, False, NOON)
        assert (stored.streak, stored.solved) == (1, 1)
        assert (progress.get_progress(ana), progress.get_progress(bram)) == (stored, Progress())
        assert export_person([ana], [])["puzzles"] == [serialize(stored)]
        deletion.delete_account(ana)
        assert erasure.erase(User.objects.get(pk=ana.pk))
        assert not PuzzleProgress.objects.exists()

    def test_a_login_merges_the_progress_of_the_browser_but_not_its_streak(self, ana: User, bram: User) -> None:
        device = record_daily(Progress(), DAY, True, 1200)
        progress.merge_progress(bram, device)
        assert progress.get_progress(bram) == device
        progress.record_result(ana, selection.get_daily_number(DAY), True, NOON)
        progress.merge_progress(ana, Progress(streak=9, best=9, day=DAY, right=True, tried=9, solved=9))
        assert (progress.get_progress(ana).streak, progress.get_progress(ana).tried) == (1, 10)


NUMBER = selection.list_other_numbers()[5]
MADE = selection.get_puzzle(NUMBER).rating


def rating_after(solved: bool, times: int, strength: int = MADE) -> int:
    """The rating after first tries of people of a strength."""
    for _ in range(times):
        statistics.count_try(NUMBER, solved, strength)
    return statistics.get_rating(NUMBER)


def test_the_rating_moves_only_after_enough_tries_and_within_a_bound() -> None:
    assert rating_after(False, statistics.MIN_TRIES - 1) == MADE
    assert statistics.get_tries(NUMBER) == statistics.Tries()
    assert rating_after(False, 1) > MADE
    assert statistics.get_tries(NUMBER) == statistics.Tries(0, statistics.MIN_TRIES)
    assert rating_after(False, 30, MADE + 3000) == MADE + statistics.MAX_SHIFT


@pytest.mark.parametrize(("solved", "sign"), [(True, -1), (False, 1)])
def test_unexpected_results_move_its_rating(solved: bool, sign: int) -> None:
    once = rating_after(solved, statistics.MIN_TRIES) - MADE
    assert 50 < sign * once < statistics.MAX_SHIFT
    assert once < rating_after(solved, 20) - MADE or sign < 0


def test_expected_results_do_not_move_its_rating() -> None:
    for at in range(40):
        statistics.count_try(NUMBER, at % 2 == 0, MADE)
    assert abs(statistics.get_rating(NUMBER) - MADE) < statistics.MAX_STEP


def test_each_person_counts_once(ana: User, bram: User) -> None:
    for who, solved in ((ana, False), (ana, True), (bram, True), (bram, True)):
        progress.record_result(who, NUMBER, solved, NOON)
    row = PuzzleTries.objects.get()
    assert (row.number, row.tried, row.solved) == (NUMBER, 2, 1)


def test_choice_and_difficulty_follow_the_moved_rating() -> None:
    strength, others = MADE + 300, selection.list_other_numbers()
    seen = {number for number in others if selection.get_puzzle(number).rating == strength}
    assert selection.choose_next_number(strength, seen) != NUMBER
    assert selection.choose_next_number(strength, seen, {NUMBER: 300}) == NUMBER
    easy, hard = selection.get_difficulty(MADE), selection.get_difficulty(MADE + statistics.MAX_SHIFT)
    assert easy < hard <= selection.DIFFICULTIES
    assert selection.get_difficulty(5000) == selection.DIFFICULTIES
