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
MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 1 << BITS
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
                place = place and next(self.drawn(turn, [place], DRAWS), None)
            yield from self.done([place] if place else [])

    def wished(self, wish: Wish, count: int, draws: int) -> Iterator[End]:
        """The ends of completions of which after each trick the so many best by a wish were gone on with."""
        places = self.starts
        for turn in self.turns:
            found = set(self.drawn(turn, places, draws))
            ranked = sorted([(-wish(standing), leader, pool, standing) for leader, pool, standing in found])
            places = [(leader, pool, standing) for _, leader, pool, standing in ranked[:count]]
        yield from self.done(places)

    def done(self, places: Iterable[Place]) -> Iterator[End]:
        """The ends that leave no card that had to be played."""
        return ((standing, pool) for _leader, pool, standing in places if not pool & self.walk.must)

    def drawn(self, turn: Turn, places: list[Place], draws: int) -> Iterator[Place]:
        """Some positions after a trick, so many at the most from each before it.

        There is none where the cards that it left cannot all be played any more. Chance is a number that is kept, for
        the rules know none, and the same log must be told the same.
        """
        must, later, following = self.walk.must, turn.later, turn.following
        for leader, pool, standing in places:
            ways, after = turn.leads[leader], turn.answers[1 - leader]
            leads = ways[pool & ways.bits]
            for more in reversed(range(draws if leads else 0)):
                self.state = state = self.state * MULTIPLIER + INCREMENT & MODULUS - 1
                lead, bit = leads[state * len(leads) >> BITS]
                rest = pool ^ bit
                answers = after[rest & after.bits]
                if answers:
                    self.state = state = state * MULTIPLIER + INCREMENT & MODULUS - 1
                    answer, bit = answers[state * len(answers) >> BITS]
                    rest ^= bit
                    winner, added, high = results(leader, lead)[answer]
                    leads_next = following[winner]
                    if leads_next is not None and (rest & must).bit_count() <= later:
                        yield leads_next, rest, standing + added | high
                if len(leads) == 1 and len(answers) < 2:
                    self.pass_over(more * (1 + len(answers)))
                    break

    def pass_over(self, numbers: int) -> None:
        """Go on as if so many numbers had been drawn: where there is but one way, all draws come out the same."""
        factor, added = _further(numbers)
        self.state = self.state * factor + added & MODULUS - 1


@cache
def _further(numbers: int) -> tuple[int, int]:
    """What the state is multiplied by in so many steps, and what is added to it."""
    factor, added = 1, 0
    for _ in range(numbers):
        factor, added = factor * MULTIPLIER & MODULUS - 1, added * MULTIPLIER + INCREMENT & MODULUS - 1
    return factor, added
