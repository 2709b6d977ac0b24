"""WebSocket consumer for physical games."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from pydantic import TypeAdapter

from games.eventlog.writer import submit
from games.inference.record import Slot
from games.realtime.base_consumer import Admission, BaseGameConsumer
from games.realtime.companion.admission import admit_to_table
from games.rules.errors import Refusal
from games.schemas.match import CLOSING, Refused
from games.schemas.table import SlotShown, TableRefused
from games.schemas.table_commands import CommandQueue, QueuedCommand, from_device
from games.services.companion import play
from games.state.seating import DepartureReason

logger = logging.getLogger(__name__)

CLOSING_CODES: Mapping[str, int] = {**CLOSING, **dict.fromkeys(DepartureReason, 4403)}
"""WebSocket close code of each goodbye of a table."""


class TableConsumer(BaseGameConsumer):
    """WebSocket consumer of one device at one table."""

    message_adapter: ClassVar[TypeAdapter[Any]] = from_device
    closing_codes: ClassVar[Mapping[str, int]] = CLOSING_CODES

    async def admit(self, code: str) -> Admission:
        """Admit the socket by its cookies."""
        scope: Any = self.scope
        return await database_sync_to_async(admit_to_table)(code, scope["cookies"])

    async def handle(self, message: QueuedCommand | CommandQueue) -> None:
        """Execute a command, or a queue of them."""
        await self.execute(message.items if isinstance(message, CommandQueue) else [message])

    async def execute(self, commands: Sequence[QueuedCommand]) -> None:
        """Execute commands in one transaction, and answer each."""
        device = self.connection.lease_id if self.connection else None
        try:
            outcomes = await submit(self.game_id, lambda: play.execute_commands(self.game_id, device, commands))
        except Refusal as refusal:
            outcomes = [refusal] * len(commands)
        except Exception:
            logger.exception("an entry failed")
            outcomes = [Refusal("unavailable")] * len(commands)
        for command, outcome in zip(commands, outcomes, strict=True):
            if isinstance(outcome, Refusal):
                await self.send_refusal(outcome, command.id)
            else:
                await self.send_accepted(command.id, outcome)

    def build_refusal(self, refusal: Refusal, client_id: str | None) -> Refused:
        """Return the message of a refusal. Where they apply, it has the slot, the card in it and both counts."""
        fields = super().build_refusal(refusal, client_id).model_dump()
        params = refusal.params
        slot = params.get("slot")
        counts = (params["first"], params["second"]) if refusal.code == "already_counted" else None
        make: Any = TableRefused
        message: Refused = make(
            **fields,
            slot=_build_slot(slot) if isinstance(slot, Slot) else None,
            there=params.get("there"),
            counts=counts,
        )
        return message


def _build_slot(slot: Slot) -> SlotShown:
    make: Any = SlotShown
    message: SlotShown = make(phase=int(slot.phase), trick=slot.number, place=slot.spot.value)
    return message
