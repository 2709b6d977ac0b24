"""The lessons: small deals of the real cards, any legal card is accepted, and whoever reaches the end has won."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.scoring import outcome
from games.rules.state import Phase
from games.stories.lessons.attempt import attempt, cards
from games.stories.lessons.course import GAME, KNIGHTS, LESSONS
from games.stories.lessons.facts import Happened, happened
from games.stories.lessons.lesson import LEARNER, TEACHER, Lesson
from games.stories.lessons.small import small
from games.stories.lessons.teacher import kind
from tests.learn.lines import NAMES, SHORT, attempts, ends

ALL = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
SHORT_ONES = pytest.mark.parametrize("lesson", SHORT, ids=lambda lesson: lesson.key)
TOPIC = {
    "knights": {Happened.POWER_MINE},
    "undead": {Happened.UNDEAD_MINE, Happened.UNDEAD_THEIRS},
    "doppelgangers": {Happened.COPIED},
    "dwarves": {Happened.DWARVES_MINE, Happened.DWARVES_THEIRS},
    "phase-one": {Happened.RECRUITED, Happened.BLIND},
}
"""What a lesson is there to show."""


@ALL
def test_a_deal_is_of_cards_that_the_deck_has(lesson: Lesson) -> None:
    deal = lesson.deal
    dealt = Counter(deal.hands[0] + deal.hands[1] + deal.deck + deal.score[0] + deal.score[1])
    assert not dealt - Counter(DECK)


@SHORT_ONES
def test_any_legal_card_is_answered_to_the_end(lesson: Lesson) -> None:
    for one in attempts(lesson):
        state = cards(one.now)
        assert one.done == (len(state.tricks) == lesson.tricks)
        assert one.done or state.to_play == LEARNER


@SHORT_ONES
def test_the_same_cards_lead_to_the_same_lesson(lesson: Lesson) -> None:
    for one in attempts(lesson):
        assert attempt(lesson, one.played, NAMES) == one


@SHORT_ONES
def test_it_shows_what_it_is_about_or_says_that_it_did_not(lesson: Lesson) -> None:
    for one in attempts(lesson):
        met = {what for trick in cards(one.now).tricks for what in happened(trick)}
        if one.done and lesson.key in TOPIC:
            assert one.shown == bool(met & TOPIC[lesson.key])


@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if one.counts], ids=lambda lesson: lesson.key)
def test_whatever_is_played_the_learner_wins(lesson: Lesson) -> None:
    winners = Counter(end and end.winner for end in map(outcome, ends(lesson)))
    assert set(winners) == {LEARNER}


def test_the_game_has_both_phases_and_every_power() -> None:
    met = {what for state in ends(GAME) for trick in state.tricks for what in happened(trick)}
    assert {Happened.POWER_MINE, Happened.COPIED, Happened.UNDEAD_MINE, Happened.DWARVES_MINE} <= met
    assert {trick.phase for state in ends(GAME) for trick in state.tricks} == set(Phase)


def test_the_teacher_of_the_game_wins_tricks_too() -> None:
    won = Counter(trick.winner for state in ends(GAME) for trick in state.tricks)
    assert won[TEACHER] > won[LEARNER] / 4


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (["X1"], "bad_card"),
        (["G9"], "not_in_hand"),
        (["K2"], "must_follow"),
        (["G3", "K2", "K6", "D5"], "game_over"),
    ],
)
def test_a_card_that_may_not_be_played_is_refused(played: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        attempt(KNIGHTS, played, NAMES)
    assert refused.value.code == code


def test_the_stands_since_the_last_card_are_given_each() -> None:
    first = attempt(KNIGHTS, [], NAMES)
    assert [match.version for match in first.matches] == [1, 2]
    after = attempt(KNIGHTS, ["G3"], NAMES)
    assert [cards(match).ply for match in after.matches] == [2, 3]


def test_a_small_game_counts_its_tricks_within_a_phase() -> None:
    state = cards(attempt(GAME, ["U9", "D6"], NAMES).now)
    assert (state.phase, state.number) == (Phase.ONE, len(state.tricks) + 1)
    assert {(end.phase, end.number) for end in ends(GAME)} == {(Phase.TWO, 5)}


@pytest.mark.parametrize(("hands", "deck"), [(("G1 G2", "G3"), ""), (("G1", "G2"), "G3")])
def test_an_odd_deal_is_none(hands: tuple[str, str], deck: str) -> None:
    with pytest.raises(ValueError, match="odd"):
        small(hands, deck)


def test_a_deal_without_a_deck_has_one_phase() -> None:
    assert (small(("G1 G2", "G3 G4")).total, small(("G1", "G2"), "G3 G4").total) == (2, 2)


@pytest.mark.parametrize(("revealed", "led"), [("G4", "K2"), ("G5", "K9")])
def test_a_fair_teacher_leads_high_only_for_a_card_that_is_worth_it(revealed: str, led: str) -> None:
    assert str(kind(small(("D3 D8", "K9 K2"), f"{revealed} G1 G2 G3", TEACHER))) == led
