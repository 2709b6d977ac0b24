"""The entries of a physical game's log as lines."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.admin.names import device_order
from games.admin.story_lines import Reader
from games.live.table.tricks import changes, device_name, slips
from games.models import Entry
from games.rules.logged.slots import Slot
from games.rules.logged.tally import Tally
from games.stories.ledger import Change
from games.stories.sheet import What
from games.stories.table import Table
from games.stories.table_kinds import TableKind
from games.stories.verdicts import JUDGED
from games.wire.table import SlipShown
from games.words.table import spot_text


class TableReader(Reader[Table]):
    """A physical game: devices log it, and what they logged can be corrected and struck."""

    def __init__(self, story: Table) -> None:
        super().__init__(story)
        self._changes = {one.number: one for one in story.ledger.history}

    @property
    def secrets_shown(self) -> bool:
        return self.story.sheet_open

    def spot(self, slot: Slot) -> str:
        return spot_text(slot, self.story.sheet.player(slot), self.story.names)

    def opened(self) -> str:
        return _("Opened the table for %(first)s and %(second)s.") % {"first": self.name(0), "second": self.name(1)}

    def flaws(self, tally: Tally) -> Iterable[SlipShown]:
        return slips(self.story, tally)

    def corrections(self) -> tuple[str, ...]:
        return tuple(one.text for one in changes(self.story, self.story.secrets_of(None)))

    def player(self, entry: Entry) -> str:
        if "device" in entry.data:
            return device_name(self.story, entry.data["device"])
        return super().player(entry)

    def device(self, entry: Entry) -> str:
        """A device that was sent away did not do that itself, nor does one make a moderator's entry. Its place in the
        order of coming tells apart those of the same name."""
        device = entry.data.get("by") or entry.data.get("device")
        if not device or entry.kind == JUDGED:
            return ""
        order = device_order(self.story, device)
        return _("device %(order)s") % {"order": order} if order else ""

    def stands(self, number: int) -> bool:
        change = self._changes.get(number)
        return change is None or (not change.undone and self.story.ledger.stands(change))

    def settable(self, number: int) -> bool:
        change = self._changes.get(number)
        if change is None or not self._is_logged(change):
            return False
        return self.secrets_shown or change.key[0] is not What.BLIND

    def strikable(self, number: int) -> bool:
        change = self._changes.get(number)
        return change is not None and (self._is_logged(change) or change.key[0] is What.CLOSED)

    def _is_logged(self, change: Change) -> bool:
        """Whether it logged something that is still there."""
        logged = change.key[0] in (What.CARD, What.BLIND, What.LEADER) and change.kind is not TableKind.UNDONE
        return logged and change.now is not None and self.stands(change.number)
