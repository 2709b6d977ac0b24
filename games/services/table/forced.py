"""What the site logs by itself: cards about which the rules leave no choice, while what they follow from stands."""

from __future__ import annotations

from games.rules.logged.forced import Forced, forced
from games.rules.logged.inference import know, tricks_over
from games.rules.logged.slots import CARD_SPOTS, Slot, Spot
from games.rules.state import HAND, Phase
from games.stories.sheet import Depth, What
from games.stories.story import Fact
from games.stories.table import Table
from games.stories.table_kinds import SITE, TableKind

PLAYS = CARD_SPOTS[Phase.TWO]


def by_itself(table: Table) -> Fact | None:
    """The next entry of the site: a card of its own that follows from nothing any more goes, a forced one is logged.

    A card is logged only where it follows from what everybody can see, so that nobody is told anything by it: no
    blind card plays a part. What a person took back or corrected stays so.
    """
    if table.over or table.depth is Depth.PILES:
        return None
    return _withdrawn(table) or _logged(table)


def _logged(table: Table) -> Fact | None:
    record = table.public()
    # No whole tally: how the game may end takes long, and the writer of all games would wait for it.
    one = forced(know(record)) if tricks_over(record) >= HAND else None
    if one is None or not _untouched(table, one.slot):
        return None
    return Fact(TableKind.LOGGED, data=_data(one))


def _untouched(table: Table, slot: Slot) -> bool:
    last = table.ledger.last((What.CARD, slot))
    return last is None or last.device == SITE


def _withdrawn(table: Table) -> Fact | None:
    """The first card of the site before which a card was changed after it was logged."""
    for slot in sorted([slot for slot, device in table.ledger.authors.items() if device == SITE]):
        card = None if slot.spot is Spot.LEADER else table.sheet.record.card(slot)
        if card is not None and _upset(table, slot):
            return Fact(TableKind.CORRECTED, data={**_data(Forced(slot, card)), "card": None, "was": str(card)})
    return None


def _upset(table: Table, slot: Slot) -> bool:
    own = table.ledger.last((What.CARD, slot))
    changes = reversed(table.ledger.history)
    later = (one for one in changes if own is None or one.number > own.number)
    return any(one.key[0] is What.CARD and _before(one.key[1], slot) for one in later)


def _before(one: Slot, other: Slot) -> bool:
    """Whether a card of phase two was played before another."""
    at = (one.number, PLAYS.index(one.spot)) if one.phase is Phase.TWO else None
    return at is not None and at < (other.number, PLAYS.index(other.spot))


def _data(one: Forced) -> dict[str, object]:
    slot = one.slot
    return {
        "phase": int(slot.phase),
        "trick": slot.number,
        "place": slot.spot.value,
        "card": str(one.card),
        "device": SITE,
    }
