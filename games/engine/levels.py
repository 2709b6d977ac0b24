"""Levels of the computer players: search budget, memory and randomness of each.

Budgets are numbers of worlds and nodes, never times.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.endgame_solver import MAX_NODES
from games.rules.state import HAND_SIZE


@dataclass(frozen=True, slots=True)
class Level:
    """Level of a computer player.

    ``worlds`` is the number of worlds in which the level tries its cards in phase one; with 0 it plays by the policy
    alone. ``temperature`` is the temperature of its choice in phase one, in logits of the policy, or in win chance if
    the level searches. ``forgotten_cards`` is the share of played cards that it forgets and ``forgotten_voids`` the
    share of voids; both are drawn once a game. In phase two it solves the position when at most ``exact_tricks`` are
    left, within ``max_nodes``. Before that it looks one trick ahead and chooses with ``phase_two_temperature``, in
    cards of an open vote. With ``saves_high_cards`` it loses no trick with a high card that a lower one loses
    too.
    """

    key: str
    worlds: int
    temperature: float
    forgotten_cards: float
    forgotten_voids: float
    exact_tricks: int
    max_nodes: int
    phase_two_temperature: float
    saves_high_cards: bool = False


LEVELS: tuple[Level, ...] = (
    Level(
        "page",
        worlds=0,
        temperature=5.0,
        forgotten_cards=0.8,
        forgotten_voids=1.0,
        exact_tricks=1,
        max_nodes=1_000,
        phase_two_temperature=1.0,
        saves_high_cards=True,
    ),
    Level(
        "squire",
        worlds=0,
        temperature=2.0,
        forgotten_cards=0.5,
        forgotten_voids=1.0,
        exact_tricks=3,
        max_nodes=10_000,
        phase_two_temperature=0.4,
        saves_high_cards=True,
    ),
    Level(
        "herald",
        worlds=120,
        temperature=0.005,
        forgotten_cards=0.03,
        forgotten_voids=0.1,
        exact_tricks=7,
        max_nodes=50_000,
        phase_two_temperature=0.05,
    ),
    Level(
        "marshal",
        worlds=220,
        temperature=0.0,
        forgotten_cards=0.0,
        forgotten_voids=0.0,
        exact_tricks=9,
        max_nodes=200_000,
        phase_two_temperature=0.0,
    ),
    Level(
        "master",
        2_000,
        temperature=0.0,
        forgotten_cards=0.0,
        forgotten_voids=0.0,
        exact_tricks=HAND_SIZE,
        max_nodes=MAX_NODES,
        phase_two_temperature=0.0,
    ),
)
"""The levels from the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class LevelStep:
    """Strength of a level against the level below, measured in ``games`` whole games.

    ``elo`` is the difference in Elo points, ``wins`` the percentage of games won, and ``give`` half the width of its
    95 % interval.
    """

    elo: int
    wins: float
    give: float
    games: int


LEVEL_STEPS: dict[str, LevelStep] = {
    "squire": LevelStep(83, 61.8, 3.6, 600),
    "herald": LevelStep(82, 61.6, 3.6, 600),
    "marshal": LevelStep(84, 61.9, 3.5, 600),
    "master": LevelStep(88, 62.3, 3.3, 600),
}
"""Measured by ``python -m bench.engine levels --deals 300 --seed 202``, on deals that no level was tuned on."""
LEVELS_BY_KEY = {level.key: level for level in LEVELS}
"""Levels by key, which programs and database rows use; pages show names."""
