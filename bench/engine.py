"""Benchmark of the engine's strength and speed: python -m bench.engine WHAT [--deals 1000] [--seed 1].

    endings   CPU of exact endings from 13 to 8 tricks
    greedy    the best level against greedy phase one, both perfect in phase two
    knowing   the same against a greedy one that knows what the factions make of a card
    policy    the policy alone, without any search, against greedy
    seeing    the same search, with the other hand seen, against greedy phase one: what an honest one could still gain
    duel      the honest search against the one that sees the other hand
    random    the best level against random cards, whole games
    levels    each level against the one below, whole games
    site      --games 100 against a site of its own at once (bench.engine_load): CPU a card, what it costs other people,
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

# One core for numpy, as in the engine's processes.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.card_choice import choose_card, compute_logits
from games.engine.determinization import SampledWorlds, sample_worlds
from games.engine.endgame_solver import Solver, solve_endgame, solve_outcome
from games.engine.knowledge import Knowledge, build_knowledge
from games.engine.levels import LEVELS, Level
from games.engine.opponent_model import build_greedy_weights, compute_likelihoods
from games.engine.position import NUMBERS, build_position
from games.engine.search import estimate_chances, estimate_chances_in
from games.engine.weights import Weights, load_weights
from games.rules.cards import DECK, Card
from games.rules.moves import apply, deal, legal_moves
from games.rules.scoring import compute_outcome
from games.rules.state import State, get_other_seat
from games.rules.visible_state import VisibleState, build_visible_state

GREEDY, KNOWING = build_greedy_weights(), build_greedy_weights(knowing=True)
TIMES = list[float]()


Player = Callable[[Sequence[VisibleState], State, int], Card]
"""Chooses a card from the views of its seat; only a player that sees the other hand uses the state."""


def play_by_level(level: Level) -> Player:
    return lambda views, state, seed: choose_card(views, level, seed)


def find_best(values: Mapping[Card, float]) -> Card:
    return max(sorted(values), key=lambda card: values[card])


def play_greedily(views: Sequence[VisibleState], state: State, seed: int, weights: Weights = GREEDY) -> Card:
    return find_best(compute_logits(build_knowledge(views), weights))


def play_greedily_with_powers(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    return play_greedily(views, state, seed, KNOWING)


def play_at_random(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    return random.Random(f"{seed} {state.ply}").choice(legal_moves(state))


def play_by_policy(views: Sequence[VisibleState], state: State, seed: int) -> Card:
    return find_best(compute_logits(build_knowledge(views), load_weights()))


def play_by_search(worlds: int, sees_hand: bool = False) -> Player:
    """Return a player that searches ``worlds`` worlds.

    With ``sees_hand``, the worlds have the true other hand; otherwise the search infers it from the other seat's cards.
    """

    def card(views: Sequence[VisibleState], state: State, seed: int) -> Card:
        knowledge = build_knowledge(views)
        if len(set(knowledge.legal)) == 1:
            return knowledge.legal[0]
        rng, weights = np.random.default_rng([seed, state.ply]), load_weights()
        since = time.process_time()
        if sees_hand:
            chances = estimate_chances_in(build_true_worlds(knowledge, state, worlds, rng), knowledge, weights, rng)
        else:
            chances = estimate_chances(knowledge, worlds, weights, rng)
        TIMES.append(time.process_time() - since)
        return max(sorted(chances), key=lambda option: chances[option].win)

    return card


def build_true_worlds(knowledge: Knowledge, state: State, count: int, rng: np.random.Generator) -> SampledWorlds:
    """Return worlds with the true other hand and the rest dealt anew, the other seat's style inferred as usual."""
    hand = state.hands[get_other_seat(knowledge.seat)]
    rest = tuple((Counter(knowledge.unseen) - Counter(hand)).elements())
    worlds = sample_worlds(replace(knowledge, unseen=rest, held=0), count, rng)
    hands = np.tile([NUMBERS[card][0] for card in hand], (count, 1))
    likelihoods = compute_likelihoods(knowledge, hands[:1], load_weights())[0]
    return SampledWorlds(
        hands, worlds.blind, worlds.deck, rng.choice(len(likelihoods), size=count, p=likelihoods / likelihoods.sum())
    )


def play_game(state: State, players: tuple[Player, Player], seed: int, until: int | None = None) -> State:
    """Return the state after the players have played, to the end or to ``until`` cards."""
    views = list[VisibleState](), list[VisibleState]()
    while state.to_play is not None and (until is None or state.ply < until):
        for seat in (0, 1):
            views[seat].append(build_visible_state(state, seat))
        seat = state.to_play
        state = apply(state, players[seat](views[seat], state, 2 * seed + seat))
    return state


def score_game(state: State, players: tuple[Player, Player], seed: int, perfect: bool) -> float | None:
    """Return the result of seat 0: 1, 0.5 or 0; None where the ending is not known."""
    if not perfect:
        outcome = compute_outcome(play_game(state, players, seed))
        assert outcome is not None
        winner = outcome.winner
        return 0.5 if winner is None else 1 - winner
    start = build_position(play_game(state, players, seed, 26))
    ending = solve_outcome(Solver(start, 20_000_000), start)
    return None if ending is None else (1 + (ending if start.to_play == 0 else -ending)) / 2


def play_match(first_player: Player, second_player: Player, deals: int, seed: int, perfect: bool) -> float:
    """Return the share of games that the first player wins, and print it with its interval."""
    pairs, unknown = list[float](), 0
    for number in range(deals):
        chance = random.Random(f"{seed} {number}")
        state = deal(tuple(chance.sample(DECK, 52)), chance.randrange(2))
        first = score_game(state, (first_player, second_player), number, perfect)
        second = score_game(state, (second_player, first_player), number, perfect)
        if first is None or second is None:
            unknown += 1
        else:
            pairs.append((first + 1 - second) / 2)
    mean, spread = float(np.mean(pairs)), 1.96 * float(np.std(pairs)) / math.sqrt(len(pairs))
    result = f"{100 * mean:.1f} +- {100 * spread:.1f} % of {2 * len(pairs)} games, Elo {compute_elo(mean):+.0f}"
    print(f"{result} ({unknown} deals not known)" if unknown else result, flush=True)
    return mean


def compute_elo(share: float) -> float:
    return -400 * math.log10(1 / min(max(share, 1e-4), 1 - 1e-4) - 1)


def print_cpu(label: str = "a card") -> None:
    if TIMES:
        median, p95, worst = (1000 * np.percentile(TIMES, percent) for percent in (50, 95, 100))
        print(
            f"CPU {label}: mean {1000 * np.mean(TIMES):.1f}, median {median:.1f}, p95 {p95:.1f}, worst {worst:.1f} ms"
        )


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


def deal_shuffled(seed: int, number: int) -> State:
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
        from bench import engine_load

        os.environ["NUMBA_CACHE_DIR"] = str(engine_load.NUMBA_CACHE)
        sys.exit(not engine_load.main(chosen.games, min(chosen.seconds, 300)))
    measure(chosen.what, chosen.deals, chosen.seed, chosen.worlds)
    print_cpu()


def measure(what: str, deals: int, seed: int, worlds: int) -> None:
    """Run one of the measurements."""
    if what == "endings":
        measure_endings(deals, seed)
    elif what == "levels":
        for lower, higher in pairwise(LEVELS):
            print(f"{higher.key} against {lower.key}: ", end="", flush=True)
            play_match(play_by_level(higher), play_by_level(lower), deals, seed, perfect=False)
    elif what == "random":
        play_match(play_by_level(LEVELS[-1]), play_at_random, deals, seed, perfect=False)
    else:
        honest, sighted = play_by_search(worlds), play_by_search(worlds, sees_hand=True)
        pairs: dict[str, tuple[Player, Player]] = {
            "greedy": (honest, play_greedily),
            "knowing": (honest, play_greedily_with_powers),
            "seeing": (sighted, play_greedily),
            "duel": (honest, sighted),
            "policy": (play_by_policy, play_greedily),
        }
        first, second = pairs[what]
        play_match(first, second, deals, seed, perfect=True)


if __name__ == "__main__":
    main()
