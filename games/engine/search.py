"""Search of phase one: win chances by playouts of sampled worlds, with more worlds for better cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.engine.determinization import Numbers, SampledWorlds, sample_worlds
from games.engine.knowledge import Knowledge
from games.engine.playout import Floats, PlayoutBatch, complete_trick, draw_noise, play_to_end
from games.engine.position import CARDS, NUMBERS
from games.engine.weights import Tables, Weights
from games.rules.cards import Card

ROUNDS = (0.125, 0.25, 0.5, 1.0)
"""Share of all worlds in which the remaining cards have been tried by the end of each round."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Win chance after a card, with its standard error and the number of worlds."""

    win: float
    error: float
    worlds: int


def estimate_chances(
    knowledge: Knowledge, count: int, weights: Weights, rng: np.random.Generator
) -> dict[Card, Chance]:
    """Return the win chance after each legal card; the best cards are tried in ``count`` worlds."""
    return estimate_chances_in(sample_worlds(knowledge, count, rng), knowledge, weights, rng)


def estimate_chances_in(
    worlds: SampledWorlds, knowledge: Knowledge, weights: Weights, rng: np.random.Generator
) -> dict[Card, Chance]:
    """Return the win chance after each legal card in these worlds.

    All cards are tried in the same worlds with the same noise; each round drops the worse half of the cards.
    """
    count = len(worlds.hands)
    noise, tables = draw_noise(rng, count), weights.build_tables(list_alive_cards(knowledge), len(knowledge.hand))
    cards = list(dict.fromkeys(knowledge.legal))
    wins_by_card: dict[Card, list[Floats]] = {card: [] for card in cards}
    begin = 0
    for part in ROUNDS:
        end = max(begin + 1, round(count * part))
        if end <= count:
            for card, wins in simulate_cards(
                knowledge, cards, worlds, noise, (weights, tables), np.arange(begin, end)
            ).items():
                wins_by_card[card].append(wins)
        begin = min(end, count)
        cards = sorted(cards, key=lambda card: -_build_chance(wins_by_card[card]).win)[: max(2, (len(cards) + 1) // 2)]
    return {card: _build_chance(wins) for card, wins in wins_by_card.items()}


def _build_chance(wins: list[Floats]) -> Chance:
    values = np.concatenate(wins)
    return Chance(float(values.mean()), float(values.std() / np.sqrt(len(values))), len(values))


def simulate_cards(
    knowledge: Knowledge,
    cards: list[Card],
    worlds: SampledWorlds,
    noise: Floats,
    policy: tuple[Weights, Tables],
    rows: Numbers,
) -> dict[Card, Floats]:
    """Return the win chances after each of these cards, in the worlds with the numbers ``rows``."""
    weights, tables = policy
    world = np.tile(rows, len(cards))
    card = np.repeat([NUMBERS[option][0] for option in cards], len(rows))
    own = np.concatenate([np.tile(_list_hand_after(knowledge, option), (len(rows), 1)) for option in cards])
    other = worlds.hands[world]
    is_answer = knowledge.lead is not None
    batch = PlayoutBatch(
        leads=other if is_answer else own,
        follows=own if is_answer else other,
        first=np.full(len(world), not is_answer),
        revealed=np.full(len(world), NUMBERS[knowledge.revealed][0] if knowledge.revealed else 0),
        deck=worlds.deck[world],
        worth=_compute_current_worth(knowledge, worlds, weights)[world],
        noise=noise,
        world=world,
    )
    if knowledge.lead is None:
        odds = play_to_end(batch, weights, tables, card)
    else:
        complete_trick(batch, weights, np.full(len(world), NUMBERS[knowledge.lead][0]), card)
        odds = play_to_end(batch, weights, tables)
    wins = 1 / (1 + np.exp(-odds))
    return dict(zip(cards, wins.reshape(len(cards), len(rows)), strict=True))


def list_alive_cards(knowledge: Knowledge) -> Floats:
    """Return the number of alive copies of each card, all at the card's first number.

    A card is alive until it is played, revealed, or recruited in sight of both seats.
    """
    alive = np.zeros(len(CARDS), dtype=np.float32)
    for card in (*knowledge.unseen, *knowledge.hand, *knowledge.own_blind):
        alive[NUMBERS[card][0]] += 1
    return alive


def _list_hand_after(knowledge: Knowledge, card: Card) -> Numbers:
    hand = list(knowledge.hand)
    hand.remove(card)
    return np.array([NUMBERS[held][0] for held in hand], dtype=np.int64)


def _compute_current_worth(knowledge: Knowledge, worlds: SampledWorlds, weights: Weights) -> Floats:
    """Return the value that this seat has gained so far in each world, in log odds."""
    mine, theirs = (
        sum(weights.follower[NUMBERS[card][0]] for card in pile) for pile in (knowledge.mine, knowledge.theirs)
    )
    own = knowledge.seat
    early_scores = [sum(weights.early[NUMBERS[card][0]] for card in pile) for pile in knowledge.score]
    unknown = weights.follower[worlds.blind].sum(axis=1)
    worth: Floats = np.float32(mine - theirs + early_scores[own] - early_scores[1 - own]) - unknown
    return worth
