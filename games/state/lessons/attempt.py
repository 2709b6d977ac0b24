"""Attempt at a lesson: the fold of the learner's cards, interleaved with the teacher's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.state.dealt_state import Occupant
from games.state.game_state import Event, Status
from games.state.lessons.lesson import LEARNER, TEACHER, Lesson, SmallState
from games.state.match_state import MatchEventKind, MatchState

LESSON_CODE = "lesson"
"""Game code that all lessons share."""


@dataclass(frozen=True, slots=True)
class LessonAttempt:
    """Attempt at a lesson, after the cards that the learner has ``played``.

    ``matches`` are the states of the game since the learner's last card, or since the deal if there is none; the newest
    is last.
    """

    lesson: Lesson
    played: tuple[str, ...]
    matches: tuple[MatchState, ...]

    @property
    def now(self) -> MatchState:
        """Return the newest state of the game."""
        return self.matches[-1]

    @property
    def done(self) -> bool:
        """Return whether the last trick of the lesson has been played."""
        return is_lesson_over(self.lesson, self.now)

    @property
    def shown(self) -> bool:
        """Return whether the tricks played have demonstrated the subject of the lesson."""
        return self.lesson.shown(get_small_state(self.now).tricks)


def play_lesson(lesson: Lesson, played: Sequence[str], names: tuple[str, str]) -> LessonAttempt:
    """Return the attempt after the learner's cards, given as codes; ``names`` are those of both seats.

    Refuse a card as any game does (``bad_card``, ``not_in_hand``, ``must_follow``), and with ``game_over`` after the
    last trick.
    """
    matches = _list_teacher_plays(lesson, _open_match(lesson, names))
    for code in played:
        if is_lesson_over(lesson, matches[-1]):
            raise Refusal("game_over")
        matches = _list_teacher_plays(lesson, _apply_play(matches[-1], LEARNER, Card.parse(code)))
    return LessonAttempt(lesson, tuple(played), matches)


def is_lesson_over(lesson: Lesson, match: MatchState) -> bool:
    """Return whether the last trick of the lesson has been played; cards may be left in the hands."""
    return len(get_small_state(match).tricks) >= lesson.tricks


def get_small_state(match: MatchState) -> SmallState:
    """Return the state of a lesson's cards, hidden ones included. Raise TypeError for any other game."""
    if not isinstance(match.state, SmallState):
        raise TypeError("not the game of a lesson")
    return match.state


def _open_match(lesson: Lesson, names: tuple[str, str]) -> MatchState:
    first, second = (Occupant(seat, name, False) for seat, name in enumerate(names))
    deal = lesson.deal
    return MatchState(
        0, LESSON_CODE, version=1, occupants=(first, second), status=Status.PLAYING, deal=deal, state=deal
    )


def _list_teacher_plays(lesson: Lesson, match: MatchState) -> tuple[MatchState, ...]:
    """Return the current state of the game, and the state after each card that the teacher plays next."""
    matches = [match]
    while not is_lesson_over(lesson, matches[-1]) and get_small_state(matches[-1]).to_play == TEACHER:
        matches.append(_apply_play(matches[-1], TEACHER, lesson.teacher(get_small_state(matches[-1]))))
    return tuple(matches)


def _apply_play(match: MatchState, seat: Seat, card: Card) -> MatchState:
    return match.advance(Event(MatchEventKind.PLAYED, seat, {"card": str(card)}))
