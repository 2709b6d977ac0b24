"""Dealing, the legal moves, and playing a card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules.cards import COPIES, DECK, Card, Faction
from games.rules.errors import Refusal
from games.rules.state import HAND, Cards, Pair, Seat, State, Trick, other, replaced, without
from games.rules.tricks import destinations, follow_options, may_follow, trick_winner


def start(hands: Pair, deck: Cards, leader: Seat) -> State:
    """The state before the first lead.

    ``deck`` is in drawing order: revealed, blind, revealed, blind, and so on. Refused with
    ``bad_deal`` unless two hands of 13 and a deck of 26 make up the 52 cards.
    """
    for seat, hand in enumerate(hands):
        if len(hand) != HAND:
            raise Refusal("bad_deal", detail=f"hand {seat} has {len(hand)} cards, not {HAND}")
    if len(deck) != 2 * HAND:
        raise Refusal("bad_deal", detail=f"the deck has {len(deck)} cards, not {2 * HAND}")
    dealt = Counter(hands[0] + hands[1] + deck)
    if dict(dealt) != COPIES:
        raise Refusal("bad_deal", detail=f"too many of {min(dealt - Counter(DECK))}")
    return State(leader, hands, deck)


def deal(cards: Cards, leader: Seat) -> State:
    """The state before the first lead from 52 shuffled cards: 13 to each seat, the rest the deck."""
    return start((cards[:HAND], cards[HAND : 2 * HAND]), cards[2 * HAND :], leader)


def legal_moves(state: State) -> Cards:
    """The cards the seat to play may play now, sorted as text; none when the game is over."""
    seat = state.to_play
    if seat is None:
        return ()
    hand = state.hands[seat]
    return tuple(sorted(hand if state.lead is None else follow_options(hand, state.lead.faction)))


def check(state: State, card: Card) -> None:
    """Raise the refusal that ``apply`` would: ``game_over``, ``not_in_hand`` or ``must_follow``."""
    seat = state.to_play
    if seat is None:
        raise Refusal("game_over")
    if card not in state.hands[seat]:
        raise Refusal("not_in_hand", card=card)
    if state.lead is not None and not may_follow(state.hands[seat], state.lead.faction, card):
        raise must_follow(state.lead.faction)


def must_follow(led: Faction) -> Refusal:
    """The refusal of a card by whoever holds one of the faction that was led."""
    return Refusal("must_follow", key=f"must_follow_{led}")


def apply(state: State, card: Card) -> State:
    """The state after the seat to play has played ``card``; always checked, see ``check``."""
    check(state, card)
    leader, lead, hands = state.leader, state.lead, state.hands
    seat = leader if lead is None else other(leader)
    hands = replaced(hands, seat, without(hands[seat], card))
    if lead is None:
        return state.then(leader, hands, state.deck, card, state.followers, state.score, state.tricks)
    return _finish_trick(state, hands, lead, card)


def _finish_trick(state: State, hands: Pair, lead: Card, follow: Card) -> State:
    leader, deck, score, tricks, phase = state.leader, state.deck, state.score, state.tricks, state.phase
    winner = trick_winner(leader, lead, follow)
    for gain in destinations(phase, winner, (lead, follow)):
        if gain.seat is not None:
            score = replaced(score, gain.seat, (*score[gain.seat], gain.card))
    revealed, blind = deck[:2] if deck else (None, None)
    trick = Trick(phase, state.number, leader, lead, follow, winner, revealed, blind)
    followers = state.followers
    if revealed is not None and blind is not None:
        recruits = (revealed, blind) if winner == 0 else (blind, revealed)
        followers = (*followers[0], recruits[0]), (*followers[1], recruits[1])
    after = state.then(winner, hands, deck[2:], None, followers, score, (*tricks, trick))
    return _enter_phase_two(after) if deck and not after.deck else after


def _enter_phase_two(state: State) -> State:
    """The followers become the hands; the winner of trick 13 leads (ruling 10)."""
    return replace(state, hands=state.followers, followers=((), ()))
