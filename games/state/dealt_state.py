"""State of a dealt game: the occupants of its seats, the cards, its origin, and help against an engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Self

from games.rules.cards import Card
from games.rules.moves import apply
from games.rules.record_fields import RecordedHelp
from games.rules.state import Cards, Seat, State
from games.state.game_state import Event, GameState


@dataclass(frozen=True, slots=True)
class Occupant:
    """Holder of a seat.

    ``opponent`` is the level of an engine of the site, empty for people; ``program``: a bot of the person sat down.
    """

    user_id: int
    name: str
    guest: bool
    opponent: str = ""
    program: bool = False


Occupants = tuple[Occupant | None, Occupant | None]
"""Occupants of both seats; None for a free seat."""

# Origin of a game that did not begin with its deal.


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """Finished game that a game goes on from: its code, and the number of cards. The players have seen all cards."""

    game: str
    step: int


# Help in a game against an engine: hints, and cards taken back.


@dataclass(frozen=True, slots=True)
class Hint:
    """Card that was named for a ply, and why; ``about``: the card or the faction that the reason is about."""

    ply: int
    card: Card
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Take-back to a ply, with the cards that had been played from there on. Players who saw them know them still."""

    ply: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Aid:
    """Help that a player had.

    ``asked``: the plies of all hints, in their order; ``standing``: the hints that hold for the cards played so far;
    ``taken``: the take-backs.
    """

    asked: tuple[int, ...] = ()
    standing: tuple[Hint, ...] = ()
    taken: tuple[TakenBack, ...] = ()

    @property
    def line(self) -> int:
        """Return how often the game went back: a ply of this line is another turn than the same ply of the next."""
        return len(self.taken)

    def hint(self, ply: int) -> Hint | None:
        """Return the hint for a ply; None if none was asked for."""
        return next((one for one in self.standing if one.ply == ply), None)

    def apply_hint(self, hint: Hint) -> Aid:
        """Return this help with one more hint."""
        return replace(self, asked=(*self.asked, hint.ply), standing=(*self.standing, hint))

    def apply_take_back(self, ply: int, cards: Cards) -> Aid:
        """Return this help after a take-back: hints up to the ply hold, hints for later cards do not."""
        standing = tuple(one for one in self.standing if one.ply <= ply)
        return replace(self, standing=standing, taken=(*self.taken, TakenBack(ply, cards)))


NO_AID = Aid()

# An engine may hold one of the two seats: then the person on the other seat may have help.


@dataclass(frozen=True)
class DealtGameState(GameState):
    """State of a game with a deal: its occupants, its cards, the game it may go on from, and the help of the site."""

    sitters: Occupants = (None, None)
    deal: State | None = None
    state: State | None = None
    plays: Cards = ()
    aid: Aid = NO_AID
    origin: GameOrigin | None = None

    def opponent(self, seat: Seat) -> str:
        """Return the level of the engine that holds a seat; empty for people and for a free seat."""
        sitter = self.sitters[seat]
        return sitter.opponent if sitter is not None else ""

    @property
    def alone(self) -> Seat | None:
        """Return the seat of a person whose opponent is an engine; None in all other games."""
        first, second = self.opponent(0), self.opponent(1)
        if bool(first) is bool(second):
            return None
        return 1 if first else 0

    @property
    def begun(self) -> int:
        """Return how many of the cards had been played before this game went on from them."""
        return 0 if self.origin is None else self.origin.step

    def get_take_back_ply(self, seat: Seat) -> int | None:
        """Return the ply to which a seat may take its last card back; None where it has played no card in this game.

        Cards of the game that this game goes on from cannot be taken back.
        """
        ply = None if self.state is None else get_last_ply(self.state, seat)
        return ply if ply is not None and ply >= self.begun else None

    def helped(self) -> RecordedHelp | None:
        """Return the help that a person had against an engine, as in a record; None if there was none."""
        if self.alone is None or not (self.aid.asked or self.aid.taken):
            return None
        return RecordedHelp(self.alone, self.aid.asked, tuple((one.ply, one.cards) for one in self.aid.taken))

    def apply_hint(self, event: Event) -> Self:
        """Return the state after a hint, which moves no card."""
        data = event.data
        hint = Hint(data["ply"], Card.parse(data["card"]), data["why"], data["about"])
        return replace(self, aid=self.aid.apply_hint(hint))

    def taken_back(self, event: Event) -> Self:
        """Return the state taken back to a ply; the entries after that ply stay in the log."""
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
