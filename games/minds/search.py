"""The win chance after each card in phase one: worlds that fit are played out, better cards in more of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.minds.guess import guessed, plain_tables
from games.minds.knowledge import Knowledge
from games.minds.playout import Floats, Run, complete, finished, noise
from games.minds.position import CARDS, NUMBERS
from games.minds.weights import Tables, Weights
from games.minds.worlds import Numbers, Worlds, sampled
from games.rules.cards import Card

ROUNDS = (0.125, 0.25, 0.5, 1.0)
"""The part of all worlds in which the cards left in each of the four rounds have been tried after it."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to win after a card, and its standard error over so many worlds."""

    win: float
    error: float
    worlds: int


def chances(
    knowledge: Knowledge, count: int, weights: Weights, chance: np.random.Generator, reads: bool = False
) -> dict[Card, Chance]:
    """The win chance after each legal card, by ``count`` worlds for the best of them.

    One that ``reads`` guesses at the other hand, and at how the other seat plays, by the cards that it has played.
    """
    worlds = guessed(knowledge, count, weights, chance) if reads else sampled(knowledge, count, chance)
    return chances_in(worlds, knowledge, weights, chance)


def chances_in(
    worlds: Worlds, knowledge: Knowledge, weights: Weights, chance: np.random.Generator
) -> dict[Card, Chance]:
    """The win chance after each legal card in these worlds.

    All cards are tried in the same worlds with the same noise; after each round the worse half is left alone.
    """
    count = len(worlds.hands)
    luck, tables = noise(chance, count), weights.tables(alive(knowledge), len(knowledge.hand))
    cards = list(dict.fromkeys(knowledge.legal))
    tried: dict[Card, list[Floats]] = {card: [] for card in cards}
    begun = 0
    for part in ROUNDS:
        end = max(begun + 1, round(count * part))
        if end <= count:
            for card, wins in tried_in(
                knowledge, cards, worlds, luck, (weights, tables), np.arange(begun, end)
            ).items():
                tried[card].append(wins)
        begun = min(end, count)
        cards = sorted(cards, key=lambda card: -_chance(tried[card]).win)[: max(2, (len(cards) + 1) // 2)]
    return {card: _chance(wins) for card, wins in tried.items()}


def _chance(wins: list[Floats]) -> Chance:
    found = np.concatenate(wins)
    return Chance(float(found.mean()), float(found.std() / np.sqrt(len(found))), len(found))


def tried_in(
    knowledge: Knowledge, cards: list[Card], worlds: Worlds, luck: Floats, policy: tuple[Weights, Tables], rows: Numbers
) -> dict[Card, Floats]:
    """The win chance after each of these cards in each of these worlds."""
    weights, tables = policy
    world = np.tile(rows, len(cards))
    card = np.repeat([NUMBERS[one][0] for one in cards], len(rows))
    mine = np.concatenate([np.tile(_less(knowledge, one), (len(rows), 1)) for one in cards])
    theirs = worlds.hands[world]
    led = knowledge.lead is not None
    run = Run(
        leads=theirs if led else mine,
        follows=mine if led else theirs,
        first=np.full(len(world), not led),
        revealed=np.full(len(world), NUMBERS[knowledge.revealed][0] if knowledge.revealed else 0),
        deck=worlds.deck[world],
        worth=_standing(knowledge, worlds, weights)[world],
        noise=luck,
        world=world,
        style=None if worlds.style is None else worlds.style[world],
        styles=plain_tables(),
    )
    if knowledge.lead is None:
        odds = finished(run, weights, tables, card)
    else:
        complete(run, weights, np.full(len(world), NUMBERS[knowledge.lead][0]), card)
        odds = finished(run, weights, tables)
    wins = 1 / (1 + np.exp(-odds))
    return dict(zip(cards, wins.reshape(len(cards), len(rows)), strict=True))


def alive(knowledge: Knowledge) -> Floats:
    """1 for each card that both seats may still have to reckon with: neither played nor seen taken nor turned up."""
    found = np.zeros(len(CARDS), dtype=np.float32)
    for card in (*knowledge.unseen, *knowledge.hand, *knowledge.own_blind):
        found[NUMBERS[card][0]] += 1
    return found


def _less(knowledge: Knowledge, card: Card) -> Numbers:
    hand = list(knowledge.hand)
    hand.remove(card)
    return np.array([NUMBERS[one][0] for one in hand], dtype=np.int64)


def _standing(knowledge: Knowledge, worlds: Worlds, weights: Weights) -> Floats:
    """What this seat has so far in each world."""
    mine, theirs = (
        sum(weights.follower[NUMBERS[one][0]] for one in pile) for pile in (knowledge.mine, knowledge.theirs)
    )
    own = knowledge.seat
    early = [sum(weights.early[NUMBERS[one][0]] for one in pile) for pile in knowledge.score]
    unknown = weights.follower[worlds.blind].sum(axis=1)
    found: Floats = np.float32(mine - theirs + early[own] - early[1 - own]) - unknown
    return found
