"""Completions of a log one by one, at random or after a wish: what one of them leads to is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile

from games.rules.logged.standing import Outcome, Standing, results
from games.rules.logged.walk import Options, Turn, Walk
from games.rules.state import Seat

DRAWS = 4
"""How often a trick is drawn where one will do: some cannot have been so."""

MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 1 << 64
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
            places = [self.starts[at % len(self.starts)]]
            for turn in self.turns:
                places = list(islice(self.drawn(turn, places, DRAWS), 1))
            yield from self.done(places)

    def wished(self, wish: Wish, count: int, draws: int) -> Iterator[End]:
        """The ends of completions of which after each trick the so many best by a wish were gone on with."""
        places = self.starts
        for turn in self.turns:
            places = sorted(set(self.drawn(turn, places, draws)), key=lambda place: (-wish(place[2]), place))[:count]
        yield from self.done(places)

    def done(self, places: Iterable[Place]) -> Iterator[End]:
        """The ends that leave no card that had to be played."""
        return ((standing, pool) for _leader, pool, standing in places if not pool & self.walk.must)

    def drawn(self, turn: Turn, places: list[Place], draws: int) -> Iterator[Place]:
        """Some positions after a trick, so many at the most from each before it."""
        for place in places:
            leads = self.walk.options(turn.plays[0], place[0], place[1])
            for _ in range(draws if leads else 0):
                found = self.trick(turn, place, leads)
                if found is not None:
                    yield found

    def trick(self, turn: Turn, place: Place, leads: Options) -> Place | None:
        """A position after a trick; None where the cards that it left cannot all be played any more."""
        walk, (leader, pool, standing) = self.walk, place
        lead, bit = leads[self.below(len(leads))]
        rest = pool ^ bit
        answers = walk.options(turn.plays[1], 1 - leader, rest)
        if not answers:
            return None
        answer, bit = answers[self.below(len(answers))]
        rest ^= bit
        outcome: Outcome = results(leader, lead)[answer]
        leads_next = turn.following[outcome[0]]
        if leads_next is None or (rest & walk.must).bit_count() > turn.later:
            return None
        return leads_next, rest, standing + outcome[1] | outcome[2]

    def below(self, count: int) -> int:
        """A number from 0 on, as if drawn: the rules know no chance, and the same log must be told the same."""
        self.state = (self.state * MULTIPLIER + INCREMENT) % MODULUS
        return self.state * count // MODULUS
