"""Lessons: small deals of real cards, any legal card is accepted, and the learner wins at the end."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.scoring import compute_outcome
from games.rules.state import Phase
from games.state.lessons.attempt import get_small_state, play_lesson
from games.state.lessons.catalogue import GAME, KNIGHTS, LESSONS
from games.state.lessons.lesson import LEARNER, TEACHER, Lesson, build_small_state
from games.state.lessons.teacher import choose_kind_card
from games.state.lessons.trick_facts import TrickFact, list_trick_facts
from tests.state.lesson_attempts import NAMES, SHORT, attempts, ends

ALL = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
SHORT_ONES = pytest.mark.parametrize("lesson", SHORT, ids=lambda lesson: lesson.key)
TOPIC = {
    "knights": {TrickFact.POWER_MINE},
    "undead": {TrickFact.UNDEAD_MINE, TrickFact.UNDEAD_THEIRS},
    "doppelgangers": {TrickFact.COPIED},
    "dwarves": {TrickFact.DWARVES_MINE, TrickFact.DWARVES_THEIRS},
    "phase-one": {TrickFact.RECRUITED, TrickFact.BLIND},
}
"""What a lesson is there to show."""


@ALL
def test_a_deal_is_part_of_the_deck(lesson: Lesson) -> None:
    deal = lesson.deal
    dealt = Counter(deal.hands[0] + deal.hands[1] + deal.deck + deal.score[0] + deal.score[1])
    assert not dealt - Counter(DECK)


@SHORT_ONES
def test_any_legal_card_is_answered_to_the_end(lesson: Lesson) -> None:
    for one in attempts(lesson):
        state = get_small_state(one.now)
        assert one.done == (len(state.tricks) == lesson.tricks)
        assert one.done or state.to_play == LEARNER


@SHORT_ONES
def test_the_same_cards_lead_to_the_same_lesson(lesson: Lesson) -> None:
    for one in attempts(lesson):
        assert play_lesson(lesson, one.played, NAMES) == one


@SHORT_ONES
def test_its_topic_is_shown_or_reported_missing(lesson: Lesson) -> None:
    for one in attempts(lesson):
        met = {what for trick in get_small_state(one.now).tricks for what in list_trick_facts(trick)}
        if one.done and lesson.key in TOPIC:
            assert one.shown == bool(met & TOPIC[lesson.key])


@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if one.counts], ids=lambda lesson: lesson.key)
def test_every_attempt_is_won_by_the_learner(lesson: Lesson) -> None:
    winners = Counter(end and end.winner for end in map(compute_outcome, ends(lesson)))
    assert set(winners) == {LEARNER}


def test_the_game_has_both_phases_and_every_power() -> None:
    met = {what for state in ends(GAME) for trick in state.tricks for what in list_trick_facts(trick)}
    assert {TrickFact.POWER_MINE, TrickFact.COPIED, TrickFact.UNDEAD_MINE, TrickFact.DWARVES_MINE} <= met
    assert {trick.phase for state in ends(GAME) for trick in state.tricks} == set(Phase)


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (["X1"], "bad_card"),
        (["G9"], "not_in_hand"),
        (["K2"], "must_follow"),
        (["G3", "K2", "K6", "D5"], "game_over"),
    ],
)
def test_an_illegal_card_is_refused(played: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        play_lesson(KNIGHTS, played, NAMES)
    assert refused.value.code == code


def test_the_states_since_the_last_card_are_returned() -> None:
    first = play_lesson(KNIGHTS, [], NAMES)
    assert [match.version for match in first.matches] == [1, 2]
    after = play_lesson(KNIGHTS, ["G3"], NAMES)
    assert [get_small_state(match).ply for match in after.matches] == [2, 3]


def test_a_small_game_counts_its_tricks_within_a_phase() -> None:
    state = get_small_state(play_lesson(GAME, ["U9", "D6"], NAMES).now)
    assert (state.phase, state.number) == (Phase.ONE, len(state.tricks) + 1)
    assert {(end.phase, end.number) for end in ends(GAME)} == {(Phase.TWO, 5)}


@pytest.mark.parametrize(("hands", "deck"), [(("G1 G2", "G3"), ""), (("G1", "G2"), "G3")])
def test_an_uneven_deal_is_refused(hands: tuple[str, str], deck: str) -> None:
    with pytest.raises(ValueError, match="odd"):
        build_small_state(hands, deck)


@pytest.mark.parametrize(("revealed", "led"), [("G4", "K2"), ("G5", "K9")])
def test_a_fair_teacher_leads_high_only_for_a_card_that_is_worth_it(revealed: str, led: str) -> None:
    assert str(choose_kind_card(build_small_state(("D3 D8", "K9 K2"), f"{revealed} G1 G2 G3", TEACHER))) == led
