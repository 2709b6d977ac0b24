"""What a learner may do next, as the teacher puts it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules.moves import legal_moves
from games.rules.state import Phase, State
from games.rules.tricks import POWERS
from games.stories.lessons.lesson import LEARNER
from games.words.table import card_text
from games.words.together import together

HIGH, LOW = 7, 2
"""From and up to which value a card at stake is called strong and weak."""


class Ask(StrEnum):
    """What is asked, and what is worth knowing before one answers."""

    LEAD = "lead"
    FOLLOW = "follow"
    FOLLOW_WILD = "follow_wild"
    LED_WILD = "led_wild"
    DIMMED = "dimmed"
    FREE = "free"
    KNIGHT = "knight"
    STRONG = "strong"
    WEAK = "weak"


SENTENCES = {
    Ask.LEAD: _("You lead: play any card."),
    Ask.FOLLOW: _("Answer %(lead)s with its faction: you hold it."),
    Ask.FOLLOW_WILD: _("Answer %(lead)s with its faction, which you hold, or with a Doppelgänger."),
    Ask.LED_WILD: _("Answer %(lead)s with a Doppelgänger: you hold one."),
    Ask.DIMMED: _("Dimmed cards may not be played."),
    Ask.FREE: _("Answer %(lead)s with any card: you hold none of its faction."),
    Ask.KNIGHT: _("A Knight would win."),
    Ask.STRONG: _("%(revealed)s is at stake: a strong follower."),
    Ask.WEAK: _("%(revealed)s is at stake: a weak follower."),
}
WEIGHED = ("phase-one", "game")
"""The lessons that say what a card at stake is worth."""
BEGINNERS = ("following",)
"""Those that say what the look of a card means."""


def asked(lesson: str, state: State) -> tuple[Ask, ...]:
    """What is asked where a game stands like this; nothing while the teacher is to play."""
    if state.to_play != LEARNER:
        return ()
    stake = _stake(state) if lesson in WEIGHED else ()
    return (*stake, *_turn(state), *(_looks(state) if lesson in BEGINNERS else ()))


def ask_text(lesson: str, state: State) -> str:
    """The same in words."""
    texts = {
        "lead": state.lead and card_text(state.lead),
        "revealed": state.revealed and card_text(state.revealed),
    }
    return together(gettext(SENTENCES[one]) % texts for one in asked(lesson, state))


def _stake(state: State) -> Iterator[Ask]:
    if state.phase is Phase.ONE and state.revealed is not None:
        if state.revealed.value >= HIGH:
            yield Ask.STRONG
        if state.revealed.value <= LOW:
            yield Ask.WEAK


def _looks(state: State) -> Iterator[Ask]:
    if len(legal_moves(state)) < len(state.hands[LEARNER]):
        yield Ask.DIMMED


def _turn(state: State) -> Iterator[Ask]:
    if state.lead is None:
        yield Ask.LEAD
        return
    hand, led = state.hands[LEARNER], state.lead.faction
    if all(card.faction is not led for card in hand):
        yield Ask.FREE
        if any(led in POWERS[card.faction].beats for card in legal_moves(state)):
            yield Ask.KNIGHT
    elif POWERS[led].wild:
        yield Ask.LED_WILD
    else:
        yield Ask.FOLLOW_WILD if any(POWERS[card.faction].wild for card in hand) else Ask.FOLLOW
