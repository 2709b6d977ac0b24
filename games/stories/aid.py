"""What a person has from the site in a game against one of its own: hints, and cards taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.cards import Card
from games.rules.state import Cards


@dataclass(frozen=True, slots=True)
class Hint:
    """The card that was named for a ply, and why; ``about``: the card or the faction that the reason is about."""

    ply: int
    card: Card
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game went back to a ply: the cards that had been played from there on. Who saw them knows them still."""

    ply: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Aid:
    """``asked``: the plies of all hints, in their order; ``standing``: the hints for what lies on the table now."""

    asked: tuple[int, ...] = ()
    standing: tuple[Hint, ...] = ()
    taken: tuple[TakenBack, ...] = ()

    @property
    def line(self) -> int:
        """How often the game went back: a ply of one line is another turn than the same ply of the next."""
        return len(self.taken)

    def hint(self, ply: int) -> Hint | None:
        """What was said of the card to be played here, if it was asked."""
        return next((one for one in self.standing if one.ply == ply), None)

    def hinted(self, hint: Hint) -> Aid:
        return replace(self, asked=(*self.asked, hint.ply), standing=(*self.standing, hint))

    def went_back(self, ply: int, cards: Cards) -> Aid:
        """Hints for what was played before hold; those for later cards are of a game that is no more."""
        standing = tuple(one for one in self.standing if one.ply <= ply)
        return replace(self, standing=standing, taken=(*self.taken, TakenBack(ply, cards)))


NONE = Aid()
