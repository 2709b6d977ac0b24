"""Pairings by weighted matching, for rounds that no table and no rule book can pair.

The graph has an edge for each pair that may meet. ``networkx`` finds the heaviest matching by Edmonds' blossom
algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from games.state.tournament.boards import EntrantPair
from games.state.tournament.history import EntrantHistory, order_by_lead

NOBODY = -1
"""Node that stands for the missing opponent of a bye."""


def pair_by_score(histories: Sequence[EntrantHistory]) -> list[EntrantPair]:
    """Pair entrants of like score, in the simple form of a Swiss system that always finds a pairing.

    By falling weight: the bye goes to an entrant who sat out least often; as few pairs as possible meet again; the
    difference in points is small, the bye goes to a low score; and the first leads are balanced.
    """
    count = len(histories)
    top = max((history.half_points for history in histories), default=0)
    # Each unit outweighs everything below it on all boards together.
    lead_unit = 1
    score_unit = lead_unit * (count + 1)
    meeting_unit = score_unit * (count + 1) * (top + 1) ** 2
    most_met = max((max(history.met.values(), default=0) for history in histories), default=0)
    bye_unit = meeting_unit * (count + 1) * (most_met + 1) ** 2

    def weigh(one: EntrantHistory, other: EntrantHistory) -> int:
        difference = (one.half_points - other.half_points) ** 2
        same_lead = one.lead_balance * other.lead_balance > 0
        return meeting_unit * one.met[other.entrant] ** 2 + score_unit * difference + lead_unit * same_lead

    edges = {(one.entrant, other.entrant): weigh(one, other) for one, other in combinations(histories, 2)}
    if count % 2:
        edges |= {(NOBODY, one.entrant): bye_unit * one.sat_out + score_unit * one.half_points for one in histories}
    return _to_pairs(histories, _match_cheapest(edges), lambda history: history.half_points)


def pair_unmet(histories: Sequence[EntrantHistory]) -> list[EntrantPair]:
    """Pair as many entrants as possible who have not met; entrants who sat out and played less come first.

    An entrant who has met everybody is not paired; the others without an opponent have a bye.
    """
    unmet = [(one, other) for one, other in combinations(histories, 2) if not one.met[other.entrant]]
    most = 2 * max((len(history.leads) for history in histories), default=0) + 1
    rounds = most + 2 * max((history.sat_out for history in histories), default=0)
    edges = {
        (one.entrant, other.entrant): len(one.leads) + len(other.leads) + most * (rounds - one.sat_out - other.sat_out)
        for one, other in unmet
    }
    waiting = {history.entrant for pair in unmet for history in pair}
    present = [history for history in histories if history.entrant in waiting]
    return _to_pairs(present, _match_cheapest(edges), lambda history: history.half_points)


def _match_cheapest(costs: dict[tuple[int, int], int]) -> set[tuple[int, int]]:
    """Return the cheapest of the matchings with the most pairs."""
    # networkx takes a second to import, and most rounds do without it.
    from networkx import Graph, max_weight_matching

    highest = max(costs.values(), default=0)
    graph = Graph()
    graph.add_weighted_edges_from((one, other, highest + 1 - cost) for (one, other), cost in costs.items())
    return {(one, other) for one, other in max_weight_matching(graph, maxcardinality=True)}


def _to_pairs(
    histories: Sequence[EntrantHistory],
    matched: Iterable[tuple[int, int]],
    rank: Callable[[EntrantHistory], int],
) -> list[EntrantPair]:
    """Return the boards in the order of the highest rank on each, byes last."""
    by_entrant = {history.entrant: history for history in histories}
    pairs = [order_by_lead(by_entrant[one], by_entrant[other]) for one, other in matched if NOBODY not in (one, other)]
    order = [history.entrant for history in sorted(histories, key=rank, reverse=True)]
    pairs.sort(key=lambda pair: min(order.index(entrant) for entrant in pair if entrant is not None))
    paired = {entrant for pair in pairs for entrant in pair}
    return [*pairs, *((entrant, None) for entrant in order if entrant not in paired)]
