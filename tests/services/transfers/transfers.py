"""Games that move between the site and the printed deck, as tests move them."""

from __future__ import annotations

import random
from functools import reduce

from games.accounts.device_cookie import create_secret
from games.eventlog import event_store
from games.models import Game, User
from games.rules.cards import DECK
from games.rules.moves import apply, deal, legal_moves
from games.rules.record import Record, list_codes, list_plays, replay
from games.rules.state import Phase, State
from games.services.transfers import agreement
from games.state.match_state import MatchState
from games.state.table_state import TableState
from tests.services.companion.devices import Browser, table_of
from tests.services.companion.entries import card, cards_of, does, item, two_phones
from tests.services.matches.games import play_at_once, state_of


def record_of(seed: int, plies: int) -> Record:
    """A game that Ana leads, after so many random cards."""
    chance = random.Random(seed)
    begun = deal(tuple(chance.sample(DECK, 52)), 0)
    state = reduce(lambda state, _: apply(state, chance.choice(legal_moves(state))), range(plies), begun)
    return Record(("Ana", "Bram"), 0, begun.hands, begun.deck, list_plays(state))


class Table:
    """A table of Ana and Bram with a game logged card by card, and the users as whom they play online."""

    def __init__(self, users: tuple[User, User], record: Record) -> None:
        self.users = users
        self.game, *phones = two_phones()
        self.phones: tuple[Browser, ...] = tuple(phones)
        self.state = replay(record)
        self._log()

    def _log(self) -> None:
        state = self.state
        does(self.game, self.phones[0], item("lead", seat=0))
        for where, seat in (one for trick in state.tricks for one in cards_of(trick)):
            does(self.game, self.phones[seat or 0], card(*where))
        if state.phase is Phase.ONE:
            does(self.game, self.phones[0], card(1, state.number, "revealed", str(state.revealed)))
        if state.lead is not None:
            does(self.game, self.phones[0], card(int(state.phase), state.number, "lead", str(state.lead)))

    def answer(self, seat: int, *, accept: bool = True) -> TableState:
        device = self.phones[seat].at(self.game)
        return agreement.answer_at_table(self.game, device, self.users[seat], accept=accept)

    def agree(self) -> TableState:
        self.answer(0)
        return self.answer(1)

    def enter(self, seat: int, codes: list[str] | None = None) -> TableState:
        """Enter a hand: the true one unless told otherwise."""
        chosen = list_codes(self.state.hands[seat]) if codes is None else codes
        return agreement.enter_hand(self.game, self.phones[seat].at(self.game), agreement.parse_hand(chosen))


def successor_of(moved: TableState | MatchState) -> Game:
    """The game that continues this one."""
    return Game.objects.get(code=moved.transfer.game)


class Online:
    """A game of Ana and Bram after so many cards, with the browsers in which they play."""

    def __init__(self, game: Game, users: tuple[User, User], plies: int) -> None:
        play_at_once(game, plies)
        self.game, self.users, self.state = game, users, state_of(game)
        self.secrets = create_secret(), create_secret()

    def answer(self, seat: int, *, accept: bool = True) -> MatchState:
        return agreement.answer_online(self.game, self.users[seat], self.secrets[seat], accept=accept)

    def move(self) -> tuple[Game, TableState]:
        self.answer(0)
        table = successor_of(self.answer(1))
        return table, table_of(table)

    def browser(self, seat: int) -> Browser:
        return Browser(self.secrets[seat], self.users[seat])


def match_state_of(game: Game) -> State:
    state = event_store.load_state_of_kind(MatchState, game.pk).state
    assert state is not None
    return state
