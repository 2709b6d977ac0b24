"""Rules of a trick: legal follows, the winner, the destinations of the cards, and the table of powers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from games.rules.cards import COPIES, Card, Faction
from games.rules.state import Cards, Phase, Seat, get_other_seat


@dataclass(frozen=True, slots=True)
class Power:
    """Power of a faction; a faction without powers has the defaults."""

    wild: bool = False
    """The card is always legal; as the follow it counts as the led faction, without its powers (ruling 6)."""
    beats: frozenset[Faction] = frozenset()
    """The led factions that the card beats as the follow, whatever the values."""
    scored: frozenset[Phase] = frozenset({Phase.TWO})
    """The phases in which a played card goes to a score pile; in other phases it is discarded."""
    to_loser: frozenset[Phase] = frozenset()
    """The phases in which the loser of the trick scores the card instead of the winner (rulings 4 and 5)."""

    def scorer(self, phase: Phase, winner: Seat) -> Seat | None:
        """Return the seat that scores a played card of the faction; None if the card is discarded."""
        if phase not in self.scored:
            return None
        return get_other_seat(winner) if phase in self.to_loser else winner


POWERS: dict[Faction, Power] = {
    Faction.GOBLINS: Power(),
    Faction.KNIGHTS: Power(beats=frozenset({Faction.GOBLINS})),
    Faction.UNDEAD: Power(scored=frozenset({Phase.ONE, Phase.TWO})),
    Faction.DWARVES: Power(to_loser=frozenset({Phase.TWO})),
    Faction.DOPPELGANGERS: Power(wild=True),
}


def list_scored_factions(phase: Phase) -> tuple[Faction, ...]:
    """Return the factions whose played cards go to a score pile in a phase, in the order of the factions."""
    return tuple(faction for faction in Faction if phase in POWERS[faction].scored)


class Reason(StrEnum):
    """Reason why a trick was won."""

    HIGHER = "higher"
    EQUAL = "equal"
    OTHER_FACTION = "other_faction"
    POWER = "power"

    # For speed, as in ``Faction``.
    __hash__ = str.__hash__


class Pile(StrEnum):
    """Pile to which a card goes after a trick."""

    FOLLOWERS = "followers"
    SCORE = "score"
    DISCARD = "discard"

    # For speed, as in ``Faction``.
    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Gain:
    """Card of a finished trick and the pile to which it went; ``seat`` is None for a discard."""

    card: Card
    pile: Pile
    seat: Seat | None


def list_follow_options(hand: Cards, led: Faction) -> Cards:
    """Return the cards of ``hand`` that are legal after a lead of this faction.

    A hand that holds the led faction may play cards of that faction and wild cards; any other hand may play every card.
    A wild card is never obligatory (ruling 7), and a hand with a Goblin may not play a Knight on a Goblin.
    """
    if not [card for card in hand if card.faction is led]:
        return hand
    return tuple([card for card in hand if card.faction is led or POWERS[card.faction].wild])


def can_follow(hand: Sequence[Card], led: Faction, card: Card) -> bool:
    """Return whether ``card``, a card of ``hand``, is legal after a lead of this faction."""
    faction = card.faction
    return faction is led or POWERS[faction].wild or not [held for held in hand if held.faction is led]


CARD_PAIR_COUNT = len(COPIES) ** 2
"""Number of pairs of a lead and a follow, which is the cache size of functions of such a pair."""


@lru_cache(maxsize=CARD_PAIR_COUNT)
def decide_trick(lead: Card, follow: Card) -> tuple[bool, Reason]:
    """Return whether the follower wins the trick, and the reason why the winner wins.

    A follow with power over the led faction always wins. Otherwise the higher card of the led faction wins, and equal
    values go to the leader; a wild card counts as the led faction.
    """
    power = POWERS[follow.faction]
    if lead.faction in power.beats:
        return True, Reason.POWER
    if follow.faction is not lead.faction and not power.wild:
        return False, Reason.OTHER_FACTION
    if follow.value == lead.value:
        return False, Reason.EQUAL
    return follow.value > lead.value, Reason.HIGHER


class PowerKind(StrEnum):
    """Kind of effect that a power has in a finished trick."""

    BEATS = "beats"
    """The follow won, whatever the values."""
    WILD = "wild"
    """The follow counted as the led faction."""
    RISES = "rises"
    """The card was scored in a phase in which other factions are discarded."""
    TO_LOSER = "to_loser"
    """The loser scored the card."""


@dataclass(frozen=True, slots=True)
class PowerEffect:
    """Effect of the power of a card in a trick.

    ``seat`` scored the card; None if the effect is not about scoring.
    """

    act: PowerKind
    card: Card
    seat: Seat | None = None


@lru_cache(maxsize=4 * CARD_PAIR_COUNT)
def list_power_effects(phase: Phase, winner: Seat, lead: Card, follow: Card) -> tuple[PowerEffect, ...]:
    """Return the effects of powers in a finished trick: first on the winner, then on the scoring of the cards."""
    power = POWERS[follow.faction]
    is_wild = power.wild and follow.faction is not lead.faction
    winning_kinds = ((PowerKind.BEATS, lead.faction in power.beats), (PowerKind.WILD, is_wild))
    effects = [PowerEffect(kind, follow) for kind, is_active in winning_kinds if is_active]
    return *effects, *(effect for card in (lead, follow) for effect in _list_scoring_effects(phase, winner, card))


def _list_scoring_effects(phase: Phase, winner: Seat, card: Card) -> tuple[PowerEffect, ...]:
    power = POWERS[card.faction]
    seat = power.scorer(phase, winner)
    if seat is not None and phase in power.to_loser:
        return (PowerEffect(PowerKind.TO_LOSER, card, seat),)
    return (PowerEffect(PowerKind.RISES, card, seat),) if seat is not None and phase not in Power().scored else ()


def get_trick_winner(leader: Seat, lead: Card, follow: Card) -> Seat:
    """Return the seat that wins a trick led by ``leader``."""
    return get_other_seat(leader) if decide_trick(lead, follow)[0] else leader


def get_recruit(seat: Seat, winner: Seat, revealed: Card | None, blind: Card | None) -> Card | None:
    """Return the card that a seat recruits: the revealed card if it won the trick, otherwise the blind card."""
    return revealed if seat == winner else blind


def list_gains(
    phase: Phase, winner: Seat, played: Cards, revealed: Card | None, blind: Card | None
) -> tuple[Gain, ...]:
    """Return the destinations of the cards of a finished trick, recruited cards first.

    The winner recruits the revealed card and the loser the blind card, whatever their factions (ruling 3). The power of
    its own faction decides where a played card goes (ruling 2).
    """
    recruits = ((revealed, winner), (blind, get_other_seat(winner)))
    gains = [_build_gain(card, Pile.FOLLOWERS, seat) for card, seat in recruits if card is not None]
    return *gains, *list_destinations(phase, winner, played)


@lru_cache(maxsize=4 * CARD_PAIR_COUNT)
def list_destinations(phase: Phase, winner: Seat, played: Cards) -> tuple[Gain, ...]:
    """Return the destinations of the played cards of a trick, by the powers of their own factions (ruling 2)."""
    return tuple([_get_destination(phase, winner, card) for card in played])


def _get_destination(phase: Phase, winner: Seat, card: Card) -> Gain:
    seat = POWERS[card.faction].scorer(phase, winner)
    return _build_gain(card, Pile.DISCARD if seat is None else Pile.SCORE, seat)


@cache
def _build_gain(card: Card, pile: Pile, seat: Seat | None) -> Gain:
    """Return a ``Gain``, cached because only a few hundred exist and each trick has four."""
    return Gain(card, pile, seat)
