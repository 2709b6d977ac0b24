"""Hints: a suggested card, with a reason that is true whatever the hidden cards are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.card_choice import choose_from_knowledge
from games.engine.endgame_solver import Solver, solve_after
from games.engine.knowledge import Knowledge, build_knowledge, build_known_position
from games.engine.levels import Level
from games.engine.position import BEATS, NUMBERS
from games.engine.weights import load_weights
from games.rules.cards import Card, Faction
from games.rules.rulings import Draw
from games.rules.scoring import compute_vote
from games.rules.state import Phase, Seat, SeatCards, get_other_seat
from games.rules.tricks import Pile, list_gains
from games.rules.visible_state import VisibleState

FEW_CARDS = 0.25
"""Largest share of the unseen cards that may beat a strong lead."""


class AdviceReason(StrEnum):
    """Reason for a card; those from ``KEEPS_WIN`` to ``LEAST_BAD`` are about best play of both seats to the end."""

    ONLY = "only"
    """No other card may be played."""
    KEEPS_WIN = "keeps_win"
    """The card wins, and at least one other card would not."""
    KEEPS_DRAW = "keeps_draw"
    """The card draws, and every other card would lose."""
    ALL_WIN = "all_win"
    ALL_DRAW = "all_draw"
    LEAST_BAD = "least_bad"
    """Every card loses; this card does best in this trick."""
    VOTE = "vote"
    """The trick gives the seat a vote that it does not have yet; ``about`` is its faction."""
    TAKES = "takes"
    """The card wins the revealed card (``about``), which is worth more as a follower than most unseen cards."""
    SURE = "sure"
    """No unseen card beats this lead, and the revealed card (``about``) is worth it."""
    STRONG = "strong"
    """Few unseen cards beat this lead, and the revealed card (``about``) is worth it."""
    LEAVES = "leaves"
    """The card loses the revealed card (``about``), which is worth less than most unseen cards; another wins it."""
    SAVES = "saves"
    """The card is the lowest lead, for a revealed card (``about``) that is worth less than most unseen cards."""
    CANNOT = "cannot"
    """No card can win the trick, and this card is the lowest."""
    WINS = "wins"
    """The card wins the trick, and no lower card of its faction would."""
    BEST = "best"
    """The search, or the lookahead of one trick, rates the card best."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Suggested card and its reason; ``about`` is the card code or faction letter that the reason refers to."""

    card: Card
    reason: AdviceReason
    about: str = ""


def suggest_card(views: Sequence[VisibleState], level: Level, seed: int, draw: str = Draw.VOTES) -> Advice:
    """Return the card that ``choose_card`` plays, with a reason.

    Use a level that forgets nothing. The advice is the same for the same views, level and seed.
    """
    return suggest_from_knowledge(build_knowledge(views), level, seed, draw)


def suggest_from_knowledge(knowledge: Knowledge, level: Level, seed: int, draw: str = Draw.VOTES) -> Advice:
    """Return the advice of ``suggest_card``, given the knowledge of the seat to play."""
    card = choose_from_knowledge(knowledge, level, seed, draw)
    if len(set(knowledge.legal)) == 1:
        return Advice(card, AdviceReason.ONLY)
    if knowledge.phase is Phase.TWO:
        reason = _find_ending_reason(knowledge, card, level.max_nodes, draw)
        if reason is not None:
            return Advice(card, reason)
    return _find_trick_reason(knowledge, card)


def _find_ending_reason(knowledge: Knowledge, card: Card, max_nodes: int, draw: str) -> AdviceReason | None:
    """Return the reason that follows from the exact outcomes; None if they give no reason."""
    position = build_known_position(knowledge, knowledge.unseen)
    solver = Solver(position, max_nodes)
    outcomes = {
        option: solve_after(solver, position, position.get_number(option), draw)
        for option in dict.fromkeys(knowledge.legal)
    }
    outcome, others = outcomes.pop(card), set(outcomes.values())
    if outcome is None:
        return None
    if others == {outcome}:
        return {1: AdviceReason.ALL_WIN, 0: AdviceReason.ALL_DRAW, -1: AdviceReason.LEAST_BAD}[outcome]
    if outcome == 1:
        return AdviceReason.KEEPS_WIN if others & {0, -1} else None
    return AdviceReason.KEEPS_DRAW if outcome == 0 and others == {-1} else None


def _find_trick_reason(knowledge: Knowledge, card: Card) -> Advice:
    lead, revealed = knowledge.lead, knowledge.revealed
    if lead is None:
        return _find_lead_reason(knowledge, card, revealed) if revealed else Advice(card, AdviceReason.BEST)
    is_won = _is_winning_follow(lead, card)
    faction = _find_gained_faction(knowledge, lead, card)
    if faction is not None:
        return Advice(card, AdviceReason.VOTE, faction.value)
    winners = [option for option in knowledge.legal if _is_winning_follow(lead, option)]
    if not is_won and not winners and _is_lowest(card, knowledge.legal):
        return Advice(card, AdviceReason.CANNOT)
    if revealed is not None and is_won and _is_wanted(knowledge, revealed):
        return Advice(card, AdviceReason.TAKES, str(revealed))
    if revealed is not None and not is_won and winners and _is_unwanted(knowledge, revealed):
        return Advice(card, AdviceReason.LEAVES, str(revealed))
    if is_won and _is_lowest(card, [option for option in winners if option.faction is card.faction]):
        return Advice(card, AdviceReason.WINS)
    return Advice(card, AdviceReason.BEST)


def _find_lead_reason(knowledge: Knowledge, card: Card, revealed: Card) -> Advice:
    beating_count = sum(_is_winning_follow(card, unseen) for unseen in knowledge.unseen)
    if _is_wanted(knowledge, revealed) and beating_count <= FEW_CARDS * len(knowledge.unseen):
        return Advice(card, AdviceReason.STRONG if beating_count else AdviceReason.SURE, str(revealed))
    if _is_unwanted(knowledge, revealed) and _is_lowest(card, knowledge.legal):
        return Advice(card, AdviceReason.SAVES, str(revealed))
    return Advice(card, AdviceReason.BEST)


def _find_gained_faction(knowledge: Knowledge, lead: Card, card: Card) -> Faction | None:
    """Return the faction whose vote the seat has after the trick and not before it; None if there is none."""
    after = _list_score_piles(knowledge, lead, card)
    for faction in Faction:
        if compute_vote(faction, after).seat == knowledge.seat != compute_vote(faction, knowledge.score).seat:
            return faction
    return None


def _list_score_piles(knowledge: Knowledge, lead: Card, card: Card) -> SeatCards:
    """Return both score piles after ``card`` completes the trick."""
    winner: Seat = knowledge.seat if _is_winning_follow(lead, card) else get_other_seat(knowledge.seat)
    piles = list(knowledge.score)
    for gain in list_gains(knowledge.phase, winner, (lead, card), None, None):
        if gain.pile is Pile.SCORE and gain.seat is not None:
            piles[gain.seat] += (gain.card,)
    return piles[0], piles[1]


def _is_winning_follow(lead: Card, card: Card) -> bool:
    return bool(BEATS[NUMBERS[lead][0], NUMBERS[card][0]])


def _is_lowest(card: Card, cards: Sequence[Card]) -> bool:
    return card.value == min(other.value for other in cards)


def _is_wanted(knowledge: Knowledge, revealed: Card) -> bool:
    """Return whether the revealed card is worth more as a follower than most unseen cards."""
    return _count_better_cards(knowledge, revealed) * 2 < len(knowledge.unseen)


def _is_unwanted(knowledge: Knowledge, revealed: Card) -> bool:
    """Return whether most unseen cards are worth more as followers than the revealed card."""
    return _count_better_cards(knowledge, revealed) * 2 > len(knowledge.unseen)


def _count_better_cards(knowledge: Knowledge, revealed: Card) -> int:
    """Return the number of unseen cards that are worth more as followers than the revealed card."""
    values = load_weights().follower
    return sum(values[NUMBERS[card][0]] > values[NUMBERS[revealed][0]] for card in knowledge.unseen)
