"""What one audience may see of a game, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card, hand_order
from games.rules.errors import Refusal
from games.rules.moves import check, legal_moves
from games.rules.rulings import ONLINE, LastTrick, Rulings
from games.rules.scoring import Vote, votes
from games.rules.state import Cards, Pair, Phase, Seat, State, Trick
from games.rules.tricks import Gain, Pile, Reason, Shown, collect, judge, powers_shown


@dataclass(frozen=True, slots=True)
class VisibleGain:
    """A card of the last trick and where it went; ``card`` is None where the audience may not know it."""

    card: Card | None
    pile: Pile
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class VisibleTrick:
    """A complete trick; ``blind`` is None unless the audience took it."""

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
    powers: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """What an attentive person at this place remembers of the cards.

    ``gone`` were played and never come back to a hand; ``recruited`` are in the follower pile, then in the hand of each
    seat, as far as the audience saw it: those that lay open, and the own ones that did not.
    """

    gone: Cards
    recruited: Pair


@dataclass(frozen=True, slots=True)
class Visible:
    """A game as one audience sees it. Own things are None for watchers, who have no seat.

    ``last`` is the last complete trick, ``earlier`` those before it; None where they may not be looked at. ``memory``
    is what all tricks have shown, which anybody could have written down; None with strict memory. ``dealt`` is the own
    hand in the order in which its cards came.
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
    score: Pair
    votes: tuple[Vote, ...]
    last: VisibleTrick | None
    earlier: tuple[VisibleTrick, ...] | None
    memory: Memory | None


def visible(state: State, audience: Seat | None, rulings: Rulings = ONLINE) -> Visible:
    """What ``audience`` (a seat, or None for watchers) may see of ``state``.

    By the ``rulings`` the own follower pile stays hidden in phase one, tricks are put away sooner or later, and nobody
    is reminded of cards that they saw. The score piles are open (ruling 13); a blind card is its owner's alone
    (ruling 11).
    """
    hidden = audience is None or rulings.strict or state.phase is Phase.TWO
    legal, refusals = _choices(state, audience)
    return Visible(
        phase=state.phase,
        number=state.number,
        ply=state.ply,
        leader=state.leader,
        turn=state.to_play,
        deck=len(state.deck) - (1 if state.deck else 0),
        revealed=state.revealed,
        lead=state.lead,
        sizes=(len(state.hands[0]), len(state.hands[1])),
        hand=None if audience is None else _shown(state.hands[audience]),
        dealt=None if audience is None else state.hands[audience],
        legal=legal,
        refusals=refusals,
        followers=(len(state.followers[0]), len(state.followers[1])),
        recruits=None if hidden or audience is None else _shown(state.followers[audience]),
        score=(_shown(state.score[0]), _shown(state.score[1])),
        votes=votes(state.score),
        last=_last(state, audience, rulings),
        earlier=_earlier(state, audience, rulings),
        memory=None if rulings.strict else _memory(state, audience),
    )


def _shown(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=hand_order))


def _choices(state: State, audience: Seat | None) -> tuple[Cards, tuple[tuple[Card, Refusal], ...]]:
    """The audience's own cards that may be played now, and why the others may not."""
    if audience is None or audience != state.to_play:
        return (), ()
    hand, playable = _shown(state.hands[audience]), frozenset(legal_moves(state))
    legal = tuple(card for card in hand if card in playable)
    return legal, tuple((card, _refusal(state, card)) for card in hand if card not in playable)


def _refusal(state: State, card: Card) -> Refusal:
    try:
        check(state, card)
    except Refusal as refusal:
        return refusal
    raise ValueError(f"{card} may be played")


def _last(state: State, audience: Seat | None, rulings: Rulings) -> VisibleTrick | None:
    gone = rulings.last_trick == LastTrick.LEAD and state.lead is not None
    return None if gone or not state.tricks else lying(state.tricks[-1], audience)


def _earlier(state: State, audience: Seat | None, rulings: Rulings) -> tuple[VisibleTrick, ...] | None:
    """All tricks but the last, where they may be looked at. Own blind cards are followers, hidden where those are."""
    if rulings.last_trick != LastTrick.ALL:
        return None
    owner = None if rulings.strict and state.phase is Phase.ONE else audience
    return tuple(lying(trick, owner) for trick in state.tricks[:-1])


def _memory(state: State, audience: Seat | None) -> Memory:
    gone = tuple([card for trick in state.tricks for card in (trick.lead, trick.follow)])
    gone += () if state.lead is None else (state.lead,)
    return Memory(_shown(gone), (_recruited(state, 0, audience), _recruited(state, 1, audience)))


def _recruited(state: State, seat: Seat, audience: Seat | None) -> Cards:
    """The followers of a seat that the audience saw it take, less those that it has played since."""
    left = [card for trick in state.tricks if (card := _taken(trick, seat, audience)) is not None]
    for card in played_late(state, seat):
        if card in left:
            left.remove(card)
    return _shown(tuple(left))


def played_late(state: State, seat: Seat) -> Cards:
    """What a seat has played in phase two."""
    tricks = [trick for trick in state.tricks if trick.phase is Phase.TWO]
    played = tuple([trick.lead if trick.leader == seat else trick.follow for trick in tricks])
    leads = state.phase is Phase.TWO and state.lead is not None and state.leader == seat
    return (*played, state.lead) if leads and state.lead is not None else played


def _taken(trick: Trick, seat: Seat, audience: Seat | None) -> Card | None:
    if trick.winner == seat:
        return trick.revealed
    return trick.blind if seat == audience else None


def lying(trick: Trick, audience: Seat | None) -> VisibleTrick:
    """A complete trick as ``audience`` may see it."""
    played = (trick.lead, trick.follow)
    gains = collect(trick.phase, trick.winner, played, trick.revealed, trick.blind)
    return VisibleTrick(
        phase=trick.phase,
        number=trick.number,
        leader=trick.leader,
        lead=trick.lead,
        follow=trick.follow,
        winner=trick.winner,
        reason=judge(*played)[1],
        revealed=trick.revealed,
        blind=trick.blind if _took_blind(trick, audience) else None,
        gains=tuple(_seen(gain, trick, audience) for gain in gains),
        powers=powers_shown(trick.phase, trick.winner, *played),
    )


def _took_blind(trick: Trick, audience: Seat | None) -> bool:
    return audience is not None and audience != trick.winner


def _seen(gain: Gain, trick: Trick, audience: Seat | None) -> VisibleGain:
    hidden = gain.pile is Pile.FOLLOWERS and gain.seat != trick.winner and not _took_blind(trick, audience)
    return VisibleGain(None if hidden else gain.card, gain.pile, gain.seat)
