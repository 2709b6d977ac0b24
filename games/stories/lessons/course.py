"""The lessons, in their order. A deal is small enough that every line of it is walked by the tests."""

from __future__ import annotations

from games.rules.state import Trick
from games.stories.lessons.facts import Happened, happened
from games.stories.lessons.lesson import LEARNER, TEACHER, Lesson
from games.stories.lessons.small import small
from games.stories.lessons.teacher import kind, scripted


def _copied(tricks: tuple[Trick, ...]) -> bool:
    return any(trick.leader == TEACHER and Happened.COPIED in happened(trick) for trick in tricks)


FOLLOW = Lesson(
    "following",
    small(("D3 D8 G2 G7", "D1 D6 G5 K4"), "G3 D0 K6 G9 D5 K2 G8 D9", TEACHER),
    scripted("G5 K4 D6 D1", "D1 D6 G5 K4"),
    tricks=3,
)
RECRUIT = Lesson(
    "phase-one",
    small(("D2 D9 G4", "D4 D6 G6"), "K9 G0 G0 D7 U8 P5", LEARNER),
    scripted("D4 G6 D6", "D4 D6 G6"),
    tricks=3,
)
KNIGHTS = Lesson(
    "knights",
    small(("D5 G3 K2 K6", "G0 G8 G9 K7"), "D4 G1 U5 D7 P6 G2 K3 U1", TEACHER),
    scripted("G9 G8 G0 K7", "G0 G8 K7 G9"),
    tricks=3,
)
UNDEAD = Lesson(
    "undead",
    small(("D6 G5 U2 U7", "D3 G8 U3 U4"), "K5 D1 U9 G2 P3 K8 G1 D7", TEACHER),
    scripted("U4 U3 D3 G8", "U3 D3 G8 U4"),
    tricks=3,
)
DOPPELGANGERS = Lesson(
    "doppelgangers",
    small(("D7 G2 P3 P8", "D4 D8 G6 P5"), "K7 U1 G9 K2 U6 D0 G1 K5", TEACHER),
    scripted("G6 D8 P5 D4", "D4 P5 D8 G6"),
    tricks=3,
    shown=_copied,
)
DWARVES = Lesson(
    "dwarves",
    small(("D1 D9 G6 K7", "D2 D5 G3 K8"), leader=TEACHER),
    scripted("G3 D5 D2 K8", "D5 D2 K8 G3"),
    tricks=3,
)
VOTES = Lesson(
    "vote",
    small(
        ("D2 K9", "D5 K4"),
        leader=LEARNER,
        score=("G0 G2 G4 G9 K3 U0 U1 U9 D4 P2 P5", "G5 G7 K6 K8 U3 U6 U8 D0 D8 P1 P7"),
    ),
    scripted("K4 D5", "D5 K4"),
    tricks=2,
)
GAME = Lesson(
    "game",
    small(("D6 G6 K2 K3 U9", "G0 G1 G3 P8 U8"), "P7 D9 D2 G0 U0 D0 D5 K4 P5 U1", TEACHER),
    kind,
    tricks=10,
)
LESSONS = {lesson.key: lesson for lesson in (FOLLOW, RECRUIT, KNIGHTS, UNDEAD, DOPPELGANGERS, DWARVES, VOTES, GAME)}
