"""Replay of a finished game: the state of its cards after the deal and after each card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.inference.record_conversion import build_dealt_record, build_record
from games.rules.moves import list_states, start
from games.rules.record_fields import GameOrigin
from games.rules.rulings import LastTrick
from games.rules.state import Seat, State
from games.state.dealt_state import Occupant, Occupants, list_names, list_programs
from games.state.game_state import Ending, GameState, Status
from games.state.match_state import MatchOptions, MatchState
from games.state.table_state import TableState


class ReplayRefusal(StrEnum):
    """Reason why a game has no replay."""

    NOT_OVER = "not_over"
    CALLED_OFF = "called_off"
    JUDGED = "judged_early"
    """A moderator ended the game before its last trick and may reopen it."""
    NOT_LOGGED = "not_logged"
    """A card is missing from the log of a table, or its blind cards are not open yet."""
    IMPOSSIBLE = "against_the_rules"
    """The cards logged at a table break the rules."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Replay of a game. ``states[n]`` is the state after n cards.

    The states hold the cards of both seats, so build a replay only if the record of the game is open. ``winner`` is
    None for a draw; ``ending`` is a value of ``Ending``.
    """

    code: str
    occupants: Occupants
    options: MatchOptions
    states: tuple[State, ...]
    ending: str | None
    winner: Seat | None
    origin: GameOrigin | None = None

    @property
    def last(self) -> int:
        """Return the last step, which is the number of cards played."""
        return len(self.states) - 1

    @property
    def programs(self) -> tuple[bool, bool]:
        """Return for each seat whether a bot played for its person."""
        return list_programs(self.occupants)

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both seats; a free seat has none."""
        return list_names(self.occupants)

    def at(self, state: State) -> MatchState:
        """Return the match at a state, as if it were still being played, with no earlier trick than the last one."""
        last_trick = LastTrick.LEAD if self.options.last_trick == LastTrick.LEAD else LastTrick.TRICK
        options = replace(self.options, last_trick=last_trick)
        deal = self.states[0]
        return MatchState(
            0, self.code, occupants=self.occupants, options=options, status=Status.PLAYING, deal=deal, state=state
        )


def build_replay(game_state: GameState, deal: State | None = None) -> Replay | ReplayRefusal:
    """Return the replay of a game, or the reason why it has none. Callers check whether a person may see the game.

    A shared ``deal`` of a table has the blind cards that its log lacks, once both players have accepted the result.
    """
    if isinstance(game_state, MatchState):
        return _replay_match(game_state)
    if isinstance(game_state, TableState):
        return _replay_table(game_state, deal)
    raise TypeError(f"{game_state.mode} is no kind of game that has cards")


def _replay_match(match: MatchState) -> Replay | ReplayRefusal:
    if match.status == Status.CALLED_OFF:
        return ReplayRefusal.CALLED_OFF
    if not match.over or match.deal is None:
        return ReplayRefusal.NOT_OVER
    if not match.record_open:
        return ReplayRefusal.JUDGED
    states = list_states(match.deal, match.plays)
    return Replay(match.code, match.occupants, match.options, states, match.ending, match.winner, match.origin)


def _replay_table(table: TableState, deal: State | None) -> Replay | ReplayRefusal:
    if table.status is not Status.FINISHED:
        return ReplayRefusal.CALLED_OFF if table.over else ReplayRefusal.NOT_OVER
    if not table.sheet_open or not table.sheet.gapless:
        return ReplayRefusal.NOT_LOGGED
    dealt = build_dealt_record(table.record, deal) if deal is not None and table.accepted else None
    record = dealt or build_record(table.record)
    if record is None:
        return ReplayRefusal.IMPOSSIBLE
    states = list_states(start(record.hands, record.deck, record.leader), record.plays)
    first, second = (Occupant(seat, name, guest=True) for seat, name in enumerate(table.names))
    ending = Ending.VOTES if table.end.ruling is None else Ending.JUDGED
    options, winner = build_match_options(table), table.columns()["winner"]
    return Replay(table.code, (first, second), options, states, ending, winner, table.origin)


def build_match_options(table: TableState) -> MatchOptions:
    """Return the options of a match with the rulings of a table, as far as they affect views and the winner."""
    rulings = table.rulings
    return MatchOptions(watch=table.watch, strict=rulings.strict, last_trick=rulings.last_trick, draw=rulings.draw)
