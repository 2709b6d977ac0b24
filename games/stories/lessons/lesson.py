"""What a lesson is: a small deal, a teacher on the other seat, and the trick after which it is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.state import Seat, Trick
from games.stories.lessons.small import Small

LEARNER: Seat = 0
TEACHER: Seat = 1

Teacher = Callable[[Small], Card]
"""Chooses a legal card where the teacher is to play; the same one whenever the game stands the same."""
Shown = Callable[[tuple[Trick, ...]], bool]
"""Whether the tricks of a lesson that is over have shown what it is about."""


def always(tricks: tuple[Trick, ...]) -> bool:
    """Of a lesson that shows what it is about in all its lines."""
    return True


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson. ``key`` stands in its address and in the names of its texts; ``tricks`` is how many are played."""

    key: str
    deal: Small
    teacher: Teacher
    tricks: int
    shown: Shown = always

    @property
    def counts(self) -> bool:
        """Whether it is played to the last card, so that the factions vote at its end."""
        return self.tricks == self.deal.total
