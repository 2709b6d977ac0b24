"""Which accounts a table's result belongs to: the rows that make a physical game part of somebody's history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from games.models import Game, Player, User
from games.rules.state import Seat
from games.store import log
from games.store.clock import clock
from games.stories.story import Fact
from games.stories.table import Table


def change(game: Game, decide: Callable[[Table], Sequence[Fact]]) -> Table:
    """Append what ``decide`` says to a table's log, and bring the accounts' seats in line with it.

    What is refused is refused by the newest state, whatever this process remembers: call ``log.load`` before a
    transaction that this is part of.
    """
    if not transaction.get_connection().in_atomic_block:
        log.load(game.pk)
    with transaction.atomic():
        table = log.append(Table, game.pk, decide)
        keep_accounts(game, table)
    return table


def keep_accounts(game: Game, table: Table) -> None:
    """Bring the game's seats in the accounts in line with the log, in the transaction that changed it.

    An account has one seat of a game. On one phone for both players it is the seat that the account had
    before, or else the first.
    """
    had = {player.seat: player.user_id for player in game.players.all()}
    wanted = _one_seat_each(_signed_in(table), had)
    known = User.objects.in_bulk(wanted.values())
    wanted = {seat: user for seat, user in wanted.items() if user in known}
    if wanted == had:
        return
    over_at = clock.now() if table.over else None
    # The old ones go first: two accounts may have changed seats with each other.
    game.players.all().delete()
    Player.objects.bulk_create(
        Player(game=game, seat=seat, user_id=user, name=table.names[seat][:20], over_at=over_at)
        for seat, user in wanted.items()
    )


def keep_seats(game: Game, table: Table) -> None:
    """``keep_accounts``, and the names of the seats."""
    keep_accounts(game, table)
    for seat, name in enumerate(table.names):
        Player.objects.filter(game=game, seat=seat).exclude(name=name[:20]).update(name=name[:20])


def account_at(game: Game, seats: frozenset[Seat]) -> int | None:
    """The account that has this one seat so far; None for no seat or both."""
    if len(seats) != 1:
        return None
    return game.players.filter(seat__in=seats).values_list("user_id", flat=True).first()


def _signed_in(table: Table) -> dict[Seat, int]:
    places = table.seating.places.values()
    return {seat: place.user for place in places for seat in place.seats if place.user is not None}


def _one_seat_each(users: Mapping[Seat, int], had: Mapping[Seat, int]) -> dict[Seat, int]:
    wanted: dict[Seat, int] = {}
    for seat in sorted(users, key=lambda seat: (had.get(seat) != users[seat], seat)):
        if users[seat] not in wanted.values():
            wanted[seat] = users[seat]
    return wanted
