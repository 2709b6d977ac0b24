"""Phase two played perfectly by both: who wins from a position, by how many votes, and after which cards."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.minds import proof
from games.minds.compiled import available, compiled
from games.minds.goals import Goal, Votes, Wish, ends, threshold, votes_of
from games.minds.position import APART, BEATS, SUIT, TO_LOSER, WILD, Ids, Position
from games.rules.rulings import Draw

NODES = 2_500_000
"""Positions looked at before a compiled search gives up: about half a second."""
PLAIN_NODES = 40_000
"""The same for Python alone, whatever else is asked for."""
SIGNATURE = "int64(int64[::1], int64, int64, int64, int64, int64)"
ENTRIES = 1 << 17


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a goal is reached with best play of both, None where the limit was hit, and positions looked at."""

    reached: bool | None
    nodes: int


class Solver:
    """Answers about one position; what it found out for one goal or card helps with the next.

    The trap: it is not for two threads at once.
    """

    def __init__(self, at: Position, limit: int | None = None, plain: bool = False) -> None:
        self.compiled = available() and not plain
        most = NODES if self.compiled else PLAIN_NODES
        self.limit = most if limit is None else limit if self.compiled else min(limit, most)
        self.votes = votes_of(at)
        self.at = at
        self.tags: dict[Goal, int] = {}
        self.nodes = 0
        self.places = _places(at)
        self.work = _workspace(self.compiled)
        _lay_out(self.work, at, self.places, self.votes)

    def reaches(self, goal: Goal, at: Position | None = None) -> Answer:
        """Whether seat 0 reaches the goal from the position or from one that comes after it."""
        at = at or self.at
        needed, worth = threshold(goal, self.votes)
        if sum(worth) < needed:
            return Answer(False, 0)
        self._aim(goal, needed, worth)
        self.work[proof.NODES], self.work[proof.LIMIT] = 0, self.limit
        cards, needs, rest = self._standing(at)
        lead = -1 if at.lead is None else self.places[at.lead]
        answer = self._search()(self.work, cards, at.leader, lead, needs, rest)
        nodes = int(self.work[proof.NODES])
        self.nodes += nodes
        return Answer(None if answer == proof.STOPPED else bool(answer & proof.YES), nodes)

    def _search(self) -> Any:
        return compiled(proof, "search", SIGNATURE) if self.compiled else proof.search

    def _aim(self, goal: Goal, needed: int, worth: tuple[int, ...]) -> None:
        if goal not in self.tags:
            self.tags[goal] = _next_tag(self.work)
        self.work[proof.TAG] = self.tags[goal]
        reached, lost = ends(needed, worth)
        for one in range(64):
            self.work[proof.REACHED + one], self.work[proof.LOST + one] = reached[one], lost[one]

    def _standing(self, at: Position) -> tuple[int, int, int]:
        """The cards in hands as bits, what seat 0 still needs, and what is left to score."""
        cards = sum(1 << self.places[one] for hand in at.hands for one in hand)
        held = [*at.hands[0], *at.hands[1], *(() if at.lead is None else (at.lead,))]
        needs = self.votes.needs
        mine = set(at.score[0]) - set(self.at.score[0])
        needs = proof.lowered(needs, sum(self.votes.weights[one] for one in mine))
        return cards, needs, sum(self.votes.weights[one] for one in held)


@dataclass(frozen=True, slots=True)
class Ending:
    """A position with best play of both, for the seat to play: 1 it wins, 0 a draw, -1 it loses, None: not known.

    ``cards`` has the same after each legal card, of equal cards each; ``margin`` is the votes that it leads by in
    the end
    where both play for votes, None where that is not known.
    """

    outcome: int | None
    margin: int | None
    nodes: int
    cards: dict[int, int | None]


def solve(at: Position, draw: str = Draw.VOTES, limit: int | None = None, plain: bool = False) -> Ending:
    """The exact ending of a position, and after each card; ``limit`` counts the positions of each search."""
    solver = Solver(at, limit, plain)
    outcome, margin = outcome_of(solver, at, draw), margin_of(solver, at)
    nodes = solver.nodes
    cards = {card: _outcome_after(solver, at, card, draw) for card in at.legal()}
    return Ending(_by_cards(cards) if outcome is None else outcome, margin, nodes, cards)


def _by_cards(cards: dict[int, int | None]) -> int | None:
    """The outcome that follows from those after the cards: a win decides, otherwise all must be known."""
    known = [outcome for outcome in cards.values() if outcome is not None]
    return max(known) if 1 in known or len(known) == len(cards) else None


def outcome_of(solver: Solver, at: Position, draw: str = Draw.VOTES) -> int | None:
    """1, 0 or -1 for the seat to play from ``at``, which is the solver's position or comes after it."""
    for_first = _outcome(solver, at, draw)
    return for_first if for_first is None or at.to_play == 0 else -for_first


def _outcome_after(solver: Solver, at: Position, card: int, draw: str) -> int | None:
    found = _outcome(solver, at.after(card), draw)
    return found if found is None or at.to_play == 0 else -found


def _outcome(solver: Solver, at: Position, draw: str) -> int | None:
    """For seat 0."""
    win, even = (Goal(Wish.ENOUGH), Goal(Wish.NOT_ENOUGH)) if draw == Draw.THREE else (_leads(1), _leads(0))
    won = solver.reaches(win, at).reached
    if won or won is None:
        return None if won is None else 1
    if threshold(win, solver.votes) == threshold(even, solver.votes) or _always_odd(solver.votes, win):
        return -1
    held = solver.reaches(even, at).reached
    return None if held is None else 0 if held else -1


def _leads(votes: int) -> Goal:
    return Goal(Wish.LEAD, votes)


def _always_odd(votes: Votes, goal: Goal) -> bool:
    """Whether nobody can be level: an odd number of votes, each of which somebody gets."""
    return goal.wish is Wish.LEAD and not votes.level and len(votes.contested) % 2 == 1


def margin_of(solver: Solver, at: Position) -> int | None:
    """The votes by which the seat to play leads in the end when both play for votes; None where that is not known."""
    step = 1 if solver.votes.level else 2
    most = len(solver.votes.contested)
    lead = -most
    while lead < most:
        reached = solver.reaches(_leads(lead + step), at).reached
        if reached is None:
            return None
        if not reached:
            break
        lead += step
    return lead if at.to_play == 0 else -lead


def _places(at: Position) -> dict[int, int]:
    """The bit of each card: those of seat 0, then those of seat 1, each by faction and value."""
    first, second = (sorted(hand) for hand in _held(at))
    return {one: place for place, one in enumerate([*first, *second])}


def _held(at: Position) -> tuple[Ids, Ids]:
    """The hands with the card that was led."""
    if at.lead is None:
        return at.hands
    with_lead = (*at.hands[at.leader], at.lead)
    return (with_lead, at.hands[1]) if at.leader == 0 else (at.hands[0], with_lead)


_LOCAL = threading.local()


def _workspace(for_compiled: bool) -> Any:
    """The array of this thread; its table outlives a solver, whose tags tell its entries from older ones."""
    name = "array" if for_compiled else "list"
    if not hasattr(_LOCAL, name):
        size = ENTRIES if for_compiled else 1 << 14
        empty = [0] * (proof.TABLE + proof.ENTRY * size)
        work: Any = np.array(empty, dtype=np.int64) if for_compiled else empty
        work[proof.SIZE] = size
        for one in range(32):
            work[proof.place(1 << one)] = one
        setattr(_LOCAL, name, work)
    return getattr(_LOCAL, name)


def _next_tag(work: Any) -> int:
    tags = getattr(_LOCAL, "tags", 0) + 1
    _LOCAL.tags = tags
    return tags << 28


def _lay_out(work: Any, at: Position, places: dict[int, int], votes: Votes) -> None:
    """Write down what the search looks up of the cards of a position."""
    first = len(_held(at)[0])
    cards = list(places)
    theirs = np.arange(len(cards)) >= first
    enemy = theirs[:, None] != theirs[None, :]
    ids = np.array(cards, dtype=np.int64)
    pairs = np.ix_(ids, ids)
    bits = 1 << np.arange(len(cards), dtype=np.int64)
    rows = [(proof.BEATEN, BEATS[pairs]), (proof.SUITS, SUIT[pairs]), (proof.LEGAL, SUIT[pairs] | WILD[ids][None, :])]
    for place, told in rows:
        _write(work, place, (told & enemy) @ bits)
    _write(work, proof.WEIGHTS, np.array([votes.weights[one] for one in cards], dtype=np.int64))
    work[proof.FIRST], work[proof.DWARVES] = first, int(TO_LOSER[ids] @ bits)
    weight = np.array([votes.weights[one] for one in cards])
    _write(work, proof.LEADS, np.zeros(proof.FRAMES - proof.LEADS, dtype=np.int64))
    links = _links(ids, weight, enemy)
    work[proof.LINKS] = len(links) // 2
    _write(work, proof.LINK, np.array(links, dtype=np.int64))


def _links(ids: Any, weight: Any, enemy: Any) -> list[int]:
    """The cards that differ from the one below in no more than what cards of the other hand tell: each with those."""
    bits = 1 << np.arange(len(ids), dtype=np.int64)
    found = []
    for one in range(1, len(ids)):
        if not enemy[one, one - 1] and SUIT[ids[one], ids[one - 1]] and weight[one] == weight[one - 1]:
            found += [1 << one, int((APART[ids[one], ids[one - 1], ids] & enemy[one]) @ bits)]
    return found


def _write(work: Any, place: int, numbers: Any) -> None:
    work[place : place + len(numbers)] = numbers if isinstance(work, np.ndarray) else numbers.tolist()
