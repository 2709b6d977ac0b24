"""Acts on any game: its result, its seats, its names, and a look at what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from games.models import Act, Device, Game, User
from games.people.names import own_name
from games.rules.cards import hand_order
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.moderation.judges import Judge, Why, require_judge
from games.services.moderation.record import on_game
from games.services.table.sitters import account_at
from games.store import log
from games.stories.act_kinds import ActKind
from games.stories.online import Match
from games.stories.status import Status
from games.stories.story import Story
from games.stories.table import Table

Codes = tuple[str, ...]


def call_off(by: Judge, game: Game, why: Why) -> Act:
    """End a game without a winner, whether it waits, is played or is over. Refused as ``on_game``."""
    return on_game(by, ActKind.CALL_OFF, game, why, lambda story: {})


def award(by: Judge, game: Game, winner: Seat, why: Why) -> Act:
    """End a running game with a winner. Refused with ``game_over``, ``no_opponent``, ``bad_value``."""

    def check(story: Story) -> Mapping[str, Any]:
        if story.over:
            raise Refusal("game_over")
        if not story.awardable:
            raise Refusal("no_opponent")
        return {"winner": winner}

    _require_seat(winner)
    return on_game(by, ActKind.AWARD, game, why, check)


def change_result(by: Judge, game: Game, winner: Seat | None, why: Why) -> Act:
    """Another winner, or None for a draw, of a finished game. Refused with ``not_ended`` and ``already_so``."""

    def check(story: Story) -> Mapping[str, Any]:
        now = story.columns()
        if now["status"] != Status.FINISHED:
            raise Refusal("not_ended")
        if now["winner"] == winner:
            raise Refusal("already_so")
        return {"winner": winner, "was": now["winner"]}

    if winner is not None:
        _require_seat(winner)
    return on_game(by, ActKind.CHANGE_RESULT, game, why, check)


def reopen(by: Judge, game: Game, why: Why) -> Act:
    """Let a game that ended early go on. Refused with ``not_over`` and, played to its end, ``nothing_to_reopen``.

    The trap: the record of a game that a player resigned was open, so both may know all cards.
    """

    def check(story: Story) -> Mapping[str, Any]:
        if not story.over:
            raise Refusal("not_over")
        if not story.ended_early:
            raise Refusal("nothing_to_reopen")
        return {}

    return on_game(by, ActKind.REOPEN, game, why, check)


def freeze(by: Judge, game: Game, why: Why) -> Act:
    """Stop a game until the act is undone. Refused with ``game_over``."""

    def check(story: Story) -> Mapping[str, Any]:
        if story.over:
            raise Refusal("game_over")
        return {}

    return on_game(by, ActKind.FREEZE, game, why, check)


def give_back(by: Judge, game: Game, seat: Seat, to: int, why: Why) -> Act:
    """Give a seat to its owner: at a table to the device ``to``, which came there before; online to the person ``to``,
    a guest who lost the browser and came back with an account, say.

    Refused with ``bad_value``, ``no_such_device``, ``no_such_person``, ``own_account`` and ``already_so``.
    """
    require_judge(by, ActKind.GIVE_BACK, game)
    _require_seat(seat)
    check = _device_check(by, game, seat, to) if game.at_table else _person_check(by, seat, to)
    return on_game(by, ActKind.GIVE_BACK, game, why, check)


def rename_seat(by: Judge, game: Game, seat: Seat, name: str, why: Why) -> Act:
    """Another name for a seat of one game. Refused with ``bad_value`` and ``bad_name``."""
    _require_seat(seat)
    wanted = allowed_name(name)

    def check(story: Story) -> Mapping[str, Any]:
        if not story.names[seat]:
            raise Refusal("no_such_seat")
        return {"seat": seat, "name": wanted}

    return on_game(by, ActKind.RENAME_SEAT, game, why, check)


@dataclass(frozen=True, slots=True)
class Revealed:
    """What was hidden, by seat: hands and followers as players sort them, the deck as it lies. It is shown once and
    kept nowhere."""

    act: Act
    hands: tuple[Codes, Codes] = ((), ())
    followers: tuple[Codes, Codes] = ((), ())
    deck: Codes = ()
    blinds: tuple[tuple[int, Seat, str], ...] = ()


def reveal(by: Judge, game: Game, why: Why) -> Revealed:
    """The hidden cards of a game: hands, follower piles and deck, or the blind cards logged at a table.

    The record keeps that and why they were looked at, never what was seen. Refused as ``on_game``.
    """
    act = on_game(by, ActKind.REVEAL, game, why, lambda story: {})
    hidden = log.load(game.pk).hidden()
    first, second = ((_in_order(pile[0]), _in_order(pile[1])) for pile in (hidden.hands, hidden.followers))
    blinds = tuple((number, seat, str(card)) for number, seat, card in hidden.blinds)
    return Revealed(act, first, second, _codes(hidden.deck), blinds)


def allowed_name(name: str, me: User | None = None) -> str:
    """A name by the rules for all; refused with ``bad_name``. ``me`` is who will bear it."""
    try:
        return own_name(name, me)
    except ValidationError as error:
        raise Refusal("bad_name", detail=" ".join(error.messages)) from None


def _device_check(by: Judge, game: Game, seat: Seat, to: int) -> Any:
    device = Device.objects.filter(game=game, pk=to).first()
    if device is None:
        raise Refusal("no_such_device")
    if device.user_id in by.selves or (by.digest and device.digest == by.digest):
        raise Refusal("own_account")
    user = device.user_id or account_at(game, frozenset({seat}))

    def check(table: Table) -> Mapping[str, Any]:
        if seat in table.seats_of(to):
            raise Refusal("already_so")
        return {"seat": seat, "device": to, "user": user}

    return check


def _person_check(by: Judge, seat: Seat, to: int) -> Any:
    person = User.objects.filter(pk=to).first()
    if person is None or person.barred or person.leaving_at:
        raise Refusal("no_such_person")
    if to in by.selves:
        raise Refusal("own_account")
    data = {"seat": seat, "user": to, "name": person.shown, "guest": person.is_guest}

    def check(match: Match) -> Mapping[str, Any]:
        if match.sitters[seat] is None:
            raise Refusal("no_such_seat")
        if match.seat_of(to) is not None:
            raise Refusal("already_so")
        return data

    return check


def _in_order(cards: Any) -> Codes:
    return _codes(sorted(cards, key=hand_order))


def _codes(cards: Any) -> Codes:
    return tuple(str(card) for card in cards)


def _require_seat(seat: object) -> None:
    if seat not in (0, 1):
        raise Refusal("bad_value")
