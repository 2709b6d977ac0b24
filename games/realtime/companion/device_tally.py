"""Tally of a physical game for one device: the public tally, with the device's own blind cards.

Devices that show the same version must not contradict each other. So everything that several devices show is derived
from public cards alone; the secrets of a device add to it, and never change it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.inference.deduction import Deduction, deduce
from games.inference.pad import RequestedSlot
from games.inference.record import Spot, TableTrick
from games.inference.slips import Slip
from games.inference.tally import TRICK_CACHE_SIZE, Tally, TrickTally, compute_hands
from games.rules.cards import Card
from games.rules.state import HAND_SIZE
from games.state.sheet import get_tally
from games.state.table_state import TableState


def build_device_tally(table: TableState, device: int | None) -> Tally:
    """Return the public tally with the device's own blind cards and followers, and the slips that it can see."""
    public_record, own_record = table.public(), table.seen(device)
    public = get_tally(public_record)
    if own_record == public_record:
        return public
    own, (followers, may) = deduce(own_record), compute_hands(own_record)
    return replace(
        public,
        tricks=tuple([_merge_trick(*pair) for pair in zip(public.tricks, own.tricks, strict=False)]),
        followers=followers,
        may=may,
        slips=_merge_slips(public.slips, own.slips),
        asked=tuple(request for request in public.asked if not _is_known_to_device(request, own)),
    )


def _merge_trick(public: TrickTally, own: TableTrick) -> TrickTally:
    """Return a public trick with the blind card that the device knows."""
    return public if public.blind is not None or own.blind is None else _add_blind(public, own.blind)


@lru_cache(TRICK_CACHE_SIZE)
def _add_blind(trick: TrickTally, blind: Card) -> TrickTally:
    gains = [gain._replace(card=blind) if gain.spot is Spot.BLIND else gain for gain in trick.gains]
    return trick._replace(blind=blind, gains=tuple(gains))


def _merge_slips(public: tuple[Slip, ...], own: tuple[Slip, ...]) -> tuple[Slip, ...]:
    """Return the public slips and those that only the device can see, in the order of the game."""
    slips = dict.fromkeys((*public, *own))
    return tuple(sorted(slips, key=lambda slip: (slip.moment.phase, slip.moment.number or HAND_SIZE + 1)))


def _is_known_to_device(request: RequestedSlot, own: Deduction) -> bool:
    """Return whether the device already knows a requested blind card."""
    slot = request.slot
    return slot.spot is Spot.BLIND and own.tricks[slot.index].blind is not None
