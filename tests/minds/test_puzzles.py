"""Puzzles: one card wins, it is not the obvious one, and the same seed makes the same file."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from games.minds import late
from games.minds.levels import LEVELS
from games.minds.position import CARDS, Position
from games.minds.puzzles import made
from games.minds.puzzles.finding import CHOICES, fits
from games.minds.puzzles.levels import card_of
from games.minds.puzzles.made import line, puzzle_of
from games.minds.puzzles.minimax import winning_cards
from games.minds.puzzles.obvious import OFTEN, SEEDS, WEAKER, greedy, obvious
from games.minds.puzzles.puzzle import FEWEST, MOST, Puzzle, numbered
from games.minds.puzzles.rating import EASIEST, ELO, SPREAD, TRIES, TRYING, chance, fails, rated, solves
from games.minds.puzzles.replies import best, winning, wins
from games.minds.puzzles.settled import certain, settled
from games.rules.cards import DECK, Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import outcome, votes
from games.rules.state import State
from tests.minds.minimax import ending, values_after
from tests.rules.situations import situation

PUZZLES = made.made()
SOME = PUZZLES[:: len(PUZZLES) // 20]
SEED = "41"
"""Its first game has a puzzle."""


def at(mine: str, theirs: str, lead: str = "", score: tuple[str, str] = ("", "")) -> Position:
    """Seat 0 to play; with ``lead`` after seat 1 led it."""
    state = situation(mine, f"{theirs} {lead}".strip(), leader=int(bool(lead)), score=score)
    return numbered(apply(state, Card.parse(lead)) if lead else state)


class TestTheFile:
    def test_there_are_a_thousand_in_two_hundred_kilobytes(self) -> None:
        assert len(PUZZLES) == 1000
        assert made.FILE.stat().st_size < 200_000

    def test_each_is_an_ending_of_cards_of_one_deck(self) -> None:
        for one in PUZZLES:
            mine, theirs = one.hands
            lead = () if one.lead is None else (one.lead,)
            assert FEWEST <= one.tricks <= MOST
            assert len(mine) == len(theirs) + len(lead)
            assert not Counter(mine + theirs + lead + one.score[0] + one.score[1]) - Counter(DECK)

    def test_each_has_a_choice_in_which_nobody_greedy_finds_the_answer(self) -> None:
        for one in PUZZLES:
            position = one.position()
            assert len({CARDS[card] for card in position.legal()}) >= CHOICES
            assert one.answer not in (greedy(position), CARDS[late.best(position)])

    def test_no_two_are_the_same_and_none_comes_from_the_game_of_another(self) -> None:
        assert len({(one.hands, one.score, one.lead) for one in PUZZLES}) == len(PUZZLES)
        assert len({one.game for one in PUZZLES}) == len(PUZZLES)

    def test_its_lines_say_all_of_it(self) -> None:
        text = made.FILE.read_text()
        assert text == made.text(PUZZLES, "manage.py puzzles make --count 1000 --seed 7")
        assert [puzzle_of(line(one)) for one in SOME] == list(SOME)

    def test_the_rating_is_that_of_its_failures_and_tells_the_easy_from_the_hard(self) -> None:
        ratings = [one.rating for one in PUZZLES]
        assert max(ratings) - min(ratings) > ELO
        assert all(one.rating == rated(one.fails) for one in PUZZLES)

    @pytest.mark.parametrize("puzzle", SOME, ids=lambda one: f"game-{one.game}")
    def test_the_answer_alone_wins_by_the_engine_and_by_the_rules(self, puzzle: Puzzle) -> None:
        assert winning(puzzle.position()) == (puzzle.answer,)
        assert puzzle.tricks > 5 or winning_cards(puzzle.state()) == (puzzle.answer,)


class TestTheCommand:
    def test_the_same_seed_makes_the_same_file_and_it_passes_the_check(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        files = [tmp_path / "one.txt", tmp_path / "two.txt"]
        for file in files:
            call_command("puzzles", "make", "--count", "1", "--seed", SEED, "--file", str(file))
        assert files[0].read_bytes() == files[1].read_bytes()
        call_command("puzzles", "check", "--file", str(files[0]))
        assert "1 of 1 puzzles have one winning card" in capsys.readouterr().out
        (puzzle,) = made.read(files[0])
        assert fits(puzzle.position())

    def test_a_wrong_answer_is_found(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        puzzle = min(PUZZLES, key=lambda one: one.tricks)
        wrong = next(card for card in puzzle.hands[0] if card != puzzle.answer)
        text = line(puzzle).split(" ")
        text[5] = str(wrong)
        file = tmp_path / "wrong.txt"
        file.write_text(f"{line(puzzle)}\n{' '.join(text)}\n")
        with pytest.raises(SystemExit):
            call_command("puzzles", "check", "--file", str(file))
        told = capsys.readouterr()
        assert "1 of 2 puzzles" in told.out
        assert "puzzle 2:" in told.err

    @pytest.mark.parametrize("wrong", [("--count", "0"), ("--seed", "-1")])
    def test_what_makes_nothing_is_refused(self, wrong: tuple[str, str], tmp_path: Path) -> None:
        with pytest.raises(SystemExit):
            call_command("puzzles", "make", *wrong, "--file", str(tmp_path / "none.txt"))
        assert not list(tmp_path.iterdir())


class TestMinimax:
    @pytest.mark.parametrize("seed", range(40))
    def test_the_winning_cards_are_those_of_playing_everything_out(self, seed: int) -> None:
        state = ending(seed, most=4)
        sign = 1 if state.to_play == 0 else -1
        expected = {card for card, found in values_after(state).items() if found[0] == sign}
        assert set(winning_cards(state)) == expected
        assert set(winning(numbered(state))) == expected
        assert set(winning(numbered(state), plain=True)) == expected


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
    def test_what_a_greedy_player_plays(self, mine: str, theirs: str, lead: str, card: str) -> None:
        position = at(mine, theirs, lead)
        assert str(greedy(position)) == card
        assert obvious(position, Card.parse(card))

    def test_what_looks_best_one_trick_ahead_is_obvious(self) -> None:
        for puzzle in SOME:
            assert obvious(puzzle.position(), CARDS[late.best(puzzle.position())])

    def test_what_a_weaker_level_plays_every_other_time_is_obvious(self) -> None:
        for puzzle in SOME[:5]:
            position = puzzle.position()
            often = {
                card
                for level in WEAKER
                for card, count in Counter(card_of(level, position, seed) for seed in range(SEEDS)).items()
                if count >= OFTEN
            }
            assert puzzle.answer not in often
            assert all(obvious(position, card) for card in often)
            assert not obvious(position, puzzle.answer)

    def test_a_position_with_an_obvious_answer_or_two_winning_cards_is_no_puzzle(self) -> None:
        puzzle = next(one for one in PUZZLES if one.lead is None)
        after = puzzle.position().after(puzzle.position().hands[0][0])
        assert fits(puzzle.position())
        assert not fits(at("G9 K9 U9 P9", "G1 K2 U1 P1"))
        assert not fits(Position(after.hands, after.score, 1 - after.leader, None))


class TestRating:
    def test_who_sees_to_the_end_never_fails(self) -> None:
        failed = fails(min(SOME, key=lambda one: one.tricks).position())
        assert len(failed) == len(TRYING)
        assert failed[-1] == 0
        assert 0 < max(failed) <= TRIES

    def test_between_the_levels_there_is_one_for_each_trick_of_foresight(self) -> None:
        exact = [level.exact for level in TRYING]
        assert exact == sorted(exact)
        assert set(range(FEWEST, MOST)) <= set(exact)
        assert set(LEVELS) <= set(TRYING)

    def test_a_level_tries_the_same_with_the_same_seed(self) -> None:
        position = SOME[0].position()
        for seed in range(3):
            assert solves(LEVELS[1], position, seed) == solves(LEVELS[1], position, seed)

    def test_the_more_fail_the_higher_it_is(self) -> None:
        most = TRIES
        assert rated((0,) * 8) == EASIEST
        assert rated((most,) * 8) == EASIEST + SPREAD
        assert rated((most, 3, 0, 0, 0, 0, 0, 0)) < rated((most, 4, 0, 0, 0, 0, 0, 0))

    def test_the_chance_of_somebody_of_the_same_strength_is_a_half(self) -> None:
        assert chance(1200, 1200) == 0.5
        assert chance(1200, 1000) > 0.7 > chance(1200, 1150)


class TestReplies:
    @pytest.mark.parametrize("seed", range(20))
    def test_perfect_play_keeps_the_outcome_and_plain_python_plays_the_same(self, seed: int) -> None:
        state = ending(seed, most=4)
        after = {str(card): found[0] for card, found in values_after(state).items()}
        pick = max if state.to_play == 0 else min
        card = best(numbered(state))
        assert after[str(card)] == pick(after.values())
        assert best(numbered(state), plain=True) == card

    def test_one_question_between_two_others_does_not_change_the_answer(self) -> None:
        one, two = (puzzle.position() for puzzle in SOME[:2])
        first = wins(one, 0)
        wins(two, 0)
        assert first is wins(one, 0) is True


class TestSettled:
    @pytest.mark.parametrize("seed", range(30))
    def test_a_vote_that_is_settled_stays_so_however_it_goes_on(self, seed: int) -> None:
        chance = random.Random(seed)
        state = ending(seed, most=5)
        before = settled(state)
        while legal_moves(state):
            state = apply(state, chance.choice(legal_moves(state)))
            now = settled(state)
            assert before.items() <= now.items()
            before = now
        assert before == {row.faction: row.seat for row in votes(state.score)}
        end = outcome(state)
        assert end is not None
        assert [certain(state, seat) for seat in (0, 1)] == [end.winner == 0, end.winner == 1]

    def test_what_is_open_is_not_settled(self) -> None:
        state: State = situation("G5", "G3", score=("K2", ""))
        assert [str(faction) for faction in settled(state)] == ["K", "U", "D", "P"]
        assert certain(state, 0) is None
        assert certain(state, 1) is False

    def test_a_game_is_made_by_chance_that_comes_in(self) -> None:
        from games.minds.puzzles.played import phase_two

        one, same, two = (phase_two(np.random.default_rng([7, game])) for game in (0, 0, 1))
        assert one == same != two
        assert one.left == 13
