"""Phase two exactly: what each card kept or gave away, and a line that would have kept it."""

from __future__ import annotations

from games.minds import late
from games.minds.endings import Solver, margin_of, outcome_of
from games.minds.position import CARDS, Position, position
from games.minds.review.played import Played
from games.minds.review.told import Ended
from games.rules.cards import Card
from games.rules.state import Cards

NODES = 1_500_000
"""Positions looked at for each question."""


def endings(played: Played, ply: int) -> tuple[Ended, ...]:
    """The cards of the trick of phase two that begins before the ``ply``-th card, as far as it was played."""
    at = position(played.states[ply])
    solver = Solver(at, NODES)
    found: list[Ended] = []
    for card in played.record.plays[ply : ply + 2]:
        found.append(_ended(solver, at, ply + len(found), card, played.record.rulings.draw))
        at = at.after(number(at, card))
    return tuple(found)


def number(at: Position, card: Card) -> int:
    """The number of a card of the hand that is to play."""
    return next(one for one in at.hands[at.to_play] if CARDS[one] == card)


def _ended(solver: Solver, at: Position, ply: int, card: Card, draw: str) -> Ended:
    after = at.after(number(at, card))
    side = 1 if after.to_play == at.to_play else -1
    now, later = outcome_of(solver, at, draw), _turned(outcome_of(solver, after, draw), side)
    margins = margin_of(solver, at), _turned(margin_of(solver, after), side)
    said = Ended(ply, at.to_play, card, now, later, *margins)
    if not said.gave_away:
        return said
    keeps = keeping(solver, at, draw)
    line = best_line(solver, at, draw)
    return Ended(ply, at.to_play, card, now, later, *margins, tuple(sorted({CARDS[one] for one in keeps})), line)


def _turned(value: int | None, side: int) -> int | None:
    return None if value is None else side * value


def keeping(solver: Solver, at: Position, draw: str) -> tuple[int, ...]:
    """The cards after which the outcome is what it is, as far as known; what looks best one trick ahead comes first."""
    outcome = outcome_of(solver, at, draw)
    looks = late.worths(at)
    order = sorted(looks, key=lambda one: (-looks[one], one))
    return tuple(card for card in order if outcome is not None and _after(solver, at, card, draw) == outcome)


def best_line(solver: Solver, at: Position, draw: str) -> Cards | None:
    """Best play of both to the end; None where it is not known at some card."""
    line: list[Card] = []
    while at.hands[at.to_play]:
        card = next(iter(keeping(solver, at, draw)), None)
        if card is None:
            return None
        line.append(CARDS[card])
        at = at.after(card)
    return tuple(line)


def _after(solver: Solver, at: Position, card: int, draw: str) -> int | None:
    after = at.after(card)
    return _turned(outcome_of(solver, after, draw), 1 if after.to_play == at.to_play else -1)


def outcome_at(played: Played, ply: int) -> int | None:
    """1, 0 or -1 for seat 0 before a card of phase two; None where it is not known."""
    at = position(played.states[ply])
    found = outcome_of(Solver(at, NODES), at, played.record.rulings.draw)
    return _turned(found, 1 if at.to_play == 0 else -1)
