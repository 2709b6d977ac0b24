"""The entries of a log as lines: number, time, who with which device, and what, without what nobody may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.admin.line import At, Line
from games.admin.line_texts import TEXTS
from games.live.table.tricks import device_name
from games.models import Entry
from games.stories.act_kinds import ActKind
from games.stories.ledger import Change
from games.stories.online import Kind, Match
from games.stories.sheet import What
from games.stories.table import Table
from games.stories.table_kinds import TableKind
from games.stories.verdicts import JUDGED, Notice
from games.words.moderation import notice_text


class Reader:
    """Says what the entries of one game mean, in the order of its log."""

    def __init__(self, story: Match | Table, names: tuple[str, str]) -> None:
        self.story, self.names = story, names
        self.plies = 0
        self.tricks: dict[int, At | None] = {}
        table = story if isinstance(story, Table) else None
        self.table = table
        self.changes: dict[int, Change] = {} if table is None else {one.number: one for one in table.ledger.history}

    def line(self, entry: Entry) -> Line:
        """One entry as a line."""
        trick = self.tricks[entry.number] = self._trick(entry)
        change = self.changes.get(entry.number)
        return Line(
            number=entry.number,
            at=entry.created_at,
            who=self._who(entry),
            device=self._device(entry),
            text=self._text(entry),
            trick=trick,
            stands=self._stands(change),
            settable=self._settable(change) and (self.secrets_shown or not _blind(change)),
            strikable=self._settable(change) or (change is not None and change.key[0] is What.CLOSED),
            act=entry.data.get("act") if entry.kind == JUDGED else None,
        )

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    @property
    def secrets_shown(self) -> bool:
        """Whether blind cards of a table may be told."""
        return self.table is None or self.table.sheet_open

    def _trick(self, entry: Entry) -> At | None:
        """The trick that an entry is about."""
        data = entry.data
        if entry.kind == Kind.PLAYED:
            at, self.plies = self.plies // 2, self.plies + 1
            return (1, at + 1) if at < 13 else (2, at - 12)
        if "phase" in data and "trick" in data:
            return int(data["phase"]), int(data["trick"])
        return self.tricks.get(data.get("number", 0))

    def _who(self, entry: Entry) -> str:
        if entry.kind == JUDGED:
            return entry.actor.shown if entry.actor else _("A moderator")
        if self.table is not None and "device" in entry.data:
            return device_name(self.table, entry.data["device"]) or self._account(entry)
        return self.name(entry.seat) or self._account(entry)

    def _account(self, entry: Entry) -> str:
        return entry.actor.shown if entry.actor else ""

    def _device(self, entry: Entry) -> str:
        """The device that made an entry; a device that was sent away did not do that itself."""
        device = entry.data.get("by") or entry.data.get("device")
        return f"d{device}" if self.table is not None and device and entry.kind != JUDGED else ""

    def _text(self, entry: Entry) -> str:
        if entry.kind == JUDGED:
            return self._judged(entry.data)
        write = TEXTS.get(entry.kind)
        return entry.kind if write is None else write(self, entry)

    def _judged(self, data: Mapping[str, Any]) -> str:
        kind = ActKind(data["what"])
        if kind is ActKind.REVEAL:
            return _("A moderator looked at the hidden cards.")
        text = notice_text(Notice(data["act"], kind, data["why"], data), self.names)
        return f"{text} {data['why']}"

    def _stands(self, change: Change | None) -> bool:
        if change is None or self.table is None:
            return True
        return not change.undone and self.table.sheet.at(change.key) == change.now

    def _settable(self, change: Change | None) -> bool:
        """Whether an act can correct or strike it."""
        if change is None or self.table is None or change.now is None or not self._stands(change):
            return False
        return change.key[0] in (What.CARD, What.BLIND, What.LEADER) and change.kind is not TableKind.UNDONE


def _blind(change: Change | None) -> bool:
    return change is not None and change.key[0] is What.BLIND


def lines_of(reader: Reader, entries: Iterable[Entry]) -> Sequence[Line]:
    """All entries as lines."""
    return [reader.line(entry) for entry in entries]
