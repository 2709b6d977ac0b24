"""Round robin: the Berger tables of the FIDE Handbook, and late-comers.

Entrants who were there at the start are paired by the table; after the departure of one, the opponents whom the table
names have a bye. Once an entrant joined later, the rounds that remain pair entrants who have not met, until all have.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.state.tournament.boards import EntrantPair, Round
from games.state.tournament.history import build_history
from games.state.tournament.weighted_matching import pair_unmet


def pair_round_robin(entrants: Sequence[int], active: Collection[int], rounds: Sequence[Round]) -> list[EntrantPair]:
    """Return the pairs of the next round, none if everybody present has met.

    ``entrants`` are all who ever joined, in the order of their numbers, ``active`` those present.
    """
    histories = {entrant: build_history(entrant, rounds) for entrant in entrants if entrant in active}
    founders = _list_founders(list(histories), rounds)
    pairs = _pair_by_table(founders, active, len(rounds) + 1)
    met = any(second is not None and histories[first].met[second] for first, second in pairs)
    if pairs and not met and set(active) <= set(founders):
        return pairs
    return pair_unmet(list(histories.values()))


def _pair_by_table(founders: Sequence[int], active: Collection[int], number: int) -> list[EntrantPair]:
    """Return the pairs of a round by the table, byes last."""
    places = {place: founder for place, founder in enumerate(founders, 1) if founder in active}
    pairs = [(places.get(one), places.get(other)) for one, other in list_berger_pairs(len(founders), number)]
    meetings = [(one, other) for one, other in pairs if one is not None and other is not None]
    alone = [one if one is not None else other for one, other in pairs if (one is None) != (other is None)]
    return [*meetings, *((entrant, None) for entrant in alone if entrant is not None)]


def list_berger_pairs(size: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of places, 1 to ``size``, in a round of a Berger table; none after its last round.

    With an odd size the place ``size + 1`` is free. The first of a pair has the white pieces.
    """
    places = size + size % 2
    if not 1 <= number < places:
        return []
    pairs: list[tuple[int, int]] = []
    for place in range(1, places):
        other = (number - place) % (places - 1) + 1
        if other == place:
            pairs.insert(0, (place, places) if place <= places // 2 else (places, place))
        elif place < other:
            pairs.append((place, other) if (place + other) % 2 else (other, place))
    return pairs


def count_rounds(size: int) -> int:
    """Return the number of rounds in which everybody meets everybody."""
    return max(size + size % 2 - 1, 0)


def _list_founders(present: Sequence[int], rounds: Sequence[Round]) -> Sequence[int]:
    """Return the entrants of the first round in the order of their numbers, or those present before it."""
    if not rounds:
        return present
    return sorted({entrant for board in rounds[0] for entrant in board.entrants})
