"""What each kind of log entry says to moderators. Blind cards and deals are named, never told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from games.admin.line import Reading
from games.models import Entry
from games.rules.cards import Card, Faction
from games.rules.logged.slots import Slot, Spot
from games.rules.state import Phase
from games.stories.leaver import ERASED
from games.stories.online_kinds import Kind
from games.stories.seating import Role
from games.stories.table_kinds import TableKind
from games.words.table import card_text, faction_text, role_text, trick_text

Write = Callable[[Reading, Entry], str]


def _opened(reader: Reading, entry: Entry) -> str:
    return reader.opened()


def _joined(reader: Reading, entry: Entry) -> str:
    said = {"name": entry.data["name"]}
    if entry.data.get("program"):
        return _("A program of %(name)s sat down.") % said
    return _("%(name)s sat down as a guest.") % said if entry.data["guest"] else _("%(name)s sat down.") % said


def _dealt(reader: Reading, entry: Entry) -> str:
    if begun := entry.data.get("from"):
        return _("Goes on from %(game)s after %(step)s cards.") % {"game": begun["game"], "step": begun["step"]}
    return _("The cards were dealt; %(name)s leads.") % {"name": reader.name(entry.data["leader"])}


def _played(reader: Reading, entry: Entry) -> str:
    return _("Played %(card)s.") % {"card": _card(entry.data["card"])}


def _timed_out(reader: Reading, entry: Entry) -> str:
    if entry.data["winner"] is None:
        return _("Called it a draw: the opponent's time ran out.")
    return _("Time ran out; %(name)s wins.") % {"name": reader.name(entry.data["winner"])}


def _rematch(reader: Reading, entry: Entry) -> str:
    return _("Asked for a rematch.") if entry.data["accept"] else _("Declined a rematch.")


def _succeeded(reader: Reading, entry: Entry) -> str:
    return _("The rematch is %(game)s.") % {"game": entry.data["game"]}


def _placed(reader: Reading, entry: Entry) -> str:
    data = entry.data
    texts = {"device": f"d{data['device']}", "name": data["name"]}
    if not data["seats"]:
        role = role_text(Role(data["role"]))
        return _("%(device)s came to the table: %(role)s.") % {**texts, "role": role}
    seats = " & ".join(data["name"] or reader.name(seat) for seat in data["seats"][:1])
    if len(data["seats"]) == 2:
        return _("%(device)s took both seats.") % texts
    return _("%(device)s took the seat of %(seats)s.") % {**texts, "seats": seats}


def _removed(reader: Reading, entry: Entry) -> str:
    return _("%(device)s was sent away by the host.") % {"device": f"d{entry.data['device']}"}


def _locked(reader: Reading, entry: Entry) -> str:
    if entry.data.get("renewed"):
        return _("Made a new code for the table.")
    return _("Closed the table to newcomers.") if entry.data["locked"] else _("Opened the table to newcomers.")


def _asked_in(reader: Reading, entry: Entry) -> str:
    return _("Asked for the seat of %(name)s.") % {"name": reader.name(entry.data["seat"])}


def _named(reader: Reading, entry: Entry) -> str:
    return _("Named a seat %(name)s.") % {"name": entry.data["name"]}


def _led(reader: Reading, entry: Entry) -> str:
    return _("%(name)s leads the first trick.") % {"name": reader.name(entry.data["seat"])}


def _stated(reader: Reading, entry: Entry) -> str:
    where = trick_text(Phase(entry.data["phase"]), entry.data["trick"])
    if entry.data["seat"] is None:
        return _("Took back who led %(where)s.") % {"where": where}
    return _("%(name)s led %(where)s.") % {"where": where, "name": reader.name(entry.data["seat"])}


def _logged(reader: Reading, entry: Entry) -> str:
    return _("Logged %(card)s, %(place)s.") % _slot(reader, entry)


def _corrected(reader: Reading, entry: Entry) -> str:
    texts = _slot(reader, entry)
    if entry.data["card"] is None:
        return _("Took %(was)s away, %(place)s.") % texts
    return _("Corrected %(place)s from %(was)s to %(card)s.") % texts


def _undone(reader: Reading, entry: Entry) -> str:
    return _("Took entry %(number)s back.") % {"number": entry.data["number"]}


def _depth(reader: Reading, entry: Entry) -> str:
    depths = {"every": _("every card"), "scoring": _("scoring only"), "piles": _("final piles only")}
    return _("From now on is logged: %(depth)s.") % {"depth": depths[entry.data["depth"]]}


def _undead(reader: Reading, entry: Entry) -> str:
    texts = {"card": _card(entry.data["card"]), "name": reader.name(entry.seat)}
    gone = entry.data["gone"]
    return _("%(name)s did not win %(card)s.") % texts if gone else _("%(name)s won %(card)s in phase one.") % texts


def _piles(reader: Reading, entry: Entry) -> str:
    first, second = entry.data["counts"]
    faction = faction_text(Faction(entry.data["faction"]))
    return _("Counted %(faction)s: %(first)s to %(second)s.") % {"faction": faction, "first": first, "second": second}


def _confirmed(reader: Reading, entry: Entry) -> str:
    texts = {"name": reader.name(entry.seat)}
    return (
        _("%(name)s accepts the result.") % texts
        if entry.data["accept"]
        else _("%(name)s objects to the result.") % texts
    )


def _slot(reader: Reading, entry: Entry) -> dict[str, Any]:
    data = entry.data
    slot = Slot(Phase(data["phase"]), data["trick"], Spot(data["place"]))
    hidden = slot.spot is Spot.BLIND and not reader.secrets_shown
    place = reader.spot(slot)
    if hidden:
        return {"place": place, "card": _("a hidden card"), "was": _("a hidden card")}
    return {"place": place, "card": _card(data["card"]), "was": _card(data.get("was"))}


def _card(code: str | None) -> str:
    return "" if code is None else card_text(Card.parse(code))


def _plainly(text: Callable[[], str]) -> Write:
    return lambda reader, entry: text()


TEXTS: dict[str, Write] = {
    Kind.OPENED: _opened,
    Kind.JOINED: _joined,
    Kind.DEALT: _dealt,
    Kind.PLAYED: _played,
    Kind.RESIGNED: _plainly(lambda: _("Resigned.")),
    Kind.CLAIMED: _plainly(lambda: _("Claimed the win: the opponent stayed away.")),
    Kind.TIMED_OUT: _timed_out,
    Kind.GRANTED: _plainly(lambda: _("Gave the opponent 15 seconds.")),
    Kind.PAUSED: _plainly(lambda: _("Nobody could play for a while; no clock counts that.")),
    Kind.CALLED_OFF: _plainly(lambda: _("Called the game off.")),
    Kind.REMATCH: _rematch,
    Kind.SUCCEEDED: _succeeded,
    Kind.HINTED: _plainly(lambda: _("Asked for a hint.")),
    Kind.TAKEN_BACK: _plainly(lambda: _("Took back the last card, and what was played after it.")),
    TableKind.PLACED: _placed,
    TableKind.REMOVED: _removed,
    TableKind.LOCKED: _locked,
    TableKind.ASKED_IN: _asked_in,
    TableKind.TURNED_AWAY: _plainly(lambda: _("Was turned away.")),
    TableKind.NAMED: _named,
    TableKind.LED: _led,
    TableKind.STATED: _stated,
    TableKind.LOGGED: _logged,
    TableKind.CORRECTED: _corrected,
    TableKind.UNDONE: _undone,
    TableKind.STOOD: _plainly(lambda: _("Let a slip stand.")),
    TableKind.DEPTH: _depth,
    TableKind.UNDEAD: _undead,
    TableKind.PILES: _piles,
    TableKind.CLOSED: _plainly(lambda: _("Ended the game.")),
    TableKind.CONFIRMED: _confirmed,
    TableKind.REMATCH: _rematch,
    ERASED: _plainly(lambda: _("A name was erased.")),
}
