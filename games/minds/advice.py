"""A card to play, and a reason for it that is true whatever the cards are that nobody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.minds.choice import chosen
from games.minds.endings import Solver, outcome_of
from games.minds.knowledge import Knowledge, known, position_with
from games.minds.levels import Level
from games.minds.position import BEATS, NUMBERS, Position
from games.minds.weights import fitted
from games.rules.cards import Card, Faction
from games.rules.rulings import Draw
from games.rules.scoring import vote
from games.rules.state import Pair, Phase, Seat, other
from games.rules.tricks import Pile, collect
from games.rules.visible import Visible

FEW = 0.25
"""The part of the unseen cards that beat a strong lead at the most."""


class Why(StrEnum):
    """What speaks for a card. The first ones are about the end of the game with the best play of both."""

    ONLY = "only"
    """No other card may be played."""
    KEEPS_WIN = "keeps_win"
    """It wins, and some other card would not."""
    KEEPS_DRAW = "keeps_draw"
    """It draws, and every other card would lose."""
    ALL_WIN = "all_win"
    ALL_DRAW = "all_draw"
    LEAST_BAD = "least_bad"
    """Every card loses; this one does best in this trick."""
    VOTE = "vote"
    """The trick gives the seat a vote that it does not have now; about that faction."""
    TAKES = "takes"
    """It wins the card turned up, which is worth more as a follower than most unseen cards; about that card."""
    SURE = "sure"
    """No unseen card beats this lead, and the card turned up is worth it; about that card."""
    STRONG = "strong"
    """Few unseen cards beat this lead, and the card turned up is worth it; about that card."""
    LEAVES = "leaves"
    """It loses the card turned up, which is worth less than most unseen cards, where another card would win it."""
    SAVES = "saves"
    """The lowest lead, for a card turned up that is worth less than most unseen ones; about that card."""
    CANNOT = "cannot"
    """No card can win the trick, so the lowest goes."""
    WINS = "wins"
    """It wins the trick, and no lower card of its faction would."""
    BEST = "best"
    """What the search, or a look at this trick, found best."""


@dataclass(frozen=True, slots=True)
class Advice:
    """``about``: the code of a card or the letter of a faction, where the reason is about one."""

    card: Card
    why: Why
    about: str = ""


def advise(views: Sequence[Visible], level: Level, seed: int, draw: str = Draw.VOTES) -> Advice:
    """What ``choose`` plays for a level that forgets nothing, and why. The same for the same views, level and seed."""
    return advised(known(views), level, seed, draw)


def advised(knowledge: Knowledge, level: Level, seed: int, draw: str = Draw.VOTES) -> Advice:
    """The same for what a seat knows that is to play."""
    card = chosen(knowledge, level, seed, draw)
    if len(set(knowledge.legal)) == 1:
        return Advice(card, Why.ONLY)
    if knowledge.phase is Phase.TWO:
        why = _ending(knowledge, card, level.nodes, draw)
        if why is not None:
            return Advice(card, why)
    return _of_trick(knowledge, card)


def _ending(knowledge: Knowledge, card: Card, nodes: int, draw: str) -> Why | None:
    """The reason by the exact end; None where that is not known."""
    at = position_with(knowledge, knowledge.unseen)
    solver = Solver(at, nodes)
    ends = {one: _end(solver, at, one, draw) for one in dict.fromkeys(knowledge.legal)}
    own, others = ends.pop(card), set(ends.values())
    if own is None:
        return None
    if others == {own}:
        return {1: Why.ALL_WIN, 0: Why.ALL_DRAW, -1: Why.LEAST_BAD}[own]
    if own == 1:
        return Why.KEEPS_WIN if others & {0, -1} else None
    return Why.KEEPS_DRAW if own == 0 and others == {-1} else None


def _end(solver: Solver, at: Position, card: Card, draw: str) -> int | None:
    """1, 0 or -1 for the seat to play, once it has played this card and both play their best; None: not known."""
    after = at.after(next(one for one in NUMBERS[card] if one in at.legal()))
    found = outcome_of(solver, after, draw)
    return found if found is None or after.to_play == at.to_play else -found


def _of_trick(knowledge: Knowledge, card: Card) -> Advice:
    lead, turned = knowledge.lead, knowledge.revealed
    if lead is None:
        return _leading(knowledge, card, turned) if turned else Advice(card, Why.BEST)
    won = _beats(lead, card)
    gained = _gained(knowledge, lead, card)
    if gained is not None:
        return Advice(card, Why.VOTE, gained.value)
    winners = [one for one in knowledge.legal if _beats(lead, one)]
    if not won and not winners and _lowest(card, knowledge.legal):
        return Advice(card, Why.CANNOT)
    if turned is not None and won and _wanted(knowledge, turned):
        return Advice(card, Why.TAKES, str(turned))
    if turned is not None and not won and winners and _unwanted(knowledge, turned):
        return Advice(card, Why.LEAVES, str(turned))
    if won and _lowest(card, [one for one in winners if one.faction is card.faction]):
        return Advice(card, Why.WINS)
    return Advice(card, Why.BEST)


def _leading(knowledge: Knowledge, card: Card, turned: Card) -> Advice:
    beaten = sum(_beats(card, one) for one in knowledge.unseen)
    if _wanted(knowledge, turned) and beaten <= FEW * len(knowledge.unseen):
        return Advice(card, Why.STRONG if beaten else Why.SURE, str(turned))
    if _unwanted(knowledge, turned) and _lowest(card, knowledge.legal):
        return Advice(card, Why.SAVES, str(turned))
    return Advice(card, Why.BEST)


def _gained(knowledge: Knowledge, lead: Card, card: Card) -> Faction | None:
    """The faction whose vote the seat has after the trick, and not before it."""
    after = _scored(knowledge, lead, card)
    for faction in Faction:
        if vote(faction, after).seat == knowledge.seat != vote(faction, knowledge.score).seat:
            return faction
    return None


def _scored(knowledge: Knowledge, lead: Card, card: Card) -> Pair:
    """Both score piles after the trick that this card ends."""
    winner: Seat = knowledge.seat if _beats(lead, card) else other(knowledge.seat)
    piles = list(knowledge.score)
    for gain in collect(knowledge.phase, winner, (lead, card), None, None):
        if gain.pile is Pile.SCORE and gain.seat is not None:
            piles[gain.seat] += (gain.card,)
    return piles[0], piles[1]


def _beats(lead: Card, card: Card) -> bool:
    return bool(BEATS[NUMBERS[lead][0], NUMBERS[card][0]])


def _lowest(card: Card, cards: Sequence[Card]) -> bool:
    return card.value == min(one.value for one in cards)


def _wanted(knowledge: Knowledge, turned: Card) -> bool:
    """Whether the card turned up is worth more as a follower than most unseen cards."""
    return _better(knowledge, turned) * 2 < len(knowledge.unseen)


def _unwanted(knowledge: Knowledge, turned: Card) -> bool:
    """Whether most unseen cards are worth more."""
    return _better(knowledge, turned) * 2 > len(knowledge.unseen)


def _better(knowledge: Knowledge, turned: Card) -> int:
    """How many unseen cards are worth more as followers."""
    worth = fitted().follower
    return sum(worth[NUMBERS[one][0]] > worth[NUMBERS[turned][0]] for one in knowledge.unseen)
