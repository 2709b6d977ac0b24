"""Play of the teacher. The teacher knows all cards, which the rules let nobody see, and uses that to lose."""

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
"""From this value on a fair teacher wants the card at stake."""


def build_scripted_teacher(leads: str, answers: str) -> Callable[[SmallState], Card]:
    """Return a teacher who plays the first of these cards that is legal, and else the lowest legal card."""
    order = {True: leads.split(), False: answers.split()}

    def choose(state: SmallState) -> Card:
        legal = {CODES[card]: card for card in legal_moves(state)}
        wanted = (legal[code] for code in order[state.lead is None] if code in legal)
        return next(wanted, None) or min(legal.values(), key=_sort_key)

    return choose


@lru_cache(maxsize=4096)
def choose_kind_card(state: SmallState) -> Card:
    """Return a fair card while the learner wins the game in spite of it, whatever they play; else a gentle card.

    That keeps a game won for the learner which a gentle teacher would lose in all its lines. Only phase two is
    searched: the deal has to be such that a fair phase one leads there.
    """
    card = _choose_fair_card(state)
    return card if state.phase is Phase.ONE or _is_lost(apply(state, card)) else _choose_gentle_card(state)


def _choose_fair_card(state: State) -> Card:
    """Return the card of a teacher who wants to win: high where it pays, with no more than it takes."""
    legal = legal_moves(state)
    wants = state.revealed is None or state.revealed.value >= HIGH_VALUE
    if state.lead is None:
        return max(legal, key=_sort_key) if wants else min(legal, key=_sort_key)
    winning = _list_taking_cards(state, legal, TEACHER)
    if wants and winning:
        return min(winning, key=_sort_key)
    return min(_list_taking_cards(state, legal, LEARNER) or legal, key=_sort_key)


def _choose_gentle_card(state: State) -> Card:
    """Return the card of a teacher who wants to lose: low, and nothing that the loser would get."""
    legal = legal_moves(state)
    if state.lead is None:
        return min(legal, key=_sort_key)
    losing = _list_taking_cards(state, legal, LEARNER) or legal
    others = tuple(card for card in losing if state.phase not in POWERS[card.faction].to_loser)
    return min(others or losing, key=_sort_key)


def _list_taking_cards(state: State, legal: Cards, seat: int) -> Cards:
    """Return the answers with which the trick goes to a seat."""
    lead = state.lead
    return tuple(card for card in legal if lead and get_trick_winner(state.leader, lead, card) == seat)


@lru_cache(maxsize=4096)
def _is_lost(state: State) -> bool:
    """Return whether a gentle teacher loses from here, whatever the learner plays."""
    if state.to_play is None:
        end = compute_outcome(state)
        return end is not None and end.winner == LEARNER
    options = {_choose_gentle_card(state)} if state.to_play == TEACHER else set(legal_moves(state))
    return all(_is_lost(apply(state, card)) for card in options)


def _sort_key(card: Card) -> tuple[int, str]:
    return card.value, CODES[card]
