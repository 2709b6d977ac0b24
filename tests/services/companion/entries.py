"""Entries as devices send them, and honest games to log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, groupby
from typing import Any

from games.models import Game
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.moves import apply, deal, legal_moves
from games.rules.state import Phase, State, Trick, get_other_seat
from games.schemas.table_commands import QueuedCommand, from_device
from games.services.companion import play
from games.services.companion.places import PlaceChoice
from games.services.companion.play import decide_commands
from games.state.game_state import Event
from games.state.table_state import TableState
from tests.row_cache import cached_rows
from tests.services.companion.devices import Browser, browser, join, opened, table_of

_ids = count(1)

ANA, BRAM, TABLET, BOTH, STRANGER = 1, 2, 3, 4, 99
"""Devices of tables without a database."""

Card = tuple[int, int, str, str]
"""Phase, trick, place and code."""


def item(kind: str, **fields: Any) -> QueuedCommand:
    """An entry as a device sends it, under an id of its own unless one is given."""
    found: Any = from_device.validate_python({"type": kind, "id": f"i{next(_ids)}", **fields})
    command: QueuedCommand = found
    return command


def card(phase: int, trick: int, place: str, code: str | None, **fields: Any) -> QueuedCommand:
    return item("log", phase=phase, trick=trick, place=place, card=code, **fields)


def acts(game: Game, who: Browser | None, *items: QueuedCommand) -> list[int | Refusal]:
    """What becomes of the items."""
    return play.execute_commands(game.pk, who.number_at(game) if who else None, items)


def does(game: Game, who: Browser | None, one: QueuedCommand) -> TableState:
    """The item must be accepted; the table after it."""
    (outcome,) = acts(game, who, one)
    assert isinstance(outcome, int), outcome
    return table_of(game)


def refusal(game: Game, who: Browser | None, one: QueuedCommand) -> Refusal:
    """The item must be refused, and change nothing."""
    before = table_of(game)
    (outcome,) = acts(game, who, one)
    assert isinstance(outcome, Refusal), outcome
    assert table_of(game) == before
    return outcome


def code(game: Game, who: Browser | None, one: QueuedCommand) -> str:
    return refusal(game, who, one).code


@cached_rows
def two_phones() -> tuple[Game, Browser, Browser]:
    """A table with Ana's phone on seat 0 and Bram's on seat 1."""
    ana, bram = browser(), browser()
    game = opened(ana)
    join(bram, game, PlaceChoice.SECOND)
    return game, ana, bram


def table_with(*places: tuple[int, list[int], str]) -> TableState:
    """A table with these devices, without a database."""
    facts = [Event("opened", None, {"names": ["Ana", "Bram"], "depth": "every", "host": 1})]
    for device, seats, role in places:
        facts.append(Event("placed", None, {"device": device, "seats": seats, "role": role, "name": "", "user": None}))
    return TableState(1, "K7MPX2QA").fold(facts)


def after(table: TableState, device: int, *items: QueuedCommand) -> TableState:
    facts, _ = decide_commands(table, device, items)
    return table.fold(facts)


def full_table() -> TableState:
    """Ana's phone, Bram's phone and a tablet, without a database."""
    return table_with((ANA, [0], "player"), (BRAM, [1], "player"), (TABLET, [], "display"))


def logged_game(seed: int, tricks: int = 26) -> TableState:
    """A game that Ana leads, each phone logging its own cards, without a database."""
    table = after(full_table(), ANA, item("lead", seat=0))
    for trick in honest_game(seed).tricks[:tricks]:
        for where, seat in cards_of(trick):
            table = after(table, (ANA, BRAM)[seat or 0], card(*where))
    return table


def honest_game(seed: int) -> State:
    """A whole game by the rules, Ana leading."""
    chance = random.Random(seed)
    state = deal(tuple(chance.sample(DECK, 52)), 0)
    while moves := legal_moves(state):
        state = apply(state, chance.choice(moves))
    return state


def cards_of(trick: Trick) -> Iterator[tuple[Card, int | None]]:
    """The cards of a trick in the order of the game, each with the seat whose phone logs it: None for either."""
    phase, number, leader = int(trick.phase), trick.number, trick.leader
    if trick.phase is Phase.ONE:
        yield (phase, number, "revealed", str(trick.revealed)), None
    yield (phase, number, "lead", str(trick.lead)), leader
    yield (phase, number, "follow", str(trick.follow)), get_other_seat(leader)
    if trick.phase is Phase.ONE:
        yield (phase, number, "blind", str(trick.blind)), get_other_seat(trick.winner)


def log_tricks(
    game: Game, phones: tuple[Browser, Browser], state: State, tricks: int = 26, without: str = ""
) -> TableState:
    """Log so many tricks but the place ``without``, each phone its own cards, those that follow each other at once."""
    does(game, phones[0], item("lead", seat=state.tricks[0].leader))
    cards = (one for trick in state.tricks[:tricks] for one in cards_of(trick) if one[0][2] != without)
    for phone, several in groupby(cards, lambda one: phones[one[1] or 0]):
        outcomes = acts(game, phone, *(card(*where) for where, _ in several))
        assert all(isinstance(outcome, int) for outcome in outcomes), outcomes
    return table_of(game)


class Seated:
    """A table as everybody comes to it."""

    def __init__(self) -> None:
        self.game, self.ana, self.bram = two_phones()
        self.tablet, self.cleo = browser(), browser()
        self.cleos_game = opened(self.cleo)
