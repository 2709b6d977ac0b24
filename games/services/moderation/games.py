"""Acts on games: on results, seats, names and hidden cards, and on the devices and entries of tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from games.accounts.names import clean_own_name
from games.eventlog import event_store
from games.models import Act, Device, Game, User
from games.rules.cards import Card, hand_sort_key
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.companion import join_tokens
from games.services.companion.seat_accounts import get_seat_account
from games.services.moderation.actions import act_on_game
from games.services.moderation.permissions import Justification, Moderator, require_game_permission
from games.state.game_state import GameState, Status
from games.state.kinds import STATE_CLASSES
from games.state.ledger import Change
from games.state.match_state import MatchState
from games.state.moderation import ActKind
from games.state.sheet import SheetKey
from games.state.table_state import TableState

Codes = tuple[str, ...]


def cancel_game(moderator: Moderator, game: Game, justification: Justification) -> Act:
    """End a game without a winner, whether it is waiting, running or over.

    Raise ``Refusal`` as ``act_on_game`` does.
    """
    return act_on_game(moderator, ActKind.CALL_OFF, game, justification, lambda state: {})


def award_win(moderator: Moderator, game: Game, winner: Seat, justification: Justification) -> Act:
    """End a running game with a winner.

    Raise ``Refusal`` as ``act_on_game`` does, and with ``game_over``, ``no_opponent`` or ``bad_value``.
    """

    def check(state: GameState) -> Mapping[str, Any]:
        if state.over:
            raise Refusal("game_over")
        if not state.awardable:
            raise Refusal("no_opponent")
        return {"winner": winner}

    _require_seat(winner)
    return act_on_game(moderator, ActKind.AWARD, game, justification, check)


def change_result(moderator: Moderator, game: Game, winner: Seat | None, justification: Justification) -> Act:
    """Change the winner of a finished game; None is a draw.

    Raise ``Refusal`` as ``act_on_game`` does, and with ``not_ended``, ``already_so`` or ``bad_value``.
    """

    def check(state: GameState) -> Mapping[str, Any]:
        now = state.columns()
        if now["status"] != Status.FINISHED:
            raise Refusal("not_ended")
        if now["winner"] == winner:
            raise Refusal("already_so")
        return {"winner": winner, "was": now["winner"]}

    if winner is not None:
        _require_seat(winner)
    return act_on_game(moderator, ActKind.CHANGE_RESULT, game, justification, check)


def reopen_game(moderator: Moderator, game: Game, justification: Justification) -> Act:
    """Reopen a game that ended early.

    The players may know all cards by then, since the record of a resigned game is open. Raise ``Refusal`` as
    ``act_on_game`` does, with ``not_over``, and with ``nothing_to_reopen`` if the game was played to its end.
    """

    def check(state: GameState) -> Mapping[str, Any]:
        if not state.over:
            raise Refusal("not_over")
        if not state.ended_early:
            raise Refusal("nothing_to_reopen")
        return {}

    return act_on_game(moderator, ActKind.REOPEN, game, justification, check)


def freeze_game(moderator: Moderator, game: Game, justification: Justification) -> Act:
    """Freeze a game until the act is undone. Raise ``Refusal`` as ``act_on_game`` does, and with ``game_over``."""

    def check(state: GameState) -> Mapping[str, Any]:
        if state.over:
            raise Refusal("game_over")
        return {}

    return act_on_game(moderator, ActKind.FREEZE, game, justification, check)


def give_back_seat(moderator: Moderator, game: Game, seat: Seat, to: int, justification: Justification) -> Act:
    """Give a seat back to its owner.

    At a table ``to`` is the key of a device that has been there before. Online it is the key of a person, for example
    of a guest who lost the browser and came back with an account. Raise ``Refusal`` as ``act_on_game`` does, and with
    ``bad_value``, ``no_such_device``, ``no_such_person``, ``no_such_seat``, ``own_account`` or ``already_so``.
    """
    require_game_permission(moderator, ActKind.GIVE_BACK, game)
    _require_seat(seat)
    check = (
        _build_device_check(moderator, game, seat, to) if game.at_table else _build_person_check(moderator, seat, to)
    )
    return act_on_game(moderator, ActKind.GIVE_BACK, game, justification, check)


def rename_seat(moderator: Moderator, game: Game, seat: Seat, name: str, justification: Justification) -> Act:
    """Rename a seat in one game.

    Raise ``Refusal`` as ``act_on_game`` does, and with ``bad_value``, ``bad_name`` or ``no_such_seat``.
    """
    _require_seat(seat)
    clean_name = validate_name(name)

    def check(state: GameState) -> Mapping[str, Any]:
        if not state.names[seat]:
            raise Refusal("no_such_seat")
        return {"seat": seat, "name": clean_name}

    return act_on_game(moderator, ActKind.RENAME_SEAT, game, justification, check)


@dataclass(frozen=True, slots=True)
class RevealedCards:
    """The hidden cards of a game, which are shown once and not stored.

    ``hands`` and ``followers`` are by seat and sorted as players sort them; ``deck`` is in its own order.
    """

    act: Act
    hands: tuple[Codes, Codes] = ((), ())
    followers: tuple[Codes, Codes] = ((), ())
    deck: Codes = ()
    blinds: tuple[tuple[int, Seat, str], ...] = ()


def reveal_cards(moderator: Moderator, game: Game, justification: Justification) -> RevealedCards:
    """Reveal the hidden cards of a game: hands, follower piles and deck, or the blind cards logged at a table.

    The act records the reason, but never the cards. Raise ``Refusal`` as ``act_on_game`` does.
    """
    act = act_on_game(moderator, ActKind.REVEAL, game, justification, lambda state: {})
    hidden = event_store.load_state(game.pk).hidden()
    hands, followers = ((_sort_codes(pile[0]), _sort_codes(pile[1])) for pile in (hidden.hands, hidden.followers))
    blinds = tuple((number, seat, str(card)) for number, seat, card in hidden.blinds)
    return RevealedCards(act, hands, followers, _to_codes(hidden.deck), blinds)


def validate_name(name: str, owner: User | None = None) -> str:
    """Return the cleaned name for ``owner``, or raise ``Refusal`` with ``bad_name``."""
    try:
        return clean_own_name(name, owner)
    except ValidationError as error:
        raise Refusal("bad_name", detail=" ".join(error.messages)) from None


def _build_device_check(moderator: Moderator, game: Game, seat: Seat, to: int) -> Any:
    device = Device.objects.filter(game=game, pk=to).first()
    if device is None:
        raise Refusal("no_such_device")
    if device.user_id in moderator.selves or (moderator.digest and device.digest == moderator.digest):
        raise Refusal("own_account")
    user = device.user_id or get_seat_account(game, frozenset({seat}))

    def check(table: TableState) -> Mapping[str, Any]:
        if seat in table.seats_of(to):
            raise Refusal("already_so")
        return {"seat": seat, "device": to, "user": user}

    return check


def _build_person_check(moderator: Moderator, seat: Seat, to: int) -> Any:
    person = User.objects.filter(pk=to).first()
    if person is None or person.barred or person.leaving_at:
        raise Refusal("no_such_person")
    if to in moderator.selves:
        raise Refusal("own_account")
    data = {"seat": seat, "user": to, "name": person.shown, "guest": person.is_guest}

    def check(match: MatchState) -> Mapping[str, Any]:
        if match.occupants[seat] is None:
            raise Refusal("no_such_seat")
        if match.seat_of(to) is not None:
            raise Refusal("already_so")
        return data

    return check


def _sort_codes(cards: Any) -> Codes:
    return _to_codes(sorted(cards, key=hand_sort_key))


def _to_codes(cards: Any) -> Codes:
    return tuple(str(card) for card in cards)


def _require_seat(seat: object) -> None:
    if seat not in (0, 1):
        raise Refusal("bad_value")


# Acts on tables.

CORRECTABLE = (SheetKey.CARD, SheetKey.BLIND, SheetKey.LEADER)
"""Kinds of entries that can be corrected. Other entries are struck, and the players log them again."""


def remove_device(moderator: Moderator, game: Game, device: int, seat: Seat, justification: Justification) -> Act:
    """Take a seat from a device, and renew the code of the table, which the device knows.

    Raise ``Refusal`` as ``act_on_game`` does, and with ``wrong_mode`` or ``no_such_seat``.
    """

    def check(table: TableState) -> Mapping[str, Any]:
        if seat not in table.seats_of(device):
            raise Refusal("no_such_seat")
        return {"device": device, "seat": seat}

    _require_table(moderator, ActKind.PUT_OFF, game)
    with transaction.atomic():
        act = act_on_game(moderator, ActKind.PUT_OFF, game, justification, check)
        join_tokens.renew_table_token(game)
    return act


def correct_entry(moderator: Moderator, game: Game, number: int, value: str, justification: Justification) -> Act:
    """Correct what the entry ``number`` logged: to another card ("G7"), or for a leader to another seat ("0" or "1").

    Raise ``Refusal`` as ``act_on_game`` does, with ``wrong_mode``, ``no_such_entry``, ``replaced``, ``bad_value`` or
    ``bad_card``, and with ``secret_entry`` for a blind card while it must stay hidden.
    """

    def check(table: TableState) -> Mapping[str, Any]:
        change = _get_entry(table, number)
        key = change.key[0]
        if key not in CORRECTABLE:
            raise Refusal("bad_value")
        if key is SheetKey.BLIND and not table.sheet_open:
            raise Refusal("secret_entry")
        _check_value(key, value)
        return {"number": number, "value": value}

    _require_table(moderator, ActKind.CORRECT, game)
    return act_on_game(moderator, ActKind.CORRECT, game, justification, check, number)


def strike_entry(moderator: Moderator, game: Game, number: int, justification: Justification) -> Act:
    """Strike the entry ``number``, as if it had never been logged.

    Raise ``Refusal`` as ``act_on_game`` does, and with ``wrong_mode``, ``no_such_entry`` or ``replaced``.
    """

    def check(table: TableState) -> Mapping[str, Any]:
        if _get_entry(table, number).key[0] is SheetKey.DEPTH:
            raise Refusal("no_such_entry")
        return {"number": number}

    _require_table(moderator, ActKind.STRIKE, game)
    return act_on_game(moderator, ActKind.STRIKE, game, justification, check, number)


def _require_table(moderator: Moderator, kind: ActKind, game: Game) -> None:
    require_game_permission(moderator, kind, game)
    if kind not in STATE_CLASSES[game.mode].acts:
        raise Refusal("wrong_mode")


def _get_entry(table: TableState, number: int) -> Change:
    change = table.ledger.change(number)
    if change is None:
        raise Refusal("no_such_entry")
    if not table.ledger.stands(change):
        raise Refusal("replaced")
    return change


def _check_value(key: SheetKey, value: str) -> None:
    if key is not SheetKey.LEADER:
        Card.parse(value)
    elif value not in ("0", "1"):
        raise Refusal("bad_value")
