"""A physical game as one device sees it, as a message. Built up from nothing: what is not put in is not sent.

Everything comes from ``Table.seen``, in which the other seat's blind cards are absent, never from ``Table.record``;
and what two devices both show comes from what everybody may know (``games.live.table.told``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from django.utils import translation
from django.utils.translation import get_language

from games.live.online.view import shown_notice
from games.live.table.pads import acts_for, ask, asks, pads, piles, spared
from games.live.table.recap import recap_of
from games.live.table.told import told
from games.live.table.tricks import changes, code, device_name, slips, tricks, undo
from games.rules.cards import Card
from games.rules.logged.tally import FactionTally, Tally
from games.rules.rulings import Rulings
from games.rules.state import Phase, Seat
from games.stories.seating import Role
from games.stories.sheet import Depth
from games.stories.status import Status
from games.stories.table import Table
from games.wire.online import NoticeShown
from games.wire.seats import DeviceShown, Request, SeatShown, You
from games.wire.table import Ask, FactionShown, RulingsShown, TableResult, TableView
from games.words.table import faction_text, result_text, ruling_text

STATUS = {Status.WAITING: "gathering"}
SHOWN = 512
"""Parts of messages that are remembered, for both phones show the same, and so do most versions: those of some dozen
games."""


def render(table: Table, device: int | None, language: str) -> str:
    """The view of a device (None: one that is not at the table) as JSON text, its sentences in ``language``."""
    with translation.override(language):
        return view(table, device).model_dump_json()


def view(table: Table, device: int | None) -> TableView:
    record = table.seen(device)
    tally, secrets = told(table, device), table.secrets_of(device)
    make: Any = TableView
    return cast(
        TableView,
        make(
            version=table.version,
            game=table.code,
            status=STATUS.get(table.status, str(table.status)),
            depth=table.depth.value,
            **_people(table, device),
            **_state(tally),
            factions=_factions(tally.factions, get_language()),
            ask=asks(table, device, tally, record),
            pads=pads(record),
            tricks=tricks(table, device, tally, record),
            followers=tuple(_followers(table, tally, seat) if seat in secrets else None for seat in (0, 1)),
            leader_first=record.leader,
            undead=record.undead and tuple(_codes(pile) for pile in record.undead),
            piles=piles(table),
            result=_result(table, tally),
            recap=recap_of(table),
            missing=_missing(table, device, tally),
            slips=slips(table, tally),
            changes=changes(table, secrets),
            undo=undo(table, device),
            closed=table.sheet.closed,
            sheet_open=table.sheet_open,
            confirmed=table.end.confirmed,
            again=table.end.again,
            rematch=table.successor,
            notice=_notice(table, device),
            frozen=table.frozen,
        ),
    )


def _people(table: Table, device: int | None) -> dict[str, Any]:
    return {
        "you": _you(table, device),
        "watch": table.watch,
        "rulings": _rulings(table.rulings),
        "names": table.names,
        "seats": (_seat(table, 0), _seat(table, 1)),
        "devices": tuple(_device(table, one) for one in table.seating.places),
        "locked": table.seating.locked,
        "joinable": table.joinable,
        "requests": tuple(
            cast(Any, Request)(device=one, name=asked.name, seat=asked.seat)
            for one, asked in table.seating.requests.items()
        ),
    }


def _you(table: Table, device: int | None) -> You:
    place = None if device is None else table.seating.places.get(device)
    make: Any = You
    if device is None or place is None:
        return cast(You, make(device=None, name="", seats=(), role=Role.WATCHER.value, host=False, blinds=False))
    blinds = len(place.seats) == 1 and not spared(table)
    return cast(You, make(device=device, blinds=blinds, **_held(table, device)))


def _held(table: Table, device: int) -> dict[str, Any]:
    """What everybody may know of a device at the table."""
    place = table.seating.places[device]
    return {
        "name": device_name(table, device),
        "seats": tuple(sorted(place.seats)),
        "role": place.role.value,
        "host": device == table.seating.host,
    }


def _seat(table: Table, seat: Seat) -> SeatShown:
    holders = table.seating.holders(seat)
    user = any(table.seating.places[device].user is not None for device in holders)
    return _seat_shown(table.names[seat], holders, user)


@lru_cache(SHOWN)
def _seat_shown(name: str, devices: tuple[int, ...], user: bool) -> SeatShown:
    return SeatShown(name=name, devices=devices, user=user)


def _device(table: Table, device: int) -> DeviceShown:
    return _device_shown(device, **_held(table, device))


@lru_cache(SHOWN)
def _device_shown(device: int, name: str, seats: tuple[int, ...], role: str, host: bool) -> DeviceShown:
    make: Any = DeviceShown
    return cast(DeviceShown, make(id=device, name=name, role=role, seats=seats, host=host))


def _state(tally: Tally) -> dict[str, Any]:
    return {
        "phase": int(tally.phase),
        "trick": tally.number,
        "leader": tally.leader,
        "turn": tally.turn,
        "deck": tally.deck,
        "sizes": tally.sizes,
        "score": (_codes(tally.score[0]), _codes(tally.score[1])),
    }


@lru_cache(SHOWN)
def _factions(factions: tuple[FactionTally, ...], language: str | None) -> tuple[FactionShown, ...]:
    return tuple([_faction(one) for one in factions])


def _faction(one: FactionTally) -> FactionShown:
    make: Any = FactionShown
    return cast(
        FactionShown,
        make(
            faction=one.faction.value,
            name=faction_text(one.faction),
            counts=one.now.counts,
            highest=(code(one.now.highest[0]), code(one.now.highest[1])),
            by=one.now.by.value,
            ahead=one.now.seat,
            certain=one.certain,
            vote=one.seat,
        ),
    )


def _notice(table: Table, device: int | None) -> NoticeShown | None:
    """What a moderator did last; those who hold a seat, or lost it by that, are told how to appeal."""
    if table.notice is None:
        return None
    return NoticeShown(**shown_notice(table.notice, table.names, table.seats_of(device)))


def _result(table: Table, tally: Tally) -> TableResult | None:
    if table.end.ruling is not None:
        return _ruled(table, table.end.ruling[0])
    if tally.result is None:
        return None
    winner, votes = tally.result.winner, tally.result.votes
    text = result_text(winner, votes, table.names, table.rulings.draw)
    make: Any = TableResult
    return cast(TableResult, make(winner=winner, votes=votes, text=text, ruled=False))


def _ruled(table: Table, winner: Seat | None) -> TableResult:
    make: Any = TableResult
    return cast(TableResult, make(winner=winner, votes=(0, 0), text=ruling_text(winner, table.names), ruled=True))


@lru_cache(SHOWN)
def _rulings(rulings: Rulings) -> RulingsShown:
    make: Any = RulingsShown
    return cast(
        RulingsShown,
        make(lead=rulings.lead, strict=rulings.strict, last_trick=rulings.last_trick, draw=rulings.draw),
    )


def _followers(table: Table, tally: Tally, seat: Seat) -> tuple[str, ...] | None:
    hidden = table.rulings.strict and tally.phase is Phase.ONE
    return None if hidden else _codes(tally.followers[seat])


def _missing(table: Table, device: int | None, tally: Tally) -> tuple[Ask, ...]:
    """The gaps worth filling; at the end also what was never reached."""
    if table.depth is Depth.PILES:
        return ()
    acting = acts_for(table, device)
    return tuple(ask(table, one, acting, tally) for one in tally.missing)


def _codes(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)
