"""Dealing, the legal moves, and playing a card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules.cards import DECK, Card, Faction
from games.rules.errors import Refusal
from games.rules.state import HAND, Cards, Pair, Seat, State, Trick, other, replaced, without
from games.rules.tricks import destinations, follow_options, trick_winner


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
    if surplus := Counter(hands[0] + hands[1] + deck) - Counter(DECK):
        raise Refusal("bad_deal", detail=f"too many of {min(surplus)}")
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
    if state.lead is not None and card not in follow_options(state.hands[seat], state.lead.faction):
        raise must_follow(state.lead.faction)


def must_follow(led: Faction) -> Refusal:
    """The refusal of a card by whoever holds one of the faction that was led."""
    return Refusal("must_follow", key=f"must_follow_{led}")


def apply(state: State, card: Card) -> State:
    """The state after the seat to play has played ``card``; always checked, see ``check``."""
    check(state, card)
    seat = state.leader if state.lead is None else other(state.leader)
    hands = replaced(state.hands, seat, without(state.hands[seat], card))
    if state.lead is None:
        return state.then(state.leader, hands, state.deck, card, state.followers, state.score, state.tricks)
    return _finish_trick(state, hands, state.lead, card)


def _finish_trick(state: State, hands: Pair, lead: Card, follow: Card) -> State:
    winner, followers, score = trick_winner(state.leader, lead, follow), state.followers, list(state.score)
    revealed, blind = state.deck[:2] if state.deck else (None, None)
    if revealed is not None and blind is not None:
        for seat, recruit in ((winner, revealed), (other(winner), blind)):
            followers = replaced(followers, seat, (*followers[seat], recruit))
    for gain in destinations(state.phase, winner, (lead, follow)):
        if gain.seat is not None:
            score[gain.seat] += (gain.card,)
    trick = Trick(state.phase, state.number, state.leader, lead, follow, winner, revealed, blind)
    scored, tricks = (score[0], score[1]), (*state.tricks, trick)
    after = state.then(winner, hands, state.deck[2:], None, followers, scored, tricks)
    return _enter_phase_two(after) if state.deck and not after.deck else after


def _enter_phase_two(state: State) -> State:
    """The followers become the hands; the winner of trick 13 leads (ruling 10)."""
    return replace(state, hands=state.followers, followers=((), ()))
