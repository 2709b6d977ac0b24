"""Browsers at physical tables, and what the log says of them."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from games.accounts.device_cookie import create_secret, hash_secret
from games.eventlog import event_store
from games.models import Device, Entry, Game, JoinToken, User
from games.services.companion import join_tokens, tables
from games.services.companion.places import BrowserVisitor, PlaceChoice
from games.state.table_state import TableState


class Browser(NamedTuple):
    """Somebody's phone, known by its cookie; ``user`` once they signed in on it."""

    secret: str
    user: User | None = None

    @property
    def visitor(self) -> BrowserVisitor:
        return BrowserVisitor(self.secret, self.user)

    def at(self, game: Game) -> Device:
        return Device.objects.get(game=game, digest=hash_secret(self.secret))

    def number_at(self, game: Game) -> int | None:
        """Of its device there, if it has one."""
        return Device.objects.filter(game=game, digest=hash_secret(self.secret)).values_list("pk", flat=True).first()

    def knows(self, game: Game) -> bool:
        return Device.objects.filter(game=game, digest=hash_secret(self.secret)).exists()


def browser(user: User | None = None) -> Browser:
    return Browser(create_secret(), user)


def opened(host: Browser, choice: PlaceChoice = PlaceChoice.FIRST) -> Game:
    """A table for Ana and Bram."""
    return tables.create_table(host.visitor, ("Ana", "Bram"), "every", choice)


def code_of(game: Game) -> JoinToken:
    """The table's own code, which must work."""
    token = join_tokens.get_table_token(game)
    assert token is not None
    return token


def join(who: Browser, game: Game, choice: PlaceChoice, name: str = "") -> TableState:
    """Scan the table's code and take a place."""
    return tables.take_place(who.visitor, code_of(game), choice, name)


def table_of(game: Game) -> TableState:
    return event_store.load_state_of_kind(TableState, game.pk)


def went_away(game: Game, who: Browser, minutes: float = 3) -> None:
    """Let time pass for a device: as if it had been given its place, and was last heard, so long ago."""
    then, device = timezone.now() - timedelta(minutes=minutes), who.at(game)
    Device.objects.filter(pk=device.pk).update(made_at=then, seen_at=then, process=None)
    Entry.objects.filter(game=game, kind="placed", data__device=device.pk).update(created_at=then)


def seats_of(who: Browser, game: Game) -> set[int]:
    return set(table_of(game).seats_of(who.at(game).pk))
