"""A table under way with second phones of both players, for tests of handovers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.messaging import presence
from games.models import Device, Game, JoinToken, User
from games.rules.errors import Refusal
from games.services.companion import handovers, join_tokens, tables
from games.services.companion.places import PlaceChoice
from games.state.table_state import TableState
from tests.services.companion.devices import Browser, browser, code_of, join, opened, table_of, went_away
from tests.services.companion.entries import card, does, item, two_phones


class Handovers:
    """Ana's phone hosts and has seat 0 with a blind card in its log; Bram's has seat 1. Both have a second phone."""

    def __init__(self) -> None:
        self.game, self.ana, self.bram = two_phones()
        self.anas, self.brams = browser(), browser()
        does(self.game, self.ana, item("lead", seat=0))
        does(self.game, self.ana, card(1, 1, "blind", "D3"))

    @property
    def table(self) -> TableState:
        return table_of(self.game)

    def code(self, by: Browser, seat: int) -> JoinToken:
        return tables.create_seat_code(self.game, by.at(self.game), seat)

    def take(self, who: Browser, token: JoinToken, seat: int) -> TableState:
        return tables.take_place(who.visitor, token, PlaceChoice(str(seat)))

    def ask(self, who: Browser, seat: int, scans: bool = True, token: str = "") -> TableState:
        """Ask for a seat, with the code of the table, without a code or with another token."""
        token = token or (join_tokens.get_secret(code_of(self.game)).token if scans else "")
        return handovers.request_seat(who.visitor, self.game, seat, "Ana", token)

    def answer(self, by: Browser, who: Browser, yes: bool = True) -> TableState:
        return handovers.answer_request(self.game, by.at(self.game), who.at(self.game).pk, yes)

    def heard(self, who: Browser) -> None:
        """A device gives a sign of life."""
        device = who.at(self.game).pk
        presence.store_presence(Device.objects.filter(pk=device), {device: 0.0})

    def taken_away(self) -> TableState:
        """Bram's second phone takes Ana's seat while hers is asleep."""
        went_away(self.game, self.ana)
        self.ask(self.brams, 0)
        return self.answer(self.bram, self.brams)


def table_of_accounts(ana: User, bram: User) -> tuple[Game, Browser, Browser]:
    """Both are signed in on their phones; Ana's hosts."""
    host, phone = browser(ana), browser(bram)
    game = opened(host)
    join(phone, game, PlaceChoice.SECOND)
    return game, host, phone


def together(calls: Sequence[Callable[[], object]]) -> list[str]:
    """Run the calls at once, each over its own connection; return "ok" or the code of the refusal for each."""

    def run(call: Callable[[], object]) -> str:
        try:
            call()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "ok"

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
