"""Presentation of a puzzle: as JSON, and as the context of the template without a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.engine.puzzles.puzzle import OTHER, SOLVER, list_settled_votes
from games.realtime.matches.view import build_view
from games.rules.cards import CODES, DECK, Card, hand_sort_key
from games.rules.moves import legal_moves
from games.rules.scoring import compute_votes
from games.rules.state import State
from games.services.puzzles.attempt import Attempt, is_decided
from games.state.lessons.attempt import get_small_state
from games.state.lessons.lesson import SmallState
from games.state.match_state import MatchState
from games.texts import puzzle as texts
from games.texts.formatting import join_sentences
from games.texts.table import format_faction

JsonObject = dict[str, Any]


def serialize_puzzle(number: int, attempt: Attempt, outcome_text: str) -> JsonObject:
    """Return an attempt as ``games.schemas.puzzle.PuzzleShown``.

    ``outcome_text`` describes the outcome and is empty before it.
    """
    return {
        "type": "puzzle",
        "number": number,
        "steps": [_serialize_step(attempt, at) for at in range(len(attempt.matches))],
        "done": attempt.done,
        "solved": attempt.solved,
        "verdict": get_verdict(attempt),
        "kept": outcome_text,
    }


def get_verdict(attempt: Attempt) -> str:
    """Return the headline of the outcome, or an empty string before it."""
    return texts.describe_verdict(bool(attempt.solved), attempt.shown) if attempt.done else ""


def describe_step(attempt: Attempt, at: int) -> str:
    """Return the text of a position: how good the last card is, and which votes it settled."""
    match = attempt.matches[at]
    state = get_small_state(match)
    if is_decided(match):
        describe_result = texts.describe_win if attempt.solved or attempt.shown else texts.describe_loss
        return join_sentences((_describe_card(attempt, at), describe_result(list_settled_votes(state), SOLVER)))
    return join_sentences((_describe_card(attempt, at), _describe_votes(attempt, at)))


def _serialize_step(attempt: Attempt, at: int) -> JsonObject:
    match = attempt.matches[at]
    state = get_small_state(match)
    is_waiting = not is_decided(match) and state.to_play == SOLVER and attempt.solved is None
    return {
        "view": _serialize_view(match, is_waiting),
        "theirs": _list_codes(state.hands[OTHER]),
        "heading": texts.describe_place(min(len(state.tricks) + 1, state.total), state.total),
        "text": describe_step(attempt, at),
        "prompt": texts.describe_prompt(state.lead) if is_waiting else "",
    }


def _serialize_view(match: MatchState, is_waiting: bool) -> JsonObject:
    """Return the solver's view without a rematch.

    It is neither seat's turn if the solver has nothing to do.
    """
    view = build_view(match, SOLVER)
    idle: JsonObject = {} if is_waiting else {"turn": None, "legal": [], "reasons": []}
    return {
        **view,
        "rematch": None,
        "board": {**view["board"], **idle, "memory": _build_memory(get_small_state(match))},
    }


def _build_memory(state: SmallState) -> JsonObject:
    """Return the memory of the view: every card that is in neither hand is gone, and the other hand is open."""
    gone = (Counter(DECK) - Counter(state.hands[SOLVER] + state.hands[OTHER])).elements()
    return {"gone": _list_codes(gone), "recruited": [[], _list_codes(state.hands[OTHER])]}


def _describe_card(attempt: Attempt, at: int) -> str:
    """Return how good the solver's last card is, or before the first card the task.

    A wrong card and a shown solution are described at the first position only.
    """
    if attempt.shown:
        return texts.describe_shown_solution(attempt.puzzle.answer) if at == 0 else ""
    if not attempt.played:
        return texts.describe_task(get_small_state(attempt.matches[at]).lead)
    card = attempt.played[-1]
    if attempt.slip is None:
        return texts.describe_right_card(card, len(attempt.played) == 1)
    return texts.describe_wrong_card(card) if at == 0 else ""


def _describe_votes(attempt: Attempt, at: int) -> str:
    """Return the votes that became certain since the solver's last card.

    In a line played out, return those that became certain since the previous card.
    """
    before = attempt.matches[at - 1] if at and attempt.solved is False else attempt.before
    settled = list_settled_votes(get_small_state(attempt.matches[at]))
    return (
        ""
        if before is None
        else texts.describe_settled_votes(list_settled_votes(get_small_state(before)), settled, SOLVER)
    )


def _list_codes(cards: Iterable[Card]) -> list[str]:
    return [CODES[card] for card in sorted(cards, key=hand_sort_key)]


def build_plain_context(attempt: Attempt) -> dict[str, Any]:
    """Return the template context of an attempt without a script."""
    state = get_small_state(attempt.matches[-1])
    playable = () if attempt.solved is not None or is_decided(attempt.matches[-1]) else legal_moves(state)
    return {
        "verdict": get_verdict(attempt),
        "solved": attempt.solved,
        "text": join_sentences(_list_descriptions(attempt)),
        "prompt": texts.describe_prompt(state.lead) if playable else "",
        "mine": _list_codes(state.hands[SOLVER]),
        "theirs": _list_codes(state.hands[OTHER]),
        "lead": None if state.lead is None else CODES[state.lead],
        "playable": _list_codes(tuple(dict.fromkeys(playable))),
        "played": ",".join(CODES[card] for card in attempt.played),
        "since": _list_cards_since(attempt),
        "votes": _list_votes(state),
    }


def _list_descriptions(attempt: Attempt) -> list[str]:
    """Return the text of each position of a line played out, else that of the current position."""
    played_out = attempt.solved is False
    positions = range(len(attempt.matches)) if played_out else (len(attempt.matches) - 1,)
    return [describe_step(attempt, at) for at in positions]


def _list_cards_since(attempt: Attempt) -> list[dict[str, str]]:
    """Return the cards from the solver's last one on, each with its player."""
    start = attempt.before or attempt.matches[0]
    cards = attempt.matches[-1].plays[len(start.plays) :]
    seats = [_get_seat_of_ply(attempt, len(start.plays) + i) for i in range(len(cards))]
    return [
        {"who": texts.describe_seat(seat, SOLVER), "card": CODES[card]} for seat, card in zip(seats, cards, strict=True)
    ]


def _get_seat_of_ply(attempt: Attempt, ply: int) -> int:
    """Return the seat that played the card with the index ``ply``, counted from zero."""
    state = get_small_state(attempt.matches[-1])
    if ply // 2 >= len(state.tricks):
        return state.leader
    trick = state.tricks[ply // 2]
    return trick.leader if ply % 2 == 0 else 1 - trick.leader


def _list_votes(state: State) -> list[dict[str, Any]]:
    """Return each faction, with the number of its cards in both score piles."""
    return [
        {"faction": format_faction(row.faction), "mine": row.counts[SOLVER], "theirs": row.counts[OTHER]}
        for row in compute_votes(state.score)
    ]
