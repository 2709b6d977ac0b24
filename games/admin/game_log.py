"""Log of a game for moderators: its tricks, with the author, time and device of each entry.

It is built from the public record, so cards that spectators may not see stay hidden until the record opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.admin.log_lines import LogReader, MatchLogReader, TableLogReader
from games.admin.log_texts import LogLine
from games.eventlog import event_store
from games.inference.record import CARD_SPOTS, Spot, TableRecord, TableTrick
from games.inference.tally import FactionTally, Tally, TrickTally
from games.models import Entry, Game
from games.rules.state import Phase, Seat
from games.schemas.table import SlipShown
from games.state.game_state import GameState, Mode
from games.state.moderation import MODERATED_KIND, ActKind
from games.state.sheet import get_tally
from games.texts.table import describe_winner, format_faction, format_trick

READERS: Mapping[Mode, type[LogReader[Any]]] = {Mode.ONLINE: MatchLogReader, Mode.TABLE: TableLogReader}


@dataclass(frozen=True, slots=True)
class CardContext:
    """Card in a spot of a trick, with the name of its player and the entry that logged it.

    ``code`` is None for a hidden card, ``line`` for a card that no entry logged.
    """

    label: str
    code: str | None
    name: str = ""
    line: LogLine | None = None


@dataclass(frozen=True, slots=True)
class LogSection:
    """Trick with its cards and its other entries, or the entries before the first trick or outside of any.

    ``slips`` are the texts of inconsistencies, each with whether the players let it stand.
    """

    title: str
    cards: tuple[CardContext, ...] = ()
    summary: str = ""
    slips: tuple[tuple[str, bool], ...] = ()
    lines: tuple[LogLine, ...] = ()

    @property
    def at(self) -> datetime | None:
        """The time of the first entry about the trick, None without one."""
        card_lines = (card.line for card in self.cards)
        lines = (line for line in (*card_lines, *self.lines) if line is not None and line.trick is not None)
        return min((line.at for line in lines), default=None)


@dataclass(frozen=True, slots=True)
class RevealEntry:
    """Log entry of a reveal of the hidden cards to a moderator."""

    at: datetime
    who: str
    why: str
    act: int


@dataclass(frozen=True, slots=True)
class GameLog:
    """Log of a game as its page shows it.

    ``withheld``: the moderator plays in the game and may not read its log before the end, or may still play its deal.
    """

    names: tuple[str, str]
    over: bool
    frozen: bool
    sections: tuple[LogSection, ...] = ()
    factions: tuple[tuple[str, FactionTally], ...] = ()
    entries: int = 0
    withheld: bool = field(default=False)
    sealed: bool = False
    reveals: tuple[RevealEntry, ...] = ()


def build_game_log(game: Game, withheld: bool = False, *, sealed: bool = False) -> GameLog:
    """Return the log of a game.

    ``withheld`` is for a moderator who plays in the game: until it is over, the log has only the reveals.
    ``sealed`` is for one who may still play its shared deal.
    """
    state = event_store.load_state(game.pk)
    game_log = GameLog(state.names, state.over, state.frozen, entries=state.version)
    entries = Entry.objects.filter(game=game, number__lte=state.version).order_by("number").select_related("actor")
    if sealed or (withheld and not state.over):
        return replace(
            game_log, withheld=True, sealed=sealed, reveals=tuple(_list_reveals(entries.filter(kind=MODERATED_KIND)))
        )
    return _add_sections(game_log, state, state.public(), list(entries))


def _list_reveals(entries: Iterable[Entry]) -> Iterable[RevealEntry]:
    for entry in entries:
        if entry.kind == MODERATED_KIND and entry.data["what"] == ActKind.REVEAL:
            who = "" if entry.actor is None else entry.actor.username
            yield RevealEntry(entry.created_at, who, entry.data["why"], entry.data["act"])


def _add_sections(game_log: GameLog, state: GameState, record: TableRecord, entries: Sequence[Entry]) -> GameLog:
    tally = get_tally(record)
    reader = READERS[state.mode](state)
    lines = reader.build_lines(entries)
    return replace(
        game_log,
        reveals=tuple(_list_reveals(entries)),
        sections=tuple(
            _list_sections(
                tally, record, game_log.names, lines, _group_inconsistencies(reader.list_inconsistencies(tally))
            )
        ),
        factions=tuple((format_faction(faction.faction), faction) for faction in tally.factions),
    )


def _group_inconsistencies(slips: Iterable[SlipShown]) -> Mapping[tuple[int, int], list[tuple[str, bool]]]:
    """Return the texts of slips by phase and trick, each with whether the players let it stand."""
    by_trick: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    for slip in slips:
        by_trick.setdefault((slip.phase, slip.trick or 0), []).append((slip.text, slip.stands))
    return by_trick


def _list_sections(
    tally: Tally,
    record: TableRecord,
    names: tuple[str, str],
    lines: Iterable[LogLine],
    inconsistencies: Mapping[tuple[int, int], list[tuple[str, bool]]],
) -> Iterable[LogSection]:
    by_trick = _group_by_trick(lines)
    yield LogSection(
        _("Before the first trick"),
        lines=tuple(by_trick.pop((0, 0), ())),
        slips=_get_inconsistencies(inconsistencies, 1, 0),
    )
    keys = [(int(trick.phase), trick.number) for trick in tally.tricks]
    for index, trick in enumerate(tally.tricks):
        key = keys[index]
        entries = by_trick.pop(key, [])
        cards = tuple(_list_cards(trick, record.tricks[index], names, _find_card_lines(entries)))
        shown = {card.line.number for card in cards if card.line is not None}
        yield LogSection(
            _get_title(trick),
            cards,
            describe_winner(trick, names),
            _get_inconsistencies(inconsistencies, *key),
            tuple(line for line in entries if line.number not in shown),
        )
    for (phase, number), rest in sorted(by_trick.items()):
        yield LogSection(_capitalize(format_trick(Phase(phase), number)), lines=tuple(rest))


def _get_inconsistencies(
    inconsistencies: Mapping[tuple[int, int], list[tuple[str, bool]]], phase: int, number: int
) -> tuple[tuple[str, bool], ...]:
    return tuple(inconsistencies.get((phase, number), ()))


def _group_by_trick(lines: Iterable[LogLine]) -> dict[tuple[int, int], list[LogLine]]:
    """Return the lines by trick; a line without one belongs to the last trick before it."""
    by_trick: dict[tuple[int, int], list[LogLine]] = {}
    key = (0, 0)
    for line in lines:
        key = line.trick or key
        by_trick.setdefault(key, []).append(line)
    return by_trick


def _find_card_lines(lines: Iterable[LogLine]) -> Mapping[Spot, LogLine]:
    """Return the last entry in force that logged the card of each spot."""
    return {line.spot: line for line in lines if line.spot is not None and line.is_in_force}


def _get_title(trick: TrickTally) -> str:
    return _capitalize(format_trick(trick.phase, trick.number))


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list_cards(
    trick: TrickTally, logged: TableTrick, names: tuple[str, str], lines: Mapping[Spot, LogLine]
) -> Iterable[CardContext]:
    """Yield the logged cards of a trick, and the blind card of a finished trick as hidden if it is unknown."""
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
            name = "" if seat is None else names[seat]
            yield CardContext(_LABELS[spot](), card and str(card), name, lines.get(spot))


_LABELS: Mapping[Spot, Any] = {
    Spot.REVEALED: lambda: _("Revealed"),
    Spot.LEAD: lambda: pgettext("card", "Lead"),
    Spot.FOLLOW: lambda: pgettext("card", "Follow"),
    Spot.BLIND: lambda: _("Blind"),
}
