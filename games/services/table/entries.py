"""What a device logs at a table: each function says which entry an item becomes, or refuses it. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.cards import Card, Faction
from games.rules.errors import Refusal
from games.rules.fields import BadRecord
from games.rules.logged.record import check_pile
from games.rules.logged.slots import CARD_SPOTS, PileCount, Slot, Spot
from games.rules.state import Phase, Seat
from games.rules.tricks import scored_in
from games.services.table import said
from games.stories.ledger import Change
from games.stories.sheet import Depth, Key, What, laid, slip_key
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import SITE, TableKind
from games.words.table import card_text, late

FIRST_LEAD = Slot(Phase.ONE, 1, Spot.LEADER)


def log_card(table: Table, device: int, item: said.Log) -> Fact | None:
    """A card in its place, another instead of it, or none. None is given back when it is there already.

    Nothing that a person logged is overwritten unasked: refused with ``already_logged`` when another card is there,
    with ``changed_meanwhile`` when it is not the one to be replaced; both tell ``slot`` and ``there``. Refused with
    ``bad_card``, ``bad_slot``, and for blind cards ``not_your_seat`` and ``blind_too_early``.
    """
    slot = _slot(item)
    card = _card(item.card)
    seat = _blind_seat(table, device, slot.number) if slot.spot is Spot.BLIND else None
    key: Key = (What.CARD, slot) if seat is None else (What.BLIND, (slot.number, seat))
    there = table.sheet.at(key)
    if card == there:
        return None
    assumed = there is not None and table.ledger.authors.get(slot) == SITE
    instead = there if assumed and item.instead is None else _card(item.instead)
    if there is not None and instead is None and card is not None:
        raise _already_logged(table, slot, there, card)
    if there != instead:
        raise _changed_meanwhile(slot, there)
    data = {"phase": item.phase, "trick": item.trick, "place": item.place, "card": item.card}
    if there is None:
        return Fact(TableKind.LOGGED, seat, data)
    return Fact(TableKind.CORRECTED, seat, {**data, "was": str(there)})


def undo(table: Table, device: int, item: said.Undo) -> Fact | None:
    """Take an entry back. Refused with ``nothing_to_undo``, ``not_your_seat`` or ``changed_meanwhile``, the last also
    where the entry is another than the device expects."""
    change = table.ledger.change(item.number)
    if change is None or change.kind in (TableKind.UNDONE, TableKind.JUDGED):
        raise Refusal("nothing_to_undo")
    if change.key[0] is What.BLIND and change.key[1][1] not in table.seats_of(device):
        raise Refusal("not_your_seat")
    if item.expects not in (None, change.mark):
        raise _changed_meanwhile(*_where(table, change))
    if change.undone:
        return None
    if table.sheet.at(change.key) != change.now:
        raise _changed_meanwhile(*_where(table, change))
    return Fact(TableKind.UNDONE, data={"number": item.number})


def stand(table: Table, device: int, item: said.Stand) -> Fact | None:
    """The players let a slip stand. Refused with ``no_such_slip``."""
    if item.slip not in {slip_key(slip) for slip in laid(table.seen(device)).slips}:
        raise Refusal("no_such_slip")
    return None if item.slip in table.sheet.stood else Fact(TableKind.STOOD, data={"slip": item.slip})


def lead(table: Table, device: int, item: said.Lead) -> Fact | None:
    """Who leads the first trick, as the players chose. Refused with ``already_led`` or ``changed_meanwhile``."""
    if _settled(table, FIRST_LEAD, item.seat, item.instead):
        return None
    return Fact(TableKind.LED, data={"seat": item.seat})


def state_leader(table: Table, device: int, item: said.StateLeader) -> Fact | None:
    """Who led a trick, as the players say. Refused as ``lead``."""
    slot = Slot(Phase(item.phase), item.trick, Spot.LEADER)
    if _settled(table, slot, item.seat, item.instead):
        return None
    return Fact(TableKind.STATED, data={"phase": item.phase, "trick": item.trick, "seat": item.seat})


def undead(table: Table, device: int, item: said.Undead) -> Fact | None:
    """An Undead won in phase one. Refused with ``wrong_depth``, ``bad_card`` or ``undead_elsewhere``."""
    if table.depth is Depth.EVERY:
        raise Refusal("wrong_depth")
    card = Card.parse(item.card)
    if card.faction not in scored_in(Phase.ONE):
        raise Refusal("bad_card", "not_undead", card=late(card_text, card))
    there = table.sheet.at((What.UNDEAD, card))
    if (there != item.seat) if item.gone else (there == item.seat):
        return None
    if not item.gone and there is not None:
        raise Refusal("undead_elsewhere", card=late(card_text, card), name=table.names[there])
    return Fact(TableKind.UNDEAD, item.seat, {"card": item.card, "gone": item.gone})


def pile(table: Table, device: int, item: said.Pile) -> Fact | None:
    """A faction's final piles; where what scores is logged, those of the Undead once phase two is.

    Refused with ``wrong_depth``, ``bad_pile``, ``already_counted`` and, where ``instead`` is not what is there,
    ``changed_meanwhile``.
    """
    faction, counted = Faction(item.faction), PileCount(item.counts, item.highest)
    apart = table.depth is Depth.SCORING and table.sheet.complete and faction in scored_in(Phase.ONE)
    if table.depth is not Depth.PILES and not apart:
        raise Refusal("wrong_depth")
    try:
        check_pile(faction, counted)
    except BadRecord:
        raise Refusal("bad_pile") from None
    there = table.sheet.at((What.PILE, faction))
    if there == counted:
        return None
    if item.over and item.instead is not None and (there is None or there.counts != item.instead):
        raise _changed_meanwhile(None, None)
    if there is not None and not item.over and not _adds(table, device, there, counted, faction):
        raise Refusal("already_counted", first=there.counts[0], second=there.counts[1])
    data = {"faction": item.faction, "counts": list(item.counts), "highest": list(item.highest)}
    return Fact(TableKind.PILES, data=data)


def depth(table: Table, device: int, item: said.SetDepth) -> Fact | None:
    """Log less or more from now on: what was logged and counted is kept."""
    wanted = Depth(item.depth)
    return None if wanted is table.depth else Fact(TableKind.DEPTH, data={"depth": item.depth})


def close(table: Table, device: int, item: said.Close) -> Fact | None:
    """End a game that is not logged to its end. Refused with ``nothing_logged``."""
    if table.sheet.finished:
        return None
    if not table.begun:
        raise Refusal("nothing_logged")
    return Fact(TableKind.CLOSED)


def _slot(item: said.Log) -> Slot:
    slot = Slot(Phase(item.phase), item.trick, Spot(item.place))
    if slot.spot not in CARD_SPOTS[slot.phase]:
        raise Refusal("bad_slot")
    return slot


def _card(code: str | None) -> Card | None:
    return None if code is None else Card.parse(code)


def _blind_seat(table: Table, device: int, number: int) -> Seat:
    """The seat for which a device logs a blind card: by what everybody can see, never by another blind card."""
    seats, taker = table.seats_of(device), table.sheet.taker(number)
    if taker is None and len(seats) == 1:
        return min(seats)
    if taker is None:
        raise Refusal("blind_too_early")
    if taker not in seats:
        raise Refusal("not_your_seat", name=table.names[taker])
    return taker


def _already_logged(table: Table, slot: Slot, there: Card, card: Card) -> Refusal:
    seat = table.sheet.player(slot)
    key = "already_logged_" + (slot.spot if seat is None else "owned")
    name = "" if seat is None else table.names[seat]
    texts = {"there_text": late(card_text, there), "card": late(card_text, card)}
    return Refusal("already_logged", key, slot=slot, there=str(there), name=name, **texts)


def _changed_meanwhile(slot: Slot | None, there: Card | Seat | None) -> Refusal:
    shown = str(there) if isinstance(there, Card) else there
    return Refusal("changed_meanwhile", slot=slot, there=shown)


def _where(table: Table, change: Change) -> tuple[Slot | None, Any]:
    """The slot of a change, if it has one, and what is there now."""
    what, about = change.key
    if what is What.BLIND:
        return Slot(Phase.ONE, about[0], Spot.BLIND), table.sheet.at(change.key)
    return (about, table.sheet.at(change.key)) if what in (What.CARD, What.LEADER) else (None, None)


def _settled(table: Table, slot: Slot, seat: Seat | None, instead: Seat | None) -> bool:
    """Whether the leader is stated so already; refused when another is, unasked."""
    there = table.sheet.at((What.LEADER, slot))
    if there == seat:
        return True
    if there is not None and instead is None and seat is not None:
        raise Refusal("already_led", slot=slot, there=there, name=table.names[there], wanted=table.names[seat])
    if there != instead:
        raise _changed_meanwhile(slot, there)
    return False


def _adds(table: Table, device: int, there: PileCount, counted: PileCount, faction: Faction) -> bool:
    """Whether a count only completes the one that is there, or is a second thought of the device that made it."""
    last = table.ledger.last((What.PILE, faction))
    mine = last is not None and last.device == device
    more = all(old in (None, new) for old, new in zip(there.highest, counted.highest, strict=True))
    return mine or (there.counts == counted.counts and more)


DECIDERS: dict[type, Callable[[Table, int, Any], Fact | None]] = {
    said.Log: log_card,
    said.Undo: undo,
    said.Stand: stand,
    said.Lead: lead,
    said.StateLeader: state_leader,
    said.Undead: undead,
    said.Pile: pile,
    said.SetDepth: depth,
    said.Close: close,
}
