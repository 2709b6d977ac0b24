"""A puzzle as its page gets it: the views of the solver's seat with the other hand, and what is said of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.live.online.view import view
from games.minds.puzzles.puzzle import OTHER, SOLVER
from games.minds.puzzles.settled import settled
from games.rules.cards import CODES, DECK, Card, hand_order
from games.services.puzzles.attempt import Attempt, over
from games.stories.lessons.attempt import cards
from games.stories.lessons.small import Small
from games.stories.online import Match
from games.words import puzzle as words
from games.words.together import together

Shape = dict[str, Any]


def shown(number: int, attempt: Attempt, kept: str) -> Shape:
    """What ``games.wire.puzzle.PuzzleShown`` describes; ``kept``: what the try came to."""
    return {
        "type": "puzzle",
        "number": number,
        "steps": [_step(attempt, at) for at in range(len(attempt.matches))],
        "done": attempt.done,
        "solved": attempt.solved,
        "verdict": verdict(attempt),
        "kept": kept,
    }


def verdict(attempt: Attempt) -> str:
    """The headline of the end, empty until then."""
    return words.verdict_text(bool(attempt.solved), attempt.shown) if attempt.done else ""


def told(attempt: Attempt, at: int) -> str:
    """What is said of one of an attempt's stands: what the card was worth, and which votes it made certain."""
    match = attempt.matches[at]
    state = cards(match)
    if over(match):
        why = words.won_text if attempt.solved or attempt.shown else words.lost_text
        return together((_card(attempt, at), why(settled(state), SOLVER)))
    return together((_card(attempt, at), _votes(attempt, at)))


def _step(attempt: Attempt, at: int) -> Shape:
    match = attempt.matches[at]
    state = cards(match)
    waits = not over(match) and state.to_play == SOLVER and attempt.solved is None
    return {
        "view": _view(match, waits),
        "theirs": _codes(state.hands[OTHER]),
        "where": words.where_text(min(len(state.tricks) + 1, state.total), state.total),
        "told": told(attempt, at),
        "ask": words.ask_text(state.lead) if waits else "",
    }


def _view(match: Match, waits: bool) -> Shape:
    """That of any game, without a rematch; nobody's turn where the solver has nothing to do."""
    seen = view(match, SOLVER)
    idle: Shape = {} if waits else {"turn": None, "legal": [], "reasons": {}}
    return {**seen, "rematch": None, "board": {**seen["board"], **idle, "memory": _memory(cards(match))}}


def _memory(state: Small) -> Shape:
    """All cards that are in no hand are gone, and the other hand lies open."""
    gone = (Counter(DECK) - Counter(state.hands[SOLVER] + state.hands[OTHER])).elements()
    return {"gone": _codes(gone), "recruited": [[], _codes(state.hands[OTHER])]}


def _card(attempt: Attempt, at: int) -> str:
    """What the last card of the solver was worth: said once, or as long as there is something to do next."""
    if attempt.shown:
        return words.shown_text(attempt.puzzle.answer) if at == 0 else ""
    if not attempt.played:
        return words.task_text(cards(attempt.matches[at]).lead)
    card = attempt.played[-1]
    if attempt.slip is None:
        return words.right_text(card, len(attempt.played) == 1)
    return words.slip_text(card) if at == 0 else ""


def _votes(attempt: Attempt, at: int) -> str:
    """The votes that have become certain: since the solver's card, and where a line is played out with every card."""
    since = attempt.matches[at - 1] if at and attempt.solved is False else attempt.before
    now = settled(cards(attempt.matches[at]))
    return "" if since is None else words.votes_text(settled(cards(since)), now, SOLVER)


def _codes(some: Iterable[Card]) -> list[str]:
    return [CODES[card] for card in sorted(some, key=hand_order)]
