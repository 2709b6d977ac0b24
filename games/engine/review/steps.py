"""Steps of a review, one for each trick, and the edition of reviews.

A review is computed in steps, so that other work waits for at most one step. The edition changes whenever the same game
would get a different review.
"""

from __future__ import annotations

import hashlib
from functools import cache

from games.engine import weights
from games.engine.numba_compiler import is_available
from games.engine.review import calibration, luck, phase_one, phase_two
from games.engine.review.finished_game import FinishedGame
from games.engine.review.values import Estimate, JudgedCard, Point, Review, ReviewPart, join_parts
from games.rules.record import Record
from games.rules.state import HAND_SIZE, Phase

EDITION_NUMBER = 3
"""Increase it with every code change that changes reviews. Changes of the data files need no new number."""

PHASE_ONE_PLIES = 2 * HAND_SIZE


@cache
def compute_edition() -> str:
    """Return the edition, the same for the same code and data files.

    It differs with and without the compiler, which solves more endings.
    """
    files = (weights.FILE, calibration.FILE)
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    return f"{EDITION_NUMBER}-{digest[:16]}" + ("" if is_available() else "-plain")


def list_steps(record: Record) -> range:
    """Return the step numbers: the number of cards played before the trick of each step. The last step may be empty.

    A game that continues another game begins with the trick in which its own first card was played.
    """
    first_ply = get_first_ply(record)
    return range(first_ply - first_ply % 2, len(record.plays) + 1, 2)


def review_step(record: Record, ply: int) -> ReviewPart:
    """Return the part of the review for one step; the record must be legal."""
    game = FinishedGame(record)
    if game.states[ply].finished:
        return ReviewPart()
    first_ply = get_first_ply(record)
    if game.states[ply].phase is Phase.ONE:
        return _review_phase_one(game, ply, first_ply)
    endings = tuple(ending for ending in phase_two.review_trick(game, ply) if ending.ply >= first_ply)
    first = max(ply, first_ply)
    return ReviewPart(
        curve=_build_exact_points(game, first) if first in (PHASE_ONE_PLIES, first_ply) else (),
        endings=endings,
        deal=_get_start_outcome(game, first_ply) if first == first_ply else None,
    )


def review_game(record: Record) -> Review:
    """Return the whole review."""
    return join_parts([review_step(record, ply) for ply in list_steps(record)], get_first_ply(record))


def get_first_ply(record: Record) -> int:
    """Return the number of cards played before this game began, 0 unless it continues another game."""
    return 0 if record.origin is None or record.origin.mode else min(record.origin.step, len(record.plays))


def _review_phase_one(game: FinishedGame, ply: int, first_ply: int) -> ReviewPart:
    knowledge = game.build_knowledge(ply)
    wins = phase_one.simulate_legal_cards(knowledge)
    plies = range(max(ply, first_ply), min(ply + 2, len(game.record.plays)))
    is_start = max(ply, first_ply) == first_ply
    swing = luck.estimate_swing(knowledge, game.states[ply]) if ply > first_ply else None
    return ReviewPart(
        curve=(phase_one.build_point(knowledge, wins),) if ply >= first_ply else (),
        cards=tuple(_judge_card(game, card_ply, wins) for card_ply in plies),
        deal=luck.estimate_deal(game.build_knowledge(first_ply), game.states[first_ply]) if is_start else None,
        blind=(swing,) if swing else (),
    )


def _get_start_outcome(game: FinishedGame, first_ply: int) -> Estimate | None:
    """Return the value for seat 0 of the position of phase two in which this game began; None if unknown."""
    exact = phase_two.get_outcome_at(game, first_ply)
    return None if exact is None else Estimate((1 + exact) / 2, 0.0)


def _judge_card(game: FinishedGame, ply: int, lead_wins: phase_one.Wins) -> JudgedCard:
    knowledge = game.build_knowledge(ply)
    wins: phase_one.Wins = {}
    if ply % 2 == 0:
        wins = lead_wins
    elif len(set(knowledge.legal)) > 1:
        wins = phase_one.simulate_legal_cards(knowledge)
    return phase_one.judge_card(knowledge, wins, game.record.plays[ply])


def _build_exact_points(game: FinishedGame, ply: int) -> tuple[Point, ...]:
    """Return the point of the curve before a card of phase two; empty if the search hit its limit."""
    outcome = phase_two.get_outcome_at(game, ply)
    return () if outcome is None else (Point(ply, (1 + outcome) / 2, 0.0),)
