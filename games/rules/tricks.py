"""Following, winning and collecting. The powers of the factions are one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from games.rules.cards import COPIES, Card, Faction
from games.rules.state import Cards, Phase, Seat, other


@dataclass(frozen=True, slots=True)
class Power:
    """What makes a faction special; a faction without powers has the defaults."""

    wild: bool = False
    """May always be played; played second it counts as the led faction, without its powers (ruling 6)."""
    beats: frozenset[Faction] = frozenset()
    """Played second on a led card of these it wins whatever the values."""
    scored: frozenset[Phase] = frozenset({Phase.TWO})
    """The phases in which a played card goes to a score pile; in the others it is discarded."""
    to_loser: frozenset[Phase] = frozenset()
    """The phases in which the trick's loser takes it instead of the winner (rulings 4 and 5)."""

    def scorer(self, phase: Phase, winner: Seat) -> Seat | None:
        """The seat whose score pile gets a played card of the faction; None if it is discarded."""
        if phase not in self.scored:
            return None
        return other(winner) if phase in self.to_loser else winner


POWERS: dict[Faction, Power] = {
    Faction.GOBLINS: Power(),
    Faction.KNIGHTS: Power(beats=frozenset({Faction.GOBLINS})),
    Faction.UNDEAD: Power(scored=frozenset({Phase.ONE, Phase.TWO})),
    Faction.DWARVES: Power(to_loser=frozenset({Phase.TWO})),
    Faction.DOPPELGANGERS: Power(wild=True),
}


def scored_in(phase: Phase) -> tuple[Faction, ...]:
    """The factions whose played cards go to a score pile in a phase, in the order of the factions."""
    return tuple(faction for faction in Faction if phase in POWERS[faction].scored)


class Reason(StrEnum):
    """Why a trick went to its winner."""

    HIGHER = "higher"
    EQUAL = "equal"
    OTHER_FACTION = "other_faction"
    POWER = "power"

    # As for factions.
    __hash__ = str.__hash__


class Pile(StrEnum):
    """Where a card can go when a trick is over."""

    FOLLOWERS = "followers"
    SCORE = "score"
    DISCARD = "discard"

    # As for factions.
    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Gain:
    """One card of a finished trick and where it went; ``seat`` is None for a discard."""

    card: Card
    pile: Pile
    seat: Seat | None


def follow_options(hand: Cards, led: Faction) -> Cards:
    """The cards of ``hand`` that may answer a led faction.

    With a card of it in hand: those and the wild cards; without: any (a Doppelgänger is
    never obligatory, ruling 7). That bars a Knight on a Goblin while a Goblin is held.
    """
    if not [card for card in hand if card.faction is led]:
        return hand
    return tuple([card for card in hand if card.faction is led or POWERS[card.faction].wild])


def may_follow(hand: Sequence[Card], led: Faction, card: Card) -> bool:
    """Whether a card of ``hand`` is among its ``follow_options``."""
    faction = card.faction
    return faction is led or POWERS[faction].wild or not [one for one in hand if one.faction is led]


PAIRS = len(COPIES) ** 2
"""Ways in which a card can answer another: what follows from them alone is remembered."""


@lru_cache(maxsize=PAIRS)
def judge(lead: Card, follow: Card) -> tuple[bool, Reason]:
    """Whether the follower wins the trick, and why whoever wins it does.

    The higher value of the led faction wins and equal values go to the leader. A wild card
    is compared as the led faction.
    """
    power = POWERS[follow.faction]
    if lead.faction in power.beats:
        return True, Reason.POWER
    if follow.faction is not lead.faction and not power.wild:
        return False, Reason.OTHER_FACTION
    if follow.value == lead.value:
        return False, Reason.EQUAL
    return follow.value > lead.value, Reason.HIGHER


class Act(StrEnum):
    """How a power shows in a finished trick."""

    BEATS = "beats"
    """The answer won whatever the values."""
    WILD = "wild"
    """The answer counted as the faction that was led."""
    RISES = "rises"
    """The card is scored in a phase in which others are discarded."""
    TO_LOSER = "to_loser"
    """The loser scored the card."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A power that acted, by which card; ``seat`` is who scored the card, None where the power is no matter of that."""

    act: Act
    card: Card
    seat: Seat | None = None


@lru_cache(maxsize=4 * PAIRS)
def powers_shown(phase: Phase, winner: Seat, lead: Card, follow: Card) -> tuple[Shown, ...]:
    """The powers that acted in a finished trick: on who wins it first, then on where its cards went."""
    answer = POWERS[follow.faction]
    wild = answer.wild and follow.faction is not lead.faction
    on_winning = ((Act.BEATS, lead.faction in answer.beats), (Act.WILD, wild))
    acted = [Shown(act, follow) for act, did in on_winning if did]
    return *acted, *(shown for card in (lead, follow) for shown in _scoring_shown(phase, winner, card))


def _scoring_shown(phase: Phase, winner: Seat, card: Card) -> tuple[Shown, ...]:
    power = POWERS[card.faction]
    seat = power.scorer(phase, winner)
    if seat is not None and phase in power.to_loser:
        return (Shown(Act.TO_LOSER, card, seat),)
    return (Shown(Act.RISES, card, seat),) if seat is not None and phase not in Power().scored else ()


def trick_winner(leader: Seat, lead: Card, follow: Card) -> Seat:
    """The seat that wins a trick which ``leader`` led."""
    return other(leader) if judge(lead, follow)[0] else leader


def collect(phase: Phase, winner: Seat, played: Cards, revealed: Card | None, blind: Card | None) -> tuple[Gain, ...]:
    """Where the cards of a finished trick go, the recruited ones first.

    The winner recruits the revealed card and the loser the blind one, whatever their
    factions (ruling 3); each played card goes by its own faction's power (ruling 2).
    """
    recruits = ((revealed, winner), (blind, other(winner)))
    gains = [_gain(card, Pile.FOLLOWERS, seat) for card, seat in recruits if card is not None]
    return *gains, *destinations(phase, winner, played)


@lru_cache(maxsize=4 * PAIRS)
def destinations(phase: Phase, winner: Seat, played: Cards) -> tuple[Gain, ...]:
    """Where the played cards of a trick go, each by its own faction's power (ruling 2)."""
    return tuple([_destination(phase, winner, card) for card in played])


def _destination(phase: Phase, winner: Seat, card: Card) -> Gain:
    seat = POWERS[card.faction].scorer(phase, winner)
    return _gain(card, Pile.DISCARD if seat is None else Pile.SCORE, seat)


@cache
def _gain(card: Card, pile: Pile, seat: Seat | None) -> Gain:
    """There are some hundreds of them, and four in each trick."""
    return Gain(card, pile, seat)
