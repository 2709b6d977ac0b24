"""Texts of lessons: titles, introductions, prompts, and the comments of the teacher."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from games.rules.moves import legal_moves
from games.rules.scoring import compute_votes
from games.rules.state import Phase, State, Trick
from games.rules.tricks import POWERS
from games.state.lessons.attempt import LessonAttempt, get_small_state, is_lesson_over
from games.state.lessons.lesson import LEARNER, TEACHER, SmallState
from games.state.lessons.trick_facts import TrickFact, group_played_gains, list_trick_facts
from games.state.match_state import MatchState
from games.texts.formatting import join_sentences, join_words
from games.texts.table import format_card, format_faction


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """Texts of a lesson. ``missed`` replaces ``shown`` at the end if the cards did not demonstrate its subject."""

    title: str | Promise
    about: str | Promise
    intro: str | Promise
    shown: str | Promise = ""
    missed: str | Promise = ""


LESSON_TEXTS = {
    "following": LessonTexts(
        gettext_lazy("Following"),
        gettext_lazy("Which cards you may play, and who wins a trick."),
        gettext_lazy(
            "One player leads a card and the other follows. The higher card of the led faction wins the trick, and the "
            "winner leads next."
        ),
        gettext_lazy("That's following: play the led faction if you can, any card if you can't."),
    ),
    "phase-one": LessonTexts(
        gettext_lazy("Phase one: followers"),
        gettext_lazy("Win the card at stake, or get a blind one."),
        gettext_lazy(
            "In phase one you play for the card at stake. Win the trick to recruit it. Lose, and you get a blind card: "
            "the next card of the deck, which only you see."
        ),
        gettext_lazy("That ends phase one. Your followers are now your hand for phase two."),
    ),
    "knights": LessonTexts(
        gettext_lazy("Goblins and Knights"),
        gettext_lazy("Goblins are many. Knights beat them."),
        gettext_lazy(
            "A Knight played on a led Goblin wins, whatever the values. But you can't play one while you hold a Goblin "
            "yourself."
        ),
        gettext_lazy(
            "So even the lowest Knight beats the highest Goblin, as long as the Goblin was led. A Knight that leads "
            "has no power."
        ),
    ),
    "undead": LessonTexts(
        gettext_lazy("Undead"),
        gettext_lazy("The only cards that score in phase one."),
        gettext_lazy(
            "In phase one, the cards you play leave the game. Undead don't: they go straight to the score pile of "
            "whoever wins the trick."
        ),
        gettext_lazy("So the fight for the vote of the Undead starts in phase one."),
    ),
    "doppelgangers": LessonTexts(
        gettext_lazy("Doppelgängers"),
        gettext_lazy("Wild cards that can follow any faction."),
        gettext_lazy(
            "You can play a Doppelgänger on any card. It counts as the led faction, with its own value, but without "
            "that faction's power."
        ),
        gettext_lazy(
            "That's a Doppelgänger: always allowed, and as strong as its value. Doppelgängers also have a vote of "
            "their own."
        ),
        gettext_lazy("You haven't played a Doppelgänger on another faction yet. Start again and try it."),
    ),
    "dwarves": LessonTexts(
        gettext_lazy("Phase two and the Dwarves"),
        gettext_lazy("The winner scores both cards, but Dwarves go to the loser."),
        gettext_lazy(
            "In phase two you play for the cards themselves: the winner of a trick scores both. Only Dwarves go to the "
            "loser."
        ),
        gettext_lazy("So when Dwarves are played, losing a trick can pay off."),
    ),
    "vote": LessonTexts(
        gettext_lazy("Counting votes"),
        gettext_lazy("How the five factions decide who wins."),
        gettext_lazy(
            "Each faction votes for the player with more of its cards in their score pile. In a tie, the highest card "
            "decides. The five shields show both counts. Two tricks are left."
        ),
    ),
    "game": LessonTexts(
        gettext_lazy("A short game"),
        gettext_lazy("Five cards each, both phases, all powers."),
        gettext_lazy("Now play a whole game with five cards each. Recruit five followers, then win votes with them."),
    ),
}


def describe_win(mine: int, theirs: int) -> str:
    """Return the text at the end of a game that the learner won."""
    return str(gettext_lazy("You won, %(mine)s votes to %(theirs)s.") % {"mine": mine, "theirs": theirs})


# Prompts: what the learner is to do next.

HIGH, LOW = 7, 2
"""Lowest value of a strong card at stake, and highest value of a weak one."""


class LessonPrompt(StrEnum):
    """Request to the learner to play a card, or advice on it."""

    LEAD = "lead"
    FOLLOW = "follow"
    FOLLOW_WILD = "follow_wild"
    LED_WILD = "led_wild"
    DIMMED = "dimmed"
    FREE = "free"
    KNIGHT = "knight"
    STRONG = "strong"
    WEAK = "weak"


PROMPT_SENTENCES = {
    LessonPrompt.LEAD: _("You lead. Play any card."),
    LessonPrompt.FOLLOW: _("Follow %(lead)s: you hold %(faction)s."),
    LessonPrompt.FOLLOW_WILD: _("Follow %(lead)s: you hold %(faction)s. A Doppelgänger is allowed too."),
    LessonPrompt.LED_WILD: _("Follow %(lead)s: you hold a Doppelgänger."),
    LessonPrompt.DIMMED: _("You can't play the dimmed cards."),
    LessonPrompt.FREE: _("Follow %(lead)s with any card: you hold no %(faction)s."),
    LessonPrompt.KNIGHT: _("A Knight would win."),
    LessonPrompt.STRONG: _("%(revealed)s is at stake: a strong follower."),
    LessonPrompt.WEAK: _("%(revealed)s is at stake: a weak follower."),
}
WEIGHED_LESSONS = ("phase-one", "game")
"""Lessons that say whether the card at stake is strong or weak."""
BEGINNER_LESSONS = ("following",)
"""Lessons that explain what dimmed cards mean."""


def choose_prompt(lesson: str, state: State) -> tuple[LessonPrompt, ...]:
    """Return the prompts in a state of the game; none while the teacher is to play."""
    if state.to_play != LEARNER:
        return ()
    stake = _choose_stake_prompt(state) if lesson in WEIGHED_LESSONS else ()
    return (*stake, *_choose_turn_prompt(state), *(_choose_lead_prompt(state) if lesson in BEGINNER_LESSONS else ()))


def describe_prompt(lesson: str, state: State) -> str:
    """Return the sentences of the prompts in a state of the game; empty while the teacher is to play."""
    texts = {
        "lead": state.lead and format_card(state.lead),
        "faction": state.lead and format_faction(state.lead.faction),
        "revealed": state.revealed and format_card(state.revealed),
    }
    return join_sentences(gettext(PROMPT_SENTENCES[prompt]) % texts for prompt in choose_prompt(lesson, state))


def _choose_stake_prompt(state: State) -> Iterator[LessonPrompt]:
    if state.phase is Phase.ONE and state.revealed is not None:
        if state.revealed.value >= HIGH:
            yield LessonPrompt.STRONG
        if state.revealed.value <= LOW:
            yield LessonPrompt.WEAK


def _choose_lead_prompt(state: State) -> Iterator[LessonPrompt]:
    if len(legal_moves(state)) < len(state.hands[LEARNER]):
        yield LessonPrompt.DIMMED


def _choose_turn_prompt(state: State) -> Iterator[LessonPrompt]:
    if state.lead is None:
        yield LessonPrompt.LEAD
        return
    hand, led = state.hands[LEARNER], state.lead.faction
    if all(card.faction is not led for card in hand):
        yield LessonPrompt.FREE
        if any(led in POWERS[card.faction].beats for card in legal_moves(state)):
            yield LessonPrompt.KNIGHT
    elif POWERS[led].wild:
        yield LessonPrompt.LED_WILD
    else:
        yield LessonPrompt.FOLLOW_WILD if any(POWERS[card.faction].wild for card in hand) else LessonPrompt.FOLLOW


# Explanations of what happened in a trick.

FACT_SENTENCES: Mapping[TrickFact, str] = {
    TrickFact.COPIED: _("%(follow)s counts as the led faction."),
    TrickFact.HIGHER_MINE: _("%(high)s is higher than %(low)s, so you win the trick."),
    TrickFact.HIGHER_THEIRS: _("%(high)s is higher than %(low)s, so the teacher wins the trick."),
    TrickFact.EQUAL_MINE: _("Tie: the leader wins, and that's you."),
    TrickFact.EQUAL_THEIRS: _("Tie: the leader wins, and that's the teacher."),
    TrickFact.OTHER_FACTION_MINE: _("%(low)s is of another faction, so your %(high)s wins."),
    TrickFact.OTHER_FACTION_THEIRS: _("%(low)s is of another faction, so the teacher's %(high)s wins."),
    TrickFact.POWER_MINE: _("You played %(high)s on a Goblin: the Knight wins, whatever the values."),
    TrickFact.POWER_THEIRS: _("The teacher played %(high)s on a Goblin: the Knight wins, whatever the values."),
    TrickFact.RECRUITED: _("You recruit %(revealed)s. The teacher takes a blind card, which you don't see."),
    TrickFact.BLIND: _("The teacher recruits %(revealed)s. Your blind card is %(blind)s; the teacher doesn't see it."),
    TrickFact.UNDEAD_MINE: _("Undead go to the winner: you score %(cards)s."),
    TrickFact.UNDEAD_THEIRS: _("Undead go to the winner: the teacher scores %(cards)s."),
    TrickFact.SPENT: _("Out of the game: %(cards)s."),
    TrickFact.TAKEN_MINE: _("You score %(cards)s."),
    TrickFact.TAKEN_THEIRS: _("The teacher scores %(cards)s."),
    TrickFact.DWARVES_MINE: _("Dwarves go to the loser: you score %(cards)s."),
    TrickFact.DWARVES_THEIRS: _("Dwarves go to the loser: the teacher scores %(cards)s."),
}

_HIGHER = {TrickFact.HIGHER_MINE, TrickFact.HIGHER_THEIRS}
_PLAIN = _HIGHER | {TrickFact.OTHER_FACTION_MINE, TrickFact.OTHER_FACTION_THEIRS}
_RECRUITS = {TrickFact.RECRUITED, TrickFact.BLIND}
OMITTED_FACTS: Mapping[str, set[TrickFact]] = {
    "following": _RECRUITS | {TrickFact.SPENT},
    "phase-one": _PLAIN | {TrickFact.SPENT},
    "knights": _RECRUITS | {TrickFact.SPENT},
    "undead": _PLAIN | _RECRUITS,
    "doppelgangers": _RECRUITS | {TrickFact.SPENT},
    "dwarves": _PLAIN,
    "vote": _PLAIN,
    "game": _PLAIN | {TrickFact.SPENT},
}
"""Facts that each lesson leaves out, so that it explains one thing at a time; the table shows them anyway."""


def list_mentioned_facts(lesson: str, trick: Trick) -> tuple[TrickFact, ...]:
    """Return the facts about a trick that a lesson mentions."""
    return tuple(fact for fact in list_trick_facts(trick) if fact not in OMITTED_FACTS.get(lesson, ()))


def describe_trick(lesson: str, trick: Trick) -> str:
    """Return the sentences on a trick in a lesson."""
    return join_sentences(_describe_fact(trick, fact) for fact in list_mentioned_facts(lesson, trick))


def _describe_fact(trick: Trick, fact: TrickFact) -> str:
    leads = trick.winner == trick.leader
    high, low = (trick.lead, trick.follow) if leads else (trick.follow, trick.lead)
    texts = {
        "follow": format_card(trick.follow),
        "high": format_card(high),
        "low": format_card(low),
        "revealed": trick.revealed and format_card(trick.revealed),
        "blind": trick.blind and format_card(trick.blind),
        "cards": join_words([format_card(card) for card in group_played_gains(trick).get(fact, ())]),
    }
    return gettext(FACT_SENTENCES[fact]) % texts


# Comments of the teacher on each state of a lesson: what happened, and what comes next.


@dataclass(frozen=True, slots=True)
class LessonComment:
    """Comment of the teacher: ``heading`` names the trick, ``text`` says what happened, ``prompt`` what to do next.

    Each may be empty.
    """

    heading: str
    text: str
    prompt: str


def get_seat_names() -> tuple[str, str]:
    """Return the names of the learner and the teacher at the table."""
    return gettext("You"), gettext("Teacher")


def build_comment(attempt: LessonAttempt, match: MatchState) -> LessonComment:
    """Return the comment on one state of the game in an attempt."""
    state = get_small_state(match)
    prompt = _describe_end(attempt, state) if is_lesson_over(attempt.lesson, match) else _describe_task(attempt, state)
    return LessonComment(_describe_place(attempt, state), _describe_events(attempt, state), prompt)


def _describe_place(attempt: LessonAttempt, state: SmallState) -> str:
    """Return the phase and number of the current trick; of the last trick when the lesson is over."""
    played = len(state.tricks)
    last_trick = state.tricks[-1] if played >= attempt.lesson.tricks else None
    phase, number = (last_trick.phase, last_trick.number) if last_trick else (state.phase, state.number)
    last = min(state.size, attempt.lesson.tricks)
    template = (
        gettext("Phase one, trick %(number)s of %(last)s")
        if phase is Phase.ONE
        else gettext("Phase two, trick %(number)s of %(last)s")
    )
    return template % {"number": number, "last": last}


def _describe_events(attempt: LessonAttempt, state: SmallState) -> str:
    if not attempt.played:
        return str(LESSON_TEXTS[attempt.lesson.key].intro)
    if not state.tricks or (state.lead is not None and state.leader == LEARNER):
        return ""
    return describe_trick(attempt.lesson.key, state.tricks[-1])


def _describe_task(attempt: LessonAttempt, state: SmallState) -> str:
    """Return the prompt, after changes of the phase and the votes; empty while the teacher is to play."""
    prompt = describe_prompt(attempt.lesson.key, state)
    changes = (_describe_phase_change(state), _describe_votes(attempt, state)) if prompt else ()
    return join_sentences(text or "" for text in (*changes, prompt))


def _describe_phase_change(state: SmallState) -> str:
    """Return the sentence that phase two has just begun; empty otherwise."""
    if not state.tricks or state.tricks[-1].phase is Phase.TWO or state.phase is Phase.ONE:
        return ""
    return gettext("Phase two: your followers are now your hand.")


def _describe_votes(attempt: LessonAttempt, state: SmallState) -> str:
    """Return the current votes in the lesson about counting votes; empty in other lessons."""
    if attempt.lesson.key != "vote" or not attempt.played:
        return ""
    mine, theirs = _count_votes(state)
    return gettext("Votes so far: you %(mine)s, the teacher %(theirs)s.") % {"mine": mine, "theirs": theirs}


def _describe_end(attempt: LessonAttempt, state: SmallState) -> str:
    if attempt.lesson.counts:
        return describe_win(*_count_votes(state))
    texts = LESSON_TEXTS[attempt.lesson.key]
    return str(texts.shown if attempt.shown else texts.missed)


def _count_votes(state: SmallState) -> tuple[int, int]:
    seats = [vote.seat for vote in compute_votes(state.score)]
    return seats.count(LEARNER), seats.count(TEACHER)
