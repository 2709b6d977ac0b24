"""Catalogue of the lessons, in order. Each deal is small enough for the tests to play every line."""

from __future__ import annotations

from games.rules.state import Trick
from games.state.lessons.lesson import LEARNER, TEACHER, Lesson, build_small_state
from games.state.lessons.teacher import build_scripted_teacher, choose_kind_card
from games.state.lessons.trick_facts import TrickFact, list_trick_facts


def _has_copied(tricks: tuple[Trick, ...]) -> bool:
    return any(trick.leader == TEACHER and TrickFact.COPIED in list_trick_facts(trick) for trick in tricks)


FOLLOW = Lesson(
    "following",
    build_small_state(("D3 D8 G2 G7", "D1 D6 G5 K4"), "G3 D0 K6 G9 D5 K2 G8 D9", TEACHER),
    build_scripted_teacher("G5 K4 D6 D1", "D1 D6 G5 K4"),
    tricks=3,
)
RECRUIT = Lesson(
    "phase-one",
    build_small_state(("D2 D9 G4", "D4 D6 G6"), "K9 G0 G0 D7 U8 P5", LEARNER),
    build_scripted_teacher("D4 G6 D6", "D4 D6 G6"),
    tricks=3,
)
KNIGHTS = Lesson(
    "knights",
    build_small_state(("D5 G3 K2 K6", "G0 G8 G9 K7"), "D4 G1 U5 D7 P6 G2 K3 U1", TEACHER),
    build_scripted_teacher("G9 G8 G0 K7", "G0 G8 K7 G9"),
    tricks=3,
)
UNDEAD = Lesson(
    "undead",
    build_small_state(("D6 G5 U2 U7", "D3 G8 U3 U4"), "K5 D1 U9 G2 P3 K8 G1 D7", TEACHER),
    build_scripted_teacher("U4 U3 D3 G8", "U3 D3 G8 U4"),
    tricks=3,
)
DOPPELGANGERS = Lesson(
    "doppelgangers",
    build_small_state(("D7 G2 P3 P8", "D4 D8 G6 P5"), "K7 U1 G9 K2 U6 D0 G1 K5", TEACHER),
    build_scripted_teacher("G6 D8 P5 D4", "D4 P5 D8 G6"),
    tricks=3,
    shown=_has_copied,
)
DWARVES = Lesson(
    "dwarves",
    build_small_state(("D1 D9 G6 K7", "D2 D5 G3 K8"), leader=TEACHER),
    build_scripted_teacher("G3 D5 D2 K8", "D5 D2 K8 G3"),
    tricks=3,
)
VOTES = Lesson(
    "vote",
    build_small_state(
        ("D2 K9", "D5 K4"),
        leader=LEARNER,
        score=("G0 G2 G4 G9 K3 U0 U1 U9 D4 P2 P5", "G5 G7 K6 K8 U3 U6 U8 D0 D8 P1 P7"),
    ),
    build_scripted_teacher("K4 D5", "D5 K4"),
    tricks=2,
)
GAME = Lesson(
    "game",
    build_small_state(("D6 G6 K2 K3 U9", "G0 G1 G3 P8 U8"), "P7 D9 D2 G0 U0 D0 D5 K4 P5 U1", TEACHER),
    choose_kind_card,
    tricks=10,
)
LESSONS = {lesson.key: lesson for lesson in (FOLLOW, RECRUIT, KNIGHTS, UNDEAD, DOPPELGANGERS, DWARVES, VOTES, GAME)}
