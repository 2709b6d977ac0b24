"""Tables at which an online game is finished with the printed deck."""

from __future__ import annotations

import secrets
from dataclasses import asdict, replace
from typing import Any, cast

from games.eventlog import event_store
from games.inference.record import Slot, Spot, TableRecord, write
from games.inference.record_conversion import build_table_record
from games.models import Device, Game, JoinToken, Player
from games.rules.record_fields import GameOrigin
from games.rules.rulings import Lead
from games.rules.state import HAND_SIZE, Phase, State, get_other_seat
from games.services.companion import join_tokens
from games.services.companion.command_handlers import decide_site_entry
from games.services.companion.places import build_placed
from games.services.companion.seat_accounts import sync_seat_accounts
from games.services.transfers.links import relink_board, relink_rematch
from games.state.game_state import Event, Mode
from games.state.match_state import MatchState
from games.state.seating import DevicePlace, DeviceRole
from games.state.sheet import LogDepth
from games.state.table_events import TableEventKind
from games.state.table_state import TableState


def create_table(match: MatchState, code: str) -> Game:
    """Create the table that continues an online game, with the browsers that its players agreed as.

    Its log begins with all cards of the game so far; the blind cards are private to their owners. Raise ValueError
    before the deal.
    """
    if match.state is None:
        raise ValueError("a game without a deal cannot go on at a table")
    source = Game.objects.get(pk=match.game_id)
    rulings = replace(match.options.rulings, lead=Lead.CHOSEN)
    options: dict[str, Any] = {"watch": match.options.watch, "best_of": match.options.best_of}
    game = Game.objects.create(code=code, mode=Mode.TABLE, origin=source, listed=False, **options, **asdict(rulings))
    relink_rematch(source, game)
    relink_board(source, game)
    users = dict(Player.objects.filter(game=source).values_list("seat", "user"))
    devices = [
        Device.objects.create(game=game, digest=str(digest), user_id=users.get(seat))
        for seat, digest in enumerate(match.transfer.parties)
    ]
    placed = [
        build_placed(device, DevicePlace(frozenset({seat}), DeviceRole.PLAYER, "", device.user_id))
        for seat, device in enumerate(devices)
    ]
    data = {
        "names": list(match.names),
        "depth": LogDepth.EVERY.value,
        "rulings": asdict(rulings),
        **options,
        "host": devices[0].pk,
        "record": write(_build_record(match, match.state)),
        "blinds": _list_blinds(match.state),
        "setup": secrets.token_hex(32),
    }
    state = event_store.append_first(game, _add_site_entries(game, [Event(TableEventKind.OPENED, data=data), *placed]))
    join_tokens.create_token(game, JoinToken.Purpose.TABLE)
    sync_seat_accounts(game, cast("TableState", state))
    return game


def _add_site_entries(game: Game, events: list[Event]) -> list[Event]:
    """Return the events, and after them the cards that the rules leave no choice about."""
    table = TableState(game.pk, game.code).fold(events)
    while (event := decide_site_entry(table)) is not None:
        events, table = [*events, event], table.advance(event)
    return events


def _build_record(match: MatchState, state: State) -> TableRecord:
    """Return the public cards of a game, with the card that is revealed now, and without the names of its seats."""
    leader = state.leader if match.deal is None else match.deal.leader
    rulings = replace(match.options.rulings, lead=Lead.CHOSEN)
    record = build_table_record(("", ""), leader, state, rulings, opened=False)
    if state.phase is Phase.ONE:
        record = record.logged(Slot(Phase.ONE, state.number, Spot.REVEALED), state.revealed)
    return replace(record, origin=GameOrigin(match.code, state.ply, Mode.ONLINE.value))


def _list_blinds(state: State) -> list[tuple[int, int, str]]:
    """Return the number, the owner and the code of each blind card."""
    return [(trick.number, get_other_seat(trick.winner), str(trick.blind)) for trick in state.tricks[:HAND_SIZE]]
