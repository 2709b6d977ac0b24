"""Completions of a log one by one, at random or after a wish: what one of them leads to is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import takewhile

from games.rules.logged.standing import Standing, results
from games.rules.logged.walk import Turn, Walk
from games.rules.state import Seat

DRAWS = 4
"""How often a trick is drawn where one will do: some cannot have been so."""

BITS = 64
MASK = (1 << BITS) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""A linear congruential generator whose highest bits, which alone are used, pass for random (Knuth, MMIX)."""

Wish = Callable[[Standing], int]
"""How good piles are."""
Place = tuple[Seat, int, Standing]
"""Who leads, the cards for the open plays as bits, and the piles."""
End = tuple[Standing, int]
"""The piles, and the cards that were in no hand."""


class Playouts:
    """The completions of a walk, the same ones in every run. The tricks before the first gap are played once."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.state = walk, 0
        told = list(takewhile(lambda turn: turn.whole, walk.turns))
        self.turns = walk.turns[len(told) :]
        positions = walk.start()
        for turn in told:
            positions = walk.after(turn, positions)
        self.starts: list[Place] = [
            (leader, pool, standing)
            for leader, pools in enumerate(positions)
            for pool, standings in pools.items()
            for standing in sorted(standings)
        ]

    def ends(self, count: int) -> Iterator[End]:
        """The ends of so many completions drawn trick by trick; fewer where some ran into what is known otherwise."""
        for at in range(count if self.starts else 0):
            place: Place | None = self.starts[at % len(self.starts)]
            for turn in self.turns:
                place = place and next(iter(self.drawn(turn, place, DRAWS, 1)), None)
            yield from self.done([place] if place else [])

    def wished(self, wish: Wish, count: int, draws: int) -> Iterator[End]:
        """The ends of completions of which after each trick the so many best by a wish were gone on with."""
        places = self.starts
        for turn in self.turns:
            found = {after for place in places for after in self.drawn(turn, place, draws, draws)}
            ranked = sorted([(-wish(standing), leader, pool, standing) for leader, pool, standing in found])
            places = [(leader, pool, standing) for _, leader, pool, standing in ranked[:count]]
        yield from self.done(places)

    def done(self, places: Iterable[Place]) -> Iterator[End]:
        """The ends that leave no card that had to be played."""
        return ((standing, pool) for _leader, pool, standing in places if not pool & self.walk.must)

    def drawn(self, turn: Turn, place: Place, draws: int, wanted: int) -> list[Place]:
        """Positions after a trick: those of so many draws, until as many are found as are ``wanted``.

        There is none where the cards that it left cannot all be played any more. Chance is a number that is kept, for
        the rules know none, and the same log must be told the same.
        """
        if turn.whole:
            return self.told(turn, place, draws, wanted)
        must, later, following, state = self.walk.must, turn.later, turn.following, self.state
        leader, pool, standing = place
        ways, after = turn.leads[leader], turn.answers[1 - leader]
        leads = ways[pool & ways.bits]
        found: list[Place] = []
        for more in reversed(range(draws if leads else 0)):
            state = state * MULTIPLIER + INCREMENT & MASK
            lead, bit = leads[state * len(leads) >> BITS]
            rest = pool ^ bit
            answers = after[rest & after.bits]
            if answers:
                state = state * MULTIPLIER + INCREMENT & MASK
                answer, bit = answers[state * len(answers) >> BITS]
                rest ^= bit
                winner, added, high = results(leader, lead)[answer]
                leads_next = following[winner]
                if leads_next is not None and (rest & must).bit_count() <= later:
                    found.append((leads_next, rest, standing + added | high))
                    if len(found) == wanted:
                        break
            if len(leads) == 1 and len(answers) < 2:
                state = passed_over(state, more * (1 + len(answers)))
                break
        self.state = state
        return found

    def told(self, turn: Turn, place: Place, draws: int, wanted: int) -> list[Place]:
        """The same where the trick was logged whole, which all draws of both its cards would come to."""
        leader, pool, standing = place
        winner, added, high = results(leader, turn.lead or 0)[turn.follow or 0]
        leads = turn.following[winner]
        found: list[Place] = []
        if leads is not None and (pool & self.walk.must).bit_count() <= turn.later:
            found.append((leads, pool, standing + added | high))
        self.state = passed_over(self.state, 2 if len(found) == wanted else 2 * draws)
        return found


def passed_over(state: int, numbers: int) -> int:
    """The state as if so many numbers had been drawn: where there is but one way, all draws come out the same."""
    factor, added = _further(numbers)
    return state * factor + added & MASK


@cache
def _further(numbers: int) -> tuple[int, int]:
    """What the state is multiplied by in so many steps, and what is added to it."""
    factor, added = 1, 0
    for _ in range(numbers):
        factor, added = factor * MULTIPLIER & MASK, added * MULTIPLIER + INCREMENT & MASK
    return factor, added
