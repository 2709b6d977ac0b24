"""Visible state: the part of a game's state that a seat or a watcher may see, built field by field."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card, hand_sort_key
from games.rules.errors import Refusal
from games.rules.moves import check, legal_moves
from games.rules.rulings import MATCH_RULINGS, LastTrick, Rulings
from games.rules.scoring import Vote, compute_votes
from games.rules.state import Cards, Phase, Seat, SeatCards, State, Trick
from games.rules.tricks import (
    Gain,
    Pile,
    PowerEffect,
    Reason,
    decide_trick,
    get_recruit,
    list_gains,
    list_power_effects,
)


@dataclass(frozen=True, slots=True)
class VisibleGain:
    """Card of a trick and the pile to which it went; ``card`` is None if the audience may not know it."""

    card: Card | None
    pile: Pile
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class VisibleTrick:
    """Complete trick as an audience may see it; ``blind`` is None unless the audience recruited it."""

    phase: Phase
    number: int
    leader: Seat
    lead: Card
    follow: Card
    winner: Seat
    reason: Reason
    revealed: Card | None
    blind: Card | None
    gains: tuple[VisibleGain, ...]
    powers: tuple[PowerEffect, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """Cards that an attentive player or watcher remembers.

    ``gone`` are the played cards, which never return to a hand. ``recruited`` are the known cards in the follower pile
    of each seat, or in its hand in phase two: the revealed cards, and the audience's own blind cards.
    """

    gone: Cards
    recruited: SeatCards


@dataclass(frozen=True, slots=True)
class VisibleState:
    """State of a game as an audience may see it.

    ``hand``, ``dealt`` and ``recruits`` are None for watchers; ``dealt`` is the hand in the order in which its cards
    came. ``deck`` is the number of cards below the revealed card. ``last`` is the last complete trick and ``earlier``
    are the tricks before it, each None if the audience may not look at them. ``memory`` has what the audience could
    have written down during all tricks; None with strict rulings.
    """

    phase: Phase
    number: int
    ply: int
    leader: Seat
    turn: Seat | None
    deck: int
    revealed: Card | None
    lead: Card | None
    sizes: tuple[int, int]
    hand: Cards | None
    dealt: Cards | None
    legal: Cards
    refusals: tuple[tuple[Card, Refusal], ...]
    followers: tuple[int, int]
    recruits: Cards | None
    score: SeatCards
    votes: tuple[Vote, ...]
    last: VisibleTrick | None
    earlier: tuple[VisibleTrick, ...] | None
    memory: Memory | None


def build_visible_state(state: State, audience: Seat | None, rulings: Rulings = MATCH_RULINGS) -> VisibleState:
    """Return what ``audience`` (a seat, or None for watchers) may see of ``state``.

    The ``rulings`` decide whether a player's own follower pile stays hidden in phase one, how long tricks stay visible,
    and whether the view reminds the audience of cards that it saw. The score piles are open (ruling 13); a blind card
    is visible only to its owner (ruling 11).
    """
    hidden = audience is None or rulings.strict or state.phase is Phase.TWO
    legal, refusals = list_choices(state, audience)
    return VisibleState(
        phase=state.phase,
        number=state.number,
        ply=state.ply,
        leader=state.leader,
        turn=state.to_play,
        deck=len(state.deck) - (1 if state.deck else 0),
        revealed=state.revealed,
        lead=state.lead,
        sizes=(len(state.hands[0]), len(state.hands[1])),
        hand=None if audience is None else _sort_cards(state.hands[audience]),
        dealt=None if audience is None else state.hands[audience],
        legal=legal,
        refusals=refusals,
        followers=(len(state.followers[0]), len(state.followers[1])),
        recruits=None if hidden or audience is None else _sort_cards(state.followers[audience]),
        score=(_sort_cards(state.score[0]), _sort_cards(state.score[1])),
        votes=compute_votes(state.score),
        last=_build_last_trick(state, audience, rulings),
        earlier=_build_earlier_tricks(state, audience, rulings),
        memory=None if rulings.strict else _build_memory(state, audience),
    )


def _sort_cards(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=hand_sort_key))


def list_choices(state: State, audience: Seat | None) -> tuple[Cards, tuple[tuple[Card, Refusal], ...]]:
    """Return the legal cards of the audience, and its other cards with their refusals.

    Both are empty if it is not the audience's turn.
    """
    if audience is None or audience != state.to_play:
        return (), ()
    hand, playable = _sort_cards(state.hands[audience]), frozenset(legal_moves(state))
    legal = tuple(card for card in hand if card in playable)
    return legal, tuple((card, _get_refusal(state, card)) for card in hand if card not in playable)


def _get_refusal(state: State, card: Card) -> Refusal:
    try:
        check(state, card)
    except Refusal as refusal:
        return refusal
    raise ValueError(f"{card} may be played")


def _build_last_trick(state: State, audience: Seat | None, rulings: Rulings) -> VisibleTrick | None:
    is_hidden = rulings.last_trick == LastTrick.LEAD and state.lead is not None
    return None if is_hidden or not state.tricks else build_visible_trick(state.tricks[-1], audience)


def _build_earlier_tricks(state: State, audience: Seat | None, rulings: Rulings) -> tuple[VisibleTrick, ...] | None:
    """Return all tricks but the last; None if the audience may not look at them.

    The audience's own blind cards are followers, so they are hidden whenever its followers are.
    """
    if rulings.last_trick != LastTrick.ALL:
        return None
    owner = None if rulings.strict and state.phase is Phase.ONE else audience
    return tuple(build_visible_trick(trick, owner) for trick in state.tricks[:-1])


def _build_memory(state: State, audience: Seat | None) -> Memory:
    gone = tuple([card for trick in state.tricks for card in (trick.lead, trick.follow)])
    gone += () if state.lead is None else (state.lead,)
    return Memory(_sort_cards(gone), (_list_recruits(state, 0, audience), _list_recruits(state, 1, audience)))


def _list_recruits(state: State, seat: Seat, audience: Seat | None) -> Cards:
    """Return the followers that the audience saw a seat recruit and that the seat has not played since."""
    left = [card for trick in state.tricks if (card := _get_taken_card(trick, seat, audience)) is not None]
    for card in list_phase_two_plays(state, seat):
        if card in left:
            left.remove(card)
    return _sort_cards(tuple(left))


def list_phase_two_plays(state: State, seat: Seat) -> Cards:
    """Return the cards that a seat has played in phase two, in order."""
    tricks = [trick for trick in state.tricks if trick.phase is Phase.TWO]
    played = tuple([trick.lead if trick.leader == seat else trick.follow for trick in tricks])
    leads = state.phase is Phase.TWO and state.lead is not None and state.leader == seat
    return (*played, state.lead) if leads and state.lead is not None else played


def _get_taken_card(trick: Trick, seat: Seat, audience: Seat | None) -> Card | None:
    return get_recruit(seat, trick.winner, trick.revealed, trick.blind if seat == audience else None)


def build_visible_trick(trick: Trick, audience: Seat | None) -> VisibleTrick:
    """Return a complete trick as ``audience`` may see it."""
    played = (trick.lead, trick.follow)
    gains = list_gains(trick.phase, trick.winner, played, trick.revealed, trick.blind)
    return VisibleTrick(
        phase=trick.phase,
        number=trick.number,
        leader=trick.leader,
        lead=trick.lead,
        follow=trick.follow,
        winner=trick.winner,
        reason=decide_trick(*played)[1],
        revealed=trick.revealed,
        blind=trick.blind if _has_taken_blind(trick, audience) else None,
        gains=tuple(_build_visible_gain(gain, trick, audience) for gain in gains),
        powers=list_power_effects(trick.phase, trick.winner, *played),
    )


def _has_taken_blind(trick: Trick, audience: Seat | None) -> bool:
    return audience is not None and audience != trick.winner


def _build_visible_gain(gain: Gain, trick: Trick, audience: Seat | None) -> VisibleGain:
    hidden = gain.pile is Pile.FOLLOWERS and gain.seat != trick.winner and not _has_taken_blind(trick, audience)
    return VisibleGain(None if hidden else gain.card, gain.pile, gain.seat)
