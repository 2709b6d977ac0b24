"""How strong and how quick the minds are: python -m bench.minds WHAT [--deals 1000] [--seed 1].

    endings   CPU of exact endings from 13 to 8 tricks
    greedy    the best level against greedy phase one, both perfect in phase two
    knowing   the same against a greedy one that knows what the factions make of a card
    policy    the policy alone, without any search, against greedy
    seeing    the same search, with the other hand seen, against greedy phase one: what an honest one could still gain
    duel      the honest search against the one that sees the other hand
    random    the best level against random cards, whole games
    levels    each level against the one below, whole games
    site      --games 100 against a site of its own at once (bench.against): CPU a card, what it costs other people,
              how soon it answers; all levels and the best alone, and without pause

Every deal is played twice with the seats changed; +- is 95 % over the deals. One process, no clock decides anything.
"""

import argparse
import math
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

# One core for the figures, as in the processes that think.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.minds.choice import choose, preferences
from games.minds.endings import Solver, outcome_of, solve
from games.minds.greedy import greedy
from games.minds.guess import likelihoods
from games.minds.knowledge import Knowledge, known
from games.minds.levels import LEVELS, Level
from games.minds.position import NUMBERS, position
from games.minds.search import chances, chances_in
from games.minds.weights import Weights, fitted
from games.minds.worlds import Worlds, sampled
from games.rules.cards import DECK, Card
from games.rules.moves import apply, deal, legal_moves
from games.rules.scoring import outcome
from games.rules.state import State, other
from games.rules.visible import Visible, visible

GREEDY, KNOWING = greedy(), greedy(knowing=True)
TIMES = list[float]()


Mind = Callable[[Sequence[Visible], State, int], Card]
"""What plays a card, given all that its seat saw; whoever may look at the state as well says so."""


def by_level(level: Level) -> Mind:
    return lambda views, state, seed: choose(views, level, seed)


def best(worth: Mapping[Card, float]) -> Card:
    return max(sorted(worth), key=lambda card: worth[card])


def by_greed(views: Sequence[Visible], state: State, seed: int, weights: Weights = GREEDY) -> Card:
    return best(preferences(known(views), weights))


def by_knowing(views: Sequence[Visible], state: State, seed: int) -> Card:
    return by_greed(views, state, seed, KNOWING)


def at_random(views: Sequence[Visible], state: State, seed: int) -> Card:
    return random.Random(f"{seed} {state.ply}").choice(legal_moves(state))


def by_policy(views: Sequence[Visible], state: State, seed: int) -> Card:
    return best(preferences(known(views), fitted()))


def by_search(worlds: int, seeing: bool = False) -> Mind:
    """The search with so many worlds; seeing, with the other hand as it is; else reading the other seat's cards."""

    def card(views: Sequence[Visible], state: State, seed: int) -> Card:
        knowledge = known(views)
        if len(set(knowledge.legal)) == 1:
            return knowledge.legal[0]
        chance, using = np.random.default_rng([seed, state.ply]), fitted()
        begun = time.process_time()
        if seeing:
            found = chances_in(truth(knowledge, state, worlds, chance), knowledge, using, chance)
        else:
            found = chances(knowledge, worlds, using, chance)
        TIMES.append(time.process_time() - begun)
        return max(sorted(found), key=lambda one: found[one].win)

    return card


def truth(knowledge: Knowledge, state: State, count: int, chance: np.random.Generator) -> Worlds:
    """Worlds with the other hand as it is, the rest dealt anew; how its seat plays is guessed as without seeing it."""
    hand = state.hands[other(knowledge.seat)]
    rest = tuple((Counter(knowledge.unseen) - Counter(hand)).elements())
    found = sampled(replace(knowledge, unseen=rest, held=0), count, chance)
    hands = np.tile([NUMBERS[card][0] for card in hand], (count, 1))
    odds = likelihoods(knowledge, hands[:1], fitted())[0]
    return Worlds(hands, found.blind, found.deck, chance.choice(len(odds), size=count, p=odds / odds.sum()))


def game(state: State, players: tuple[Mind, Mind], seed: int, until: int | None = None) -> State:
    """The state after the players have played, to the end or to ``until`` cards."""
    views = list[Visible](), list[Visible]()
    while state.to_play is not None and (until is None or state.ply < until):
        for seat in (0, 1):
            views[seat].append(visible(state, seat))
        seat = state.to_play
        state = apply(state, players[seat](views[seat], state, 2 * seed + seat))
    return state


def score(state: State, players: tuple[Mind, Mind], seed: int, perfect: bool) -> float | None:
    """What seat 0 gets: 1, 0.5 or 0; None where the ending is not known."""
    if not perfect:
        found = outcome(game(state, players, seed))
        assert found is not None
        winner = found.winner
        return 0.5 if winner is None else 1 - winner
    start = position(game(state, players, seed, 26))
    ends = outcome_of(Solver(start, 20_000_000), start)
    return None if ends is None else (1 + (ends if start.to_play == 0 else -ends)) / 2


def match(one: Mind, two: Mind, deals: int, seed: int, perfect: bool) -> float:
    """The part of the games that ``one`` wins against ``two``, with its interval and how many there were."""
    pairs, unknown = list[float](), 0
    for number in range(deals):
        chance = random.Random(f"{seed} {number}")
        state = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
        first = score(state, (one, two), number, perfect)
        second = score(state, (two, one), number, perfect)
        if first is None or second is None:
            unknown += 1
        else:
            pairs.append((first + 1 - second) / 2)
    mean, spread = float(np.mean(pairs)), 1.96 * float(np.std(pairs)) / math.sqrt(len(pairs))
    told = f"{100 * mean:.1f} +- {100 * spread:.1f} % of {2 * len(pairs)} games, Elo {elo(mean):+.0f}"
    print(f"{told} ({unknown} deals not known)" if unknown else told, flush=True)
    return mean


def elo(part: float) -> float:
    return -400 * math.log10(1 / min(max(part, 1e-4), 1 - 1e-4) - 1)


def cpu(label: str = "a card") -> None:
    if TIMES:
        low, high, most = (1000 * np.percentile(TIMES, each) for each in (50, 95, 100))
        print(f"CPU {label}: mean {1000 * np.mean(TIMES):.1f}, median {low:.1f}, p95 {high:.1f}, worst {most:.1f} ms")


def endings(deals: int, seed: int) -> None:
    """Win, draw or loss from starts of phase two that were reached by random cards."""
    starts = [game(shuffled(seed, number), (at_random, at_random), number, 26) for number in range(deals)]
    begun = time.process_time()
    solve(position(game(starts[0], (at_random, at_random), 0, 48)))
    print(f"compiling or loading: {time.process_time() - begun:.1f} s")
    for left in range(13, 7, -1):
        taken, nodes, unknown = list[float](), list[int](), 0
        for number, start in enumerate(starts):
            at = position(game(start, (at_random, at_random), number, 52 - 2 * left))
            begun = time.process_time()
            solver = Solver(at)
            unknown += outcome_of(solver, at) is None
            taken.append(1000 * (time.process_time() - begun))
            nodes.append(solver.nodes)
        figures = ", ".join(f"{name} {np.percentile(taken, each):.1f}" for name, each in PERCENTILES)
        print(f"{left} tricks, {deals} positions: {figures} ms, {np.mean(nodes):,.0f} nodes, {unknown} not known")


PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))


def shuffled(seed: int, number: int) -> State:
    chance = random.Random(f"{seed} {number}")
    return deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "what", choices=["endings", "greedy", "knowing", "seeing", "duel", "policy", "random", "levels", "site"]
    )
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=LEVELS[-1].worlds)
    parser.add_argument("--games", type=int, default=100, choices=range(1, 501), metavar="1..500", help="for site")
    parser.add_argument("--seconds", type=float, default=40, help="of each run of site, at most 300")
    chosen = parser.parse_args()
    if chosen.what == "site":
        from bench import against

        os.environ["NUMBA_CACHE_DIR"] = str(against.COMPILED)
        sys.exit(not against.main(chosen.games, min(chosen.seconds, 300)))
    measure(chosen.what, chosen.deals, chosen.seed, chosen.worlds)
    cpu()


def measure(what: str, deals: int, seed: int, worlds: int) -> None:
    """One of the measurements."""
    if what == "endings":
        endings(deals, seed)
    elif what == "levels":
        for lower, higher in pairwise(LEVELS):
            print(f"{higher.key} against {lower.key}: ", end="", flush=True)
            match(by_level(higher), by_level(lower), deals, seed, perfect=False)
    elif what == "random":
        match(by_level(LEVELS[-1]), at_random, deals, seed, perfect=False)
    else:
        honest, seeing = by_search(worlds), by_search(worlds, seeing=True)
        pairs: dict[str, tuple[Mind, Mind]] = {
            "greedy": (honest, by_greed),
            "knowing": (honest, by_knowing),
            "seeing": (seeing, by_greed),
            "duel": (honest, seeing),
            "policy": (by_policy, by_greed),
        }
        one, two = pairs[what]
        match(one, two, deals, seed, perfect=True)


if __name__ == "__main__":
    main()
