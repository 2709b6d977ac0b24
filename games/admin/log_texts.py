"""Lines of a game's log, and the text of each kind of entry. Hidden cards are mentioned, but never named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.inference.record import Slot, Spot
from games.models import Entry
from games.rules.cards import Card, Faction
from games.rules.state import Phase
from games.state.erasure import ERASED_KIND
from games.state.match_state import MatchEventKind
from games.state.seating import DeviceRole
from games.state.table_events import TableEventKind
from games.state.transfer import TransferEventKind
from games.texts.table import format_card, format_faction, format_role, format_trick

TrickKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LogLine:
    """Line of a log.

    ``spot`` is that of the card in its trick, None for an entry without a card. ``is_in_force`` is False for an entry
    that was corrected, struck or taken back. ``act`` is the number of a moderator's act, None for other entries.
    """

    number: int
    at: datetime
    who: str
    device: str
    text: str
    trick: TrickKey | None = None
    spot: Spot | None = None
    is_in_force: bool = True
    is_correctable: bool = False
    is_strikable: bool = False
    act: int | None = None


class ReaderProtocol(Protocol):
    """Interface of a log reader that the texts of entries use."""

    @property
    def shows_secrets(self) -> bool:
        """Return whether blind cards may be shown."""

    def get_name(self, seat: int | None) -> str:
        """Return the name of a seat, empty for None."""

    def get_device(self, device: int) -> str:
        """Return the label of a device, by its number in the data of an entry."""

    def describe_opening(self) -> str:
        """Return the text of the first entry."""

    def format_slot(self, slot: Slot) -> str:
        """Return the text for a slot: a place for a card in a trick."""


TextBuilder = Callable[[ReaderProtocol, Entry], str]


def _describe_opened(reader: ReaderProtocol, entry: Entry) -> str:
    return reader.describe_opening()


def _describe_joined(reader: ReaderProtocol, entry: Entry) -> str:
    texts = {"name": entry.data["name"]}
    if entry.data.get("program"):
        return _("A program of %(name)s joined.") % texts
    return _("%(name)s joined as a guest.") % texts if entry.data["guest"] else _("%(name)s joined.") % texts


def _describe_dealt(reader: ReaderProtocol, entry: Entry) -> str:
    if source := entry.data.get("from"):
        return _("Continues from %(game)s after %(step)s cards.") % {"game": source["game"], "step": source["step"]}
    return _("Cards dealt; %(name)s leads.") % {"name": reader.get_name(entry.data["leader"])}


def _describe_played(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Played %(card)s.") % {"card": _format_code(entry.data["card"])}


def _describe_timed_out(reader: ReaderProtocol, entry: Entry) -> str:
    if entry.data["winner"] is None:
        return _("Claimed a draw: the opponent's time ran out.")
    return _("Time ran out; %(name)s wins.") % {"name": reader.get_name(entry.data["winner"])}


def _describe_rematch(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Offered a rematch.") if entry.data["accept"] else _("Declined a rematch.")


def _describe_cancel_offer(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Offered to cancel the game.") if entry.data["accept"] else _("Declined to cancel the game.")


def _describe_succeeded(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Rematch: %(game)s.") % {"game": entry.data["game"]}


def _describe_transfer(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Offered or agreed to move the game.") if entry.data["accept"] else _("Declined to move the game.")


def _describe_transferred(reader: ReaderProtocol, entry: Entry) -> str:
    return _("The game moved: %(game)s.") % {"game": entry.data["game"]}


def _describe_placed(reader: ReaderProtocol, entry: Entry) -> str:
    data = entry.data
    texts = {"device": reader.get_device(data["device"]), "name": data["name"]}
    if not data["seats"]:
        role = format_role(DeviceRole(data["role"]))
        return _("%(device)s joined the table: %(role)s.") % {**texts, "role": role}
    seats = " & ".join(data["name"] or reader.get_name(seat) for seat in data["seats"][:1])
    if len(data["seats"]) == 2:
        return _("%(device)s took both seats.") % texts
    return _("%(device)s took the seat of %(seats)s.") % {**texts, "seats": seats}


def _describe_removed(reader: ReaderProtocol, entry: Entry) -> str:
    return _("The host removed %(device)s.") % {"device": reader.get_device(entry.data["device"])}


def _describe_locked(reader: ReaderProtocol, entry: Entry) -> str:
    if entry.data.get("renewed"):
        return _("Created a new table code.")
    return _("Locked the table.") if entry.data["locked"] else _("Unlocked the table.")


def _describe_asked_in(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Asked for the seat of %(name)s.") % {"name": reader.get_name(entry.data["seat"])}


def _describe_named(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Named a seat %(name)s.") % {"name": entry.data["name"]}


def _describe_led(reader: ReaderProtocol, entry: Entry) -> str:
    return _("%(name)s leads the first trick.") % {"name": reader.get_name(entry.data["seat"])}


def _describe_stated(reader: ReaderProtocol, entry: Entry) -> str:
    where = format_trick(Phase(entry.data["phase"]), entry.data["trick"])
    if entry.data["seat"] is None:
        return _("Cleared the leader of %(where)s.") % {"where": where}
    return _("%(name)s led %(where)s.") % {"where": where, "name": reader.get_name(entry.data["seat"])}


def _describe_logged(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Logged %(card)s, %(place)s.") % _get_slot_texts(reader, entry)


def _describe_corrected(reader: ReaderProtocol, entry: Entry) -> str:
    texts = _get_slot_texts(reader, entry)
    if entry.data["card"] is None:
        return _("Removed %(was)s, %(place)s.") % texts
    return _("Corrected %(place)s from %(was)s to %(card)s.") % texts


def _describe_undone(reader: ReaderProtocol, entry: Entry) -> str:
    return _("Undid entry %(number)s.") % {"number": entry.data["number"]}


def _describe_depth(reader: ReaderProtocol, entry: Entry) -> str:
    depths = {"every": _("every card"), "scoring": _("scoring only"), "piles": _("final piles only")}
    return _("Now logging: %(depth)s.") % {"depth": depths[entry.data["depth"]]}


def _describe_undead(reader: ReaderProtocol, entry: Entry) -> str:
    texts = {"card": _format_code(entry.data["card"]), "name": reader.get_name(entry.seat)}
    gone = entry.data["gone"]
    return _("%(name)s didn't win %(card)s.") % texts if gone else _("%(name)s won %(card)s in phase one.") % texts


def _describe_piles(reader: ReaderProtocol, entry: Entry) -> str:
    first, second = entry.data["counts"]
    faction = format_faction(Faction(entry.data["faction"]))
    return _("Counted %(faction)s: %(first)s to %(second)s.") % {"faction": faction, "first": first, "second": second}


def _describe_confirmed(reader: ReaderProtocol, entry: Entry) -> str:
    texts = {"name": reader.get_name(entry.seat)}
    return (
        _("%(name)s accepts the result.") % texts
        if entry.data["accept"]
        else _("%(name)s disputes the result.") % texts
    )


def _get_slot_texts(reader: ReaderProtocol, entry: Entry) -> dict[str, Any]:
    data = entry.data
    slot = Slot(Phase(data["phase"]), data["trick"], Spot(data["place"]))
    hidden = slot.spot is Spot.BLIND and not reader.shows_secrets
    place = reader.format_slot(slot)
    if hidden:
        return {"place": place, "card": _("a hidden card"), "was": _("a hidden card")}
    return {"place": place, "card": _format_code(data["card"]), "was": _format_code(data.get("was"))}


def _format_code(code: str | None) -> str:
    return "" if code is None else format_card(Card.parse(code))


def _fixed_text(text: Callable[[], str]) -> TextBuilder:
    return lambda reader, entry: text()


ENTRY_TEXTS: dict[str, TextBuilder] = {
    MatchEventKind.OPENED: _describe_opened,
    MatchEventKind.JOINED: _describe_joined,
    MatchEventKind.NAMED: _describe_named,
    MatchEventKind.DEALT: _describe_dealt,
    MatchEventKind.PLAYED: _describe_played,
    MatchEventKind.RESIGNED: _fixed_text(lambda: _("Resigned.")),
    MatchEventKind.CLAIMED: _fixed_text(lambda: _("Claimed the win: the opponent left.")),
    MatchEventKind.TIMED_OUT: _describe_timed_out,
    MatchEventKind.GRANTED: _fixed_text(lambda: _("Gave the opponent 15 seconds.")),
    MatchEventKind.OUTAGE: _fixed_text(lambda: _("Site outage: the clocks stood still.")),
    MatchEventKind.CALLED_OFF: _fixed_text(lambda: _("Cancelled the game.")),
    MatchEventKind.CANCEL_OFFER: _describe_cancel_offer,
    MatchEventKind.REMATCH: _describe_rematch,
    MatchEventKind.SUCCEEDED: _describe_succeeded,
    MatchEventKind.HINTED: _fixed_text(lambda: _("Asked for a hint.")),
    MatchEventKind.TAKEN_BACK: _fixed_text(lambda: _("Undid the last card and everything after it.")),
    TableEventKind.PLACED: _describe_placed,
    TableEventKind.REMOVED: _describe_removed,
    TableEventKind.LOCKED: _describe_locked,
    TableEventKind.ASKED_IN: _describe_asked_in,
    TableEventKind.TURNED_AWAY: _fixed_text(lambda: _("Was declined a seat.")),
    TableEventKind.LED: _describe_led,
    TableEventKind.STATED: _describe_stated,
    TableEventKind.LOGGED: _describe_logged,
    TableEventKind.CORRECTED: _describe_corrected,
    TableEventKind.UNDONE: _describe_undone,
    TableEventKind.STOOD: _fixed_text(lambda: _("Let a slip stand.")),
    TableEventKind.DEPTH: _describe_depth,
    TableEventKind.UNDEAD: _describe_undead,
    TableEventKind.PILES: _describe_piles,
    TableEventKind.CLOSED: _fixed_text(lambda: _("Ended the game.")),
    TableEventKind.CONFIRMED: _describe_confirmed,
    TableEventKind.REMATCH: _describe_rematch,
    TransferEventKind.TRANSFER: _describe_transfer,
    TransferEventKind.TRANSFER_HAND: _fixed_text(lambda: _("Entered a hand.")),
    TransferEventKind.HAND_CONFLICT: _fixed_text(lambda: _("The hands and the log didn't fit together.")),
    TransferEventKind.TRANSFERRED: _describe_transferred,
    ERASED_KIND: _fixed_text(lambda: _("A name was erased.")),
}
