"""Agreement of both players to transfer a game, and the hands that they enter in phase one of a physical game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction

from games.accounts.device_cookie import hash_secret
from games.eventlog import event_store
from games.inference.deduction import count_finished_tricks
from games.inference.position import is_missing_blind, is_possible_hand, is_traceable
from games.models import Device, Game, User
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import HAND_SIZE, Cards, Seat, get_other_seat
from games.services.matches.lobby import generate_code
from games.services.matches.play import require_running, require_seat
from games.services.transfers import online_games, tables
from games.services.transfers.links import lock_tournament
from games.state.game_state import Event, GameState
from games.state.match_state import MatchState
from games.state.table_state import TableState
from games.state.transfer import Party, TransferEventKind

S = TypeVar("S", bound=GameState)

# From the printed deck to the site.


def answer_at_table(game: Game, device: Device, user: User | None, *, accept: bool) -> TableState:
    """Offer to continue a physical game online, agree to it, or decline; ``user`` plays online.

    The second "yes" creates the online game, except in phase one, where both players enter their hands first. Raise
    ``Refusal`` as ``require_table_transfer`` does, and with ``transfer_declined`` and ``own_phones``.
    """

    def decide(table: TableState) -> Sequence[Event]:
        seat = require_table_transfer(table, device.pk)
        if not accept or user is None:
            return _decide_no(table, seat, device.user_id)
        events = _decide_yes(table, seat, user.pk, user.pk)
        is_agreed = events and table.fold(events).transfer.is_agreed
        return [*events, _build_transferred()] if is_agreed and not is_in_phase_one(table) else events

    return _append(TableState, game, decide, online_games.create_online_game)


def enter_hand(game: Game, device: Device, cards: Cards) -> TableState:
    """Enter the cards in the hand of a player in phase one, as both agreed to continue online.

    The second hand creates the online game. If both hands and the log do not fit together, neither player is told why,
    and both enter their hands again, but not more than twice. Raise ``Refusal`` as ``require_hand`` does, and with
    ``bad_hand``, which depends on nothing that the other player alone knows.
    """

    def decide(table: TableState) -> Sequence[Event]:
        seat = require_hand(table, device.pk)
        if not is_possible_hand(table.seen(device.pk), seat, cards):
            raise Refusal("bad_hand")
        data = {"cards": [str(card) for card in cards]}
        entered = Event(TransferEventKind.TRANSFER_HAND, seat, data, actor_id=device.user_id)
        if table.transfer.hands[get_other_seat(seat)] is None:
            return [entered]
        fits = online_games.build_record(table.advance(entered)) is not None
        return [entered, _build_transferred() if fits else Event(TransferEventKind.HAND_CONFLICT)]

    return _append(TableState, game, decide, online_games.create_online_game)


def require_table_transfer(table: TableState, device: int | None) -> Seat:
    """Return the seat of a device at a physical game that can go on online.

    Raise ``Refusal`` with ``not_at_table``, ``game_over``, ``frozen``, with ``no_transfer`` for a shared deal, whose
    cards others may still play, with ``own_phones`` unless each player has a device, with ``transfer_gaps`` if the log
    lacks a card that both could see, and with ``hand_conflict`` if hands did not fit together before.
    """
    seats = table.seats_of(device)
    if not seats:
        raise Refusal("not_at_table")
    if table.over:
        raise Refusal("game_over")
    if table.frozen:
        raise Refusal("frozen")
    if table.shared:
        raise Refusal("no_transfer", "transfer_shared_table")
    if len(seats) == 2 or table.seating.free_seats:
        raise Refusal("own_phones")
    in_phase_one = is_in_phase_one(table)
    if not is_traceable(table.public() if in_phase_one else table.record):
        raise Refusal("transfer_gaps")
    if in_phase_one and table.transfer.is_exhausted:
        raise Refusal("hand_conflict")
    return min(seats)


def require_hand(table: TableState, device: int | None) -> Seat:
    """Return the seat of a device that is to enter its hand.

    Raise ``Refusal`` as ``require_table_transfer`` does, with ``transfer_over`` unless both players agreed, and with
    ``blind_missing``, which depends on nothing that the other player alone knows.
    """
    seat = require_table_transfer(table, device)
    if not table.transfer.is_agreed:
        raise Refusal("transfer_over")
    if is_missing_blind(table.seen(device), seat):
        raise Refusal("blind_missing")
    return seat


def is_in_phase_one(table: TableState) -> bool:
    """Return whether hands are unknown, since a trick of phase one is to be played."""
    return count_finished_tricks(table.record) < HAND_SIZE


def parse_hand(codes: Sequence[str]) -> Cards:
    """Return the cards with these codes. Raise ``Refusal`` with ``bad_card``."""
    return tuple(Card.parse(code) for code in codes)


# From the site to the printed deck.


def answer_online(game: Game, user: User, secret: str, *, accept: bool) -> MatchState:
    """Offer to finish an online game with the printed deck, agree to it, or decline.

    The second "yes" creates the table. ``secret`` is that of the browser that goes on there. Raise ``Refusal`` as
    ``require_online_transfer`` does, and with ``transfer_declined`` and ``own_phones``.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_online_transfer(match, user.pk)
        if not accept:
            return _decide_no(match, seat, user.pk)
        events = _decide_yes(match, seat, hash_secret(secret), user.pk)
        is_agreed = events and match.fold(events).transfer.is_agreed
        return [*events, _build_transferred()] if is_agreed else events

    return _append(MatchState, game, decide, tables.create_table)


def require_online_transfer(match: MatchState, user_id: int | None) -> Seat:
    """Return the seat of a user in an online game that can go on with the printed deck.

    Raise ``Refusal`` with ``not_seated``, as ``play.require_running`` does, and with ``no_transfer`` for a game with a
    bot or a program and for a shared deal, whose cards others may still play.
    """
    seat = require_seat(match, user_id)
    require_running(match)
    if match.opponent(0) or match.opponent(1) or any(match.programs):
        raise Refusal("no_transfer", "transfer_people")
    if match.shared:
        raise Refusal("no_transfer", "transfer_shared")
    return seat


# Both ways.


def require_not_declined(state: GameState, seat: Seat) -> None:
    """Raise ``Refusal`` with ``transfer_declined`` if the other seat declined, so that this seat cannot agree."""
    if state.transfer.declined == get_other_seat(seat):
        raise Refusal("transfer_declined")


def _append(
    kind: type[S], game: Game, decide: Callable[[S], Sequence[Event]], create_game: Callable[[S, str], Game]
) -> S:
    """Append the events of ``decide``, which refuses games that are over, and create the game that continues this one.

    The newest state is loaded first, since ``append`` does not check whether a cached state is the newest one if
    nothing is left to do there. An answer would then be lost to an offer that the cached state lacks.
    """
    event_store.load_state(game.pk)
    with transaction.atomic():
        lock_tournament(game)
        state = event_store.append(kind, game.pk, decide)
        if state.transfer.game is not None:
            create_game(state, state.transfer.game)
    return state


def _decide_yes(state: GameState, seat: Seat, party: Party, actor: int) -> list[Event]:
    transfer = state.transfer
    if transfer.agreed[seat]:
        return []
    require_not_declined(state, seat)
    if transfer.parties[get_other_seat(seat)] == party:
        raise Refusal("own_phones")
    return [Event(TransferEventKind.TRANSFER, seat, {"accept": True, "party": party}, actor_id=actor)]


def _decide_no(state: GameState, seat: Seat, actor: int | None) -> list[Event]:
    if not any(state.transfer.agreed):
        return []
    return [Event(TransferEventKind.TRANSFER, seat, {"accept": False}, actor_id=actor)]


def _build_transferred() -> Event:
    return Event(TransferEventKind.TRANSFERRED, data={"game": generate_code()})
