"""Tricks of a table as messages, with slips, corrections and undo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from django.utils.translation import get_language, gettext

from games.inference.record import CARD_SPOTS, Slot, Spot, TableRecord, TableTrick, get_trick_index, list_trick_cards
from games.inference.slips import Moment, Slip
from games.inference.tally import TRICK_CACHE_SIZE, Tally, TrickTally, list_changed_tricks
from games.rules.cards import Card
from games.rules.state import Phase, Seat
from games.schemas.table import ChangeShown, SlipShown, TrickShown, UndoShown
from games.state.ledger import Change, Correction
from games.state.sheet import (
    BOTH_SEATS,
    NO_SEATS,
    Seats,
    SheetKey,
    build_slip_key,
    build_visible_record,
    get_play_tally,
)
from games.state.table_events import MODERATOR, SITE, TableEventKind
from games.state.table_state import TableState
from games.texts.table import (
    Names,
    describe_change,
    describe_slip,
    describe_undo,
    format_card,
    format_role,
    format_spot,
    list_trick_descriptions,
)

SPOT_ORDER = tuple(Spot)
CACHE_SIZE = 512
"""Cached corrections: enough for the last ones of some hundred games."""


def build_tricks(table: TableState, device: int | None, tally: Tally, record: TableRecord) -> tuple[TrickShown, ...]:
    """Return the tricks up to the last one logged.

    On a device for both players, their texts name no blind card until the sheet is open.
    """
    context = _build_context(table, tally)
    texts = list_trick_descriptions(
        tally, table.names, discreet=table.seats_of(device) == BOTH_SEATS and not table.sheet_open
    )
    shown = zip(tally.tricks, record.tricks[: len(tally.tricks)], texts, strict=True)
    return tuple([_build_trick(context, index, *parts) for index, parts in enumerate(shown)])


@dataclass(frozen=True, slots=True)
class _TrickContext:
    """Data that all tricks of one view share: authors by trick and spot, names of devices, and slips by moment."""

    table: TableState
    authors: Mapping[int, Mapping[Spot, int]]
    names: Mapping[int, str]
    slips: Mapping[Moment, list[str]]


def _build_context(table: TableState, tally: Tally) -> _TrickContext:
    authors = defaultdict[int, dict[Spot, int]](dict)
    for slot, device in table.ledger.authors.items():
        authors[get_trick_index(slot.phase, slot.number)][slot.spot] = device
    names = {device: get_device_name(table, device) for device in set(table.ledger.authors.values())}
    slips = defaultdict[Moment, list[str]](list)
    for slip in tally.slips:
        slips[slip.moment].append(build_slip_key(slip))
    return _TrickContext(table, authors, names, slips)


def build_slips(table: TableState, tally: Tally) -> tuple[SlipShown, ...]:
    """Return the slips of a tally."""
    return tuple(_build_slip(table, slip) for slip in tally.slips)


def build_changes(table: TableState, secrets: Seats) -> tuple[ChangeShown, ...]:
    """Return the last corrections that may be shown. ``secrets`` are the seats whose blind cards may be shown."""
    visible = (each for each in table.ledger.corrections if _can_know(each.change, secrets))
    return tuple(_build_change(table, correction, secrets) for correction in visible)


def build_undo(table: TableState, device: int | None) -> UndoShown | None:
    """Return the entry that a device can undo: its own last one, or a later one of the site.

    None without a seat, or if that entry no longer stands.
    """
    for change in reversed(table.ledger.history if table.seats_of(device) else ()):
        if change.undone or change.kind is TableEventKind.UNDONE or not _can_take_back(change, device):
            continue
        if table.sheet.at(change.key) != change.now or not _can_know(change, table.seats_of(device)):
            return None
        return UndoShown(number=change.number, mark=change.mark, text=_build_undo_text(table, change))
    return None


def _can_take_back(change: Change, device: int | None) -> bool:
    return change.device == device or (change.device == SITE and change.now is not None)


def get_device_name(table: TableState, device: int | None) -> str:
    """Return the name of a device, or else the names of its seats, or its role. Empty for an unknown device."""
    if device in (MODERATOR, SITE):
        return gettext("A moderator") if device == MODERATOR else gettext("The site")
    place = None if device is None else table.seating.places.get(device)
    if place is None:
        return ""
    names = " & ".join(table.names[seat] for seat in sorted(place.seats))
    return place.name or names or format_role(place.role)


def to_code(card: Card | None) -> str | None:
    """Return the code of a card; None if it is unknown."""
    return None if card is None else str(card)


def _build_trick(context: _TrickContext, index: int, trick: TrickTally, logged: TableTrick, text: str) -> TrickShown:
    authors = context.authors.get(index, {})
    slips = context.slips.get(Moment(trick.phase, trick.number), ()) if context.slips else ()
    return _build_trick_message(
        trick,
        logged,
        tuple(slips),
        _list_site_spots(authors),
        _list_authors(context, authors),
        _get_doubt(context, trick, slips) or text,
    )


@lru_cache(TRICK_CACHE_SIZE)
def _build_trick_message(
    trick: TrickTally, logged: TableTrick, slips: tuple[str, ...], site: frozenset[Spot], by: tuple[str, ...], text: str
) -> TrickShown:
    """Return a trick as a message; cached, since most tricks are the same on all devices and in every version."""
    cards = zip(
        CARD_SPOTS[trick.phase], list_trick_cards(logged, get_trick_index(trick.phase, trick.number)), strict=True
    )
    spots = [spot for spot, card in cards if card]
    make: Any = TrickShown
    return cast(
        TrickShown,
        make(
            phase=int(trick.phase),
            number=trick.number,
            leader=trick.leader,
            stated=logged.leader,
            revealed=to_code(trick.revealed),
            lead=to_code(trick.lead),
            follow=to_code(trick.follow),
            blind=to_code(trick.blind),
            winner=trick.winner,
            reason=trick.reason and trick.reason.value,
            taker=_get_taker(trick),
            over=trick.over,
            logged=tuple([spot.value for spot in spots]),
            slips=slips,
            site=tuple([spot.value for spot in spots if spot in site]),
            story=text,
            by=by,
        ),
    )


def _get_doubt(context: _TrickContext, trick: TrickTally, slips: Collection[str]) -> str:
    """Return the sentence of a trick that an open slip puts in doubt; empty for every other trick."""
    is_doubted = trick.over and not context.table.sheet.stood.issuperset(slips)
    return gettext("This trick is uncertain until its slip is settled.") if is_doubted else ""


def _get_taker(trick: TrickTally) -> Seat | None:
    return next((gain.seat for gain in trick.gains if gain.spot is Spot.BLIND), None)


def _list_site_spots(authors: Mapping[Spot, int]) -> frozenset[Spot]:
    return frozenset([spot for spot, device in authors.items() if device == SITE])


def _list_authors(context: _TrickContext, authors: Mapping[Spot, int]) -> tuple[str, ...]:
    names = [context.names[authors[spot]] for spot in SPOT_ORDER if spot in authors]
    return tuple(dict.fromkeys([name for name in names if name]))


def _build_slip(table: TableState, slip: Slip) -> SlipShown:
    key = build_slip_key(slip)
    make: Any = SlipShown
    return cast(
        SlipShown,
        make(
            key=key,
            code=slip.code.value,
            phase=int(slip.moment.phase),
            trick=slip.moment.number,
            seat=slip.seat,
            card=to_code(slip.card),
            evidence=(int(slip.evidence.phase), slip.evidence.number),
            text=describe_slip(slip, table.names),
            stands=key in table.sheet.stood,
        ),
    )


def _can_know(change: Change, secrets: Seats) -> bool:
    kind, place = change.key
    return kind is not SheetKey.BLIND or place[1] in secrets


def _build_change(table: TableState, correction: Correction, secrets: Seats) -> ChangeShown:
    change = correction.change
    author, compared = get_device_name(table, change.device), _get_compared_seats(table, change, secrets)
    return _build_change_message(correction, compared, author, table.names, get_language())


@lru_cache(CACHE_SIZE)
def _build_change_message(
    correction: Correction, secrets: Seats, author: str, names: Names, language: str | None
) -> ChangeShown:
    """Return a correction as a message; cached, since every view repeats the last ones."""
    change, slot = correction.change, _get_slot(correction.change)
    sheets = correction.before, correction.after
    before, after = (get_play_tally(build_visible_record(sheet, secrets)) for sheet in sheets)
    changed = tuple((int(trick.phase), trick.number) for trick in list_changed_tricks(before, after))
    now = change.now
    place = format_spot(slot, correction.after.player(slot), names)
    old_text, new_text = _to_text(names, change.was), None if now is None else _to_text(names, now)
    make: Any = ChangeShown
    return cast(
        ChangeShown,
        make(
            number=change.number,
            by=author,
            device=change.device,
            phase=int(slot.phase),
            trick=slot.number,
            place=slot.spot.value,
            was=_to_code_or_name(names, change.was),
            now=_to_code_or_name(names, now),
            tricks=changed,
            text=describe_change(author, place, old_text, new_text, len(changed)),
        ),
    )


def _get_compared_seats(table: TableState, change: Change, secrets: Seats) -> Seats:
    """Return the seats whose blind cards are compared: only those that every reader of the correction may know."""
    return secrets if table.sheet_open or change.key[0] is SheetKey.BLIND else NO_SEATS


def _get_slot(change: Change) -> Slot:
    kind, place = change.key
    return Slot(Phase.ONE, place[0], Spot.BLIND) if kind is SheetKey.BLIND else place


def _to_code_or_name(names: Names, value: Card | Seat | None) -> str | None:
    """Return the code of a card, or the name of a leader."""
    return value if value is None else str(value) if isinstance(value, Card) else names[value]


def _to_text(names: Names, value: Card | Seat) -> str:
    return format_card(value) if isinstance(value, Card) else names[value]


def _build_undo_text(table: TableState, change: Change) -> str:
    kind, about = change.key
    if kind in (SheetKey.CARD, SheetKey.BLIND, SheetKey.LEADER):
        slot = _get_slot(change)
        place = format_spot(slot, table.sheet.player(slot), table.names)
        value = change.was if change.now is None else change.now
        return describe_undo(kind, place, _to_text(table.names, value))
    return describe_undo(kind, "", format_card(about) if isinstance(about, Card) else "")
