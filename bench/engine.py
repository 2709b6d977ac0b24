"""Benchmark of the engine's strength and speed: python -m bench.engine WHAT [--deals 1000] [--seed 1].

    endings   CPU of exact endings from 13 to 8 tricks
    greedy    the best level against greedy phase one, both perfect in phase two
    knowing   the same against a greedy one that knows what the factions make of a card
    policy    the policy alone, without any search, against greedy
    seeing    the same search, with the other hand seen, against greedy phase one: what an honest one could still gain
    duel      the best level against the search that sees the other hand
    random    the best level against random cards, whole games
    levels    each level against the one below, whole games
    site      --games 100 against a site of its own at once (bench.engine_load): CPU a card, what it costs other people,
              how soon it answers; all levels and the best alone, and without pause

Every deal is played twice with the seats changed; +- is 95 % over the deals. One process, no clock decides anything.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

# One core for numpy, as in the engine's processes.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.engine_matches import LevelPlayer, Player, deal_shuffled, play_at_random, play_game, play_match
from games.engine.card_choice import compute_logits
from games.engine.determinization import SampledWorlds, sample_worlds
from games.engine.endgame_solver import Solver, solve_endgame, solve_outcome
from games.engine.knowledge import Knowledge, build_knowledge
from games.engine.levels import LEVELS
from games.engine.position import NUMBERS, build_position
from games.engine.search import estimate_chances_in
from games.engine.train.greedy_policy import build_greedy_weights
from games.engine.weights import Weights, load_weights
from games.rules.cards import Card
from games.rules.state import State, get_other_seat
from games.rules.visible_state import VisibleState

GREEDY, KNOWING = build_greedy_weights(), build_greedy_weights(knowing=True)


def find_best(values: Mapping[Card, float]) -> Card:
    return max(sorted(values), key=lambda card: values[card])


def play_greedily(views: Sequence[VisibleState], state: State, seed: int, weights: Weights = GREEDY) -> Card:
    return find_best(compute_logits(build_knowledge(views), weights))


def play_greedily_with_powers(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    return play_greedily(views, state, seed, KNOWING)


def play_by_policy(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    return find_best(compute_logits(build_knowledge(views), load_weights()))


def build_best_player(worlds: int) -> LevelPlayer:
    """Return the player of the best level, with this many worlds."""
    return LevelPlayer(replace(LEVELS[-1], worlds=worlds))


def play_by_sighted_search(worlds: int) -> Player:
    """Return a player that searches ``worlds`` worlds with the true other hand."""

    def card(views: Sequence[VisibleState], state: State, seed: int) -> Card:
        knowledge = build_knowledge(views)
        if len(set(knowledge.legal)) == 1:
            return knowledge.legal[0]
        rng = np.random.default_rng([seed, state.ply])
        chances = estimate_chances_in(build_true_worlds(knowledge, state, worlds, rng), knowledge, load_weights(), rng)
        return max(sorted(chances), key=lambda option: chances[option].win)

    return card


def build_true_worlds(knowledge: Knowledge, state: State, count: int, rng: np.random.Generator) -> SampledWorlds:
    """Return worlds with the true other hand and the rest dealt anew."""
    hand = state.hands[get_other_seat(knowledge.seat)]
    rest = tuple((Counter(knowledge.unseen) - Counter(hand)).elements())
    worlds = sample_worlds(replace(knowledge, unseen=rest, held=0), count, rng)
    hands = np.tile([NUMBERS[card][0] for card in hand], (count, 1))
    return SampledWorlds(hands, worlds.blind, worlds.deck)


def measure_endings(deals: int, seed: int) -> None:
    """Measure exact outcomes from starts of phase two that were reached by random cards."""
    starts = [
        play_game(deal_shuffled(seed, number), (play_at_random, play_at_random), number, 26) for number in range(deals)
    ]
    since = time.process_time()
    solve_endgame(build_position(play_game(starts[0], (play_at_random, play_at_random), 0, 48)))
    print(f"compiling or loading: {time.process_time() - since:.1f} s")
    for tricks_left in range(13, 7, -1):
        milliseconds, nodes, unknown = list[float](), list[int](), 0
        for number, start in enumerate(starts):
            position = build_position(play_game(start, (play_at_random, play_at_random), number, 52 - 2 * tricks_left))
            since = time.process_time()
            solver = Solver(position)
            unknown += solve_outcome(solver, position) is None
            milliseconds.append(1000 * (time.process_time() - since))
            nodes.append(solver.nodes)
        figures = ", ".join(f"{name} {np.percentile(milliseconds, percent):.1f}" for name, percent in PERCENTILES)
        print(
            f"{tricks_left} tricks, {deals} positions: {figures} ms, {np.mean(nodes):,.0f} nodes, {unknown} not known"
        )


PERCENTILES = (("median", 50), ("p95", 95), ("p99", 99), ("worst", 100))


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
        from bench import engine_load, servers

        os.environ["NUMBA_CACHE_DIR"] = str(servers.NUMBA_CACHE)
        sys.exit(not engine_load.main(chosen.games, min(chosen.seconds, 300)))
    measure(chosen.what, chosen.deals, chosen.seed, chosen.worlds)


def measure(what: str, deals: int, seed: int, worlds: int) -> None:
    """Run one of the measurements."""
    if what == "endings":
        measure_endings(deals, seed)
    elif what == "levels":
        for lower, higher in pairwise(LEVELS):
            result = play_match(LevelPlayer(higher), LevelPlayer(lower), deals, seed, perfect=False)
            print(f"{higher.key} against {lower.key}: {result}", flush=True)
    else:
        first, second = build_players(what, worlds)
        print(play_match(first, second, deals, seed, perfect=what != "random"))
        if isinstance(first, LevelPlayer):
            print(first.format_cpu())


def build_players(what: str, worlds: int) -> tuple[Player, Player]:
    """Return the players of a measurement."""
    best, sighted = build_best_player(worlds), play_by_sighted_search(worlds)
    pairs: dict[str, tuple[Player, Player]] = {
        "greedy": (best, play_greedily),
        "knowing": (best, play_greedily_with_powers),
        "seeing": (sighted, play_greedily),
        "duel": (best, sighted),
        "policy": (play_by_policy, play_greedily),
        "random": (best, play_at_random),
    }
    return pairs[what]


if __name__ == "__main__":
    main()
