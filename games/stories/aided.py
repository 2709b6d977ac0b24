"""A story of cards dealt to two seats, one of which the site's own may hold: then the other one may be helped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Self

from games.rules.cards import Card
from games.rules.helped import Helped
from games.rules.moves import apply
from games.rules.state import Cards, Seat, State
from games.stories.aid import NONE, Aid, Hint
from games.stories.origin import Origin
from games.stories.sitter import Sitters
from games.stories.story import Fact, Story


@dataclass(frozen=True)
class Aided(Story):
    """Who sits where, the deal, the game that it may go on from, the cards played since, and the help of the site."""

    sitters: Sitters = (None, None)
    deal: State | None = None
    state: State | None = None
    plays: Cards = ()
    aid: Aid = NONE
    origin: Origin | None = None

    def opponent(self, seat: Seat) -> str:
        """The level of the site's own that holds a seat; empty for people and for a free seat."""
        sitter = self.sitters[seat]
        return sitter.opponent if sitter is not None else ""

    @property
    def alone(self) -> Seat | None:
        """The seat of a person whose opponent is one of the site's own; None in all other games."""
        first, second = self.opponent(0), self.opponent(1)
        if bool(first) is bool(second):
            return None
        return 1 if first else 0

    @property
    def begun(self) -> int:
        """How many of the cards had been played before this game went on from them."""
        return 0 if self.origin is None else self.origin.step

    def back_to(self, seat: Seat) -> int | None:
        """The ply to which a seat may take its last card back; None where it has played none since this game began."""
        ply = None if self.state is None else last_ply(self.state, seat)
        return ply if ply is not None and ply >= self.begun else None

    def helped(self) -> Helped | None:
        """The help that a person had against the site, as a record tells it."""
        if self.alone is None or not (self.aid.asked or self.aid.taken):
            return None
        return Helped(self.alone, self.aid.asked, tuple((one.ply, one.cards) for one in self.aid.taken))

    def hinted(self, fact: Fact) -> Self:
        """After a hint: no card moves by it."""
        data = fact.data
        hint = Hint(data["ply"], Card.parse(data["card"]), data["why"], data["about"])
        return replace(self, aid=self.aid.hinted(hint))

    def taken_back(self, fact: Fact) -> Self:
        """As the game stood at a ply; the entries of what came after it stay in the log."""
        if self.deal is None:
            raise ValueError("nothing was played before the deal")
        ply = fact.data["ply"]
        kept, gone = self.plays[:ply], self.plays[ply:]
        return replace(self, state=reduce(apply, kept, self.deal), plays=kept, aid=self.aid.went_back(ply, gone))


def last_ply(state: State, seat: Seat) -> int | None:
    """The ply of the last card that a seat has played; None before its first."""
    if state.lead is not None and state.leader == seat:
        return state.ply - 1
    if not state.tricks:
        return None
    return 2 * len(state.tricks) - (2 if state.tricks[-1].leader == seat else 1)
