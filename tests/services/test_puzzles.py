"""Which puzzle somebody gets, how it goes on after their cards, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from games.minds.puzzles.puzzle import OTHER, SOLVER, Puzzle
from games.minds.puzzles.settled import certain
from games.models import PuzzleProgress, User
from games.people import puzzles
from games.people.puzzles import Progress, daily, joined, of_cookies, other, read, to_cookie, written
from games.rules.cards import CODES
from games.rules.errors import Refusal
from games.rules.moves import legal_moves
from games.services.people import erasing, leaving
from games.services.people.export import kept_about
from games.services.puzzles import choosing, keeping, thinking
from games.services.puzzles.attempt import Attempt, answer, attempt
from games.stories.lessons.attempt import cards

NAMES = ("Ana", "Bram")
DAY = date(2026, 3, 4)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
LED = choosing.puzzle(next(one for one in choosing.others() if choosing.puzzle(one).lead is not None))
LEADS = choosing.puzzle(next(one for one in choosing.others() if choosing.puzzle(one).lead is None))
BOTH = pytest.mark.parametrize("puzzle", [LED, LEADS], ids=["answers", "leads"])


def solved(puzzle: Puzzle) -> Attempt:
    """A puzzle played by somebody who always sees which card wins."""
    played: list[str] = []
    while not (now := attempt(puzzle, played, NAMES)).done:
        played.append(CODES[thinking.best(cards(now.matches[-1]))])
    return now


def wrong(puzzle: Puzzle) -> str:
    state = cards(attempt(puzzle, [], NAMES).matches[-1])
    return CODES[next(card for card in legal_moves(state) if card != puzzle.answer)]


class TestAttempt:
    @BOTH
    def test_it_begins_where_its_solver_is_to_play(self, puzzle: Puzzle) -> None:
        (match,) = attempt(puzzle, [], NAMES).matches
        state = cards(match)
        assert (state.to_play, state.lead, state.hands) == (SOLVER, puzzle.lead, puzzle.hands)

    @BOTH
    def test_every_right_card_is_answered_until_it_is_won_for_certain(self, puzzle: Puzzle) -> None:
        end = solved(puzzle)
        assert end.played[0] == puzzle.answer
        assert (end.done, end.solved, end.slip) == (True, True, None)
        assert certain(cards(end.matches[-1]), SOLVER) is True
        for at in range(len(end.played)):
            before = attempt(puzzle, [CODES[card] for card in end.played[:at]], NAMES)
            assert (before.solved, cards(before.matches[-1]).to_play) == (None, SOLVER)

    @BOTH
    def test_a_wrong_card_is_played_out_until_nothing_helps(self, puzzle: Puzzle) -> None:
        lost = attempt(puzzle, [wrong(puzzle)], NAMES)
        assert (lost.done, lost.solved, CODES[lost.slip]) == (True, False, wrong(puzzle))  # type: ignore[index]
        assert certain(cards(lost.matches[-1]), SOLVER) is False
        plies = [cards(match).ply for match in lost.matches]
        assert plies == list(range(plies[0], plies[0] + len(plies)))
        with pytest.raises(Refusal) as refused:
            attempt(puzzle, [wrong(puzzle), wrong(puzzle)], NAMES)
        assert refused.value.code == "game_over"

    @BOTH
    def test_the_answer_is_played_out_to_the_win_and_solves_nothing(self, puzzle: Puzzle) -> None:
        shown = answer(puzzle, NAMES)
        first = next(match for match in shown.matches if len(cards(match).hands[SOLVER]) < len(puzzle.hands[SOLVER]))
        held = [hand.count(puzzle.answer) for hand in (puzzle.hands[SOLVER], cards(first).hands[SOLVER])]
        assert held[1] == held[0] - 1
        assert certain(cards(shown.matches[-1]), SOLVER) is True
        assert shown.solved is False

    @pytest.mark.parametrize(
        ("card", "code"), [("X9", "bad_card"), ("missing", "not_in_hand"), ("barred", "must_follow")]
    )
    def test_a_card_that_may_not_be_played_is_refused(self, card: str, code: str) -> None:
        number = next(one for one in choosing.others() if _barred(choosing.puzzle(one)))
        puzzle = choosing.puzzle(number)
        card = {"missing": CODES[puzzle.hands[OTHER][0]], "barred": _barred(puzzle)}.get(card, card)
        with pytest.raises(Refusal) as refused:
            attempt(puzzle, [card], NAMES)
        assert refused.value.code == code


def _barred(puzzle: Puzzle) -> str:
    """A card of the solver that may not be played; empty where there is none."""
    legal = legal_moves(cards(attempt(puzzle, [], NAMES).matches[-1])) if puzzle.lead else puzzle.hands[SOLVER]
    return next((CODES[card] for card in puzzle.hands[SOLVER] if card not in legal), "")


class TestChoosing:
    def test_every_day_has_its_own_and_it_is_never_among_the_others(self) -> None:
        days = [DAY + timedelta(days=at) for at in range(len(choosing.dailies()))]
        numbers = [choosing.number_on(day) for day in days]
        assert len(set(numbers)) == len(days) > 366
        assert not set(numbers) & set(choosing.others())
        assert choosing.number_on(days[-1] + timedelta(days=1)) == numbers[0]

    def test_that_of_a_day_may_be_played_on_it_and_the_day_after_and_never_before(self) -> None:
        number = choosing.number_on(DAY)
        days = [at for at in range(-3, 5) if choosing.open_now(number, NOON + timedelta(days=at))]
        assert days == [0, 1]
        assert choosing.open_now(choosing.others()[0], NOON)
        assert not choosing.open_now(0, NOON)
        assert not choosing.open_now(choosing.others()[-1] + 1, NOON)

    @pytest.mark.parametrize(("hours", "day"), [(-0.1, None), (0, DAY), (23.9, DAY), (24.9, DAY), (25.1, None)])
    def test_an_answer_counts_for_its_day_and_an_hour_longer(self, hours: float, day: date | None) -> None:
        moment = datetime(2026, 3, 4, tzinfo=UTC) + timedelta(hours=hours)
        assert choosing.day_of(choosing.number_on(DAY), moment) == day

    def test_the_next_one_is_the_nearest_that_was_not_seen(self) -> None:
        seen: set[int] = set()
        for _ in range(5):
            number = choosing.next_number(1400, seen)
            left = [abs(choosing.puzzle(one).rating - 1400) for one in choosing.others() if one not in seen]
            assert number not in seen
            assert abs(choosing.puzzle(number).rating - 1400) == min(left)
            seen.add(number)
        assert choosing.next_number(1400, set(choosing.others())) in choosing.others()

    def test_a_fifth_of_all_is_as_hard_as_it_says(self) -> None:
        hard = [
            choosing.difficulty(choosing.puzzle(number).rating) for number in (*choosing.dailies(), *choosing.others())
        ]
        assert set(hard) == set(range(1, choosing.DIFFICULTIES + 1))
        by_rating = sorted(zip(hard, (choosing.puzzle(at).rating for at in range(1, len(hard) + 1)), strict=True))
        assert [rating for _, rating in by_rating] == sorted(rating for _, rating in by_rating)


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
            kept = daily(kept, DAY + timedelta(days=day), right, 1200)
        last = DAY + timedelta(days=days[-1][0])
        assert kept.on(last) == streak
        assert kept.on(last + timedelta(days=1)) == streak
        assert kept.on(last + timedelta(days=2)) == 0

    def test_the_best_streak_stays(self) -> None:
        kept = Progress()
        for at, right in enumerate([True, True, False, True]):
            kept = daily(kept, DAY + timedelta(days=at), right, 1200)
        assert (kept.best, kept.streak, kept.tried, kept.solved) == (2, 1, 4, 3)

    def test_only_the_first_try_counts(self) -> None:
        once = other(Progress(), 500, False, 1200)
        assert (once.tried, once.solved) == (1, 0)
        assert other(once, 500, True, 1200) == once

    def test_strength_goes_up_with_what_is_solved_and_more_with_what_is_hard(self) -> None:
        easy, hard = (other(Progress(), 500, True, rating).strength for rating in (900, 1700))
        assert Progress().strength < easy < hard
        assert other(Progress(), 500, False, 900).strength < other(Progress(), 500, False, 1700).strength < 1200

    def test_who_has_seen_all_begins_again(self) -> None:
        last = choosing.others()[-1]
        kept = Progress(seen=frozenset(choosing.others()) - {last})
        assert keeping.after(kept, last, True, NOON).seen == {last}

    def test_the_puzzle_of_a_day_that_is_over_counts_for_nothing(self) -> None:
        number = choosing.number_on(DAY)
        assert keeping.after(Progress(), number, True, NOON).streak == 1
        assert keeping.after(Progress(), number, True, NOON + timedelta(days=1)) == Progress()

    def test_it_comes_back_as_it_was_kept_and_fits_a_cookie(self) -> None:
        kept = Progress(3, 9, DAY, True, 1432, 700, 450, frozenset(choosing.others()))
        assert read(written(kept)) == kept
        assert of_cookies({puzzles.COOKIE: to_cookie(kept)}) == kept
        assert len(to_cookie(kept)) < puzzles.COOKIE_LENGTH

    @pytest.mark.parametrize("raw", [None, 7, [], {}, {"streak": "9"}, {**written(Progress()), "streak": -1}])
    def test_what_is_none_of_ours_is_as_nothing(self, raw: object) -> None:
        assert read(raw) == Progress()

    def test_no_browser_makes_a_streak_up(self) -> None:
        forged = to_cookie(replace(Progress(), streak=400))[:-2] + "aa"
        assert of_cookies({puzzles.COOKIE: forged}) == Progress()
        assert of_cookies({puzzles.COOKIE: "x" * 5000}) == Progress()

    def test_the_streak_of_the_account_wins_and_the_rest_is_added(self) -> None:
        account = Progress(2, 2, DAY, True, 1300, 5, 3, frozenset({500}))
        device = Progress(7, 7, DAY, True, 1100, 4, 4, frozenset({501}))
        both = joined(account, device)
        assert (both.streak, both.best, both.strength, both.tried, both.solved) == (2, 7, 1300, 9, 7)
        assert both.seen == {500, 501}
        assert joined(Progress(), device) == device


@pytest.mark.django_db
class TestKeeping:
    def test_it_is_kept_with_the_person(self, ana: User, bram: User) -> None:
        number = choosing.number_on(DAY)
        assert keeping.decide(ana, number, True, NOON).streak == 1
        assert keeping.decide(ana, number, False, NOON).streak == 1
        assert (keeping.of(ana).solved, keeping.of(bram)) == (1, Progress())

    def test_what_a_device_did_goes_along_once_somebody_logs_in(self, ana: User) -> None:
        device = daily(Progress(), DAY, True, 1200)
        keeping.bring(ana, device)
        assert keeping.of(ana) == device

    def test_the_account_that_has_a_streak_keeps_it(self, ana: User) -> None:
        keeping.decide(ana, choosing.number_on(DAY), True, NOON)
        keeping.bring(ana, Progress(streak=9, best=9, day=DAY, right=True, tried=9, solved=9))
        assert (keeping.of(ana).streak, keeping.of(ana).tried) == (1, 10)

    def test_a_device_that_did_nothing_leaves_no_row(self, ana: User) -> None:
        keeping.bring(ana, Progress())
        assert not PuzzleProgress.objects.exists()

    def test_its_person_gets_it_and_it_goes_with_them(self, ana: User) -> None:
        kept = keeping.decide(ana, choosing.others()[0], True, NOON)
        assert kept_about([ana], [])["puzzles"] == [written(kept)]
        leaving.leave(ana)
        assert erasing.erase(User.objects.get(pk=ana.pk))
        assert not PuzzleProgress.objects.exists()
