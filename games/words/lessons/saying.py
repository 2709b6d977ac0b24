"""What the teacher says at every stand of a lesson: what happened, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.scoring import votes
from games.rules.state import Phase
from games.stories.lessons.attempt import Attempt, cards, over
from games.stories.lessons.lesson import LEARNER, TEACHER
from games.stories.lessons.small import Small
from games.stories.online import Match
from games.words.lessons.about import ABOUT, won_text
from games.words.lessons.asks import ask_text
from games.words.lessons.happened import trick_text
from games.words.together import together


@dataclass(frozen=True, slots=True)
class Saying:
    """``where`` counts the tricks, ``told`` is what happened and ``ask`` what to do; any may be empty."""

    where: str
    told: str
    ask: str


def names() -> tuple[str, str]:
    """What the learner and the teacher are called at the table."""
    return _("Student"), _("Teacher")


def said(attempt: Attempt, match: Match) -> Saying:
    """What is said of one stand of the game among those of an attempt."""
    state = cards(match)
    ask = _closing(attempt, state) if over(attempt.lesson, match) else _ask(attempt, state)
    return Saying(_where(attempt, state), _told(attempt, state), ask)


def _where(attempt: Attempt, state: Small) -> str:
    """The trick that is played; the last one when the lesson is over."""
    played = len(state.tricks)
    shown = state.tricks[-1] if played >= attempt.lesson.tricks else None
    phase, number = (shown.phase, shown.number) if shown else (state.phase, state.number)
    last = min(state.size, attempt.lesson.tricks)
    template = (
        _("Phase one, trick %(number)s of %(last)s")
        if phase is Phase.ONE
        else _("Phase two, trick %(number)s of %(last)s")
    )
    return template % {"number": number, "last": last}


def _told(attempt: Attempt, state: Small) -> str:
    if not attempt.played:
        return str(ABOUT[attempt.lesson.key].intro)
    if not state.tricks or (state.lead is not None and state.leader == LEARNER):
        return ""
    return trick_text(attempt.lesson.key, state.tricks[-1])


def _ask(attempt: Attempt, state: Small) -> str:
    """What may be done, after what the last trick has changed; nothing while the teacher is to play."""
    ask = ask_text(attempt.lesson.key, state)
    changed = (_turned(state), _standing(attempt, state)) if ask else ()
    return together(text or "" for text in (*changed, ask))


def _turned(state: Small) -> str:
    """What has just become of the followers."""
    if not state.tricks or state.tricks[-1].phase is Phase.TWO or state.phase is Phase.ONE:
        return ""
    return _("Phase two: your followers are your hand now.")


def _standing(attempt: Attempt, state: Small) -> str:
    """How the votes stand, where they are what a lesson is about."""
    if attempt.lesson.key != "vote" or not attempt.played:
        return ""
    mine, theirs = _votes(state)
    return _("Votes now: you %(mine)s, the teacher %(theirs)s.") % {"mine": mine, "theirs": theirs}


def _closing(attempt: Attempt, state: Small) -> str:
    if attempt.lesson.counts:
        return won_text(*_votes(state))
    about = ABOUT[attempt.lesson.key]
    return str(about.shown if attempt.shown else about.missed)


def _votes(state: Small) -> tuple[int, int]:
    seats = [vote.seat for vote in votes(state.score)]
    return seats.count(LEARNER), seats.count(TEACHER)
