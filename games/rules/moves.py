"""Deal, legal cards, and the state after each card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.rules.cards import COPIES, DECK, Card, Faction
from games.rules.errors import Refusal
from games.rules.state import (
    HAND_SIZE,
    Cards,
    Seat,
    SeatCards,
    State,
    Trick,
    get_other_seat,
    remove_card,
    replace_cards,
)
from games.rules.tricks import can_follow, get_trick_winner, list_destinations, list_follow_options


def start(hands: SeatCards, deck: Cards, leader: Seat) -> State:
    """Return the state before the first lead.

    ``deck`` is in drawing order: revealed, blind, revealed, blind, and so on. Raise ``Refusal`` with ``bad_deal``
    unless each hand has 13 cards, the deck has 26, and together they are the 52 cards.
    """
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            raise Refusal("bad_deal", detail=f"hand {seat} has {len(hand)} cards, not {HAND_SIZE}")
    if len(deck) != 2 * HAND_SIZE:
        raise Refusal("bad_deal", detail=f"the deck has {len(deck)} cards, not {2 * HAND_SIZE}")
    dealt = Counter(hands[0] + hands[1] + deck)
    if dict(dealt) != COPIES:
        raise Refusal("bad_deal", detail=f"too many of {min(dealt - Counter(DECK))}")
    return State(leader, hands, deck)


def deal(cards: Cards, leader: Seat) -> State:
    """Deal 52 shuffled cards and return the state before the first lead.

    The first 13 cards are the hand of seat 0, the next 13 the hand of seat 1, and the other 26 the deck.
    """
    return start((cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]), cards[2 * HAND_SIZE :], leader)


def legal_moves(state: State) -> Cards:
    """Return the legal cards of the seat to play, sorted by code; empty if the game is over."""
    seat = state.to_play
    if seat is None:
        return ()
    hand = state.hands[seat]
    return tuple(sorted(hand if state.lead is None else list_follow_options(hand, state.lead.faction)))


def check(state: State, card: Card) -> None:
    """Raise ``Refusal`` if the seat to play may not play ``card``.

    The code is ``game_over``, ``not_in_hand`` or ``must_follow``.
    """
    seat = state.to_play
    if seat is None:
        raise Refusal("game_over")
    if card not in state.hands[seat]:
        raise Refusal("not_in_hand", card=card)
    if state.lead is not None and not can_follow(state.hands[seat], state.lead.faction, card):
        raise build_must_follow_refusal(state.lead.faction)


def build_must_follow_refusal(led: Faction) -> Refusal:
    """Return the ``must_follow`` refusal for a hand that holds a card of the led faction."""
    return Refusal("must_follow", key=f"must_follow_{led}")


def apply(state: State, card: Card) -> State:
    """Return the state after the seat to play plays ``card``; raise the refusals of ``check``."""
    check(state, card)
    leader, lead, hands = state.leader, state.lead, state.hands
    seat = leader if lead is None else get_other_seat(leader)
    hands = replace_cards(hands, seat, remove_card(hands[seat], card))
    if lead is None:
        return state.then(leader, hands, state.deck, card, state.followers, state.score, state.tricks)
    return _finish_trick(state, hands, lead, card)


def _finish_trick(state: State, hands: SeatCards, lead: Card, follow: Card) -> State:
    leader, deck, score, tricks, phase = state.leader, state.deck, state.score, state.tricks, state.phase
    winner = get_trick_winner(leader, lead, follow)
    for gain in list_destinations(phase, winner, (lead, follow)):
        if gain.seat is not None:
            score = replace_cards(score, gain.seat, (*score[gain.seat], gain.card))
    revealed, blind = deck[:2] if deck else (None, None)
    trick = Trick(phase, state.number, leader, lead, follow, winner, revealed, blind)
    followers = state.followers
    if revealed is not None and blind is not None:
        recruits = (revealed, blind) if winner == 0 else (blind, revealed)
        followers = (*followers[0], recruits[0]), (*followers[1], recruits[1])
    after = state.then(winner, hands, deck[2:], None, followers, score, (*tricks, trick))
    return _enter_phase_two(after) if deck and not after.deck else after


def _enter_phase_two(state: State) -> State:
    """Make the followers the hands; the winner of trick 13 leads (ruling 10)."""
    return replace(state, hands=state.followers, followers=((), ()))


def list_states(deal: State, plays: Cards) -> tuple[State, ...]:
    """Return ``deal`` and the state after each of these cards; raise the refusals of ``apply``."""
    states = [deal]
    for card in plays:
        states.append(apply(states[-1], card))
    return tuple(states)
