"""A game whose cards were dealt, as everybody may know it, in the shape of a logged one."""

from __future__ import annotations

from games.rules.logged.slots import TableRecord, TableTrick
from games.rules.rulings import Rulings
from games.rules.state import HAND, Seat, State, Trick


def told(names: tuple[str, str], leader: Seat, state: State, rulings: Rulings, *, opened: bool) -> TableRecord:
    """The tricks as far as they were played, ``opened`` with the cards that their losers took unseen."""
    tricks = [_logged(trick, opened) for trick in state.tricks]
    if state.lead is not None:
        tricks.append(TableTrick(revealed=state.revealed, lead=state.lead))
    return TableRecord(names, leader, tuple(tricks[:HAND]), tuple(tricks[HAND:]), rulings=rulings)


def _logged(trick: Trick, opened: bool) -> TableTrick:
    return TableTrick(trick.revealed, trick.lead, trick.follow, trick.blind if opened else None)
