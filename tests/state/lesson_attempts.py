"""Every attempt at a lesson: all cards that the learner may play, with the teacher's answers."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.moves import apply, legal_moves
from games.rules.state import State
from games.state.lessons.attempt import LessonAttempt, get_small_state, play_lesson
from games.state.lessons.catalogue import GAME, LESSONS
from games.state.lessons.lesson import LEARNER, Lesson, SmallState

NAMES = ("Ana", "Bram")
SHORT = [lesson for lesson in LESSONS.values() if lesson is not GAME]
"""The lessons with a few dozen attempts; the whole game has two thousand."""


def attempts(lesson: Lesson, played: tuple[str, ...] = ()) -> Iterator[LessonAttempt]:
    """Yield the attempt after every legal sequence of cards, from none to the end."""
    now = play_lesson(lesson, played, NAMES)
    yield now
    if not now.done:
        for card in dict.fromkeys(legal_moves(get_small_state(now.now))):
            yield from attempts(lesson, (*played, str(card)))


def ends(lesson: Lesson) -> Iterator[State]:
    """Yield every final state of a lesson once."""
    waiting, met = [lesson.deal], set[object]()
    while waiting:
        state = waiting.pop()
        if len(state.tricks) == lesson.tricks:
            yield state
            continue
        for after in _after(lesson, state):
            if (key := _key(after)) not in met:
                met.add(key)
                waiting.append(after)


def _after(lesson: Lesson, state: SmallState) -> list[SmallState]:
    chosen = legal_moves(state) if state.to_play == LEARNER else (lesson.teacher(state),)
    return [after for card in chosen if isinstance(after := apply(state, card), SmallState)]


def _key(state: State) -> object:
    piles = tuple(tuple(sorted(pile)) for pile in (*state.hands, *state.followers, *state.score))
    return piles, state.deck, state.lead, state.leader
