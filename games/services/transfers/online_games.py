"""Online games that continue a physical game from where it stands."""

from __future__ import annotations

import secrets
from dataclasses import asdict, replace

from games.eventlog import event_store
from games.inference.position import build_position, list_unseen_cards
from games.models import Game, Player, User
from games.rules.record import Record, list_codes
from games.rules.record_fields import GameOrigin
from games.rules.state import SeatCards
from games.services.matches import lobby, seed_tickets
from games.services.transfers.links import relink_board, relink_rematch
from games.state.game_state import Event, Mode
from games.state.match_state import MatchEventKind
from games.state.replay import build_match_options
from games.state.table_state import TableState


def build_record(table: TableState) -> Record | None:
    """Return the deal and the plays of a table with the entered hands, None if the cards do not fit together.

    The rest of the deck, which nobody knows, is shuffled.
    """
    first, second = table.transfer.hands
    hands: SeatCards = (first or (), second or ())
    rest = list(list_unseen_cards(table.record, hands))
    secrets.SystemRandom().shuffle(rest)
    return build_position(table.record, hands, tuple(rest))


def create_online_game(table: TableState, code: str) -> Game:
    """Create the online game that continues a table, with the users that its players agreed as.

    It has no clock and is not rated. Raise ValueError if the cards do not fit together.
    """
    record = build_record(table)
    if record is None:
        raise ValueError("a log that does not fit together")
    source = Game.objects.get(pk=table.game_id)
    options = replace(build_match_options(table), listed=False, best_of=table.best_of)
    game = Game.objects.create(code=code, origin=source, **asdict(options))
    relink_rematch(source, game)
    relink_board(source, game)
    users = [User.objects.get(pk=party) for party in table.transfer.parties if party is not None]
    Player.objects.bulk_create(
        Player(game=game, seat=seat, user=user, name=user.shown) for seat, user in enumerate(users)
    )
    joined = [lobby.build_joined(seat, user) for seat, user in enumerate(users)]
    opened = Event(MatchEventKind.OPENED, 0, asdict(options))
    event_store.append_first(game, [opened, *joined, _build_dealt(table, record)])
    return game


def _build_dealt(table: TableState, record: Record) -> Event:
    cards = {"hands": [list_codes(hand) for hand in record.hands], "deck": list_codes(record.deck)}
    origin = GameOrigin(table.code, len(record.plays), Mode.TABLE.value)
    more = {"leader": record.leader, "plays": list_codes(record.plays), "from": origin._asdict()}
    return Event(MatchEventKind.DEALT, data={**cards, **more, "next": seed_tickets.generate_seed()})
