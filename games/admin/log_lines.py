"""Log readers, which turn the entries of an online game or a table into lines without hidden cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from games.admin.labels import get_device_label, get_device_order
from games.admin.log_texts import ENTRY_TEXTS, LogLine, TrickKey
from games.inference.record import Slot, Spot
from games.inference.tally import Tally
from games.models import Entry
from games.realtime.companion.tricks import build_slips, get_device_name
from games.rules.state import HAND_SIZE
from games.schemas.table import SlipShown
from games.state.game_state import GameState
from games.state.ledger import Change
from games.state.match_state import MatchEventKind, MatchState
from games.state.moderation import MODERATED_KIND, ActKind
from games.state.sheet import SheetKey
from games.state.table_events import TableEventKind
from games.state.table_state import TableState
from games.texts.formatting import join_sentences
from games.texts.moderation import describe_notice, translate_reason
from games.texts.table import format_spot

GameT = TypeVar("GameT", bound=GameState)


class LogReader(Generic[GameT]):
    """Base reader of a game's entries, which have to come in the order of the log."""

    def __init__(self, state: GameT) -> None:
        self.state = state
        self.tricks: dict[int, TrickKey | None] = {}

    @property
    def shows_secrets(self) -> bool:
        """Return whether blind cards may be shown."""
        return True

    def build_lines(self, entries: Iterable[Entry]) -> Sequence[LogLine]:
        """Return the lines of the entries."""
        return [self.build_line(entry) for entry in entries]

    def build_line(self, entry: Entry) -> LogLine:
        """Return the line of an entry."""
        trick = self.tricks[entry.number] = self.get_trick(entry)
        return LogLine(
            number=entry.number,
            at=entry.created_at,
            who=self._get_author_name(entry),
            device=self.format_device(entry),
            text=self._get_text(entry),
            trick=trick,
            spot=self.get_spot(entry),
            is_in_force=self.is_in_force(entry.number),
            is_correctable=self.is_correctable(entry.number),
            is_strikable=self.is_strikable(entry.number),
            act=entry.data.get("act") if entry.kind == MODERATED_KIND else None,
        )

    def get_name(self, seat: int | None) -> str:
        """Return the name of a seat, empty for None."""
        return "" if seat is None else self.state.names[seat]

    def format_slot(self, slot: Slot) -> str:
        """Return the text for a slot."""
        return format_spot(slot, None, self.state.names)

    def describe_opening(self) -> str:
        """Return the text of the first entry."""
        return _("Created the game.")

    def get_device(self, device: int) -> str:
        """Return the label of a device, by its number in the data of an entry."""
        return str(device)

    def list_inconsistencies(self, tally: Tally) -> Iterable[SlipShown]:
        """Return the slips: logged entries that contradict the rules or each other."""
        return ()

    def get_trick(self, entry: Entry) -> TrickKey | None:
        """Return the trick that an entry is about, None for an entry outside of tricks."""
        data = entry.data
        if "phase" in data and "trick" in data:
            return int(data["phase"]), int(data["trick"])
        return self.tricks.get(data.get("number", 0))

    def get_spot(self, entry: Entry) -> Spot | None:
        """Return the spot of the card that an entry logged, None for an entry without a card."""
        return None

    def get_author(self, entry: Entry) -> str:
        """Return the name of an entry's author in the game, empty for an author without a seat."""
        return self.get_name(entry.seat)

    def format_device(self, entry: Entry) -> str:
        """Return the label of the device that made an entry; empty for an online game."""
        return ""

    def is_in_force(self, number: int) -> bool:
        """Return whether an entry is in force: not corrected, struck or taken back."""
        return True

    def is_correctable(self, number: int) -> bool:
        """Return whether a moderator can correct an entry."""
        return False

    def is_strikable(self, number: int) -> bool:
        """Return whether a moderator can strike an entry."""
        return False

    def _get_author_name(self, entry: Entry) -> str:
        account = entry.actor.shown if entry.actor else ""
        if entry.kind == MODERATED_KIND:
            return account or _("A moderator")
        return self.get_author(entry) or account

    def _get_text(self, entry: Entry) -> str:
        if entry.kind == MODERATED_KIND:
            return self._describe_moderation(entry.data)
        build_text = ENTRY_TEXTS.get(entry.kind)
        return entry.kind if build_text is None else build_text(self, entry)

    def _describe_moderation(self, data: Mapping[str, Any]) -> str:
        kind = ActKind(data["what"])
        if kind is ActKind.REVEAL:
            return _("A moderator viewed the hidden cards.")
        text = describe_notice(self.state.build_notice(data["act"], kind, data["why"], data), self.state.names)
        return join_sentences([text, translate_reason(data["why"])])


class MatchLogReader(LogReader[MatchState]):
    """Log reader of an online game, which finds the trick of a card by counting."""

    def __init__(self, state: MatchState) -> None:
        super().__init__(state)
        self._plies = 0

    def get_trick(self, entry: Entry) -> TrickKey | None:
        """Return the trick of an entry; for a card, by the number of cards played before it.

        When cards are taken back, the count goes back to the ply before them.
        """
        if entry.kind == MatchEventKind.TAKEN_BACK:
            self._plies = entry.data["ply"]
        if entry.kind != MatchEventKind.PLAYED:
            return super().get_trick(entry)
        index, self._plies = self._plies // 2, self._plies + 1
        return (1, index + 1) if index < HAND_SIZE else (2, index - HAND_SIZE + 1)

    def get_spot(self, entry: Entry) -> Spot | None:
        """Return whether a card was led or followed, from the number of cards before it, which ``get_trick`` counts."""
        if entry.kind != MatchEventKind.PLAYED:
            return None
        return Spot.LEAD if self._plies % 2 else Spot.FOLLOW


class TableLogReader(LogReader[TableState]):
    """Log reader of a table: devices log the game, and entries can be corrected and struck."""

    def __init__(self, state: TableState) -> None:
        super().__init__(state)
        self._changes = {change.number: change for change in state.ledger.history}

    @property
    def shows_secrets(self) -> bool:
        """Return whether the blind cards of both seats are open."""
        return self.state.sheet_open

    def format_slot(self, slot: Slot) -> str:
        """Return the text for a slot, with its player."""
        return format_spot(slot, self.state.sheet.player(slot), self.state.names)

    def describe_opening(self) -> str:
        """Return the text of the first entry, with both names."""
        return _("Created the table for %(first)s and %(second)s.") % {
            "first": self.get_name(0),
            "second": self.get_name(1),
        }

    def get_device(self, device: int) -> str:
        """Return the name of a device, with its order of arrival."""
        return get_device_label(self.state, device)

    def list_inconsistencies(self, tally: Tally) -> Iterable[SlipShown]:
        """Return the slips of the table."""
        return build_slips(self.state, tally)

    def get_spot(self, entry: Entry) -> Spot | None:
        """Return the spot of a logged or corrected card."""
        has_card = entry.kind in (TableEventKind.LOGGED, TableEventKind.CORRECTED) and entry.data["card"] is not None
        return Spot(entry.data["place"]) if has_card else None

    def get_author(self, entry: Entry) -> str:
        """Return the name of the device that made an entry, or else the name of the seat."""
        if "device" in entry.data:
            return get_device_name(self.state, entry.data["device"])
        return super().get_author(entry)

    def format_device(self, entry: Entry) -> str:
        """Return the label of a device by its order of arrival, which distinguishes devices of the same name.

        The label is empty for an entry of a moderator. For the removal of a device, it is that of the device that
        removed it.
        """
        device = entry.data.get("by") or entry.data.get("device")
        if not device or entry.kind == MODERATED_KIND:
            return ""
        order = get_device_order(self.state, device)
        return _("device %(order)s") % {"order": order} if order else ""

    def is_in_force(self, number: int) -> bool:
        """Return whether the value that an entry logged was neither undone nor replaced."""
        change = self._changes.get(number)
        return change is None or (not change.undone and self.state.ledger.stands(change))

    def is_correctable(self, number: int) -> bool:
        """Return whether an entry logged a card or leader that is in force and not hidden."""
        change = self._changes.get(number)
        if change is None or not self._is_logged(change):
            return False
        return self.shows_secrets or change.key[0] is not SheetKey.BLIND

    def is_strikable(self, number: int) -> bool:
        """Return whether an entry logged a card or leader that is in force, or ended the game."""
        change = self._changes.get(number)
        return change is not None and (self._is_logged(change) or change.key[0] is SheetKey.CLOSED)

    def _is_logged(self, change: Change) -> bool:
        """Return whether a change logged a card or leader that is in force."""
        logged = (
            change.key[0] in (SheetKey.CARD, SheetKey.BLIND, SheetKey.LEADER)
            and change.kind is not TableEventKind.UNDONE
        )
        return logged and change.now is not None and self.is_in_force(change.number)
