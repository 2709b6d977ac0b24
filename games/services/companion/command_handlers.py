"""Handlers of the commands of a device at a table.

A handler returns the event to append, or None for no change, or raises ``Refusal``. It writes nothing. ``HANDLERS``
maps every command to its handler. The site's own events are here too: the draw of the first leader, and forced cards,
which stay logged while the entries from which they follow stand.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError

from games.accounts.names import clean_own_name
from games.inference.deduction import count_finished_tricks, deduce
from games.inference.progress import ForcedCard, find_forced_card
from games.inference.record import CARD_SPOTS, PileCount, Slot, Spot, check_pile
from games.models import User
from games.rules.cards import Card, Faction
from games.rules.errors import Refusal
from games.rules.record_fields import BadRecord
from games.rules.rulings import Lead, Rulings
from games.rules.state import HAND_SIZE, Phase, Seat
from games.rules.tricks import list_scored_factions
from games.schemas import table_commands
from games.services.matches.lobby import generate_code
from games.state.game_state import Event
from games.state.ledger import Change
from games.state.sheet import BOTH_SEATS, LogDepth, SheetKey, SheetKeyTuple, build_slip_key, get_play_tally
from games.state.table_events import SITE, TableEventKind
from games.state.table_state import TableState
from games.texts.table import format_card, lazy_text


def draw_first_leader(rulings: Rulings, device: int) -> list[Event]:
    """Draw the first leader, and return the event in the name of ``device``; return none if the players choose."""
    if rulings.lead != Lead.RANDOM:
        return []
    return [build_first_leader(secrets.randbelow(2), device)]


def build_first_leader(seat: int, device: int) -> Event:
    """Build the event that a seat leads first, in the name of ``device``."""
    return Event(TableEventKind.LED, data={"seat": seat, "device": device})


FIRST_LEAD = Slot(Phase.ONE, 1, Spot.LEADER)


def decide_log_card(table: TableState, device: int, item: table_commands.LogCard) -> Event | None:
    """Set, replace or clear the card of a slot; return None if the slot has that card already.

    A player's entry is never overwritten unasked. Raise ``Refusal`` with ``already_logged`` if another card is there,
    and with ``changed_meanwhile`` if it is not the card to be replaced; both have the parameters ``slot`` and
    ``there``. Also raise it with ``bad_card``, ``bad_slot``, ``taken_over``, and for blind cards with
    ``not_your_seat`` or ``blind_too_early``.
    """
    slot = _get_slot(item)
    _require_own_slot(table, slot)
    card = _parse_card(item.card)
    seat = _get_blind_seat(table, device, slot.number) if slot.spot is Spot.BLIND else None
    key: SheetKeyTuple = (SheetKey.CARD, slot) if seat is None else (SheetKey.BLIND, (slot.number, seat))
    current = table.sheet.at(key)
    if card == current:
        return None
    is_assumed = current is not None and table.ledger.authors.get(slot) == SITE
    replaced = current if is_assumed and item.instead is None else _parse_card(item.instead)
    if current is not None and replaced is None and card is not None:
        raise _already_logged(table, slot, current, card)
    if current != replaced:
        raise _changed_meanwhile(slot, current)
    data = {"phase": item.phase, "trick": item.trick, "place": item.place, "card": item.card}
    if current is None:
        return Event(TableEventKind.LOGGED, seat, data)
    return Event(TableEventKind.CORRECTED, seat, {**data, "was": str(current)})


def decide_undo(table: TableState, device: int, item: table_commands.UndoEntry) -> Event | None:
    """Undo an entry.

    Raise ``Refusal`` with ``nothing_to_undo``, ``not_your_seat`` or ``leader_fixed``, and with ``changed_meanwhile``,
    also if the entry is not the one that the device expects.
    """
    change = table.ledger.change(item.number)
    if change is None or change.kind in (TableEventKind.UNDONE, TableEventKind.JUDGED):
        raise Refusal("nothing_to_undo")
    if change.key[0] is SheetKey.BLIND and change.key[1][1] not in table.seats_of(device):
        raise Refusal("not_your_seat")
    if item.expects not in (None, change.mark):
        raise _changed_meanwhile(*_locate_change(table, change))
    if change.undone:
        return None
    _require_leader_free(table, change.key)
    if table.sheet.at(change.key) != change.now:
        raise _changed_meanwhile(*_locate_change(table, change))
    return Event(TableEventKind.UNDONE, data={"number": item.number})


def decide_accept_slip(table: TableState, device: int, item: table_commands.AcceptSlip) -> Event | None:
    """Accept a slip. Raise ``Refusal`` with ``no_such_slip``."""
    if item.slip not in {build_slip_key(slip) for slip in get_play_tally(table.seen(device)).slips}:
        raise Refusal("no_such_slip")
    return None if item.slip in table.sheet.stood else Event(TableEventKind.STOOD, data={"slip": item.slip})


def decide_first_leader(table: TableState, device: int, item: table_commands.LogFirstLeader) -> Event | None:
    """Set the leader of the first trick.

    Raise ``Refusal`` with ``already_led``, ``changed_meanwhile`` or ``leader_fixed``.
    """
    if _is_leader_stated(table, FIRST_LEAD, item.seat, item.instead):
        return None
    return Event(TableEventKind.LED, data={"seat": item.seat})


def decide_state_leader(table: TableState, device: int, item: table_commands.StateLeader) -> Event | None:
    """Set the leader of a trick. Raise ``Refusal`` as ``decide_first_leader`` does."""
    slot = Slot(Phase(item.phase), item.trick, Spot.LEADER)
    if _is_leader_stated(table, slot, item.seat, item.instead):
        return None
    return Event(TableEventKind.STATED, data={"phase": item.phase, "trick": item.trick, "seat": item.seat})


def decide_undead(table: TableState, device: int, item: table_commands.LogUndead) -> Event | None:
    """Log an Undead that a seat won in phase one, move it from the other seat (``instead``), or remove it (``gone``).

    Raise ``Refusal`` with ``wrong_depth``, ``bad_card`` or ``undead_elsewhere``.
    """
    if table.depth is LogDepth.EVERY:
        raise Refusal("wrong_depth")
    card = Card.parse(item.card)
    if card.faction not in list_scored_factions(Phase.ONE):
        raise Refusal("bad_card", "not_undead", card=lazy_text(format_card, card))
    current = table.sheet.at((SheetKey.UNDEAD, card))
    if (current != item.seat) if item.gone else (current == item.seat):
        return None
    if not item.gone and current not in (None, item.instead):
        raise Refusal("undead_elsewhere", card=lazy_text(format_card, card), name=table.names[current])
    return Event(TableEventKind.UNDEAD, item.seat, {"card": item.card, "gone": item.gone})


def decide_pile(table: TableState, device: int, item: table_commands.LogPile) -> Event | None:
    """Log a faction's final piles. At the depth of scoring, only the Undead can be logged, after phase two.

    Raise ``Refusal`` with ``wrong_depth``, ``bad_pile``, ``already_counted``, and with ``changed_meanwhile`` if
    ``instead`` is not the current count.
    """
    faction, count = Faction(item.faction), PileCount(item.counts, item.highest)
    is_undead_count = (
        table.depth is LogDepth.SCORING and table.sheet.complete and faction in list_scored_factions(Phase.ONE)
    )
    if table.depth is not LogDepth.PILES and not is_undead_count:
        raise Refusal("wrong_depth")
    try:
        check_pile(faction, count)
    except BadRecord:
        raise Refusal("bad_pile") from None
    current = table.sheet.at((SheetKey.PILE, faction))
    if current == count:
        return None
    if item.over and item.instead is not None and (current is None or current.counts != item.instead):
        raise _changed_meanwhile(None, None)
    if current is not None and not item.over and not _is_completion(table, device, current, count, faction):
        raise Refusal("already_counted", first=current.counts[0], second=current.counts[1])
    data = {"faction": item.faction, "counts": list(item.counts), "highest": list(item.highest)}
    return Event(TableEventKind.PILES, data=data)


def decide_depth(table: TableState, device: int, item: table_commands.SetDepth) -> Event | None:
    """Change how much is logged from now on. Existing entries and counts are kept."""
    depth = LogDepth(item.depth)
    return None if depth is table.depth else Event(TableEventKind.DEPTH, data={"depth": item.depth})


def decide_close(table: TableState, device: int, item: table_commands.CloseGame) -> Event | None:
    """End a game that is not logged to its end. Raise ``Refusal`` with ``nothing_logged``."""
    if table.sheet.finished:
        return None
    if not table.begun:
        raise Refusal("nothing_logged")
    return Event(TableEventKind.CLOSED)


def decide_confirm(table: TableState, device: int, item: table_commands.ConfirmResult) -> Event | None:
    """Accept or reject the result for a seat. Raise ``Refusal`` with ``not_your_seat`` or ``not_over``."""
    if item.seat not in table.seats_of(device):
        raise Refusal("not_your_seat", name=table.names[item.seat])
    if not table.sheet.finished:
        raise Refusal("not_over")
    if table.end.confirmed[item.seat] is item.accept:
        return None
    return Event(TableEventKind.CONFIRMED, item.seat, {"accept": item.accept})


def decide_rematch(table: TableState, device: int, item: table_commands.ProposeRematch) -> Event | None:
    """Agree to a rematch with the same devices on the same seats, or decline it.

    The rematch begins once every seat that has a device has agreed. A "no" also withdraws the device's own "yes". Raise
    ``Refusal`` with ``not_over``.
    """
    if not table.over:
        raise Refusal("not_over")
    own, answers = table.seats_of(device), table.end.again
    other_seats = [seat for seat in BOTH_SEATS - own if table.seating.holders(seat)]
    length = {"best_of": item.best_of} if item.accept and item.best_of is not None else {}
    if item.accept and all(answers[seat] for seat in other_seats):
        return Event(TableEventKind.SUCCEEDED, data={"game": generate_code(), **length})
    seat = min(own)
    unchanged = answers[seat] if item.accept else answers[seat] is False or True not in answers
    return None if unchanged else Event(TableEventKind.REMATCH, seat, {"accept": item.accept, **length})


def decide_name(table: TableState, device: int, item: table_commands.RenamePlayer) -> Event | None:
    """Rename a seat. Raise ``Refusal`` with ``bad_name``, and with ``muted`` on the device of a muted account."""
    user = User.objects.filter(pk=table.seating.places[device].user or 0).first()
    if user is not None and user.muted:
        raise Refusal("muted")
    try:
        cleaned = clean_own_name(item.name, user)
    except ValidationError as error:
        raise Refusal("bad_name", detail=" ".join(error.messages)) from None
    return None if table.names[item.seat] == cleaned else Event(TableEventKind.NAMED, item.seat, {"name": cleaned})


def _require_own_slot(table: TableState, slot: Slot) -> None:
    """Raise ``Refusal`` with ``taken_over`` for a card of the online game that moved to this table."""
    if table.is_taken_over(slot):
        raise Refusal("taken_over")


def _get_slot(item: table_commands.LogCard) -> Slot:
    slot = Slot(Phase(item.phase), item.trick, Spot(item.place))
    if slot.spot not in CARD_SPOTS[slot.phase]:
        raise Refusal("bad_slot")
    return slot


def _parse_card(code: str | None) -> Card | None:
    return None if code is None else Card.parse(code)


def _get_blind_seat(table: TableState, device: int, number: int) -> Seat:
    """Return the seat of a blind card, found from public entries alone, never from another blind card.

    Raise ``Refusal`` with ``blind_too_early`` or ``not_your_seat``.
    """
    seats, taker = table.seats_of(device), table.sheet.taker(number)
    if taker is None and len(seats) == 1:
        return min(seats)
    if taker is None:
        raise Refusal("blind_too_early")
    if taker not in seats:
        raise Refusal("not_your_seat", name=table.names[taker])
    return taker


def _already_logged(table: TableState, slot: Slot, current: Card, card: Card) -> Refusal:
    seat = table.sheet.player(slot)
    key = "already_logged_" + (slot.spot if seat is None else "owned")
    name = "" if seat is None else table.names[seat]
    texts = {"there_text": lazy_text(format_card, current), "card": lazy_text(format_card, card)}
    return Refusal("already_logged", key, slot=slot, there=str(current), name=name, **texts)


def _changed_meanwhile(slot: Slot | None, current: Card | Seat | None) -> Refusal:
    value = str(current) if isinstance(current, Card) else current
    return Refusal("changed_meanwhile", slot=slot, there=value)


def _locate_change(table: TableState, change: Change) -> tuple[Slot | None, Any]:
    """Return the slot of a change, or None if it has none, and the current value there."""
    kind, position = change.key
    if kind is SheetKey.BLIND:
        return Slot(Phase.ONE, position[0], Spot.BLIND), table.sheet.at(change.key)
    return (position, table.sheet.at(change.key)) if kind in (SheetKey.CARD, SheetKey.LEADER) else (None, None)


def _is_leader_stated(table: TableState, slot: Slot, seat: Seat | None, replaced: Seat | None) -> bool:
    """Return whether the slot has this leader already.

    Raise ``Refusal`` if the slot has another leader, which was not to be replaced, and with ``taken_over``.
    """
    _require_own_slot(table, slot)
    current = table.sheet.at((SheetKey.LEADER, slot))
    if current == seat:
        return True
    _require_leader_free(table, (SheetKey.LEADER, slot))
    if current is not None and replaced is None and seat is not None:
        raise Refusal("already_led", slot=slot, there=current, name=table.names[current], wanted=table.names[seat])
    if current != replaced:
        raise _changed_meanwhile(slot, current)
    return False


def _require_leader_free(table: TableState, key: SheetKeyTuple) -> None:
    """Raise ``Refusal`` with ``leader_fixed`` for the first leader of a shared deal."""
    if table.shared and key == (SheetKey.LEADER, FIRST_LEAD):
        raise Refusal("leader_fixed")


def _is_completion(table: TableState, device: int, current: PileCount, count: PileCount, faction: Faction) -> bool:
    """Return whether a count only completes the current one, or corrects one of the same device."""
    last = table.ledger.last((SheetKey.PILE, faction))
    is_own = last is not None and last.device == device
    adds_only = all(old in (None, new) for old, new in zip(current.highest, count.highest, strict=True))
    return is_own or (current.counts == count.counts and adds_only)


HANDLERS: dict[type, Callable[[TableState, int, Any], Event | None]] = {
    table_commands.LogCard: decide_log_card,
    table_commands.UndoEntry: decide_undo,
    table_commands.AcceptSlip: decide_accept_slip,
    table_commands.LogFirstLeader: decide_first_leader,
    table_commands.StateLeader: decide_state_leader,
    table_commands.LogUndead: decide_undead,
    table_commands.LogPile: decide_pile,
    table_commands.SetDepth: decide_depth,
    table_commands.CloseGame: decide_close,
    table_commands.ConfirmResult: decide_confirm,
    table_commands.ProposeRematch: decide_rematch,
    table_commands.RenamePlayer: decide_name,
}

# Forced cards.

PLAY_SPOTS = CARD_SPOTS[Phase.TWO]


def decide_site_entry(table: TableState) -> Event | None:
    """Return the site's next event, or None: the withdrawal of a card that no longer follows, or a forced card.

    A card is logged only if it follows from public entries, so that it reveals no blind card. A card that a player took
    back or corrected is not logged again.
    """
    if table.over or table.depth is LogDepth.PILES:
        return None
    return _decide_withdrawal(table) or _decide_forced_card(table)


def _decide_forced_card(table: TableState) -> Event | None:
    record = table.public()
    # Do not build the whole tally: its bounds take long to compute, and the writer of all games would wait.
    forced = find_forced_card(deduce(record)) if count_finished_tricks(record) >= HAND_SIZE else None
    if forced is None or not _is_untouched(table, forced.slot):
        return None
    return Event(TableEventKind.LOGGED, data=_build_data(forced))


def _is_untouched(table: TableState, slot: Slot) -> bool:
    last = table.ledger.last((SheetKey.CARD, slot))
    return last is None or last.device == SITE


def _decide_withdrawal(table: TableState) -> Event | None:
    """Return the withdrawal of the site's first card with a later change to a card played before it, or None."""
    for slot in sorted([slot for slot, device in table.ledger.authors.items() if device == SITE]):
        card = None if slot.spot is Spot.LEADER else table.sheet.record.card(slot)
        if card is not None and _has_earlier_change(table, slot):
            return Event(
                TableEventKind.CORRECTED, data={**_build_data(ForcedCard(slot, card)), "card": None, "was": str(card)}
            )
    return None


def _has_earlier_change(table: TableState, slot: Slot) -> bool:
    own = table.ledger.last((SheetKey.CARD, slot))
    changes = reversed(table.ledger.history)
    later = (change for change in changes if own is None or change.number > own.number)
    return any(change.key[0] is SheetKey.CARD and _is_before(change.key[1], slot) for change in later)


def _is_before(slot: Slot, other: Slot) -> bool:
    """Return whether a slot is a card of phase two that was played before another."""
    at = (slot.number, PLAY_SPOTS.index(slot.spot)) if slot.phase is Phase.TWO else None
    return at is not None and at < (other.number, PLAY_SPOTS.index(other.spot))


def _build_data(forced: ForcedCard) -> dict[str, object]:
    slot = forced.slot
    return {
        "phase": int(slot.phase),
        "trick": slot.number,
        "place": slot.spot.value,
        "card": str(forced.card),
        "device": SITE,
    }
