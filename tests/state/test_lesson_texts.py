"""The teacher's texts: true, in every language, and without a card that the learner has not seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.conf import settings
from django.utils import translation

from games.rules.cards import Card, Faction
from games.rules.moves import apply, legal_moves
from games.rules.scoring import compute_votes
from games.rules.state import Cards, Phase, Seat, State, Trick
from games.state.lessons.attempt import LessonAttempt, get_small_state, play_lesson
from games.state.lessons.catalogue import FOLLOW, GAME, LESSONS
from games.state.lessons.lesson import LEARNER, TEACHER, Lesson
from games.state.lessons.trick_facts import TrickFact, group_played_gains, list_trick_facts
from games.texts.lesson import LESSON_TEXTS, LessonPrompt, build_comment, choose_prompt
from games.texts.table import format_card
from tests.state.lesson_attempts import NAMES, SHORT, attempts

ALL = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
BY_CHANCE = 5
WAYS = (
    (TrickFact.UNDEAD_MINE, TrickFact.TAKEN_MINE, TrickFact.DWARVES_MINE),
    (TrickFact.UNDEAD_THEIRS, TrickFact.TAKEN_THEIRS, TrickFact.DWARVES_THEIRS),
)
WHY_MINE = {TrickFact.HIGHER_MINE, TrickFact.EQUAL_MINE, TrickFact.POWER_MINE, TrickFact.OTHER_FACTION_MINE}


def some(lesson: Lesson) -> Iterator[LessonAttempt]:
    """All that can come of a short lesson, and games played by chance."""
    if lesson in SHORT:
        yield from attempts(lesson)
        return
    for seed in range(BY_CHANCE):
        yield from by_chance(lesson, random.Random(seed))


def by_chance(lesson: Lesson, chance: random.Random) -> Iterator[LessonAttempt]:
    now = play_lesson(lesson, (), NAMES)
    while not now.done:
        yield now
        card = chance.choice(legal_moves(get_small_state(now.now)))
        now = play_lesson(lesson, (*now.played, str(card)), NAMES)
    yield now


def tricks(lesson: Lesson) -> Iterator[tuple[State, State, Trick]]:
    """Each trick with the states before and after its answer."""
    for one in some(lesson):
        earlier = play_lesson(lesson, one.played[:-1], NAMES).now if one.played else one.matches[0]
        for before, after in pairwise(map(get_small_state, (earlier, *one.matches))):
            if len(after.tricks) > len(before.tricks):
                yield before, after, after.tricks[-1]


def gained(before: State, after: State, seat: Seat) -> Cards:
    """What a score pile has more than before."""
    return after.score[seat][len(before.score[seat]) :]


@ALL
def test_the_reason_of_a_win_is_true(lesson: Lesson) -> None:
    for _, after, trick in tricks(lesson):
        what = set(list_trick_facts(trick))
        high, low = (trick.lead, trick.follow) if trick.winner == trick.leader else (trick.follow, trick.lead)
        assert after.leader == trick.winner
        assert bool(what & WHY_MINE) == (trick.winner == LEARNER)
        if what & {TrickFact.HIGHER_MINE, TrickFact.HIGHER_THEIRS}:
            assert high.value > low.value
            assert high.faction is low.faction or TrickFact.COPIED in what
        if what & {TrickFact.EQUAL_MINE, TrickFact.EQUAL_THEIRS}:
            assert high.value == low.value
        if what & {TrickFact.POWER_MINE, TrickFact.POWER_THEIRS}:
            assert (low.faction, high.faction) == (Faction.GOBLINS, Faction.KNIGHTS)
        if what & {TrickFact.OTHER_FACTION_MINE, TrickFact.OTHER_FACTION_THEIRS}:
            assert high == trick.lead
            assert low.faction is not trick.lead.faction
        if TrickFact.COPIED in what:
            assert trick.follow.faction is Faction.DOPPELGANGERS is not trick.lead.faction


@ALL
def test_the_place_of_each_card_is_true(lesson: Lesson) -> None:
    for before, after, trick in tricks(lesson):
        where = group_played_gains(trick)
        mine, theirs = ([where.get(one, ()) for one in ways] for ways in WAYS)
        assert sorted(sum(mine, ())) == sorted(gained(before, after, LEARNER))
        assert sorted(sum(theirs, ())) == sorted(gained(before, after, TEACHER))
        assert all(card.faction is Faction.UNDEAD for card in (*mine[0], *theirs[0]))
        assert all(card.faction is Faction.DWARVES for card in (*mine[2], *theirs[2]))
        assert len(sum(where.values(), ())) == 2


@ALL
def test_the_recruits_are_true(lesson: Lesson) -> None:
    for _, after, trick in tricks(lesson):
        what = list_trick_facts(trick)
        followers = after.followers if after.phase is Phase.ONE else after.hands
        assert (trick.phase is Phase.ONE) == (TrickFact.RECRUITED in what or TrickFact.BLIND in what)
        if TrickFact.RECRUITED in what:
            assert trick.revealed in followers[LEARNER]
        if TrickFact.BLIND in what:
            assert trick.blind in followers[LEARNER]


@ALL
def test_a_request_can_be_met(lesson: Lesson) -> None:
    for one in some(lesson):
        state = get_small_state(one.now)
        asks = set(choose_prompt(lesson.key, state)) if not one.done else set()
        legal, hand = set(legal_moves(state)), set(state.hands[LEARNER])
        if LessonPrompt.LEAD in asks or LessonPrompt.FREE in asks:
            assert legal == hand
        if state.lead and asks & {LessonPrompt.FOLLOW, LessonPrompt.FOLLOW_WILD, LessonPrompt.LED_WILD}:
            of_it = {card for card in hand if card.faction is state.lead.faction}
            wild = {card for card in hand if card.faction is Faction.DOPPELGANGERS}
            assert of_it
            assert legal == of_it | wild
            assert (LessonPrompt.FOLLOW_WILD in asks) == bool(wild - of_it)
        assert (LessonPrompt.DIMMED in asks) == (lesson is FOLLOW and legal != hand and not one.done)


@ALL
def test_a_recommended_knight_wins(lesson: Lesson) -> None:
    for one in some(lesson):
        state = get_small_state(one.now)
        if not one.done and LessonPrompt.KNIGHT in choose_prompt(lesson.key, state):
            knights = [card for card in legal_moves(state) if card.faction is Faction.KNIGHTS]
            assert knights
            assert {apply(state, card).leader for card in knights} == {LEARNER}


@ALL
def test_no_hidden_card_is_named(lesson: Lesson) -> None:
    for one in some(lesson):
        for match in one.matches:
            saying = build_comment(one, match)
            named = f"{saying.text} {saying.prompt}"
            hidden = unseen(get_small_state(match)) - seen(get_small_state(match))
            assert [card for card in hidden if format_card(card) in named] == []


def unseen(state: State) -> set[Card]:
    """The teacher's hand, and what lies face down in the deck."""
    return {*state.hands[TEACHER], *state.deck[1:]}


def seen(state: State) -> set[Card]:
    """What the learner holds or saw, some of it alike to what is hidden: there are five Goblin zeros."""
    laid = {card for trick in state.tricks for card in (trick.lead, trick.follow, trick.revealed) if card}
    return {*laid, *state.hands[LEARNER], *state.followers[LEARNER]}


def test_nothing_is_said_about_the_own_lead() -> None:
    one = play_lesson(FOLLOW, ["G7", "G2"], NAMES)
    led, answered = (build_comment(one, match) for match in one.matches)
    assert (led.text, led.prompt) == ("", "")
    assert answered.text
    assert answered.prompt


def test_the_change_of_phase_is_explained() -> None:
    for one in by_chance(GAME, random.Random(3)):
        turned = len(get_small_state(one.now).tricks) == 5
        assert build_comment(one, one.now).prompt.startswith("Phase two: your followers are now your hand.") == turned


def test_the_lesson_about_votes_counts_them() -> None:
    after = play_lesson(LESSONS["vote"], ["K9"], NAMES)
    got = [row.seat for row in compute_votes(get_small_state(after.now).score)]
    told_so = f"Votes so far: you {got.count(LEARNER)}, the teacher {got.count(TEACHER)}."
    assert build_comment(after, after.now).prompt == f"{told_so} You lead. Play any card."


@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if one.counts], ids=lambda lesson: lesson.key)
def test_the_end_has_the_counted_votes(lesson: Lesson) -> None:
    for one in some(lesson):
        if one.done:
            got = [row.seat for row in compute_votes(get_small_state(one.now).score)]
            assert build_comment(one, one.now).prompt == f"You won, {got.count(LEARNER)} votes to {got.count(TEACHER)}."


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@ALL
def test_every_sentence_has_its_values_in_every_language(lesson: Lesson, language: str) -> None:
    with translation.override(language):
        for one in some(lesson) if lesson is not GAME else by_chance(lesson, random.Random(1)):
            for match in one.matches:
                saying = build_comment(one, match)
                assert "%" not in f"{saying.heading}{saying.text}{saying.prompt}"


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE])
def test_introductions_are_translated(language: str) -> None:
    plain = {key: str(about.intro) for key, about in LESSON_TEXTS.items()}
    with translation.override(language):
        assert [key for key, about in LESSON_TEXTS.items() if str(about.intro) == plain[key]] == []
