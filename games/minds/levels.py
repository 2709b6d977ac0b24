"""The five levels: how far each looks, what it forgets, how steady it is. Budgets are worlds and nodes, never a
clock."""

from __future__ import annotations

from dataclasses import dataclass

from games.minds.endings import NODES
from games.rules.state import HAND


@dataclass(frozen=True, slots=True)
class Level:
    """How a mind plays.

    ``worlds``: in how many it tries its cards in phase one; with none it goes by the policy. ``heat``: how freely it
    chooses there, of the policy's logits, or in points of win chance where it searches. ``forgets`` is the part of
    the cards
    played and taken that it forgets, ``misses`` that of the voids; both are drawn once a game. In phase two it sees
    to the
    end from ``exact`` tricks left, within ``nodes``; before that it looks at one trick, and ``late_heat`` is how
    freely it
    then chooses, in cards of an open vote. One that ``reads`` goes by what the other seat has played and how.
    """

    key: str
    worlds: int
    heat: float
    forgets: float
    misses: float
    exact: int
    nodes: int
    late_heat: float
    reads: bool = False


LEVELS: tuple[Level, ...] = (
    Level("page", worlds=0, heat=5.0, forgets=0.8, misses=1.0, exact=1, nodes=1_000, late_heat=1.0),
    Level("squire", worlds=0, heat=2.0, forgets=0.5, misses=1.0, exact=3, nodes=10_000, late_heat=0.4),
    Level("herald", worlds=120, heat=0.005, forgets=0.03, misses=0.1, exact=7, nodes=50_000, late_heat=0.05),
    Level("marshal", worlds=200, heat=0.0, forgets=0.0, misses=0.0, exact=9, nodes=200_000, late_heat=0.0),
    Level("master", 2_000, heat=0.0, forgets=0.0, misses=0.0, exact=HAND, nodes=NODES, late_heat=0.0, reads=True),
)
"""From the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Step:
    """How a level does against the one below, in whole games: by how much it is stronger in Elo, what it wins in
    percent, the 95 % interval of that to either side, and of how many games."""

    elo: int
    wins: float
    give: float
    games: int


STEPS: dict[str, Step] = {
    "squire": Step(129, 67.8, 3.4, 600),
    "herald": Step(108, 65.0, 3.5, 600),
    "marshal": Step(103, 64.4, 3.4, 600),
    "master": Step(99, 63.9, 3.5, 600),
}
"""As ``python -m bench.minds levels --deals 300 --seed 101`` found them, deals on which none was tuned."""
BY_KEY = {level.key: level for level in LEVELS}
"""The keys are what programs and the site's rows say; people read names."""
