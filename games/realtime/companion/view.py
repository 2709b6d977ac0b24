"""View of a physical game for one device. It starts empty, so that only what is added is sent.

Cards come from ``TableState.seen``, which lacks the blind cards of the other seat, and never from
``TableState.record``. Everything that several devices show comes from public cards
(``games.realtime.companion.device_tally``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from django.utils import translation
from django.utils.translation import get_language

from games.inference.recap import build_recap
from games.inference.tally import FactionTally, Tally
from games.realtime.companion.device_tally import build_device_tally
from games.realtime.companion.prompts import (
    are_blinds_optional,
    build_pads,
    build_piles,
    build_prompt,
    build_prompts,
    get_acting_seats,
)
from games.realtime.companion.tricks import (
    build_changes,
    build_slips,
    build_tricks,
    build_undo,
    get_device_name,
    to_code,
)
from games.realtime.matches.view import build_notice, build_transfer
from games.rules.cards import Card
from games.rules.rulings import Rulings
from games.rules.state import Phase, Seat
from games.schemas.match import NoticeShown, TransferShown
from games.schemas.table import (
    AskShown,
    DeviceShown,
    FactionShown,
    HandoverShown,
    OwnDevice,
    RulingsShown,
    SeatRequest,
    SeatShown,
    TableResult,
    TableView,
)
from games.state.game_state import Status
from games.state.seating import DeviceRole, Handover
from games.state.sheet import LogDepth, build_slip_key, get_tally
from games.state.table_state import TableState
from games.texts.names import translate_name, translate_seats
from games.texts.recap import list_recap_sentences
from games.texts.table import describe_handover, describe_result, describe_winner_ruling, format_faction

STATUS_NAMES = {Status.WAITING: "gathering"}
CACHE_SIZE = 512
"""Cached parts of messages: enough for some dozen games. Most are the same on all devices and in most versions."""


def render_view(table: TableState, device: int | None, language: str) -> str:
    """Return the view of a device (None: a watcher) as JSON text, its sentences in ``language``."""
    with translation.override(language):
        return build_view(translate_seats(table), device).model_dump_json()


def build_view(table: TableState, device: int | None) -> TableView:
    """Return the view of a device (None: a watcher) in the active language."""
    record = table.seen(device)
    tally, secrets = build_device_tally(table, device), table.secrets_of(device)
    make: Any = TableView
    return cast(
        TableView,
        make(
            version=table.version,
            game=table.code,
            status=STATUS_NAMES.get(table.status, str(table.status)),
            depth=table.depth.value,
            **_build_people(table, device),
            **_build_state(tally),
            factions=_build_factions(tally.factions, get_language()),
            ask=build_prompts(table, device, tally, record),
            pads=build_pads(record),
            tricks=build_tricks(table, device, tally, record),
            followers=tuple(_build_followers(table, tally, seat) if seat in secrets else None for seat in (0, 1)),
            leader_first=record.leader,
            undead=record.undead and tuple(_to_codes(pile) for pile in record.undead),
            piles=build_piles(table),
            result=_build_result(table, tally),
            recap=build_recap_message(table),
            missing=_build_missing(table, device, tally),
            slips=build_slips(table, tally),
            changes=build_changes(table, secrets),
            handovers=tuple(
                _build_handover(handover, table.names, get_language()) for handover in table.seating.handovers
            ),
            undo=build_undo(table, device),
            closed=table.sheet.closed,
            sheet_open=table.sheet_open,
            confirmed=table.end.confirmed,
            again=table.end.again,
            best_of=table.next_best_of,
            rematch=table.successor,
            transfer=(transfer := build_transfer(table)) and TransferShown(**transfer),
            notice=_build_notice(table, device),
            frozen=table.frozen,
        ),
    )


def build_recap_message(table: TableState) -> tuple[str, ...]:
    """Return the sentences of the recap of a game; empty before its end, and if a moderator ruled the result."""
    if table.status is not Status.FINISHED or table.end.ruling is not None:
        return ()
    record = table.public()
    tally = get_tally(record)
    doubts = tuple(slip for slip in tally.slips if build_slip_key(slip) not in table.sheet.stood)
    recap = build_recap(tally, record, doubts)
    return list_recap_sentences(recap, tally, table.names, len(doubts)) if recap else ()


def _build_people(table: TableState, device: int | None) -> dict[str, Any]:
    return {
        "you": _build_you(table, device),
        "watch": table.watch,
        "rulings": _build_rulings(table.rulings),
        "names": table.names,
        "seats": (_build_seat(table, 0), _build_seat(table, 1)),
        "devices": tuple(_build_device(table, each) for each in table.seating.places),
        "locked": table.seating.locked,
        "joinable": table.joinable,
        "requests": tuple(
            cast(Any, SeatRequest)(device=requester, name=translate_name(request.name), seat=request.seat)
            for requester, request in table.seating.requests.items()
        ),
    }


def _build_you(table: TableState, device: int | None) -> OwnDevice:
    place = None if device is None else table.seating.places.get(device)
    make: Any = OwnDevice
    if device is None or place is None:
        return cast(
            OwnDevice, make(device=None, name="", seats=(), role=DeviceRole.WATCHER.value, host=False, blinds=False)
        )
    blinds = len(place.seats) == 1 and not are_blinds_optional(table)
    return cast(OwnDevice, make(device=device, blinds=blinds, **_build_device_data(table, device)))


def _build_device_data(table: TableState, device: int) -> dict[str, Any]:
    """Return the public data of a device at the table."""
    place = table.seating.places[device]
    return {
        "name": get_device_name(table, device),
        "seats": tuple(sorted(place.seats)),
        "role": place.role.value,
        "host": table.seating.is_host(device),
    }


def _build_seat(table: TableState, seat: Seat) -> SeatShown:
    holders = table.seating.holders(seat)
    has_user = any(table.seating.places[device].user is not None for device in holders)
    return _build_seat_message(table.names[seat], holders, has_user)


@lru_cache(CACHE_SIZE)
def _build_handover(handover: Handover, names: tuple[str, str], language: str | None) -> HandoverShown:
    """Return a handover. It is the same for all devices, since it counts the blind cards and shows none."""
    make: Any = HandoverShown
    text = describe_handover(handover.ground, names[handover.seat], handover.blinds)
    return cast(
        HandoverShown,
        make(
            number=handover.number,
            seat=handover.seat,
            ground=handover.ground.value,
            blinds=handover.blinds,
            text=text,
        ),
    )


@lru_cache(CACHE_SIZE)
def _build_seat_message(name: str, devices: tuple[int, ...], has_user: bool) -> SeatShown:
    return SeatShown(name=name, devices=devices, user=has_user)


def _build_device(table: TableState, device: int) -> DeviceShown:
    return _build_device_message(device, **_build_device_data(table, device))


@lru_cache(CACHE_SIZE)
def _build_device_message(device: int, name: str, seats: tuple[int, ...], role: str, host: bool) -> DeviceShown:
    make: Any = DeviceShown
    return cast(DeviceShown, make(id=device, name=name, role=role, seats=seats, host=host))


def _build_state(tally: Tally) -> dict[str, Any]:
    return {
        "phase": int(tally.phase),
        "trick": tally.number,
        "leader": tally.leader,
        "turn": tally.turn,
        "deck": tally.deck,
        "sizes": tally.sizes,
        "score": (_to_codes(tally.score[0]), _to_codes(tally.score[1])),
    }


@lru_cache(CACHE_SIZE)
def _build_factions(factions: tuple[FactionTally, ...], language: str | None) -> tuple[FactionShown, ...]:
    return tuple([_build_faction(faction) for faction in factions])


def _build_faction(tally: FactionTally) -> FactionShown:
    make: Any = FactionShown
    return cast(
        FactionShown,
        make(
            faction=tally.faction.value,
            name=format_faction(tally.faction),
            counts=tally.now.counts,
            highest=(to_code(tally.now.highest[0]), to_code(tally.now.highest[1])),
            by=tally.now.by.value,
            ahead=tally.now.seat,
            certain=tally.certain,
            vote=tally.seat,
        ),
    )


def _build_notice(table: TableState, device: int | None) -> NoticeShown | None:
    """Return the last act of a moderator, with the link to appeal for a device whose seat it concerns."""
    if table.notice is None:
        return None
    return NoticeShown(**build_notice(table.notice, table.names, table.seats_of(device)))


def _build_result(table: TableState, tally: Tally) -> TableResult | None:
    if table.end.ruling is not None:
        return _build_ruled_result(table, table.end.ruling[0])
    if tally.result is None:
        return None
    winner, votes = tally.result.winner, tally.result.votes
    text = describe_result(winner, votes, table.names, table.rulings.draw)
    make: Any = TableResult
    return cast(TableResult, make(winner=winner, votes=votes, text=text, ruled=False))


def _build_ruled_result(table: TableState, winner: Seat | None) -> TableResult:
    make: Any = TableResult
    return cast(
        TableResult, make(winner=winner, votes=(0, 0), text=describe_winner_ruling(winner, table.names), ruled=True)
    )


@lru_cache(CACHE_SIZE)
def _build_rulings(rulings: Rulings) -> RulingsShown:
    make: Any = RulingsShown
    return cast(
        RulingsShown,
        make(lead=rulings.lead, strict=rulings.strict, last_trick=rulings.last_trick, draw=rulings.draw),
    )


def _build_followers(table: TableState, tally: Tally, seat: Seat) -> tuple[str, ...] | None:
    is_hidden = table.rulings.strict and tally.phase is Phase.ONE
    return None if is_hidden else _to_codes(tally.followers[seat])


def _build_missing(table: TableState, device: int | None, tally: Tally) -> tuple[AskShown, ...]:
    """Return the prompts of gaps worth filling and, at the end, of slots that were never reached."""
    if table.depth is LogDepth.PILES:
        return ()
    acting = get_acting_seats(table, device)
    return tuple(build_prompt(table, request, acting, tally) for request in tally.missing)


def _to_codes(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)
