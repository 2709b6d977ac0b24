"""The socket of a physical game: hands what devices log to the services."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import TypeAdapter

from games.live.entrance import Entrance
from games.live.table.devices import arrive
from games.live.table.items import meant
from games.live.talk import TalkConsumer
from games.live.ushers import ushered
from games.rules.errors import Refusal
from games.rules.logged.slots import Slot
from games.services.table import companion
from games.store.writer import submit
from games.stories.seating import Gone
from games.wire.entries import Entries, Item, from_device
from games.wire.online import CLOSING as EVERYWHERE
from games.wire.online import Refused
from games.wire.table import SlotShown, TableRefused

logger = logging.getLogger(__name__)

CLOSING: Mapping[str, int] = {**EVERYWHERE, **dict.fromkeys(Gone, 4403)}
"""The closing code that goes with each ``bye`` of a table."""


class TableConsumer(TalkConsumer):
    """One device at one table."""

    understood: ClassVar[TypeAdapter[Any]] = from_device
    closing: ClassVar[Mapping[str, int]] = CLOSING

    async def enter(self, code: str) -> Entrance:
        scope: Any = self.scope
        return await ushered(arrive, code, scope["cookies"])

    async def handle(self, message: Item | Entries) -> None:
        await self.log(message.items if isinstance(message, Entries) else [message])

    async def log(self, items: Sequence[Item]) -> None:
        """Store the items together and answer each."""
        device = self.listener.lease if self.listener else None
        told = [meant(item) for item in items]
        self.due(*(item.id for item in items))
        try:
            outcomes = await submit(self.game_id, lambda: companion.act(self.game_id, device, told))
        except Refusal as refusal:
            outcomes = [refusal] * len(items)
        except Exception:
            logger.exception("an entry failed")
            outcomes = [Refusal("unavailable")] * len(items)
        for item, outcome in zip(items, outcomes, strict=True):
            if isinstance(outcome, Refusal):
                await self.refuse(outcome, item.id)
            else:
                await self.accepted(item.id, outcome)

    def refusal(self, refusal: Refusal, client_id: str | None) -> Refused:
        told = super().refusal(refusal, client_id).model_dump()
        slot, there = refusal.params.get("slot"), refusal.params.get("there")
        counted = (refusal.params["first"], refusal.params["second"]) if refusal.code == "already_counted" else None
        make: Any = TableRefused
        found: Refused = make(**told, slot=shown(slot) if isinstance(slot, Slot) else None, there=there, counts=counted)
        return found


def shown(slot: Slot) -> SlotShown:
    make: Any = SlotShown
    found: SlotShown = make(phase=int(slot.phase), trick=slot.number, place=slot.spot.value)
    return found
