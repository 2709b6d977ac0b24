"""Tables that play a shared deal with the printed deck."""

from __future__ import annotations

import random

from games.models import Game, SharedDeal, User
from games.rules.moves import apply, legal_moves
from games.rules.state import State
from games.services.companion.places import PlaceChoice
from games.services.companion.shared_deals import create_deal_table
from games.state.table_state import TableState
from tests.services.companion.devices import Browser, browser, join
from tests.services.companion.entries import does, item, log_tricks

DealTable = tuple[Game, tuple[Browser, Browser]]


def seat_pair(deal: SharedDeal, first: User, second: User, depth: str = "every", *, setup: bool = True) -> DealTable:
    """A table of the deal with the phones of two people."""
    phones = browser(first), browser(second)
    game = create_deal_table(deal, first, phones[0].secret, depth, setup)
    join(phones[1], game, PlaceChoice.SECOND, second.shown)
    return game, phones


def play_deal(deal: SharedDeal, seed: int) -> State:
    """A whole game of the deal by the rules."""
    chance, state = random.Random(seed), deal.shuffle.dealt()
    while moves := legal_moves(state):
        state = apply(state, chance.choice(moves))
    return state


def log_game(table: DealTable, state: State) -> None:
    """Log every card but the blind ones, as two phones do, and accept the result on both."""
    log_tricks(*table, state, without="blind")
    accept(table)


def count_piles(table: DealTable, state: State) -> None:
    """Count the final piles, and accept the result on both phones."""
    game, (phone, _) = table
    for faction in "GKUDP":
        piles = [[card.value for card in pile if card.faction == faction] for pile in state.score]
        first, second = piles
        highest = (max(first), max(second)) if first and len(first) == len(second) else (None, None)
        does(game, phone, item("pile", faction=faction, counts=(len(first), len(second)), highest=highest))
    accept(table)


def accept(table: DealTable) -> TableState:
    game, phones = table
    does(game, phones[0], item("confirm", seat=0, accept=True))
    return does(game, phones[1], item("confirm", seat=1, accept=True))
