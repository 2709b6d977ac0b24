"""The entries of a log as lines: number, time, who with which device, and what, without what nobody may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from games.admin.line import At, Line
from games.admin.line_texts import TEXTS
from games.models import Entry
from games.rules.logged.slots import Slot
from games.rules.logged.tally import Tally
from games.rules.state import HAND
from games.stories.act_kinds import ActKind
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Story
from games.stories.verdicts import JUDGED, Notice
from games.wire.table import SlipShown
from games.words.moderation import notice_text
from games.words.table import spot_text

S = TypeVar("S", bound=Story)


class Reader(Generic[S]):
    """Says what the entries of one game mean, in the order of its log. Kinds of games differ in the methods."""

    def __init__(self, story: S) -> None:
        self.story = story
        self.tricks: dict[int, At | None] = {}

    @property
    def secrets_shown(self) -> bool:
        """Whether blind cards may be told."""
        return True

    def lines(self, entries: Iterable[Entry]) -> Sequence[Line]:
        """All entries as lines."""
        return [self.line(entry) for entry in entries]

    def line(self, entry: Entry) -> Line:
        """One entry as a line."""
        trick = self.tricks[entry.number] = self.trick(entry)
        return Line(
            number=entry.number,
            at=entry.created_at,
            who=self._who(entry),
            device=self.device(entry),
            text=self._text(entry),
            trick=trick,
            stands=self.stands(entry.number),
            settable=self.settable(entry.number),
            strikable=self.strikable(entry.number),
            act=entry.data.get("act") if entry.kind == JUDGED else None,
        )

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.story.names[seat]

    def spot(self, slot: Slot) -> str:
        """A slot in words."""
        return spot_text(slot, None, self.story.names)

    def opened(self) -> str:
        """What its first entry says."""
        return _("Opened the game.")

    def flaws(self, tally: Tally) -> Iterable[SlipShown]:
        """What cannot have been."""
        return ()

    def corrections(self) -> tuple[str, ...]:
        return ()

    def trick(self, entry: Entry) -> At | None:
        """The trick that an entry is about."""
        data = entry.data
        if "phase" in data and "trick" in data:
            return int(data["phase"]), int(data["trick"])
        return self.tricks.get(data.get("number", 0))

    def player(self, entry: Entry) -> str:
        """Who made an entry, as the game calls them."""
        return self.name(entry.seat)

    def device(self, entry: Entry) -> str:
        """The device that made an entry."""
        return ""

    def stands(self, number: int) -> bool:
        """Whether what an entry set is still so."""
        return True

    def settable(self, number: int) -> bool:
        """Whether an act can correct an entry."""
        return False

    def strikable(self, number: int) -> bool:
        """Whether an act can strike an entry."""
        return False

    def _who(self, entry: Entry) -> str:
        account = entry.actor.shown if entry.actor else ""
        if entry.kind == JUDGED:
            return account or _("A moderator")
        return self.player(entry) or account

    def _text(self, entry: Entry) -> str:
        if entry.kind == JUDGED:
            return self._judged(entry.data)
        write = TEXTS.get(entry.kind)
        return entry.kind if write is None else write(self, entry)

    def _judged(self, data: Mapping[str, Any]) -> str:
        kind = ActKind(data["what"])
        if kind is ActKind.REVEAL:
            return _("A moderator looked at the hidden cards.")
        text = notice_text(Notice(data["act"], kind, data["why"], data), self.story.names)
        return f"{text} {data['why']}"


class MatchReader(Reader[Match]):
    """An online game: its cards are counted into tricks."""

    def __init__(self, story: Match) -> None:
        super().__init__(story)
        self._plies = 0

    def trick(self, entry: Entry) -> At | None:
        if entry.kind == Kind.TAKEN_BACK:
            self._plies = entry.data["ply"]
        if entry.kind != Kind.PLAYED:
            return super().trick(entry)
        at, self._plies = self._plies // 2, self._plies + 1
        return (1, at + 1) if at < HAND else (2, at - HAND + 1)
