"""What tests of physical tables do again and again: browsers, tables, and what the log says of them."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Device, Game, JoinToken, User
from games.people.devices import digest, new_secret
from games.services.table import tables, tokens
from games.services.table.places import Choice, Visitor
from games.store import log
from games.stories.table import Table


class Browser(NamedTuple):
    """Somebody's phone, known by its cookie; ``user`` once they signed in on it."""

    secret: str
    user: User | None = None

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.secret, self.user)

    def at(self, game: Game) -> Device:
        return Device.objects.get(game=game, digest=digest(self.secret))

    def number_at(self, game: Game) -> int | None:
        """Of its device there, if it has one."""
        return Device.objects.filter(game=game, digest=digest(self.secret)).values_list("pk", flat=True).first()

    def knows(self, game: Game) -> bool:
        return Device.objects.filter(game=game, digest=digest(self.secret)).exists()


def browser(user: User | None = None) -> Browser:
    return Browser(new_secret(), user)


def opened(host: Browser, choice: Choice = Choice.FIRST) -> Game:
    """A table for Ana and Bram."""
    return tables.create(host.visitor, ("Ana", "Bram"), "every", choice)


def code_of(game: Game) -> JoinToken:
    """The table's own code, which must work."""
    token = tokens.current(game)
    assert token is not None
    return token


def join(who: Browser, game: Game, choice: Choice, name: str = "") -> Table:
    """Scan the table's code and take a place."""
    return tables.take(who.visitor, code_of(game), choice, name)


def table_of(game: Game) -> Table:
    return log.load_as(Table, game.pk)


def seats_of(who: Browser, game: Game) -> set[int]:
    return set(table_of(game).seats_of(who.at(game).pk))
