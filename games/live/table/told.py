"""What a device is told of a game: what everybody may know, and beside it its own blind cards and what they ask of it.

Two devices that show the same version must not contradict each other. So whatever both show follows from what everybody
may know; a device's own secrets add to it, and decide nothing of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.rules.cards import Card
from games.rules.logged.inference import Known, know
from games.rules.logged.pad import Asked
from games.rules.logged.slips import Slip
from games.rules.logged.slots import Spot, TableTrick
from games.rules.logged.tally import TOLD, Tally, TrickTally, hands
from games.rules.state import HAND
from games.stories.sheet import tallied
from games.stories.table import Table


def told(table: Table, device: int | None) -> Tally:
    """The tally for a device: the public one, with its blind cards, its followers, and the slips it can see."""
    everybodys, seen = table.public(), table.seen(device)
    public = tallied(everybodys)
    if seen == everybodys:
        return public
    own, (followers, may) = know(seen), hands(seen)
    return replace(
        public,
        tricks=tuple([_known_to(*both) for both in zip(public.tricks, own.tricks, strict=False)]),
        followers=followers,
        may=may,
        slips=_together(public.slips, own.slips),
        asked=tuple(one for one in public.asked if not _answered(one, own)),
    )


def _known_to(public: TrickTally, own: TableTrick) -> TrickTally:
    """A trick as everybody knows it, with the blind card that a device knows of."""
    return public if public.blind is not None or own.blind is None else _with_blind(public, own.blind)


@lru_cache(TOLD)
def _with_blind(trick: TrickTally, blind: Card) -> TrickTally:
    gains = [gain._replace(card=blind) if gain.spot is Spot.BLIND else gain for gain in trick.gains]
    return trick._replace(blind=blind, gains=tuple(gains))


def _together(public: tuple[Slip, ...], own: tuple[Slip, ...]) -> tuple[Slip, ...]:
    """What everybody sees to be wrong, and what a device alone sees, in the order of the game."""
    found = dict.fromkeys((*public, *own))
    return tuple(sorted(found, key=lambda slip: (slip.moment.phase, slip.moment.number or HAND + 1)))


def _answered(one: Asked, own: Known) -> bool:
    """Whether a blind card that is asked for is known to the device already."""
    slot = one.slot
    return slot.spot is Spot.BLIND and own.tricks[slot.index].blind is not None
