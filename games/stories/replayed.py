"""A game that is over, card by card: every stand of it from the deal to where it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.logged.whole import whole
from games.rules.moves import start
from games.rules.rulings import LastTrick
from games.rules.stands import folded
from games.rules.state import Seat, State
from games.stories.online import Match, Options
from games.stories.sitter import Sitter, Sitters
from games.stories.status import Ending, Status
from games.stories.story import Story
from games.stories.table import Table


class Closed(StrEnum):
    """Why a game is not shown card by card."""

    NOT_OVER = "not_over"
    CALLED_OFF = "called_off"
    JUDGED = "judged_early"
    """A moderator ended it before its last trick, and may yet reopen it."""
    NOT_LOGGED = "not_logged"
    """A card of a table is missing from its log, or its blind cards are not open yet."""
    IMPOSSIBLE = "against_the_rules"
    """What is logged of a table was not played by the rules."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """``states`` are its stands after 0, 1, 2 … cards. They hold every card of both: only of a game that is open.

    ``winner`` is None for a draw; ``ending`` tells how it came to it.
    """

    code: str
    sitters: Sitters
    options: Options
    states: tuple[State, ...]
    ending: str | None
    winner: Seat | None

    @property
    def last(self) -> int:
        """The step at which it ended: the number of cards that were played."""
        return len(self.states) - 1

    @property
    def programs(self) -> tuple[bool, bool]:
        """At which seats a program of their person sat."""
        first, second = self.sitters
        return bool(first and first.program), bool(second and second.program)

    @property
    def names(self) -> tuple[str, str]:
        first, second = self.sitters
        return first.name if first else "", second.name if second else ""

    def at(self, state: State) -> Match:
        """The match as it stood then, as if it were still being played; it remembers its last trick alone."""
        kept = LastTrick.LEAD if self.options.last_trick == LastTrick.LEAD else LastTrick.TRICK
        options = replace(self.options, last_trick=kept)
        deal = self.states[0]
        return Match(0, self.code, sitters=self.sitters, options=options, status=Status.PLAYING, deal=deal, state=state)


def replayed(story: Story) -> Replayed | Closed:
    """The game card by card, or why it is not shown so. Whether somebody may see it at all is not asked here."""
    if isinstance(story, Match):
        return _online(story)
    if isinstance(story, Table):
        return _at_table(story)
    raise TypeError(f"{story.mode} is no kind of game that has cards")


def _online(match: Match) -> Replayed | Closed:
    if match.status == Status.CALLED_OFF:
        return Closed.CALLED_OFF
    if not match.over or match.deal is None:
        return Closed.NOT_OVER
    if not match.record_open:
        return Closed.JUDGED
    states = folded(match.deal, match.plays)
    return Replayed(match.code, match.sitters, match.options, states, match.ending, match.winner)


def _at_table(table: Table) -> Replayed | Closed:
    if table.status is not Status.FINISHED:
        return Closed.CALLED_OFF if table.over else Closed.NOT_OVER
    if not table.sheet_open or not table.sheet.gapless:
        return Closed.NOT_LOGGED
    record = whole(table.record)
    if record is None:
        return Closed.IMPOSSIBLE
    states = folded(start(record.hands, record.deck, record.leader), record.plays)
    first, second = (Sitter(seat, name, guest=True) for seat, name in enumerate(table.names))
    ending = Ending.VOTES if table.end.ruling is None else Ending.JUDGED
    return Replayed(table.code, (first, second), _options(table), states, ending, table.columns()["winner"])


def _options(table: Table) -> Options:
    """What of the rulings of a table decides what a seat saw, and who won; and who may look on."""
    rulings = table.rulings
    return Options(watch=table.watch, strict=rulings.strict, last_trick=rulings.last_trick, draw=rulings.draw)
