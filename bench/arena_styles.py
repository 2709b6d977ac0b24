"""Playing styles that the engine does not know, as opponents of the arena.

Each style is a class with one idea. It chooses from what its seat was shown; its random choices follow from the seed.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from games.engine import lookahead
from games.engine.knowledge import Knowledge, build_knowledge, build_known_position
from games.engine.position import BEATS, CARDS, NUMBERS
from games.rules.cards import Card, Faction
from games.rules.state import Phase, State
from games.rules.visible_state import VisibleState

CardKey = Callable[[Card], float]
HOARDED = (Faction.DWARVES, Faction.DOPPELGANGERS)


class Style(ABC):
    """Style of play: ``choose`` chooses a card of phase one, and phase two is played by a lookahead of one trick."""

    def __call__(self, views: Sequence[VisibleState], state: State, seed: int) -> Card:
        knowledge = build_knowledge(views)
        rng = random.Random(f"{seed} {knowledge.ply}")
        if knowledge.phase is Phase.ONE:
            return self.choose(knowledge, rng)
        return self.choose_in_phase_two(knowledge, rng)

    @abstractmethod
    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return a legal card of phase one."""

    def choose_in_phase_two(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return a legal card of phase two."""
        return CARDS[lookahead.find_best_card(build_known_position(knowledge, knowledge.unseen))]


class HumanLike(Style):
    """A careful person: fights for good revealed cards, saves strong cards, and errs once in eight cards."""

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Win a good revealed card with a card that costs less than it brings, otherwise play low."""
        if rng.random() < 1 / 8:
            return rng.choice(knowledge.legal)
        prize = rate_as_person(knowledge.revealed)
        if knowledge.lead is None:
            strong = [card for card in knowledge.legal if card.value >= 6 and rate_as_person(card) < prize + 3]
            return find_highest(strong) if prize >= 6.5 and strong else find_lowest(knowledge.legal, rate_as_person)
        prize += sum(1.5 for card in (knowledge.lead,) if card.faction is Faction.UNDEAD)
        winning = [card for card in list_winning(knowledge) if rate_as_person(card) < prize + 2]
        if prize >= 5.5 and winning:
            return find_lowest(winning, rate_as_person)
        return find_lowest(list_losing(knowledge) or knowledge.legal, rate_as_person)

    def choose_in_phase_two(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return the card of the lookahead, and once in eight a random one."""
        return rng.choice(knowledge.legal) if rng.random() < 1 / 8 else super().choose_in_phase_two(knowledge, rng)


class Hoarder(Style):
    """Hoards Dwarves and Doppelgängers: wins them at any price, and plays its own only if it must."""

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Win a revealed card that is hoarded, otherwise lose."""
        others = [card for card in knowledge.legal if card.faction not in HOARDED] or list(knowledge.legal)
        wants = knowledge.revealed is not None and knowledge.revealed.faction in HOARDED
        if knowledge.lead is None:
            return find_highest(others) if wants else find_lowest(others)
        if wants and (winning := list_winning(knowledge)):
            return find_lowest(winning, lambda card: card.value + 10 * (card.faction in HOARDED))
        return find_lowest([card for card in others if not beats(knowledge.lead, card)] or others)


class PhaseOneLoser(Style):
    """Loses phase one on purpose: leads its lowest cards and gets rid of its highest losing ones."""

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return a card that loses the trick, if there is one."""
        if knowledge.lead is None:
            return find_lowest(knowledge.legal)
        losing = list_losing(knowledge)
        return find_highest(losing) if losing else find_lowest(knowledge.legal)


class UndeadOnly(Style):
    """Cares for the Undead alone: wins tricks that score or reveal one, and leads its own highest."""

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Win a trick with an Undead in it or beside it, otherwise play the lowest card of another faction."""
        own = [card for card in knowledge.legal if card.faction is Faction.UNDEAD]
        others = [card for card in knowledge.legal if card.faction is not Faction.UNDEAD] or own
        is_revealed = knowledge.revealed is not None and knowledge.revealed.faction is Faction.UNDEAD
        if knowledge.lead is None:
            high = [card for card in own if card.value >= 7]
            return find_highest(high or knowledge.legal) if is_revealed or high else find_lowest(others)
        winning = list_winning(knowledge)
        if winning and (is_revealed or knowledge.lead.faction is Faction.UNDEAD):
            return find_lowest(winning)
        return find_lowest([card for card in others if not beats(knowledge.lead, card)] or others)


class Mirror(Style):
    """Mirrors the other seat: plays what is nearest to the other seat's last card."""

    def __call__(self, views: Sequence[VisibleState], state: State, seed: int) -> Card:
        view = views[-1]
        self._last_card: Card | None = None
        if view.last is not None and view.phase is Phase.ONE:
            self._last_card = view.last.follow if view.last.leader == view.turn else view.last.lead
        return super().__call__(views, state, seed)

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return the legal card that is most like the other seat's last card."""
        model = knowledge.lead or self._last_card
        if model is None:
            return rng.choice(knowledge.legal)
        return find_lowest(
            knowledge.legal, lambda card: abs(card.value - model.value) + 10 * (card.faction is not model.faction)
        )

    choose_in_phase_two = choose


class RandomBeginner(Style):
    """A beginner who plays at random, but sees every second time that a card wins the trick."""

    def choose(self, knowledge: Knowledge, rng: random.Random) -> Card:
        """Return a random card, or the lowest winning one."""
        winning = list_winning(knowledge)
        return find_lowest(winning) if winning and rng.random() < 1 / 2 else rng.choice(knowledge.legal)

    choose_in_phase_two = choose


STYLES: dict[str, Style] = {
    "human-like": HumanLike(),
    "hoarder": Hoarder(),
    "phase-one loser": PhaseOneLoser(),
    "Undead only": UndeadOnly(),
    "mirror": Mirror(),
    "random beginner": RandomBeginner(),
}


def beats(lead: Card, card: Card) -> bool:
    """Return whether a card wins the trick as an answer to the lead."""
    return bool(BEATS[NUMBERS[lead][0], NUMBERS[card][0]])


def list_winning(knowledge: Knowledge) -> list[Card]:
    """Return the legal cards that win the trick; none for the seat that leads."""
    return [] if knowledge.lead is None else [card for card in knowledge.legal if beats(knowledge.lead, card)]


def list_losing(knowledge: Knowledge) -> list[Card]:
    """Return the legal cards that lose the trick; none for the seat that leads."""
    return [] if knowledge.lead is None else [card for card in knowledge.legal if not beats(knowledge.lead, card)]


def find_lowest(cards: Sequence[Card], key: CardKey = lambda card: card.value) -> Card:
    """Return the card with the lowest key."""
    return min(sorted(cards), key=key)


def find_highest(cards: Sequence[Card], key: CardKey = lambda card: card.value) -> Card:
    """Return the card with the highest key."""
    return max(sorted(cards), key=key)


def rate_as_person(card: Card | None) -> float:
    """Return what a person thinks that a card is worth: its value, more for a wild card, about average for a Dwarf."""
    if card is None:
        return 0.0
    if card.faction is Faction.DWARVES:
        return 4.5
    return card.value + (2.0 if card.faction is Faction.DOPPELGANGERS else 0.0)
