"""Generator of puzzles from games between the levels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np

from games.engine.card_choice import choose_card
from games.engine.position import CARDS, Ids, Position, build_position
from games.engine.puzzles.level_moves import WEAK_LEVELS, choose_level_card, is_obvious
from games.engine.puzzles.perfect_play import list_winning_cards
from games.engine.puzzles.puzzle import MAX_TRICKS, MIN_TRICKS, Puzzle
from games.engine.puzzles.rating import compute_rating, count_failures
from games.rules.cards import DECK, hand_sort_key
from games.rules.moves import apply, deal
from games.rules.state import Cards, Phase, get_other_seat
from games.rules.visible_state import VisibleState, build_visible_state

PLAYERS = WEAK_LEVELS
"""Levels that play the games: weak ones, since games between strong levels have few puzzles, and fast ones."""
OBVIOUS_EVERY = 5
"""One puzzle in so many, at a random place, has an obvious answer, so that solvers cannot rule obvious cards out.

After a change, run ``manage.py puzzles make``.
"""
MAX_SPARE = 5
"""Number of puzzles with obvious answers that are found in advance."""
LINES = 8
"""Number of times that phase two of each game is played."""
SEEDS = 1 << 31
MIN_CHOICES = 3
"""Least number of different legal cards in a puzzle."""


def generate_positions(rng: np.random.Generator) -> Iterator[Position]:
    """Yield the positions of one generated game that have the size of a puzzle; some may come more than once."""
    start = play_to_phase_two(rng)
    for _ in range(LINES):
        yield from _play_line(start, rng)


def play_to_phase_two(rng: np.random.Generator) -> Position:
    """Play phase one of a new game between levels and return the position in which phase two begins."""
    state = deal(tuple(DECK[at] for at in rng.permutation(len(DECK))), int(rng.integers(2)))
    levels, seeds = _draw_players(rng)
    views: tuple[list[VisibleState], list[VisibleState]] = ([], [])
    while state.phase is Phase.ONE:
        for viewer in (0, 1):
            views[viewer].append(build_visible_state(state, viewer))
        seat = state.leader if state.lead is None else 1 - state.leader
        state = apply(state, choose_card(views[seat], PLAYERS[levels[seat]], seeds[seat]))
    return build_position(state)


def _play_line(position: Position, rng: np.random.Generator) -> Iterator[Position]:
    levels, seeds = _draw_players(rng)
    while position.tricks_left >= MIN_TRICKS:
        if position.tricks_left <= MAX_TRICKS:
            yield position
        seat = position.to_play
        card = choose_level_card(PLAYERS[levels[seat]], position, seeds[seat])
        position = position.play(position.get_number(card))


def _draw_players(rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """Return a level and a seed for each seat."""
    return rng.integers(len(PLAYERS), size=2).tolist(), rng.integers(SEEDS, size=2).tolist()


def generate_puzzles(seed: int) -> Iterator[Puzzle]:
    """Yield puzzles without end, at most one per game, the same for the same seed.

    A puzzle with an obvious answer comes from a game that has no other puzzle.
    """
    spare: list[Puzzle] = []
    number = 0
    for game in count():
        puzzle = find_puzzle(seed, game)
        if puzzle is not None:
            yield spare.pop(0) if spare and has_obvious_answer(seed, number) else puzzle
            number += 1
        elif len(spare) < MAX_SPARE and (obvious := find_puzzle(seed, game, obvious=True)) is not None:
            spare.append(obvious)


def has_obvious_answer(seed: int, number: int) -> bool:
    """Return whether the answer of a puzzle is an obvious card; ``number`` counts from 0."""
    block, place = divmod(number, OBVIOUS_EVERY)
    return place == int(np.random.default_rng([seed, block]).integers(OBVIOUS_EVERY))


def find_puzzle(seed: int, game: int, obvious: bool = False) -> Puzzle | None:
    """Return the first puzzle of a generated game, with or without an obvious answer; None if the game has none."""
    for position in generate_positions(np.random.default_rng([seed, game])):
        if is_puzzle(position, obvious):
            return _build_puzzle(position, game)
    return None


def is_puzzle(position: Position, obvious: bool = False) -> bool:
    """Return whether a position is a puzzle.

    It must have enough different legal cards and only one winning card, which is obvious or not as asked.
    """
    if len({CARDS[number] for number in position.list_legal()}) < MIN_CHOICES:
        return False
    wins = list_winning_cards(position)
    return len(wins) == 1 and is_obvious(position, wins[0]) == obvious


def _build_puzzle(position: Position, game: int) -> Puzzle:
    """Return the position as a puzzle, with its solver on seat 0."""
    seat, failures = position.to_play, count_failures(position)
    hands, score = (
        (_list_cards(pair[seat]), _list_cards(pair[get_other_seat(seat)])) for pair in (position.hands, position.score)
    )
    lead = None if position.lead is None else CARDS[position.lead]
    (answer,) = list_winning_cards(position)
    return Puzzle(hands, score, lead, answer, compute_rating(failures), failures, game)


def _list_cards(ids: Ids) -> Cards:
    return tuple(sorted((CARDS[number] for number in ids), key=hand_sort_key))
