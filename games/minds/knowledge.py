"""What a seat knows: folded from all that it was shown, never from a game's state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.minds.position import Position, numbered_apart
from games.rules.cards import DECK, Card, Faction
from games.rules.state import Cards, Phase, Seat, other
from games.rules.tricks import POWERS
from games.rules.visible import Visible, VisibleTrick

Tricks = dict[tuple[Phase, int], VisibleTrick]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A game as its seat knows it when it is to play.

    ``played`` are all cards played so far, ``mine`` and ``theirs`` the followers that it knows of (``own_blind`` are
    those of
    its own that the other seat did not see), ``blind`` how many of the other seat's it does not know, ``unseen`` the
    cards that it has seen nowhere, and ``void`` the factions that the
    other hand cannot have. ``tricks`` are the complete ones of phase one while it is played, if it saw them all. In
    phase two the followers are the hands, and ``unseen`` is the other hand.
    """

    seat: Seat
    phase: Phase
    number: int
    ply: int
    leader: Seat
    hand: Cards
    legal: Cards
    lead: Card | None
    revealed: Card | None
    deck: int
    held: int
    played: Cards
    mine: Cards
    own_blind: Cards
    theirs: Cards
    blind: int
    unseen: Cards
    void: frozenset[Faction]
    score: tuple[Cards, Cards]
    tricks: tuple[VisibleTrick, ...] = ()


def known(views: Sequence[Visible]) -> Knowledge:
    """What the seat to play knows after it was shown these views, in their order; ``ValueError`` if it is not its turn.

    Every view since the deal is meant, one a card. Of tricks that went by unseen it knows what the last view reminds
    of.
    """
    now = views[-1]
    seat = now.turn
    if seat is None or not now.legal or now.hand is None:
        raise ValueError("it is not this seat's turn")
    tricks = _tricks(views)
    played = _most(_played(tricks, now), now.memory.gone if now.memory else ())
    mine, theirs = (_followers(tricks, now, one) for one in (seat, other(seat)))
    return Knowledge(
        seat=seat,
        phase=now.phase,
        number=now.number,
        ply=now.ply,
        leader=now.leader,
        hand=now.hand,
        legal=now.legal,
        lead=now.lead,
        revealed=now.revealed,
        deck=now.deck,
        held=now.sizes[other(seat)],
        played=played,
        mine=mine,
        own_blind=_own_blind(tricks, mine, seat) if now.phase is Phase.ONE else (),
        theirs=theirs,
        blind=now.followers[other(seat)] - len(theirs) if now.phase is Phase.ONE else 0,
        unseen=_unseen(now, now.hand, played, mine, theirs),
        void=frozenset(_void(tricks, now, seat)),
        score=now.score,
        tricks=_in_order(tricks, now),
    )


def as_position(knowledge: Knowledge) -> Position:
    """Phase two as the seat knows it, which is all of it; ``ValueError`` where it did not see enough for that."""
    if knowledge.phase is not Phase.TWO or len(knowledge.unseen) != knowledge.held:
        raise ValueError("the other hand is not known")
    return position_with(knowledge, knowledge.unseen)


def position_with(knowledge: Knowledge, theirs: Iterable[Card]) -> Position:
    """Phase two if the other seat holds these."""
    hands = (knowledge.hand, tuple(theirs)) if knowledge.seat == 0 else (tuple(theirs), knowledge.hand)
    lead = () if knowledge.lead is None else (knowledge.lead,)
    first, second, mine, others, led = numbered_apart(*hands, *knowledge.score, lead)
    return Position((first, second), (mine, others), knowledge.leader, led[0] if led else None)


def _tricks(views: Sequence[Visible]) -> Tricks:
    """All complete tricks that any view showed."""
    found: Tricks = {}
    for view in views:
        for trick in (*(view.earlier or ()), *((view.last,) if view.last else ())):
            found[trick.phase, trick.number] = trick
    return found


def _in_order(tricks: Tricks, now: Visible) -> tuple[VisibleTrick, ...]:
    """The complete tricks of phase one; none if one went by unseen, or once the phase is over."""
    found = tuple(tricks[key] for key in sorted(tricks) if key[0] is Phase.ONE)
    return found if now.phase is Phase.ONE and len(found) == now.number - 1 else ()


def _played(tricks: Tricks, now: Visible) -> Iterator[Card]:
    for trick in tricks.values():
        yield from (trick.lead, trick.follow)
    if now.lead is not None:
        yield now.lead


def _most(one: Iterable[Card], two: Iterable[Card]) -> Cards:
    return tuple(sorted((Counter(one) | Counter(two)).elements()))


def _followers(tricks: Tricks, now: Visible, seat: Seat) -> Cards:
    """The followers of a seat that were seen, less those that it has played since."""
    taken = Counter(card for trick in tricks.values() if (card := _taken(trick, seat)) is not None)
    later = (trick for trick in tricks.values() if trick.phase is Phase.TWO)
    gone = [trick.lead if trick.leader == seat else trick.follow for trick in later]
    if now.phase is Phase.TWO and now.lead is not None and now.leader == seat:
        gone.append(now.lead)
    return _most((taken - Counter(gone)).elements(), now.memory.recruited[seat] if now.memory else ())


def _own_blind(tricks: Tricks, mine: Cards, seat: Seat) -> Cards:
    """The own followers that were not turned up in a trick that the seat won."""
    open_ones = Counter(one.revealed for one in tricks.values() if one.winner == seat and one.revealed is not None)
    return tuple((Counter(mine) - open_ones).elements())


def _taken(trick: VisibleTrick, seat: Seat) -> Card | None:
    return trick.revealed if trick.winner == seat else trick.blind


def _unseen(now: Visible, hand: Cards, played: Cards, mine: Cards, theirs: Cards) -> Cards:
    seen = Counter(hand) + Counter(played)
    if now.phase is Phase.ONE:
        seen += Counter(mine) + Counter(theirs) + Counter(() if now.revealed is None else (now.revealed,))
    return tuple((Counter(DECK) - seen).elements())


def _void(tricks: Tricks, now: Visible, seat: Seat) -> Iterator[Faction]:
    """The factions that the other seat did not follow in this phase; a wild card says nothing."""
    for trick in tricks.values():
        follows = trick.leader == seat and trick.phase is now.phase
        if follows and trick.follow.faction is not trick.lead.faction and not POWERS[trick.follow.faction].wild:
            yield trick.lead.faction
