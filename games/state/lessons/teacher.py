"""Strategies of the teacher, which know the hidden cards and use them to let the learner win."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from games.rules.cards import CODES, Card
from games.rules.moves import apply, legal_moves
from games.rules.scoring import compute_outcome
from games.rules.state import Cards, Phase, State
from games.rules.tricks import POWERS, get_trick_winner
from games.state.lessons.lesson import LEARNER, TEACHER, SmallState

HIGH_VALUE = 5
"""Lowest value of a card at stake that a fair teacher tries to win."""


def build_scripted_teacher(leads: str, answers: str) -> Callable[[SmallState], Card]:
    """Return a teacher that plays the first legal card of a list, or else the lowest legal card.

    ``leads`` and ``answers`` are the lists for leading and for answering, as codes separated by spaces.
    """
    order = {True: leads.split(), False: answers.split()}

    def choose(state: SmallState) -> Card:
        legal = {CODES[card]: card for card in legal_moves(state)}
        wanted = (legal[code] for code in order[state.lead is None] if code in legal)
        return next(wanted, None) or min(legal.values(), key=_sort_key)

    return choose


@lru_cache(maxsize=4096)
def choose_kind_card(state: SmallState) -> Card:
    """Return the fair card if gentle play still loses after it, whatever the learner plays, or else the gentle card.

    So the learner keeps a game that gentle play would lose in every line. Only phase two is searched: the deal must be
    one in which fair play in phase one leads to such a game.
    """
    card = _choose_fair_card(state)
    return card if state.phase is Phase.ONE or _is_lost(apply(state, card)) else _choose_gentle_card(state)


def _choose_fair_card(state: State) -> Card:
    """Return a card that plays to win: for a valuable trick as high as needed, otherwise low."""
    legal = legal_moves(state)
    wants = state.revealed is None or state.revealed.value >= HIGH_VALUE
    if state.lead is None:
        return max(legal, key=_sort_key) if wants else min(legal, key=_sort_key)
    winning = _list_taking_cards(state, legal, TEACHER)
    if wants and winning:
        return min(winning, key=_sort_key)
    return min(_list_taking_cards(state, legal, LEARNER) or legal, key=_sort_key)


def _choose_gentle_card(state: State) -> Card:
    """Return a card that plays to lose: low, and if possible none that goes to the loser of the trick."""
    legal = legal_moves(state)
    if state.lead is None:
        return min(legal, key=_sort_key)
    losing = _list_taking_cards(state, legal, LEARNER) or legal
    others = tuple(card for card in losing if state.phase not in POWERS[card.faction].to_loser)
    return min(others or losing, key=_sort_key)


def _list_taking_cards(state: State, legal: Cards, seat: int) -> Cards:
    """Return the answers with which a seat wins the trick."""
    lead = state.lead
    return tuple(card for card in legal if lead and get_trick_winner(state.leader, lead, card) == seat)


@lru_cache(maxsize=4096)
def _is_lost(state: State) -> bool:
    """Return whether gentle play of the teacher loses from here, whatever the learner plays."""
    if state.to_play is None:
        end = compute_outcome(state)
        return end is not None and end.winner == LEARNER
    options = {_choose_gentle_card(state)} if state.to_play == TEACHER else set(legal_moves(state))
    return all(_is_lost(apply(state, card)) for card in options)


def _sort_key(card: Card) -> tuple[int, str]:
    return card.value, CODES[card]
