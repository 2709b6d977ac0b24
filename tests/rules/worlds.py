"""Two-world test of secrecy: with unseen cards dealt anew, an audience must see the same.

A world is a record: the deal and the plays. ``redealt`` makes another world in which the audience has seen
the same things: the hidden cards change places, as far as the public history allows.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from games.rules.cards import Card, Faction
from games.rules.record import Record
from games.rules.record import replay as played
from games.rules.state import Cards, Phase, Seat, State, Trick

Audience = Seat | None
View = Callable[[State, Audience], object]
AUDIENCES: tuple[Audience, ...] = (0, 1, None)

# Each comparison asks again and again for the same two worlds.
replay = lru_cache(maxsize=8)(played)


@dataclass
class Slot:
    """Place of the deal whose card the audience has not seen, and the factions that it cannot have."""

    place: int
    index: int
    barred: set[Faction]
    owner: Seat | None = None
    """In phase two, the seat that holds the card now or has played it."""
    bound: bool = False
    """Whether its card was played since: its owner is known, but not its trick."""


def world(state: State, start: State) -> Record:
    """Return the record of a game from ``start`` to ``state``."""
    plays = tuple(card for trick in state.tricks for card in (trick.lead, trick.follow))
    lead = () if state.lead is None else (state.lead,)
    return Record(("Ana", "Bram"), start.leader, start.hands, start.deck, plays + lead)


def seen(record: Record, audience: Audience) -> list[object]:
    """Return all that the audience has seen of a world: the public history and its own cards."""
    tricks = replay(record).tricks
    own = None if audience is None else sorted(record.hands[audience])
    begun = min(len(tricks) + 1, 13)
    blinds = [t.blind for t in tricks if t.phase is Phase.ONE and audience == 1 - t.winner]
    revealed = record.deck[: 2 * begun : 2]
    return [record.leader, own, record.plays, [t.winner for t in tricks], revealed, blinds]


def redealt(record: Record, audience: Audience, chance: random.Random) -> Record:
    """Return another world in which ``audience`` has seen the same."""
    state = replay(record)
    slots = hidden_slots(record, state, audience)
    places = [list(record.hands[0]), list(record.hands[1]), list(record.deck)]
    for _ in range(3 * len(slots)):
        one, other = chance.choice(slots), chance.choice(slots)
        a, b = places[one.place][one.index], places[other.place][other.index]
        if may_swap(a, one, b, other):
            places[one.place][one.index], places[other.place][other.index] = b, a
            one.bound, other.bound = other.bound, one.bound
    hands = (tuple(places[0]), tuple(places[1]))
    return Record(record.seats, record.leader, hands, tuple(places[2]), record.plays)


def may_swap(a: Card, one: Slot, b: Card, other: Slot) -> bool:
    """Whether two cards can change places unnoticed: the blind cards of one seat can in phase two."""
    if one.owner is not None and one.owner == other.owner:
        return True
    return not (one.bound or other.bound) and a.faction not in other.barred and b.faction not in one.barred


def hidden_slots(record: Record, state: State, audience: Audience) -> list[Slot]:
    if state.phase is Phase.ONE:
        return [*hidden_hands(record, state, audience), *hidden_deck(state, audience)]
    return hidden_blinds(state, audience)


def hidden_hands(record: Record, state: State, audience: Audience) -> list[Slot]:
    """Return the slots of the cards in other hands."""
    slots = []
    for seat in {0, 1} - {audience}:
        held = list(state.hands[seat])
        for index, card in enumerate(record.hands[seat]):
            if card in held:
                held.remove(card)
                slots.append(Slot(seat, index, voids(state.tricks, state.phase, seat)))
    return slots


def hidden_deck(state: State, audience: Audience) -> list[Slot]:
    """Return the slots of phase one in the deck: blind cards of others, and cards below the revealed one."""
    taken = [2 * at + 1 for at, trick in enumerate(state.tricks) if audience != 1 - trick.winner]
    below = range(2 * len(state.tricks) + 1, 26)
    return [Slot(2, index, set()) for index in (*taken, *below)]


def hidden_blinds(state: State, audience: Audience) -> list[Slot]:
    """Return the slots of the blind cards of others in phase two, whose owners show when they are played."""
    held = [list(hand) for hand in state.hands]
    slots = []
    for at, trick in enumerate(state.tricks[:13]):
        owner = 1 - trick.winner
        assert trick.blind is not None
        if owner != audience:
            bound = trick.blind not in held[owner]
            if not bound:
                held[owner].remove(trick.blind)
            slots.append(Slot(2, 2 * at + 1, voids(state.tricks, Phase.TWO, owner), owner, bound))
    return slots


def voids(tricks: tuple[Trick, ...], phase: Phase, seat: Seat) -> set[Faction]:
    """Return the factions that ``seat`` has shown to lack, by playing another one on their lead."""
    asked = [t for t in tricks if t.phase is phase and t.leader != seat]
    return {t.lead.faction for t in asked if t.follow.faction not in (t.lead.faction, Faction.DOPPELGANGERS)}


def hidden_cards(record: Record, audience: Audience) -> tuple[Cards, Cards, Cards]:
    """Return what may differ between two worlds: the hands of others now, and the order of the deck."""
    state = replay(record)
    hands = [() if seat == audience else tuple(sorted(state.hands[seat])) for seat in (0, 1)]
    return hands[0], hands[1], record.deck


def difference(record: Record, audience: Audience, view: View, chance: random.Random) -> str | None:
    """Return what the audience sees differently in another world; None if it sees the same."""
    other = redealt(record, audience, chance)
    assert seen(other, audience) == seen(record, audience), "the other world is not the same to the audience"
    here, there = view(replay(record), audience), view(replay(other), audience)
    return None if here == there else f"audience {audience} after {len(record.plays)} plays: {here} / {there}"
