"""Every line of a lesson: whatever its learner may play, with what the teacher answers."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.moves import apply, legal_moves
from games.rules.state import State
from games.stories.lessons.attempt import Attempt, attempt, cards
from games.stories.lessons.course import GAME, LESSONS
from games.stories.lessons.lesson import LEARNER, Lesson
from games.stories.lessons.small import Small

NAMES = ("Ana", "Bram")
SHORT = [lesson for lesson in LESSONS.values() if lesson is not GAME]
"""The lessons of a few dozen lines; the game has two thousand."""


def attempts(lesson: Lesson, played: tuple[str, ...] = ()) -> Iterator[Attempt]:
    """The lesson after every row of cards that may be played in it, from none to its end."""
    now = attempt(lesson, played, NAMES)
    yield now
    if not now.done:
        for card in dict.fromkeys(legal_moves(cards(now.now))):
            yield from attempts(lesson, (*played, str(card)))


def ends(lesson: Lesson) -> Iterator[State]:
    """Every state in which a lesson can end; what was reached in two ways stands here once."""
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


def _after(lesson: Lesson, state: Small) -> list[Small]:
    chosen = legal_moves(state) if state.to_play == LEARNER else (lesson.teacher(state),)
    return [after for card in chosen if isinstance(after := apply(state, card), Small)]


def _key(state: State) -> object:
    piles = tuple(tuple(sorted(pile)) for pile in (*state.hands, *state.followers, *state.score))
    return piles, state.deck, state.lead, state.leader
