"""A game's story for moderators: its tricks with who logged what, when and with which device, from what all may know.

It is built from the public record alone; what is hidden from watchers is hidden here, until the game's record opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.admin.line import Line
from games.admin.story_lines import MatchReader, Reader
from games.admin.table_lines import TableReader
from games.models import Entry, Game
from games.rules.logged.slots import CARD_SPOTS, Spot, TableRecord, TableTrick
from games.rules.logged.tally import FactionTally, Tally, TrickTally
from games.rules.state import Phase, Seat
from games.store import log
from games.stories.act_kinds import ActKind
from games.stories.sheet import tallied
from games.stories.status import Mode
from games.stories.story import Story
from games.stories.verdicts import JUDGED
from games.wire.table import SlipShown
from games.words.table import faction_text, story, trick_text

READERS: Mapping[Mode, type[Reader[Any]]] = {Mode.ONLINE: MatchReader, Mode.TABLE: TableReader}


@dataclass(frozen=True, slots=True)
class CardShown:
    """A spot of a trick: the card's code, or that there is one nobody may see."""

    label: str
    code: str | None
    hidden: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A trick and what happened in it; without cards, what happened before the first or outside of any."""

    title: str
    cards: tuple[CardShown, ...] = ()
    told: str = ""
    slips: tuple[tuple[str, bool], ...] = ()
    lines: tuple[Line, ...] = ()

    @property
    def at(self) -> datetime | None:
        """When its first card was played or logged."""
        return next((line.at for line in self.lines if line.trick is not None), None)


@dataclass(frozen=True, slots=True)
class Look:
    """A moderator saw the hidden cards: who, when, why, and by which act. The log keeps that for good."""

    at: datetime
    who: str
    why: str
    act: int


@dataclass(frozen=True, slots=True)
class Telling:
    """All that the page of a game tells."""

    names: tuple[str, str]
    over: bool
    frozen: bool
    parts: tuple[Part, ...] = ()
    factions: tuple[tuple[str, FactionTally], ...] = ()
    changes: tuple[str, ...] = ()
    entries: int = 0
    withheld: bool = field(default=False)
    looks: tuple[Look, ...] = ()


def tell(game: Game, withheld: bool = False) -> Telling:
    """The story of a game as it stands. ``withheld``: for a moderator who plays in it, only that it goes on."""
    known = log.load(game.pk)
    told = Telling(known.names, known.over, known.frozen, entries=known.version)
    entries = Entry.objects.filter(game=game, number__lte=known.version).order_by("number").select_related("actor")
    if withheld and not known.over:
        return replace(told, withheld=True, looks=tuple(_looks(entries.filter(kind=JUDGED))))
    return _told(told, known, known.public(), list(entries))


def _looks(entries: Iterable[Entry]) -> Iterable[Look]:
    for entry in entries:
        if entry.kind == JUDGED and entry.data["what"] == ActKind.REVEAL:
            who = "" if entry.actor is None else entry.actor.username
            yield Look(entry.created_at, who, entry.data["why"], entry.data["act"])


def _told(told: Telling, known: Story, record: TableRecord, entries: Sequence[Entry]) -> Telling:
    tally = tallied(record)
    reader = READERS[known.mode](known)
    lines = reader.lines(entries)
    return replace(
        told,
        looks=tuple(_looks(entries)),
        parts=tuple(_parts(tally, record, told.names, lines, _flaws(reader.flaws(tally)))),
        factions=tuple((faction_text(one.faction), one) for one in tally.factions),
        changes=reader.corrections(),
    )


def _flaws(slips: Iterable[SlipShown]) -> Mapping[tuple[int, int], list[tuple[str, bool]]]:
    """What cannot have been, by trick, and whether the players let it stand."""
    found: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    for slip in slips:
        found.setdefault((slip.phase, slip.trick or 0), []).append((slip.text, slip.stands))
    return found


def _parts(
    tally: Tally,
    record: TableRecord,
    names: tuple[str, str],
    lines: Iterable[Line],
    flaws: Mapping[tuple[int, int], list[tuple[str, bool]]],
) -> Iterable[Part]:
    by_trick = _by_trick(lines)
    yield Part(_("Before the first trick"), lines=tuple(by_trick.pop((0, 0), ())), slips=_pairs(flaws, 1, 0))
    shown = [(int(trick.phase), trick.number) for trick in tally.tricks]
    for index, trick in enumerate(tally.tricks):
        at = shown[index]
        cards = tuple(_cards(trick, record.tricks[index], names))
        told = story(tally, index, names)
        yield Part(_title(trick), cards, told, _pairs(flaws, *at), tuple(by_trick.pop(at, ())))
    for (phase, number), left in sorted(by_trick.items()):
        yield Part(_sentence(trick_text(Phase(phase), number)), lines=tuple(left))


def _pairs(
    flaws: Mapping[tuple[int, int], list[tuple[str, bool]]], phase: int, number: int
) -> tuple[tuple[str, bool], ...]:
    return tuple(flaws.get((phase, number), ()))


def _by_trick(lines: Iterable[Line]) -> dict[tuple[int, int], list[Line]]:
    """The lines by their trick; those without one belong to the trick that was played or logged last."""
    found: dict[tuple[int, int], list[Line]] = {}
    at = (0, 0)
    for line in lines:
        at = line.trick or at
        found.setdefault(at, []).append(line)
    return found


def _title(trick: TrickTally) -> str:
    return _sentence(trick_text(trick.phase, trick.number))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(trick: TrickTally, logged: TableTrick, names: tuple[str, str]) -> Iterable[CardShown]:
    """The spots of a trick, as far as they are logged; a card taken face down is there, but not shown."""
    leader = trick.leader
    seats: dict[Spot, Seat | None] = {
        Spot.LEAD: leader,
        Spot.FOLLOW: None if leader is None else 1 - leader,
        Spot.BLIND: None if trick.winner is None else 1 - trick.winner,
    }
    for spot in CARD_SPOTS[trick.phase]:
        card, seat = logged.at(spot), seats.get(spot)
        hidden = spot is Spot.BLIND and card is None and trick.over
        if card is not None or hidden:
            yield CardShown(_LABELS[spot](), card and str(card), hidden, "" if seat is None else names[seat])


_LABELS: Mapping[Spot, Any] = {
    Spot.REVEALED: lambda: _("Revealed"),
    Spot.LEAD: lambda: _("Lead"),
    Spot.FOLLOW: lambda: _("Answer"),
    Spot.BLIND: lambda: _("Blind"),
}
