"""A lesson as far as somebody has played it: the fold of their cards, with the teacher's in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.stories.lessons.lesson import LEARNER, TEACHER, Lesson
from games.stories.lessons.small import Small
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.sitter import Sitter
from games.stories.status import Status
from games.stories.story import Fact

CODE = "lesson"
"""Stands where a game has its code."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A lesson after the cards that its learner has ``played``.

    ``matches`` is how the game stood since their last card, the newest last; before their first, since the deal.
    """

    lesson: Lesson
    played: tuple[str, ...]
    matches: tuple[Match, ...]

    @property
    def now(self) -> Match:
        return self.matches[-1]

    @property
    def done(self) -> bool:
        return over(self.lesson, self.now)

    @property
    def shown(self) -> bool:
        """Whether what was played has shown what the lesson is about."""
        return self.lesson.shown(cards(self.now).tricks)


def attempt(lesson: Lesson, played: Sequence[str], names: tuple[str, str]) -> Attempt:
    """The lesson after these cards of the learner, written as codes; ``names`` are those of both seats.

    Refused as cards are: ``bad_card``, ``not_in_hand``, ``must_follow``; ``game_over`` after the last trick.
    """
    matches = _answered(lesson, _opened(lesson, names))
    for code in played:
        if over(lesson, matches[-1]):
            raise Refusal("game_over")
        matches = _answered(lesson, _put(matches[-1], LEARNER, Card.parse(code)))
    return Attempt(lesson, tuple(played), matches)


def over(lesson: Lesson, match: Match) -> bool:
    """Whether the last trick of the lesson has been played; cards may be left in the hands."""
    return len(cards(match).tricks) >= lesson.tricks


def cards(match: Match) -> Small:
    """The cards of a lesson's game, secrets included."""
    if not isinstance(match.state, Small):
        raise TypeError("not the game of a lesson")
    return match.state


def _opened(lesson: Lesson, names: tuple[str, str]) -> Match:
    first, second = (Sitter(seat, name, False) for seat, name in enumerate(names))
    deal = lesson.deal
    return Match(0, CODE, version=1, sitters=(first, second), status=Status.PLAYING, deal=deal, state=deal)


def _answered(lesson: Lesson, match: Match) -> tuple[Match, ...]:
    """How the game stands now, and after each card that the teacher plays upon it."""
    matches = [match]
    while not over(lesson, matches[-1]) and cards(matches[-1]).to_play == TEACHER:
        matches.append(_put(matches[-1], TEACHER, lesson.teacher(cards(matches[-1]))))
    return tuple(matches)


def _put(match: Match, seat: Seat, card: Card) -> Match:
    return match.advance(Fact(Kind.PLAYED, seat, {"card": str(card)}))
