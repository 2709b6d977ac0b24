"""Exact review of phase two: what each card kept or gave away, and a line that would have kept it."""

from __future__ import annotations

from dataclasses import replace

from games.engine import lookahead
from games.engine.endgame_solver import Solver, solve_after, solve_margin, solve_outcome
from games.engine.position import CARDS, Position, build_position
from games.engine.review.finished_game import FinishedGame
from games.engine.review.values import EndgameCard
from games.rules.cards import Card
from games.rules.state import Cards

MAX_NODES = 1_500_000
"""Limit of positions visited in each search."""


def review_trick(game: FinishedGame, ply: int) -> tuple[EndgameCard, ...]:
    """Return the reviewed cards of the trick that begins after ``ply`` cards: two, or fewer if the game ends before."""
    position = build_position(game.states[ply])
    solver = Solver(position, MAX_NODES)
    reviewed: list[EndgameCard] = []
    for card in game.record.plays[ply : ply + 2]:
        reviewed.append(_review_card(solver, position, ply + len(reviewed), card, game.record.rulings.draw))
        position = position.play(position.get_number(card))
    return tuple(reviewed)


def _review_card(solver: Solver, position: Position, ply: int, card: Card, draw: str) -> EndgameCard:
    after = position.play(position.get_number(card))
    sign = 1 if after.to_play == position.to_play else -1
    before, outcome_after = solve_outcome(solver, position, draw), _turn_value(solve_outcome(solver, after, draw), sign)
    margins = solve_margin(solver, position), _turn_value(solve_margin(solver, after), sign)
    reviewed = EndgameCard(ply, position.to_play, card, before, outcome_after, *margins)
    if not reviewed.gave_away:
        return reviewed
    keeps = list_keeping_cards(solver, position, draw)
    line = find_best_line(solver, position, draw)
    return replace(reviewed, keeps=tuple(sorted({CARDS[number] for number in keeps})), line=line)


def _turn_value(value: int | None, sign: int) -> int | None:
    return None if value is None else sign * value


def list_keeping_cards(solver: Solver, position: Position, draw: str) -> tuple[int, ...]:
    """Return the cards that are known to keep the outcome, highest lookahead value first."""
    outcome = solve_outcome(solver, position, draw)
    order = lookahead.order_cards(position)
    return tuple(card for card in order if outcome is not None and solve_after(solver, position, card, draw) == outcome)


def find_best_line(solver: Solver, position: Position, draw: str) -> Cards | None:
    """Return a line of best play of both seats to the end; None if an outcome on the way is unknown."""
    line: list[Card] = []
    while position.hands[position.to_play]:
        card = next(iter(list_keeping_cards(solver, position, draw)), None)
        if card is None:
            return None
        line.append(CARDS[card])
        position = position.play(card)
    return tuple(line)


def get_outcome_at(game: FinishedGame, ply: int) -> int | None:
    """Return 1, 0 or -1 for seat 0 after ``ply`` cards, in phase two; None if unknown."""
    position = build_position(game.states[ply])
    outcome = solve_outcome(Solver(position, MAX_NODES), position, game.record.rulings.draw)
    return _turn_value(outcome, 1 if position.to_play == 0 else -1)
