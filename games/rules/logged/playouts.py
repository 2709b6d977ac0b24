"""Completions of a log one by one, at random or after a wish: what one of them leads to is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

from games.rules.logged.standing import Outcome, Standing, results
from games.rules.logged.walk import Options, Turn, Walk
from games.rules.state import Seat

DRAWS = 4
"""How often a trick is drawn anew where it cannot have been so, and of how many tricks a wish takes the best."""

MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 1 << 64
"""A linear congruential generator whose highest bits, which alone are used, pass for random (Knuth, MMIX)."""

Wish = Callable[[Standing], int]
"""How good piles are."""
Place = tuple[Seat, int, Standing]
"""Who leads, the cards for the open plays as bits, and the piles."""


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

    def ends(self, count: int, wish: Wish | None = None) -> Iterator[tuple[Standing, int]]:
        """The ends of so many attempts: the piles, and the cards that were in no hand; fewer where some cannot be."""
        for at in range(count if self.starts else 0):
            end = self.end(self.starts[at % len(self.starts)], wish)
            if end is not None:
                yield end

    def end(self, place: Place, wish: Wish | None) -> tuple[Standing, int] | None:
        """The end of a completion drawn trick by trick; None where it ran into something that is known otherwise."""
        for turn in self.turns:
            drawn = self.drawn(turn, place, wish)
            if drawn is None:
                return None
            place = drawn
        _leader, pool, standing = place
        return None if pool & self.walk.must else (standing, pool)

    def drawn(self, turn: Turn, place: Place, wish: Wish | None) -> Place | None:
        """A position after a trick: any, or the one of a few that is best by the wish."""
        best: Place | None = None
        leads = self.walk.options(turn.plays[0], place[0], place[1])
        for _ in range(DRAWS if leads else 0):
            found = self.trick(turn, place, leads)
            if found is None:
                continue
            if wish is None:
                return found
            if best is None or wish(found[2]) > wish(best[2]):
                best = found
        return best

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
