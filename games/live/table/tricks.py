"""The logged tricks as messages, with what cannot have been, what was corrected and what can be taken back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from django.utils.translation import get_language, gettext

from games.rules.cards import Card
from games.rules.logged.slips import Moment, Slip
from games.rules.logged.slots import CARD_SPOTS, Slot, Spot, TableRecord, TableTrick, cards_in, index_of
from games.rules.logged.tally import TOLD, Tally, TrickTally, changed
from games.rules.state import Phase, Seat
from games.stories.ledger import Change, Correction
from games.stories.sheet import BOTH, NOBODY, Seats, What, laid, seen, slip_key
from games.stories.table import Table
from games.stories.table_kinds import MODERATOR, SITE, TableKind
from games.wire.table import ChangeShown, SlipShown, TrickShown, UndoShown
from games.words.table import Names, card_text, change_text, role_text, slip_text, spot_text, stories, taken_back

SPOTS = tuple(Spot)
CORRECTED = 512
"""Corrections that are remembered: the last ones of some hundred games."""


def tricks(table: Table, device: int | None, tally: Tally, record: TableRecord) -> tuple[TrickShown, ...]:
    """The tricks up to the last one logged. One phone for both players does not name blind cards unasked."""
    page = _page(table, tally)
    told = stories(tally, table.names, discreet=table.seats_of(device) == BOTH and not table.sheet_open)
    shown = zip(tally.tricks, record.tricks[: len(tally.tricks)], told, strict=True)
    return tuple([_trick(page, index, *each) for index, each in enumerate(shown)])


@dataclass(frozen=True, slots=True)
class _Page:
    """What all tricks of one view are told by: who logged the spots of each, what devices are called, and the slips of
    each moment."""

    table: Table
    authors: Mapping[int, Mapping[Spot, int]]
    names: Mapping[int, str]
    slips: Mapping[Moment, list[str]]


def _page(table: Table, tally: Tally) -> _Page:
    authors = defaultdict[int, dict[Spot, int]](dict)
    for slot, device in table.ledger.authors.items():
        authors[index_of(slot.phase, slot.number)][slot.spot] = device
    names = {device: device_name(table, device) for device in set(table.ledger.authors.values())}
    slips = defaultdict[Moment, list[str]](list)
    for slip in tally.slips:
        slips[slip.moment].append(slip_key(slip))
    return _Page(table, authors, names, slips)


def slips(table: Table, tally: Tally) -> tuple[SlipShown, ...]:
    return tuple(_slip(table, slip) for slip in tally.slips)


def changes(table: Table, secrets: Seats) -> tuple[ChangeShown, ...]:
    """The last corrections, without those of blind cards that these secrets do not cover."""
    shown = (one for one in table.ledger.corrections if _may_know(one.change, secrets))
    return tuple(_change(table, one, secrets) for one in shown)


def undo(table: Table, device: int | None) -> UndoShown | None:
    """The last tap of a device, or what the site logged by itself since then, if it is still what is there."""
    for change in reversed(table.ledger.history if table.seats_of(device) else ()):
        if change.undone or change.kind is TableKind.UNDONE or not _takes_back(change, device):
            continue
        if table.sheet.at(change.key) != change.now or not _may_know(change, table.seats_of(device)):
            return None
        return UndoShown(number=change.number, mark=change.mark, text=_change_line(table, change))
    return None


def _takes_back(change: Change, device: int | None) -> bool:
    return change.device == device or (change.device == SITE and change.now is not None)


def device_name(table: Table, device: int | None) -> str:
    """What a device is called: by its own name, or by those of its seats, or by what it is for."""
    if device in (MODERATOR, SITE):
        return gettext("A moderator") if device == MODERATOR else gettext("The site")
    place = None if device is None else table.seating.places.get(device)
    if place is None:
        return ""
    names = " & ".join(table.names[seat] for seat in sorted(place.seats))
    return place.name or names or role_text(place.role)


def code(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _trick(page: _Page, index: int, trick: TrickTally, logged: TableTrick, story: str) -> TrickShown:
    authors = page.authors.get(index, {})
    slips = page.slips.get(Moment(trick.phase, trick.number), ()) if page.slips else ()
    return _shown(
        trick, logged, tuple(slips), _by_site(authors), _by(page, authors), _doubt(page, trick, slips) or story
    )


@lru_cache(TOLD)
def _shown(
    trick: TrickTally, logged: TableTrick, slips: tuple[str, ...], site: frozenset[Spot], by: tuple[str, ...], text: str
) -> TrickShown:
    """A trick as a message; remembered, for both phones show most tricks alike, and so does every version."""
    cards = zip(CARD_SPOTS[trick.phase], cards_in(logged, index_of(trick.phase, trick.number)), strict=True)
    spots = [spot for spot, card in cards if card]
    make: Any = TrickShown
    return cast(
        TrickShown,
        make(
            phase=int(trick.phase),
            number=trick.number,
            leader=trick.leader,
            stated=logged.leader,
            revealed=code(trick.revealed),
            lead=code(trick.lead),
            follow=code(trick.follow),
            blind=code(trick.blind),
            winner=trick.winner,
            reason=trick.reason and trick.reason.value,
            taker=_taker(trick),
            over=trick.over,
            logged=tuple([spot.value for spot in spots]),
            slips=slips,
            site=tuple([spot.value for spot in spots if spot in site]),
            story=text,
            by=by,
        ),
    )


def _doubt(page: _Page, trick: TrickTally, slips: Collection[str]) -> str:
    """What is said of a trick that a slip puts in doubt, instead of who won it."""
    doubted = trick.over and not page.table.sheet.stood.issuperset(slips)
    return gettext("This trick is in doubt until its slip is settled.") if doubted else ""


def _taker(trick: TrickTally) -> Seat | None:
    return next((gain.seat for gain in trick.gains if gain.spot is Spot.BLIND), None)


def _by_site(authors: Mapping[Spot, int]) -> frozenset[Spot]:
    return frozenset([spot for spot, device in authors.items() if device == SITE])


def _by(page: _Page, authors: Mapping[Spot, int]) -> tuple[str, ...]:
    names = [page.names[authors[spot]] for spot in SPOTS if spot in authors]
    return tuple(dict.fromkeys([name for name in names if name]))


def _slip(table: Table, slip: Slip) -> SlipShown:
    key = slip_key(slip)
    make: Any = SlipShown
    return cast(
        SlipShown,
        make(
            key=key,
            code=slip.code.value,
            phase=int(slip.moment.phase),
            trick=slip.moment.number,
            seat=slip.seat,
            card=code(slip.card),
            evidence=(int(slip.evidence.phase), slip.evidence.number),
            text=slip_text(slip, table.names),
            stands=key in table.sheet.stood,
        ),
    )


def _may_know(change: Change, secrets: Seats) -> bool:
    what, about = change.key
    return what is not What.BLIND or about[1] in secrets


def _change(table: Table, one: Correction, secrets: Seats) -> ChangeShown:
    by = device_name(table, one.change.device)
    return _corrected(one, _compared(table, one.change, secrets), by, table.names, get_language())


@lru_cache(CORRECTED)
def _corrected(one: Correction, secrets: Seats, by: str, names: Names, language: str | None) -> ChangeShown:
    """A correction as a message; remembered, for the last ones are told of with every entry."""
    change, slot = one.change, _slot(one.change)
    before, after = (laid(seen(sheet, secrets)) for sheet in (one.before, one.after))
    otherwise = tuple((int(trick.phase), trick.number) for trick in changed(before, after))
    now = change.now
    place = spot_text(slot, one.after.player(slot), names)
    was, becomes = _value(names, change.was), None if now is None else _value(names, now)
    make: Any = ChangeShown
    return cast(
        ChangeShown,
        make(
            number=change.number,
            by=by,
            device=change.device,
            phase=int(slot.phase),
            trick=slot.number,
            place=slot.spot.value,
            was=_plain(names, change.was),
            now=_plain(names, now),
            tricks=otherwise,
            text=change_text(by, place, was, becomes, len(otherwise)),
        ),
    )


def _compared(table: Table, change: Change, secrets: Seats) -> Seats:
    """Whose blind cards count for how many tricks a correction turned: those that all who are told of it may know."""
    return secrets if table.sheet_open or change.key[0] is What.BLIND else NOBODY


def _slot(change: Change) -> Slot:
    what, about = change.key
    return Slot(Phase.ONE, about[0], Spot.BLIND) if what is What.BLIND else about


def _plain(names: Names, value: Card | Seat | None) -> str | None:
    """A card's code, a leader's name."""
    return value if value is None else str(value) if isinstance(value, Card) else names[value]


def _value(names: Names, value: Card | Seat) -> str:
    return card_text(value) if isinstance(value, Card) else names[value]


def _change_line(table: Table, change: Change) -> str:
    what, about = change.key
    if what in (What.CARD, What.BLIND, What.LEADER):
        slot = _slot(change)
        place = spot_text(slot, table.sheet.player(slot), table.names)
        held = change.was if change.now is None else change.now
        return taken_back(what, place, _value(table.names, held))
    return taken_back(what, "", card_text(about) if isinstance(about, Card) else "")
