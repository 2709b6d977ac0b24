"""A puzzle as far as somebody has played it: the fold of their cards, with perfect play on the other seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.minds.puzzles.puzzle import OTHER, SOLVER, Puzzle
from games.minds.puzzles.settled import certain
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.puzzles import thinking
from games.stories.lessons.attempt import cards
from games.stories.lessons.small import Small
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.sitter import Sitter
from games.stories.status import Status
from games.stories.story import Fact

CODE = "puzzle"
"""Stands where a game has its code."""
Matches = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle after the cards that its solver has ``played``.

    ``matches`` is how the game stood since their last card, the newest last; before their first, since the beginning.
    ``slip`` is the card that gave the win away: from it on both seats are played until the solver cannot win any more.
    ``shown``: the site played the solver's seat too, to show the answer. ``before`` is how it stood before that card.
    """

    puzzle: Puzzle
    played: tuple[Card, ...]
    matches: Matches
    slip: Card | None = None
    shown: bool = False
    before: Match | None = None

    @property
    def done(self) -> bool:
        return over(self.matches[-1])

    @property
    def solved(self) -> bool | None:
        """Whether the solver has won, None as long as that is open."""
        if self.slip is not None or self.shown:
            return False
        return True if self.done else None


def attempt(puzzle: Puzzle, played: Sequence[str], names: tuple[str, str]) -> Attempt:
    """The puzzle after these cards of its solver, written as codes; ``names`` are those of both seats.

    Refused as cards are: ``bad_card``, ``not_in_hand``, ``must_follow``; ``game_over`` once it is decided.
    """
    now = Attempt(puzzle, (), _answered(_opened(puzzle, names)))
    for code in played:
        if now.done:
            raise Refusal("game_over")
        now = _after(now, Card.parse(code))
    return now


def answer(puzzle: Puzzle, names: tuple[str, str]) -> Attempt:
    """The puzzle played out by the site on both seats, to show how it is won."""
    return Attempt(puzzle, (), _played_out(_answered(_opened(puzzle, names))), shown=True)


def over(match: Match) -> bool:
    """Whether it is certain who wins; cards may be left in the hands."""
    return certain(cards(match), SOLVER) is not None


def _after(before: Attempt, card: Card) -> Attempt:
    stood = before.matches[-1]
    match, played = _put(stood, SOLVER, card), (*before.played, card)
    if thinking.wins(cards(match)):
        return Attempt(before.puzzle, played, _answered(match), before=stood)
    return Attempt(before.puzzle, played, _played_out((match,)), slip=card, before=stood)


def _opened(puzzle: Puzzle, names: tuple[str, str]) -> Match:
    """The puzzle before the card that the other seat leads, if it leads."""
    first, second = (Sitter(seat, name, False) for seat, name in enumerate(names))
    mine, theirs = puzzle.hands
    hands = (mine, theirs if puzzle.lead is None else (*theirs, puzzle.lead))
    deal = Small(puzzle.leader, hands, (), score=puzzle.score, size=len(mine), total=len(mine))
    match = Match(0, CODE, version=1, sitters=(first, second), status=Status.PLAYING, deal=deal, state=deal)
    return match if puzzle.lead is None else _put(match, OTHER, puzzle.lead)


def _answered(match: Match) -> Matches:
    """How the game stands now, and after each card that the other seat plays upon it."""
    matches = [match]
    while not over(matches[-1]) and cards(matches[-1]).to_play == OTHER:
        matches.append(_put(matches[-1], OTHER, thinking.best(cards(matches[-1]))))
    return tuple(matches)


def _played_out(matches: Matches) -> Matches:
    """The same, with both seats played until it is certain who wins."""
    found = list(matches)
    while not over(found[-1]):
        state = cards(found[-1])
        seat = state.leader if state.lead is None else 1 - state.leader
        found.append(_put(found[-1], seat, thinking.best(state)))
    return tuple(found)


def _put(match: Match, seat: Seat, card: Card) -> Match:
    return match.advance(Fact(Kind.PLAYED, seat, {"card": str(card)}))
