"""Random tables as people log them: with holes, slips, second thoughts, and an end that both must accept."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.rules.cards import DECK
from games.rules.state import State
from games.schemas.table_commands import QueuedCommand
from games.state.table_state import TableState
from tests.services.companion.entries import ANA, BRAM, after, card, cards_of, full_table, honest_game, item

HOLES = (0.0, 0.03, 0.1, 0.3)
BLIND_HOLES = (0.0, 0.4, 0.9)
SLIPS = (0.0, 0.0, 0.02)
SECOND_THOUGHTS = 0.03


def versions(seed: int) -> Iterator[TableState]:
    """A table after each thing that somebody did at it; the same seed, the same table."""
    chance = random.Random(seed)
    table = full_table()
    yield table
    for device, one in _acts(chance, honest_game(seed), seed):
        table = after(table, device, one)
        yield table
        if chance.random() < SECOND_THOUGHTS:
            table = after(table, device, item("undo", number=table.version, id=f"undo{table.version}"))
            yield table


def _acts(chance: random.Random, game: State, seed: int) -> Iterator[tuple[int, QueuedCommand]]:
    depth = ("every", "every", "every", "scoring", "piles")[seed % 5]
    if chance.random() < 0.8:
        yield ANA, item("lead", seat=0, id="lead")
    if depth == "scoring":
        yield ANA, item("depth", depth=depth, id="depth")
    yield from _logged(chance, game, depth)
    if depth == "piles":
        yield BRAM, item("depth", depth=depth, id="depth")
        yield from _counted(game)
    yield ANA, item("close", id="close")
    for seat, device in enumerate((ANA, BRAM)):
        yield device, item("confirm", seat=seat, accept=chance.random() < 0.8, id=f"word{seat}")


def _logged(chance: random.Random, game: State, depth: str) -> Iterator[tuple[int, QueuedCommand]]:
    holes, blind_holes, slips = (chance.choice(rates) for rates in (HOLES, BLIND_HOLES, SLIPS))
    tricks = game.tricks[: chance.randrange(26)] if depth == "piles" else game.tricks[13 * (depth == "scoring") :]
    for trick in tricks:
        for (phase, number, place, right), seat in cards_of(trick):
            if chance.random() < (blind_holes if place == "blind" else holes):
                continue
            code = str(chance.choice(DECK)) if chance.random() < slips else right
            device = (ANA, BRAM)[chance.randrange(2) if seat is None else seat]
            yield device, card(phase, number, place, code, id=f"c{phase}-{number}-{place}")
            if code != right:
                yield BRAM, card(phase, number, place, right, instead=code, id=f"r{phase}-{number}-{place}")


def _counted(game: State) -> Iterator[tuple[int, QueuedCommand]]:
    for letter in "GKUDP":
        first, second = ([one.value for one in pile if one.faction == letter] for pile in game.score)
        highest = (max(first), max(second)) if first and len(first) == len(second) else (None, None)
        yield ANA, item("pile", faction=letter, counts=(len(first), len(second)), highest=highest, id=f"p{letter}")
