"""State of a dealt game: the occupants of its seats, the cards, its origin, and help against an engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Self

from games.rules.cards import Card
from games.rules.moves import apply
from games.rules.record_fields import GameOrigin, RecordedHelp
from games.rules.state import Cards, Seat, State
from games.state.game_state import Event, GameState


@dataclass(frozen=True, slots=True)
class Occupant:
    """Occupant of a seat.

    ``opponent`` is the level of an engine of the site, empty for people. ``program`` is whether a bot plays for the
    person.
    """

    user_id: int
    name: str
    guest: bool
    opponent: str = ""
    program: bool = False


Occupants = tuple[Occupant | None, Occupant | None]
"""Occupants of both seats; None for a free seat."""


def list_names(occupants: Occupants) -> tuple[str, str]:
    """Return the names of both seats; a free seat has none."""
    first, second = occupants
    return first.name if first else "", second.name if second else ""


def list_programs(occupants: Occupants) -> tuple[bool, bool]:
    """Return for each seat whether a bot plays for its person."""
    first, second = occupants
    return bool(first and first.program), bool(second and second.program)


# Help for a person who plays against an engine: hints and take-backs.


@dataclass(frozen=True, slots=True)
class Hint:
    """Hint for a ply: the card to play, and the code of the reason.

    ``about`` is the code of the card or faction that the reason refers to, if any.
    """

    ply: int
    card: Card
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Take-back to a ply, with the cards played from there on, which the players still know."""

    ply: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Aid:
    """Help that a player has had.

    ``asked`` are the plies of all hints in order, ``standing`` the hints that are still valid after the take-backs, and
    ``taken`` the take-backs.
    """

    asked: tuple[int, ...] = ()
    standing: tuple[Hint, ...] = ()
    taken: tuple[TakenBack, ...] = ()

    @property
    def line(self) -> int:
        """Return the number of take-backs. With the ply it identifies a turn, as a take-back repeats plies."""
        return len(self.taken)

    def hint(self, ply: int) -> Hint | None:
        """Return the hint for a ply; None without one."""
        return next((hint for hint in self.standing if hint.ply == ply), None)

    def apply_hint(self, hint: Hint) -> Aid:
        """Return this help with a hint added."""
        return replace(self, asked=(*self.asked, hint.ply), standing=(*self.standing, hint))

    def apply_take_back(self, ply: int, cards: Cards) -> Aid:
        """Return this help after a take-back to a ply, which invalidates the hints for later plies."""
        standing = tuple(hint for hint in self.standing if hint.ply <= ply)
        return replace(self, standing=standing, taken=(*self.taken, TakenBack(ply, cards)))


NO_AID = Aid()


@dataclass(frozen=True)
class DealtGameState(GameState):
    """State of a game with a deal: its occupants, its cards, the help of the site, and its origin, if it has one."""

    occupants: Occupants = (None, None)
    deal: State | None = None
    state: State | None = None
    plays: Cards = ()
    aid: Aid = NO_AID
    origin: GameOrigin | None = None

    def opponent(self, seat: Seat) -> str:
        """Return the level of the engine on a seat; empty for a person or a free seat."""
        occupant = self.occupants[seat]
        return occupant.opponent if occupant is not None else ""

    @property
    def alone(self) -> Seat | None:
        """Return the seat of a person whose opponent is an engine; None in all other games."""
        first, second = self.opponent(0), self.opponent(1)
        if bool(first) is bool(second):
            return None
        return 1 if first else 0

    @property
    def begun(self) -> int:
        """Return the number of cards taken over from the origin of this game; 0 without an origin."""
        return 0 if self.origin is None else self.origin.step

    def get_take_back_ply(self, seat: Seat) -> int | None:
        """Return the ply to which a seat may take back its last card; None if it has played no card in this game.

        Cards from the origin of this game cannot be taken back.
        """
        ply = None if self.state is None else get_last_ply(self.state, seat)
        return ply if ply is not None and ply >= self.begun else None

    def helped(self) -> RecordedHelp | None:
        """Return the help that a person had against an engine, for the record of the game; None if there was none."""
        if self.alone is None or not (self.aid.asked or self.aid.taken):
            return None
        return RecordedHelp(self.alone, self.aid.asked, tuple((back.ply, back.cards) for back in self.aid.taken))

    def apply_hint(self, event: Event) -> Self:
        """Return the state after a hint."""
        data = event.data
        hint = Hint(data["ply"], Card.parse(data["card"]), data["why"], data["about"])
        return replace(self, aid=self.aid.apply_hint(hint))

    def taken_back(self, event: Event) -> Self:
        """Return the state after a take-back; the entries of the cards taken back stay in the log.

        Raise ValueError before the deal.
        """
        if self.deal is None:
            raise ValueError("nothing was played before the deal")
        ply = event.data["ply"]
        kept, gone = self.plays[:ply], self.plays[ply:]
        return replace(self, state=reduce(apply, kept, self.deal), plays=kept, aid=self.aid.apply_take_back(ply, gone))


def get_last_ply(state: State, seat: Seat) -> int | None:
    """Return the ply of the last card that a seat has played; None before its first card."""
    if state.lead is not None and state.leader == seat:
        return state.ply - 1
    if not state.tricks:
        return None
    return 2 * len(state.tricks) - (2 if state.tricks[-1].leader == seat else 1)
