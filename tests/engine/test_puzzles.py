"""Puzzles: one card wins, in one of five the obvious one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from games.engine import lookahead
from games.engine.levels import LEVELS
from games.engine.position import CARDS, Position, build_position
from games.engine.puzzles import collection, generator
from games.engine.puzzles.collection import format_puzzle, parse_puzzle
from games.engine.puzzles.generator import (
    MIN_CHOICES,
    OBVIOUS_EVERY,
    generate_puzzles,
    has_obvious_answer,
    is_puzzle,
)
from games.engine.puzzles.level_moves import (
    OFTEN_COUNT,
    SEEDS,
    WEAK_LEVELS,
    choose_greedy_card,
    choose_level_card,
    is_obvious,
)
from games.engine.puzzles.minimax import list_minimax_wins
from games.engine.puzzles.perfect_play import choose_best_card, is_won, list_winning_cards
from games.engine.puzzles.puzzle import (
    MAX_TRICKS,
    MIN_TRICKS,
    Puzzle,
    get_certain_result,
    list_settled_votes,
)
from games.engine.puzzles.rating import (
    EASIEST,
    ELO,
    RATING_LEVELS,
    SPREAD,
    TRIES_PER_LEVEL,
    compute_rating,
    compute_solve_chance,
    count_failures,
    is_solved_by,
)
from games.rules.cards import DECK, Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import compute_outcome, compute_votes
from games.rules.state import State
from tests.engine.minimax import ending, values_after
from tests.rules.situations import situation

PUZZLES = collection.load_puzzles()
SOME = PUZZLES[:: len(PUZZLES) // 10]
MADE_WITH = 7
"""The seed of the collection."""
SEED = "41"
"""Its first game has a puzzle."""


def at(mine: str, theirs: str, lead: str = "", score: tuple[str, str] = ("", "")) -> Position:
    """Seat 0 to play; with ``lead`` after seat 1 led it."""
    state = situation(mine, f"{theirs} {lead}".strip(), leader=int(bool(lead)), score=score)
    return build_position(apply(state, Card.parse(lead)) if lead else state)


class TestTheFile:
    def test_there_are_a_thousand_in_two_hundred_kilobytes(self) -> None:
        assert len(PUZZLES) == 1000
        assert collection.FILE.stat().st_size < 200_000

    def test_each_is_an_ending_of_cards_of_one_deck(self) -> None:
        for one in PUZZLES:
            mine, theirs = one.hands
            lead = () if one.lead is None else (one.lead,)
            assert MIN_TRICKS <= one.tricks <= MAX_TRICKS
            assert len(mine) == len(theirs) + len(lead)
            assert not Counter(mine + theirs + lead + one.score[0] + one.score[1]) - Counter(DECK)

    def test_each_has_a_choice_in_which_a_greedy_player_finds_only_obvious_answers(self) -> None:
        for number, one in enumerate(PUZZLES):
            position = one.build_position()
            assert len({CARDS[card] for card in position.list_legal()}) >= MIN_CHOICES
            greedy = choose_greedy_card(position), CARDS[lookahead.find_best_card(position)]
            assert has_obvious_answer(MADE_WITH, number) or one.answer not in greedy

    def test_one_in_five_has_an_obvious_answer(self) -> None:
        obvious = [one for number, one in enumerate(PUZZLES) if has_obvious_answer(MADE_WITH, number)]
        assert len(obvious) == len(PUZZLES) // OBVIOUS_EVERY
        assert all(is_obvious(one.build_position(), one.answer) for one in obvious[::20])

    def test_no_two_are_the_same_and_none_comes_from_the_game_of_another(self) -> None:
        assert len({(one.hands, one.score, one.lead) for one in PUZZLES}) == len(PUZZLES)
        assert len({one.game for one in PUZZLES}) == len(PUZZLES)

    def test_its_lines_say_all_of_it(self) -> None:
        text = collection.FILE.read_text()
        assert text == collection.format_file(PUZZLES, "manage.py puzzles make --count 1000 --seed 7")
        assert [parse_puzzle(format_puzzle(one)) for one in SOME] == list(SOME)

    def test_the_rating_is_that_of_its_failures_and_tells_the_easy_from_the_hard(self) -> None:
        ratings = [one.rating for one in PUZZLES]
        assert max(ratings) - min(ratings) > ELO
        assert all(one.rating == compute_rating(one.failures) for one in PUZZLES)

    @pytest.mark.parametrize("puzzle", SOME, ids=lambda one: f"game-{one.game}")
    def test_the_answer_alone_wins_by_the_engine_and_by_the_rules(self, puzzle: Puzzle) -> None:
        assert list_winning_cards(puzzle.build_position()) == (puzzle.answer,)
        assert puzzle.tricks > 5 or list_minimax_wins(puzzle.build_state()) == (puzzle.answer,)


def test_an_obvious_puzzle_comes_from_a_game_without_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third game has a puzzle that is not obvious."""

    def find(seed: int, game: int, obvious: bool = False) -> Puzzle | None:
        return replace(PUZZLES[0], game=game) if obvious or game % 3 == 0 else None

    monkeypatch.setattr(generator, "find_puzzle", find)
    made = list(islice(generate_puzzles(5), 20))
    places = [number for number, one in enumerate(made) if one.game % 3]
    assert places == [number for number in range(20) if number and has_obvious_answer(5, number)]
    assert len({one.game for one in made}) == 20


class TestTheCommand:
    def test_a_file_that_was_made_passes_the_check(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "one.txt"
        call_command("puzzles", "make", "--count", "1", "--seed", SEED, "--file", str(file))
        call_command("puzzles", "check", "--file", str(file))
        assert "1 of 1 puzzles have exactly one winning card" in capsys.readouterr().out
        (puzzle,) = collection.read_puzzles(file)
        assert is_puzzle(puzzle.build_position())

    def test_a_wrong_answer_is_found(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        puzzle = min(PUZZLES, key=lambda one: one.tricks)
        wrong = next(card for card in puzzle.hands[0] if card != puzzle.answer)
        text = format_puzzle(puzzle).split(" ")
        text[5] = str(wrong)
        file = tmp_path / "wrong.txt"
        file.write_text(f"{format_puzzle(puzzle)}\n{' '.join(text)}\n")
        with pytest.raises(SystemExit):
            call_command("puzzles", "check", "--file", str(file))
        told = capsys.readouterr()
        assert "1 of 2 puzzles" in told.out
        assert "puzzle 2:" in told.err

    @pytest.mark.parametrize("wrong", [("--count", "0"), ("--seed", "-1")])
    def test_arguments_that_make_nothing_are_refused(self, wrong: tuple[str, str], tmp_path: Path) -> None:
        with pytest.raises(SystemExit):
            call_command("puzzles", "make", *wrong, "--file", str(tmp_path / "none.txt"))
        assert not list(tmp_path.iterdir())


class TestMinimax:
    @pytest.mark.parametrize("seed", range(12))
    def test_the_winning_cards_are_those_of_playing_everything_out(self, seed: int) -> None:
        state = ending(seed, most=4)
        sign = 1 if state.to_play == 0 else -1
        expected = {card for card, found in values_after(state).items() if found[0] == sign}
        assert set(list_minimax_wins(state)) == expected
        assert set(list_winning_cards(build_position(state))) == expected
        assert set(list_winning_cards(build_position(state), plain=True)) == expected


class TestObvious:
    @pytest.mark.parametrize(
        ("mine", "theirs", "lead", "card"),
        [
            ("G1 K5 U9", "G2 G3 G4", "", "U9"),
            ("G1 G4 G6", "U1 U2", "G3", "G4"),
            ("G1 G2 K5", "U1 U2", "G3", "G1"),
            ("K2 K9 U1", "U2 U3", "G9", "K2"),
        ],
        ids=["leads the highest", "answers as cheaply as it wins", "or with the lowest", "a Knight wins too"],
    )
    def test_a_greedy_player_plays_the_obvious_card(self, mine: str, theirs: str, lead: str, card: str) -> None:
        position = at(mine, theirs, lead)
        assert str(choose_greedy_card(position)) == card
        assert is_obvious(position, Card.parse(card))

    def test_the_best_card_of_a_short_search_is_obvious(self) -> None:
        for puzzle in SOME:
            assert is_obvious(puzzle.build_position(), CARDS[lookahead.find_best_card(puzzle.build_position())])

    def test_a_frequent_card_of_a_weaker_level_is_obvious(self) -> None:
        for puzzle in SOME[:5]:
            position = puzzle.build_position()
            often = {
                card
                for level in WEAK_LEVELS
                for card, count in Counter(choose_level_card(level, position, seed) for seed in range(SEEDS)).items()
                if count >= OFTEN_COUNT
            }
            assert puzzle.answer not in often
            assert all(is_obvious(position, card) for card in often)
            assert not is_obvious(position, puzzle.answer)

    def test_a_position_with_an_obvious_answer_or_two_winning_cards_is_no_puzzle(self) -> None:
        puzzle = next(one for one in SOME if one.lead is None)
        after = puzzle.build_position().play(puzzle.build_position().hands[0][0])
        assert is_puzzle(puzzle.build_position())
        assert not is_puzzle(at("G9 K9 U9 P9", "G1 K2 U1 P1"))
        assert not is_puzzle(Position(after.hands, after.score, 1 - after.leader, None))


class TestRating:
    def test_an_exact_search_never_fails(self) -> None:
        failed = count_failures(min(SOME, key=lambda one: one.tricks).build_position())
        assert len(failed) == len(RATING_LEVELS)
        assert failed[-1] == 0
        assert 0 < max(failed) <= TRIES_PER_LEVEL

    def test_between_the_levels_there_is_one_for_each_trick_of_foresight(self) -> None:
        exact = [level.exact_tricks for level in RATING_LEVELS]
        assert exact == sorted(exact)
        assert set(range(MIN_TRICKS, MAX_TRICKS)) <= set(exact)
        assert {level.key for level in LEVELS} <= {level.key for level in RATING_LEVELS}

    def test_a_level_tries_the_same_with_the_same_seed(self) -> None:
        position = SOME[0].build_position()
        for seed in range(3):
            assert is_solved_by(LEVELS[1], position, seed) == is_solved_by(LEVELS[1], position, seed)

    def test_the_more_fail_the_higher_it_is(self) -> None:
        most = TRIES_PER_LEVEL
        assert compute_rating((0,) * 8) == EASIEST
        assert compute_rating((most,) * 8) == EASIEST + SPREAD
        assert compute_rating((most, 3, 0, 0, 0, 0, 0, 0)) < compute_rating((most, 4, 0, 0, 0, 0, 0, 0))

    def test_the_chance_of_somebody_of_the_same_strength_is_a_half(self) -> None:
        assert compute_solve_chance(1200, 1200) == 0.5
        assert compute_solve_chance(1200, 1000) > 0.7 > compute_solve_chance(1200, 1150)


class TestReplies:
    @pytest.mark.parametrize("seed", range(6))
    def test_perfect_play_keeps_the_outcome_and_plain_python_plays_the_same(self, seed: int) -> None:
        state = ending(seed, most=4)
        after = {str(card): found[0] for card, found in values_after(state).items()}
        pick = max if state.to_play == 0 else min
        card = choose_best_card(build_position(state))
        assert after[str(card)] == pick(after.values())
        assert choose_best_card(build_position(state), plain=True) == card

    def test_answers_do_not_depend_on_the_questions_before(self) -> None:
        one, two = (puzzle.build_position() for puzzle in SOME[:2])
        first = is_won(one, 0)
        is_won(two, 0)
        assert first is is_won(one, 0) is True


class TestSettled:
    @pytest.mark.parametrize("seed", range(10))
    def test_a_vote_that_is_settled_stays_so_however_it_goes_on(self, seed: int) -> None:
        chance = random.Random(seed)
        state = ending(seed, most=5)
        before = list_settled_votes(state)
        while legal_moves(state):
            state = apply(state, chance.choice(legal_moves(state)))
            now = list_settled_votes(state)
            assert before.items() <= now.items()
            before = now
        assert before == {row.faction: row.seat for row in compute_votes(state.score)}
        end = compute_outcome(state)
        assert end is not None
        assert [get_certain_result(state, seat) for seat in (0, 1)] == [end.winner == 0, end.winner == 1]

    def test_open_votes_are_not_settled(self) -> None:
        state: State = situation("G5", "G3", score=("K2", ""))
        assert [str(faction) for faction in list_settled_votes(state)] == ["K", "U", "D", "P"]
        assert get_certain_result(state, 0) is None
        assert get_certain_result(state, 1) is False

    def test_a_game_is_made_by_chance_that_comes_in(self) -> None:
        from games.engine.puzzles.generator import play_to_phase_two

        one, same, two = (play_to_phase_two(np.random.default_rng([7, game])) for game in (0, 0, 1))
        assert one == same != two
        assert one.tricks_left == 13
