"""What the teacher says is true, names no card that the learner has not seen, and is there in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.conf import settings
from django.utils import translation

from games.rules.cards import Card, Faction
from games.rules.moves import apply, legal_moves
from games.rules.scoring import votes
from games.rules.state import Cards, Phase, Seat, State, Trick
from games.stories.lessons.attempt import Attempt, attempt, cards
from games.stories.lessons.course import FOLLOW, GAME, LESSONS
from games.stories.lessons.facts import Happened, gone, happened
from games.stories.lessons.lesson import LEARNER, TEACHER, Lesson
from games.words.lessons.about import ABOUT
from games.words.lessons.asks import Ask, asked
from games.words.lessons.happened import UNSAID, told
from games.words.lessons.saying import said
from games.words.table import card_text
from tests.learn.lines import NAMES, SHORT, attempts

ALL = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)
BY_CHANCE = 15
WAYS = (
    (Happened.UNDEAD_MINE, Happened.TAKEN_MINE, Happened.DWARVES_MINE),
    (Happened.UNDEAD_THEIRS, Happened.TAKEN_THEIRS, Happened.DWARVES_THEIRS),
)
WHY_MINE = {Happened.HIGHER_MINE, Happened.EQUAL_MINE, Happened.POWER_MINE, Happened.OTHER_FACTION_MINE}


def some(lesson: Lesson) -> Iterator[Attempt]:
    """All that can come of a short lesson, and games played by chance."""
    if lesson in SHORT:
        yield from attempts(lesson)
        return
    for seed in range(BY_CHANCE):
        yield from by_chance(lesson, random.Random(seed))


def by_chance(lesson: Lesson, chance: random.Random) -> Iterator[Attempt]:
    now = attempt(lesson, (), NAMES)
    while not now.done:
        yield now
        card = chance.choice(legal_moves(cards(now.now)))
        now = attempt(lesson, (*now.played, str(card)), NAMES)
    yield now


def tricks(lesson: Lesson) -> Iterator[tuple[State, State, Trick]]:
    """Each trick with the states before and after its answer."""
    for one in some(lesson):
        earlier = attempt(lesson, one.played[:-1], NAMES).now if one.played else one.matches[0]
        for before, after in pairwise(map(cards, (earlier, *one.matches))):
            if len(after.tricks) > len(before.tricks):
                yield before, after, after.tricks[-1]


def gained(before: State, after: State, seat: Seat) -> Cards:
    """What a score pile has more than before."""
    return after.score[seat][len(before.score[seat]) :]


@ALL
def test_why_a_trick_was_won_is_so(lesson: Lesson) -> None:
    for _, after, trick in tricks(lesson):
        what = set(happened(trick))
        high, low = (trick.lead, trick.follow) if trick.winner == trick.leader else (trick.follow, trick.lead)
        assert after.leader == trick.winner
        assert bool(what & WHY_MINE) == (trick.winner == LEARNER)
        if what & {Happened.HIGHER_MINE, Happened.HIGHER_THEIRS}:
            assert high.value > low.value
            assert high.faction is low.faction or Happened.COPIED in what
        if what & {Happened.EQUAL_MINE, Happened.EQUAL_THEIRS}:
            assert high.value == low.value
        if what & {Happened.POWER_MINE, Happened.POWER_THEIRS}:
            assert (low.faction, high.faction) == (Faction.GOBLINS, Faction.KNIGHTS)
        if what & {Happened.OTHER_FACTION_MINE, Happened.OTHER_FACTION_THEIRS}:
            assert high == trick.lead
            assert low.faction is not trick.lead.faction
        if Happened.COPIED in what:
            assert trick.follow.faction is Faction.DOPPELGANGERS is not trick.lead.faction


@ALL
def test_where_the_cards_went_is_so(lesson: Lesson) -> None:
    for before, after, trick in tricks(lesson):
        where = gone(trick)
        mine, theirs = ([where.get(one, ()) for one in ways] for ways in WAYS)
        assert sorted(sum(mine, ())) == sorted(gained(before, after, LEARNER))
        assert sorted(sum(theirs, ())) == sorted(gained(before, after, TEACHER))
        assert all(card.faction is Faction.UNDEAD for card in (*mine[0], *theirs[0]))
        assert all(card.faction is Faction.DWARVES for card in (*mine[2], *theirs[2]))
        assert len(sum(where.values(), ())) == 2


@ALL
def test_who_recruits_what_is_so(lesson: Lesson) -> None:
    for _, after, trick in tricks(lesson):
        what = happened(trick)
        followers = after.followers if after.phase is Phase.ONE else after.hands
        assert (trick.phase is Phase.ONE) == (Happened.RECRUITED in what or Happened.BLIND in what)
        if Happened.RECRUITED in what:
            assert trick.revealed in followers[LEARNER]
        if Happened.BLIND in what:
            assert trick.blind in followers[LEARNER]


@ALL
def test_what_is_asked_may_be_done(lesson: Lesson) -> None:
    for one in some(lesson):
        state = cards(one.now)
        asks = set(asked(lesson.key, state)) if not one.done else set()
        legal, hand = set(legal_moves(state)), set(state.hands[LEARNER])
        if Ask.LEAD in asks or Ask.FREE in asks:
            assert legal == hand
        if state.lead and asks & {Ask.FOLLOW, Ask.FOLLOW_WILD, Ask.LED_WILD}:
            of_it = {card for card in hand if card.faction is state.lead.faction}
            wild = {card for card in hand if card.faction is Faction.DOPPELGANGERS}
            assert of_it
            assert legal == of_it | wild
            assert (Ask.FOLLOW_WILD in asks) == bool(wild - of_it)
        assert (Ask.DIMMED in asks) == (lesson is FOLLOW and legal != hand and not one.done)


@ALL
def test_a_knight_that_is_named_wins(lesson: Lesson) -> None:
    for one in some(lesson):
        state = cards(one.now)
        if not one.done and Ask.KNIGHT in asked(lesson.key, state):
            knights = [card for card in legal_moves(state) if card.faction is Faction.KNIGHTS]
            assert knights
            assert {apply(state, card).leader for card in knights} == {LEARNER}


@ALL
def test_no_card_is_named_that_the_learner_has_not_seen(lesson: Lesson) -> None:
    for one in some(lesson):
        for match in one.matches:
            saying = said(one, match)
            named = f"{saying.told} {saying.ask}"
            hidden = unseen(cards(match)) - seen(cards(match))
            assert [card for card in hidden if card_text(card) in named] == []


def unseen(state: State) -> set[Card]:
    """The teacher's hand, and what lies face down in the deck."""
    return {*state.hands[TEACHER], *state.deck[1:]}


def seen(state: State) -> set[Card]:
    """What the learner holds or saw, some of it alike to what is hidden: there are five Goblin zeros."""
    laid = {card for trick in state.tricks for card in (trick.lead, trick.follow, trick.revealed) if card}
    return {*laid, *state.hands[LEARNER], *state.followers[LEARNER]}


@ALL
def test_there_is_something_to_say_wherever_the_learner_looks(lesson: Lesson) -> None:
    for one in some(lesson):
        saying = said(one, one.now)
        assert saying.where
        assert saying.told
        assert saying.ask


def test_while_the_own_lead_lies_there_nothing_new_is_said() -> None:
    one = attempt(FOLLOW, ["G7", "G2"], NAMES)
    led, answered = (said(one, match) for match in one.matches)
    assert (led.told, led.ask) == ("", "")
    assert answered.told
    assert answered.ask


def test_the_turn_between_the_phases_is_told_with_what_comes_next() -> None:
    for one in by_chance(GAME, random.Random(3)):
        turned = len(cards(one.now).tricks) == 5
        assert said(one, one.now).ask.startswith("Phase two: your followers are your hand now.") == turned


def test_the_lesson_about_votes_tells_how_they_stand() -> None:
    after = attempt(LESSONS["vote"], ["K9"], NAMES)
    got = [row.seat for row in votes(cards(after.now).score)]
    told_so = f"Votes now: you {got.count(LEARNER)}, the teacher {got.count(TEACHER)}."
    assert said(after, after.now).ask == f"{told_so} You lead: play any card."


@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if one.counts], ids=lambda lesson: lesson.key)
def test_the_end_tells_the_votes_that_were_counted(lesson: Lesson) -> None:
    for one in some(lesson):
        if one.done:
            got = [row.seat for row in votes(cards(one.now).score)]
            assert said(one, one.now).ask == f"You have won: {got.count(LEARNER)} votes to {got.count(TEACHER)}."


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@ALL
def test_every_sentence_is_filled_in_every_language(lesson: Lesson, language: str) -> None:
    with translation.override(language):
        for one in some(lesson) if lesson is not GAME else by_chance(lesson, random.Random(1)):
            for match in one.matches:
                saying = said(one, match)
                assert "%" not in f"{saying.where}{saying.told}{saying.ask}"


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE])
def test_what_a_lesson_is_about_is_translated(language: str) -> None:
    plain = {key: str(about.intro) for key, about in ABOUT.items()}
    with translation.override(language):
        assert [key for key, about in ABOUT.items() if str(about.intro) == plain[key]] == []


def test_what_is_left_unsaid_belongs_to_a_lesson_and_leaves_something() -> None:
    assert UNSAID.keys() <= LESSONS.keys()
    for lesson in LESSONS.values():
        assert all(told(lesson.key, trick) for _, _, trick in tricks(lesson))
