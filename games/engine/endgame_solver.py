"""Exact solver of phase two: goals, outcomes, margins and winning cards.

A goal is a threshold on votes. The solver turns votes into weights of cards, and ``proof_search`` finds out whether
seat 0 can reach the goal. The answers to a few goals give the outcome of a position with best play of both seats, its
margin in votes, and the winning cards.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

import numpy as np

from games.engine import proof_search
from games.engine.numba_compiler import compile_function, is_available, is_compiled
from games.engine.position import (
    BEATS,
    FACTION,
    FACTIONS,
    IS_DISTINGUISHABLE,
    SUIT,
    TO_LOSER,
    VALUE,
    WILD,
    Ids,
    Position,
)
from games.rules.rulings import Draw
from games.rules.scoring import VOTES_TO_WIN


class GoalKind(Enum):
    """Kind of goal of seat 0: a lead in votes, enough votes to win, or keeping seat 1 from enough votes."""

    LEAD = "lead"
    ENOUGH = "enough"
    NOT_ENOUGH = "not enough"


@dataclass(frozen=True, slots=True)
class Goal:
    """Goal of seat 0 in a search.

    For ``LEAD``, ``votes`` is the required lead in votes over seat 1; it may be negative.
    """

    kind: GoalKind
    votes: int = 0


@dataclass(frozen=True, slots=True)
class VoteWeights:
    """Votes of a position, as weights of cards.

    The vote of each faction is a unit, which has a byte in every weight and in ``needs``. ``weights`` has the weight of
    each card. ``needs`` is the weight that seat 0 still needs to have more than half, which gives it the vote.
    ``contested`` are the units that have cards.

    Equal counts of cards go to the higher card. So with an odd number of cards each weighs one, and with an even number
    the highest card weighs three and the others two. Only Goblins can have an even total: if all that can be scored are
    zeros, each seat may get half. ``has_level_counts`` is true for such a position, and an additional last unit then
    stands for half of the Goblins.
    """

    weights: dict[int, int]
    needs: int
    contested: Ids
    has_level_counts: bool


def build_vote_weights(position: Position) -> VoteWeights:
    """Return the votes of a position as weights of cards."""
    held = [*position.hands[0], *position.hands[1], *(() if position.lead is None else (position.lead,))]
    weights: dict[int, int] = {}
    needs, contested, has_level_counts = 0, [], False
    for unit in range(len(FACTIONS)):
        cards = [card for card in (*held, *position.score[0], *position.score[1]) if FACTION[card] == unit]
        if not cards:
            continue
        contested.append(unit)
        faction_weights = _weigh_cards(cards)
        total = sum(faction_weights.values())
        scored = sum(faction_weights[card] for card in position.score[0] if card in faction_weights)
        needs |= max(0, total // 2 + 1 - scored) << 8 * unit
        if total % 2 == 0:
            has_level_counts = True
            needs |= max(0, total // 2 - scored) << 8 * len(FACTIONS)
        unit_bits = 1 << 8 * unit | (1 << 8 * len(FACTIONS) if total % 2 == 0 else 0)
        weights.update({card: weight * unit_bits for card, weight in faction_weights.items()})
    return VoteWeights(weights, needs, tuple(contested), has_level_counts)


def _weigh_cards(cards: list[int]) -> dict[int, int]:
    if len(cards) % 2:
        return dict.fromkeys(cards, 1)
    top = max(VALUE[card] for card in cards)
    is_single = sum(VALUE[card] == top for card in cards) == 1
    return {card: 3 if is_single and VALUE[card] == top else 2 for card in cards}


def compute_threshold(goal: Goal, votes: VoteWeights) -> tuple[int, tuple[int, ...]]:
    """Return the worth that seat 0 must reach, and the worth of each unit.

    Seat 0 reaches the goal if the worths of its units add up to at least the first number.
    """
    goblins, last, contested = 0, len(FACTIONS), len(votes.contested)
    worth = [0] * proof_search.UNITS
    for unit in votes.contested:
        worth[unit] = 2 if goal.kind is GoalKind.LEAD else 1
    if votes.has_level_counts and goal.kind is GoalKind.LEAD:
        worth[goblins] = worth[last] = 1
    if votes.has_level_counts and goal.kind is GoalKind.NOT_ENOUGH:
        # Seat 1 has the vote only where seat 0 has not even half.
        worth[goblins], worth[last] = 0, 1
    if goal.kind is GoalKind.LEAD:
        return goal.votes + contested, tuple(worth)
    return VOTES_TO_WIN if goal.kind is GoalKind.ENOUGH else contested - VOTES_TO_WIN + 1, tuple(worth)


@cache
def list_end_masks(needed: int, worth: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return the answers by set of reached units, and the masks of bytes by set of lost units.

    Both lists have an entry for each set of units as bits, 0 if the set does not decide the goal. The first list has
    the answer ``YES`` with its bound if seat 0 has these units. The second has the mask of the bytes that prove the
    answer ``NO`` if seat 0 can no longer get these units. Both use no more units than the proof needs.
    """
    reached, lost = [0] * 64, [0] * 64
    for units in range(64):
        have = [unit for unit in range(proof_search.UNITS) if units >> unit & 1]
        if sum(worth[unit] for unit in have) >= needed:
            kept = _prune_units(have, worth, needed)
            free = sum(0x3F << 8 * unit for unit in range(proof_search.UNITS) if unit not in kept)
            reached[units] = proof_search.YES | free
        short = sum(worth) - needed + 1
        if sum(worth[unit] for unit in have) >= short:
            lost[units] = sum(0x7F << 8 * unit for unit in _prune_units(have, worth, short))
    return reached, lost


def _prune_units(units: list[int], worth: tuple[int, ...], needed: int) -> list[int]:
    kept = list(units)
    for unit in units:
        if sum(worth[other] for other in kept) - worth[unit] >= needed:
            kept.remove(unit)
    return kept


MAX_NODES = 2_500_000
"""Number of positions that a compiled search visits before it gives up."""
MAX_PLAIN_NODES = 40_000
"""The limit in pure Python, which a caller cannot raise."""
SEARCH_NAME = "search_goal"
SIGNATURE = "int64(int64[::1], int64, int64, int64, int64, int64)"
TABLE_ENTRIES = 1 << 17


def must_compile() -> bool:
    """Return whether the first search on this machine has to wait for the compiler."""
    return is_available() and not is_compiled(proof_search, SEARCH_NAME)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a goal with best play of both seats, and the number of positions visited.

    ``reached`` is None if the search hit its limit.
    """

    reached: bool | None
    nodes: int


class Solver:
    """Solver of one position and of the positions that follow from it.

    Results for one goal or card speed up the next. The trap: all solvers of a thread share a workspace, so do not use a
    solver after another one was created, or in another thread.
    """

    def __init__(self, position: Position, max_nodes: int | None = None, plain: bool = False) -> None:
        self.compiled = is_available() and not plain
        if max_nodes is None:
            max_nodes = MAX_NODES if self.compiled else MAX_PLAIN_NODES
        self.max_nodes = max_nodes if self.compiled else min(max_nodes, MAX_PLAIN_NODES)
        self.votes = build_vote_weights(position)
        self.position = position
        self.tags: dict[Goal, int] = {}
        self.nodes = 0
        self.bit_indices = _list_bits(position)
        self.workspace = _get_workspace(self.compiled)
        _write_position(self.workspace, position, self.bit_indices, self.votes)

    def solve_goal(self, goal: Goal, position: Position | None = None) -> Answer:
        """Return the answer to a goal, from the solver's position or from a later one."""
        position = position or self.position
        needed, worth = compute_threshold(goal, self.votes)
        if sum(worth) < needed:
            return Answer(False, 0)
        self._select_goal(goal, needed, worth)
        self.workspace[proof_search.NODES], self.workspace[proof_search.LIMIT] = 0, self.max_nodes
        cards, needs, remaining = self._encode_position(position)
        lead = -1 if position.lead is None else self.bit_indices[position.lead]
        answer = self._search()(self.workspace, cards, position.leader, lead, needs, remaining)
        nodes = int(self.workspace[proof_search.NODES])
        self.nodes += nodes
        return Answer(None if answer == proof_search.STOPPED else bool(answer & proof_search.YES), nodes)

    def _search(self) -> Any:
        return compile_function(proof_search, SEARCH_NAME, SIGNATURE) if self.compiled else proof_search.search_goal

    def _select_goal(self, goal: Goal, needed: int, worth: tuple[int, ...]) -> None:
        if goal not in self.tags:
            self.tags[goal] = _next_tag(self.workspace)
        self.workspace[proof_search.TAG] = self.tags[goal]
        reached, lost = list_end_masks(needed, worth)
        for units in range(64):
            self.workspace[proof_search.REACHED + units] = reached[units]
            self.workspace[proof_search.LOST + units] = lost[units]

    def _encode_position(self, position: Position) -> tuple[int, int, int]:
        """Return the cards in both hands as bits, the needs of seat 0, and the weights left to score."""
        cards = sum(1 << self.bit_indices[card] for hand in position.hands for card in hand)
        held = [*position.hands[0], *position.hands[1], *(() if position.lead is None else (position.lead,))]
        needs = self.votes.needs
        newly_scored = set(position.score[0]) - set(self.position.score[0])
        needs = proof_search.subtract_bytes(needs, sum(self.votes.weights[card] for card in newly_scored))
        return cards, needs, sum(self.votes.weights[card] for card in held)


@dataclass(frozen=True, slots=True)
class EndgameResult:
    """Result of a position with best play of both seats, for the seat to play.

    ``outcome`` is 1 for a win, 0 for a draw, -1 for a loss, None if unknown. ``margin`` is the final lead in votes if
    both seats play for votes, None if unknown. ``cards`` has the outcome after each legal card, with an entry for each
    of several equal cards.
    """

    outcome: int | None
    margin: int | None
    nodes: int
    cards: dict[int, int | None]


def solve_endgame(
    position: Position, draw: str = Draw.VOTES, max_nodes: int | None = None, plain: bool = False
) -> EndgameResult:
    """Return the exact result of a position and of each card; ``max_nodes`` limits each search."""
    solver = Solver(position, max_nodes, plain)
    outcome, margin = solve_outcome(solver, position, draw), solve_margin(solver, position)
    nodes = solver.nodes
    cards = {card: solve_after(solver, position, card, draw) for card in position.list_legal()}
    return EndgameResult(_combine_outcomes(cards) if outcome is None else outcome, margin, nodes, cards)


def _combine_outcomes(cards: dict[int, int | None]) -> int | None:
    """Return the best outcome of the cards; None if no card wins and the outcome of one is unknown."""
    known = [outcome for outcome in cards.values() if outcome is not None]
    return max(known) if 1 in known or len(known) == len(cards) else None


def solve_outcome(solver: Solver, position: Position, draw: str = Draw.VOTES) -> int | None:
    """Return 1, 0 or -1 for the seat to play, None if unknown; the position is the solver's or a later one."""
    for_first = _solve_for_first(solver, position, draw)
    return for_first if for_first is None or position.to_play == 0 else -for_first


def solve_after(solver: Solver, position: Position, card: int, draw: str = Draw.VOTES) -> int | None:
    """Return 1, 0 or -1 after a card, for the seat that plays it; None if unknown."""
    for_first = _solve_for_first(solver, position.play(card), draw)
    return for_first if for_first is None or position.to_play == 0 else -for_first


def _solve_for_first(solver: Solver, position: Position, draw: str) -> int | None:
    """Return 1, 0 or -1 for seat 0; None if unknown."""
    win_goal, draw_goal = (
        (Goal(GoalKind.ENOUGH), Goal(GoalKind.NOT_ENOUGH))
        if draw == Draw.THREE
        else (_build_lead_goal(1), _build_lead_goal(0))
    )
    is_won = solver.solve_goal(win_goal, position).reached
    if is_won or is_won is None:
        return None if is_won is None else 1
    if compute_threshold(win_goal, solver.votes) == compute_threshold(draw_goal, solver.votes) or _has_odd_votes(
        solver.votes, win_goal
    ):
        return -1
    is_drawn = solver.solve_goal(draw_goal, position).reached
    return None if is_drawn is None else 0 if is_drawn else -1


def _build_lead_goal(votes: int) -> Goal:
    return Goal(GoalKind.LEAD, votes)


def _has_odd_votes(votes: VoteWeights, goal: Goal) -> bool:
    """Return whether a tie is impossible because an odd number of votes all go to a seat."""
    return goal.kind is GoalKind.LEAD and not votes.has_level_counts and len(votes.contested) % 2 == 1


def solve_margin(solver: Solver, position: Position) -> int | None:
    """Return the final lead in votes of the seat to play if both seats play for votes; None if unknown."""
    step = 1 if solver.votes.has_level_counts else 2
    contested = len(solver.votes.contested)
    lead = -contested
    while lead < contested:
        reached = solver.solve_goal(_build_lead_goal(lead + step), position).reached
        if reached is None:
            return None
        if not reached:
            break
        lead += step
    return lead if position.to_play == 0 else -lead


def _list_bits(position: Position) -> dict[int, int]:
    """Return the bit index of each card: first the cards of seat 0, then those of seat 1, by faction and value."""
    first, second = (sorted(hand) for hand in _list_hands(position))
    return {card: index for index, card in enumerate([*first, *second])}


def _list_hands(position: Position) -> tuple[Ids, Ids]:
    """Return both hands, including the card that was led."""
    if position.lead is None:
        return position.hands
    with_lead = (*position.hands[position.leader], position.lead)
    return (with_lead, position.hands[1]) if position.leader == 0 else (position.hands[0], with_lead)


_LOCAL = threading.local()


def _get_workspace(for_compiled: bool) -> Any:
    """Return the workspace of this thread.

    Its table outlives solvers, so every goal of a solver marks its entries with a tag.
    """
    name = "array" if for_compiled else "list"
    if not hasattr(_LOCAL, name):
        size = TABLE_ENTRIES if for_compiled else 1 << 14
        empty = [0] * (proof_search.TABLE + proof_search.ENTRY * size)
        work: Any = np.array(empty, dtype=np.int64) if for_compiled else empty
        work[proof_search.SIZE] = size
        for index in range(32):
            work[proof_search.get_bit_index(1 << index)] = index
        setattr(_LOCAL, name, work)
    return getattr(_LOCAL, name)


def _next_tag(work: Any) -> int:
    tags = getattr(_LOCAL, "tags", 0) + 1
    _LOCAL.tags = tags
    return tags << 28


def _write_position(work: Any, position: Position, bit_indices: dict[int, int], votes: VoteWeights) -> None:
    """Write the tables that the search looks up for the cards of a position."""
    first = len(_list_hands(position)[0])
    cards = list(bit_indices)
    theirs = np.arange(len(cards)) >= first
    enemy = theirs[:, None] != theirs[None, :]
    ids = np.array(cards, dtype=np.int64)
    pairs = np.ix_(ids, ids)
    bits = 1 << np.arange(len(cards), dtype=np.int64)
    rows = [
        (proof_search.BEATEN, BEATS[pairs]),
        (proof_search.SUITS, SUIT[pairs]),
        (proof_search.LEGAL, SUIT[pairs] | WILD[ids][None, :]),
    ]
    for offset, relation in rows:
        _write_numbers(work, offset, (relation & enemy) @ bits)
    _write_numbers(work, proof_search.WEIGHTS, np.array([votes.weights[card] for card in cards], dtype=np.int64))
    work[proof_search.FIRST], work[proof_search.DWARVES] = first, int(TO_LOSER[ids] @ bits)
    weight = np.array([votes.weights[card] for card in cards])
    _write_numbers(work, proof_search.LEADS, np.zeros(proof_search.FRAMES - proof_search.LEADS, dtype=np.int64))
    links = _list_links(ids, weight, enemy)
    work[proof_search.LINKS] = len(links) // 2
    _write_numbers(work, proof_search.LINK, np.array(links, dtype=np.int64))


def _list_links(ids: Any, weight: Any, enemy: Any) -> list[int]:
    """Return links as pairs of bit masks: a card, and the enemy cards that distinguish it from the card below.

    Only neighbours of the same hand, faction and weight form a link.
    """
    bits = 1 << np.arange(len(ids), dtype=np.int64)
    links = []
    for index in range(1, len(ids)):
        if not enemy[index, index - 1] and SUIT[ids[index], ids[index - 1]] and weight[index] == weight[index - 1]:
            links += [1 << index, int((IS_DISTINGUISHABLE[ids[index], ids[index - 1], ids] & enemy[index]) @ bits)]
    return links


def _write_numbers(work: Any, offset: int, numbers: Any) -> None:
    work[offset : offset + len(numbers)] = numbers if isinstance(work, np.ndarray) else numbers.tolist()
