"""A puzzle for whoever has no script: the position, the cards that may be played, and what was played since."""

from __future__ import annotations

from typing import Any

from games.minds.puzzles.puzzle import OTHER, SOLVER
from games.pages.puzzle.shown import told as told_at
from games.pages.puzzle.shown import verdict
from games.rules.cards import CODES, hand_order
from games.rules.moves import legal_moves
from games.rules.scoring import votes
from games.rules.state import Cards, State
from games.services.puzzles.attempt import Attempt, over
from games.stories.lessons.attempt import cards
from games.words import puzzle as words
from games.words.table import faction_text
from games.words.together import together


def told(attempt: Attempt) -> dict[str, Any]:
    """What the template shows of an attempt without a script."""
    state = cards(attempt.matches[-1])
    playable = () if attempt.solved is not None or over(attempt.matches[-1]) else legal_moves(state)
    return {
        "verdict": verdict(attempt),
        "solved": attempt.solved,
        "told": together(_sayings(attempt)),
        "ask": words.ask_text(state.lead) if playable else "",
        "mine": _codes(state.hands[SOLVER]),
        "theirs": _codes(state.hands[OTHER]),
        "lead": None if state.lead is None else CODES[state.lead],
        "playable": _codes(tuple(dict.fromkeys(playable))),
        "played": ",".join(CODES[card] for card in attempt.played),
        "since": _since(attempt),
        "votes": _votes(state),
    }


def _sayings(attempt: Attempt) -> list[str]:
    """What a line that was played out is about, card by card; else what is said of how it stands now."""
    played_out = attempt.solved is False
    stands = range(len(attempt.matches)) if played_out else (len(attempt.matches) - 1,)
    return [told_at(attempt, at) for at in stands]


def _since(attempt: Attempt) -> list[dict[str, str]]:
    """The cards since the solver's last one, that one among them, with whose they were."""
    begun = attempt.before or attempt.matches[0]
    whole = attempt.matches[-1].plays[len(begun.plays) :]
    seats = [_seat_of(attempt, len(begun.plays) + at) for at in range(len(whole))]
    return [{"who": words.who_text(seat, SOLVER), "card": CODES[card]} for seat, card in zip(seats, whole, strict=True)]


def _seat_of(attempt: Attempt, ply: int) -> int:
    """Whose the card was that was played as the ``ply``-th."""
    state = cards(attempt.matches[-1])
    if ply // 2 >= len(state.tricks):
        return state.leader
    trick = state.tricks[ply // 2]
    return trick.leader if ply % 2 == 0 else 1 - trick.leader


def _votes(state: State) -> list[dict[str, Any]]:
    """The score piles by faction: how many cards each side has, and the highest."""
    return [
        {"faction": faction_text(row.faction), "mine": row.counts[SOLVER], "theirs": row.counts[OTHER]}
        for row in votes(state.score)
    ]


def _codes(some: Cards) -> list[str]:
    return [CODES[card] for card in sorted(some, key=hand_order)]
