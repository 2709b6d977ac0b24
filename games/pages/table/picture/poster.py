"""What the picture of a result says, as a value: equal ones are drawn once."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.cards import Card
from games.wire.table import FactionShown, TableView
from games.words.table import card_text


@dataclass(frozen=True, slots=True)
class Row:
    """A faction: its letter and name, the cards of each seat, who has the vote, and what is to be said of that."""

    letter: str
    name: str
    counts: tuple[int, int]
    vote: int | None
    remark: str


@dataclass(frozen=True, slots=True)
class Poster:
    """Everything that is drawn, in the language of whoever asked for it."""

    brand: str
    names: tuple[str, str]
    outcome: str
    rows: tuple[Row, ...]
    story: tuple[str, ...]


def poster_of(view: TableView, brand: str) -> Poster:
    """The poster of a game that is over. ``view`` is a watcher's: the picture goes where nobody asks who looks."""
    outcome = view.result.text if view.result else _("What was logged does not decide the game.")
    return Poster(brand, view.names, outcome, tuple(map(_row, view.factions)), view.recap)


def _row(one: FactionShown) -> Row:
    vote = one.vote if one.certain else None
    return Row(one.faction, one.name, one.counts, vote, _remark(one))


def _remark(one: FactionShown) -> str:
    """The card that decided, or that nobody has the vote for certain."""
    if not one.certain:
        return pgettext("vote", "open")
    if one.vote is None:
        return _("nobody")
    card = one.highest[one.vote] if one.by == "card" else None
    return card_text(Card.parse(card)) if card else ""
