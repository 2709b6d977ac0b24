"""How the teacher plays. It knows all cards, which the rules let nobody see, and uses that to lose."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from games.rules.cards import CODES, Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import outcome
from games.rules.state import Cards, Phase, State
from games.rules.tricks import POWERS, trick_winner
from games.stories.lessons.lesson import LEARNER, TEACHER
from games.stories.lessons.small import Small

WORTH = 5
"""From this value on a fair teacher wants the card at stake."""


def scripted(leads: str, answers: str) -> Callable[[Small], Card]:
    """A teacher who plays the first of these that may be played, and else the lowest card."""
    order = {True: leads.split(), False: answers.split()}

    def choose(state: Small) -> Card:
        legal = {CODES[card]: card for card in legal_moves(state)}
        wanted = (legal[code] for code in order[state.lead is None] if code in legal)
        return next(wanted, None) or min(legal.values(), key=_height)

    return choose


@lru_cache(maxsize=4096)
def kind(state: Small) -> Card:
    """A fair card while the learner wins the game in spite of it, whatever they play; else a gentle one.

    That keeps a game won which a gentle teacher would lose in all its lines. Only phase two is looked through: the
    deal has to be such that a fair phase one leads there.
    """
    card = _fair(state)
    return card if state.phase is Phase.ONE or _lost(apply(state, card)) else _gentle(state)


def _fair(state: State) -> Card:
    """What somebody plays who wants to win: high where it pays, with no more than it takes."""
    legal = legal_moves(state)
    wants = state.revealed is None or state.revealed.value >= WORTH
    if state.lead is None:
        return max(legal, key=_height) if wants else min(legal, key=_height)
    winning = _taking(state, legal, TEACHER)
    if wants and winning:
        return min(winning, key=_height)
    return min(_taking(state, legal, LEARNER) or legal, key=_height)


def _gentle(state: State) -> Card:
    """What somebody plays who wants to lose: low, and nothing that the loser would get."""
    legal = legal_moves(state)
    if state.lead is None:
        return min(legal, key=_height)
    losing = _taking(state, legal, LEARNER) or legal
    others = tuple(card for card in losing if state.phase not in POWERS[card.faction].to_loser)
    return min(others or losing, key=_height)


def _taking(state: State, legal: Cards, seat: int) -> Cards:
    """The answers with which the trick goes to a seat."""
    lead = state.lead
    return tuple(card for card in legal if lead and trick_winner(state.leader, lead, card) == seat)


@lru_cache(maxsize=4096)
def _lost(state: State) -> bool:
    """Whether a gentle teacher loses from here, whatever the learner plays."""
    if state.to_play is None:
        end = outcome(state)
        return end is not None and end.winner == LEARNER
    options = {_gentle(state)} if state.to_play == TEACHER else set(legal_moves(state))
    return all(_lost(apply(state, card)) for card in options)


def _height(card: Card) -> tuple[int, str]:
    return card.value, CODES[card]
