"""Knowledge of a seat, built from the views that it was shown and never from the state of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engine.position import Position, build_position_of_cards
from games.rules.cards import DECK, Card, Faction
from games.rules.state import Cards, Phase, Seat, get_other_seat
from games.rules.tricks import POWERS, get_recruit
from games.rules.visible_state import VisibleState, VisibleTrick

Tricks = dict[tuple[Phase, int], VisibleTrick]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Knowledge of the seat to play.

    ``played`` are all cards played so far. ``mine`` and ``theirs`` are the known followers of the seat and of the other
    seat, and ``own_blind`` are those of ``mine`` that the other seat did not see. ``held`` is the size of the other
    hand, ``blind`` the number of unknown followers of the other seat, ``unseen`` the cards that the seat has not seen
    anywhere, and ``void`` the factions that the other hand cannot hold. In phase two the followers are the hands, and
    ``unseen`` is the other hand.
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


def build_knowledge(views: Sequence[VisibleState]) -> Knowledge:
    """Return the knowledge of the seat to play after these views.

    ``views`` should have every view since the deal in order, one for each card. Of tricks without a view, only the
    memory in the last view is known. Raise ``ValueError`` if it is not this seat's turn.
    """
    view = views[-1]
    seat = view.turn
    if seat is None or not view.legal or view.hand is None:
        raise ValueError("it is not this seat's turn")
    tricks = _list_tricks(views)
    played = _merge_cards(_list_played_cards(tricks, view), view.memory.gone if view.memory else ())
    mine, theirs = (_list_followers(tricks, view, owner) for owner in (seat, get_other_seat(seat)))
    return Knowledge(
        seat=seat,
        phase=view.phase,
        number=view.number,
        ply=view.ply,
        leader=view.leader,
        hand=view.hand,
        legal=view.legal,
        lead=view.lead,
        revealed=view.revealed,
        deck=view.deck,
        held=view.sizes[get_other_seat(seat)],
        played=played,
        mine=mine,
        own_blind=_list_own_blind_cards(tricks, mine, seat) if view.phase is Phase.ONE else (),
        theirs=theirs,
        blind=view.followers[get_other_seat(seat)] - len(theirs) if view.phase is Phase.ONE else 0,
        unseen=_list_unseen_cards(view, view.hand, played, mine, theirs),
        void=frozenset(_list_void_factions(tricks, view, seat)),
        score=view.score,
    )


def build_known_position(knowledge: Knowledge, theirs: Iterable[Card]) -> Position:
    """Return the position of phase two in which the other seat holds ``theirs``."""
    hands = (knowledge.hand, tuple(theirs)) if knowledge.seat == 0 else (tuple(theirs), knowledge.hand)
    return build_position_of_cards(hands, knowledge.score, knowledge.leader, knowledge.lead)


def _list_tricks(views: Sequence[VisibleState]) -> Tricks:
    """Return all complete tricks that the views show."""
    tricks: Tricks = {}
    for view in views:
        for trick in (*(view.earlier or ()), *((view.last,) if view.last else ())):
            tricks[trick.phase, trick.number] = trick
    return tricks


def _list_played_cards(tricks: Tricks, view: VisibleState) -> Iterator[Card]:
    for trick in tricks.values():
        yield from (trick.lead, trick.follow)
    if view.lead is not None:
        yield view.lead


def _merge_cards(first: Iterable[Card], second: Iterable[Card]) -> Cards:
    """Return the cards of two overlapping lists: as many copies of each card as the list with more copies."""
    return tuple(sorted((Counter(first) | Counter(second)).elements()))


def _list_followers(tricks: Tricks, view: VisibleState, seat: Seat) -> Cards:
    """Return the known followers of a seat that it has not played since."""
    taken = Counter(
        card
        for trick in tricks.values()
        if (card := get_recruit(seat, trick.winner, trick.revealed, trick.blind)) is not None
    )
    phase_two = (trick for trick in tricks.values() if trick.phase is Phase.TWO)
    played = [trick.lead if trick.leader == seat else trick.follow for trick in phase_two]
    if view.phase is Phase.TWO and view.lead is not None and view.leader == seat:
        played.append(view.lead)
    return _merge_cards((taken - Counter(played)).elements(), view.memory.recruited[seat] if view.memory else ())


def _list_own_blind_cards(tricks: Tricks, mine: Cards, seat: Seat) -> Cards:
    """Return the followers of the seat that it recruited as blind cards."""
    revealed = Counter(
        trick.revealed for trick in tricks.values() if trick.winner == seat and trick.revealed is not None
    )
    return tuple((Counter(mine) - revealed).elements())


def _list_unseen_cards(view: VisibleState, hand: Cards, played: Cards, mine: Cards, theirs: Cards) -> Cards:
    seen = Counter(hand) + Counter(played)
    if view.phase is Phase.ONE:
        seen += Counter(mine) + Counter(theirs) + Counter(() if view.revealed is None else (view.revealed,))
    return tuple((Counter(DECK) - seen).elements())


def _list_void_factions(tricks: Tricks, view: VisibleState, seat: Seat) -> Iterator[Faction]:
    """Yield the factions that the other seat did not follow in this phase; a wild card proves nothing."""
    for trick in tricks.values():
        is_follower = trick.leader == seat and trick.phase is view.phase
        if is_follower and trick.follow.faction is not trick.lead.faction and not POWERS[trick.follow.faction].wild:
            yield trick.lead.faction
