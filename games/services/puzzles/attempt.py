"""Attempts at a puzzle: the fold of the solver's cards, with perfect play on the other seat.

The engine runs without the compiler, in the thread of the request, never in the event loop. No request waits for the
compiler, and no process needs its memory. Answers are cached, since most people ask for the same few positions of the
daily puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.engine.position import build_position
from games.engine.puzzles import perfect_play
from games.engine.puzzles.puzzle import OTHER, SOLVER, Puzzle, get_certain_result
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import Seat, State
from games.state.dealt_state import Occupant
from games.state.game_state import Event, Status
from games.state.lessons.attempt import get_small_state
from games.state.lessons.lesson import SmallState
from games.state.match_state import MatchEventKind, MatchState

CACHE_SIZE = 8192


def is_won_for_solver(state: State) -> bool:
    """Return whether the solver wins with best play by both seats."""
    return _is_won(_without_tricks(state))


def find_best_card(state: State) -> Card:
    """Return the card that perfect play chooses for the seat to play."""
    return _find_best(_without_tricks(state))


@lru_cache(CACHE_SIZE)
def _is_won(state: State) -> bool:
    return perfect_play.is_won(build_position(state), SOLVER, plain=True)


@lru_cache(CACHE_SIZE)
def _find_best(state: State) -> Card:
    return perfect_play.choose_best_card(build_position(state), plain=True)


def _without_tricks(state: State) -> State:
    """Return the state without its past tricks, as a key of the cache."""
    return State(state.leader, state.hands, (), state.lead, score=state.score)


CODE = "puzzle"
"""Code of every match that is a puzzle."""
Matches = tuple[MatchState, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle after the cards that its solver has ``played``.

    ``matches`` are the states since the solver's last card, or before the first card since the beginning, newest last.
    ``slip`` is the card that gave the win away; after it both seats are played until the result is certain. ``shown``
    says that the site played the solver's seat too, to show the solution. ``before`` is the state before the solver's
    last card.
    """

    puzzle: Puzzle
    played: tuple[Card, ...]
    matches: Matches
    slip: Card | None = None
    shown: bool = False
    before: MatchState | None = None

    @property
    def done(self) -> bool:
        """Return whether the result is certain."""
        return is_decided(self.matches[-1])

    @property
    def solved(self) -> bool | None:
        """Return whether the solver has won, or None while that is open."""
        if self.slip is not None or self.shown:
            return False
        return True if self.done else None


def play_attempt(puzzle: Puzzle, played: Sequence[str], names: tuple[str, str]) -> Attempt:
    """Return the attempt after these cards of the solver, given as codes; ``names`` are those of both seats.

    Raise ``Refusal`` with ``bad_card``, ``not_in_hand`` or ``must_follow`` as for any card, and with ``game_over`` once
    the result is certain.
    """
    attempt = Attempt(puzzle, (), _answer_cards(_open_puzzle(puzzle, names)))
    for code in played:
        if attempt.done:
            raise Refusal("game_over")
        attempt = _play_solver_card(attempt, Card.parse(code))
    return attempt


def show_solution(puzzle: Puzzle, names: tuple[str, str]) -> Attempt:
    """Return the attempt in which the site plays both seats, to show how the puzzle is won."""
    return Attempt(puzzle, (), _play_out(_answer_cards(_open_puzzle(puzzle, names))), shown=True)


def is_decided(match: MatchState) -> bool:
    """Return whether the result is certain, even if cards are left in the hands."""
    return get_certain_result(get_small_state(match), SOLVER) is not None


def _play_solver_card(attempt: Attempt, card: Card) -> Attempt:
    before = attempt.matches[-1]
    match, played = _play_card(before, SOLVER, card), (*attempt.played, card)
    if is_won_for_solver(get_small_state(match)):
        return Attempt(attempt.puzzle, played, _answer_cards(match), before=before)
    return Attempt(attempt.puzzle, played, _play_out((match,)), slip=card, before=before)


def _open_puzzle(puzzle: Puzzle, names: tuple[str, str]) -> MatchState:
    """Return the match before the solver's first card, which may follow the lead of the other seat."""
    first, second = (Occupant(seat, name, False) for seat, name in enumerate(names))
    solver_hand, other_hand = puzzle.hands
    hands = (solver_hand, other_hand if puzzle.lead is None else (*other_hand, puzzle.lead))
    deal = SmallState(puzzle.leader, hands, (), score=puzzle.score, size=len(solver_hand), total=len(solver_hand))
    match = MatchState(0, CODE, version=1, occupants=(first, second), status=Status.PLAYING, deal=deal, state=deal)
    return match if puzzle.lead is None else _play_card(match, OTHER, puzzle.lead)


def _answer_cards(match: MatchState) -> Matches:
    """Return the match and its states after each card that the other seat plays in answer."""
    matches = [match]
    while not is_decided(matches[-1]) and get_small_state(matches[-1]).to_play == OTHER:
        matches.append(_play_card(matches[-1], OTHER, find_best_card(get_small_state(matches[-1]))))
    return tuple(matches)


def _play_out(matches: Matches) -> Matches:
    """Return the states with both seats played until the result is certain."""
    result = list(matches)
    while not is_decided(result[-1]):
        state = get_small_state(result[-1])
        seat = state.leader if state.lead is None else 1 - state.leader
        result.append(_play_card(result[-1], seat, find_best_card(state)))
    return tuple(result)


def _play_card(match: MatchState, seat: Seat, card: Card) -> MatchState:
    return match.advance(Event(MatchEventKind.PLAYED, seat, {"card": str(card)}))
