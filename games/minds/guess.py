"""Worlds by what the other seat played: a hand with which it would have played like that comes oftener.

It plays by the policy or in a plain style, and errs now and then; which, its cards tell as well, and it is taken to go
on like that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from games.minds.greedy import greedy
from games.minds.knowledge import Knowledge
from games.minds.playout import FOLLOWS, Floats
from games.minds.position import CARDS, NUMBERS, SUIT, Ids
from games.minds.weights import Parts, Tables, Weights, answer_row, lead_row
from games.minds.worlds import Numbers, Worlds, sampled
from games.rules.cards import Card
from games.rules.state import HAND

POOL = 4
"""So many times the worlds that are wanted are drawn, to choose among."""
ERRS = 0.1
"""The part of its cards that the other seat plays at random: nobody plays quite like any of these."""
SURE = 3.0
"""A plain style leaves so much less to chance than the policy."""
BEFORE = (0.5, 0.25, 0.25)
"""How likely the policy and each plain style are before a card is played."""
COUNT = len(CARDS)
MOST = 30.0
"""By so much at most it would rather have played another card, in logits, or the numbers would run over."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card that the other seat played: the tricks that were left, the card turned up, the card led if it answered,
    the cards alive, and all that it has played since, this one too."""

    card: int
    left: int
    turned: int
    lead: int | None
    alive: Floats
    since: Ids


@cache
def plain() -> tuple[Weights, ...]:
    """The plain styles."""
    return tuple(replace(one, lead=_surer(one.lead), answer=_surer(one.answer)) for one in (greedy(), greedy(True)))


@cache
def plain_tables() -> tuple[Tables, ...]:
    """The policies of the plain styles, the same in every trick and whatever is alive."""
    return tuple(one.tables(np.ones(COUNT, dtype=np.float32), 1) for one in plain())


def guessed(knowledge: Knowledge, count: int, weights: Weights, chance: np.random.Generator) -> Worlds:
    """``count`` worlds in phase one by their likelihood, each with a style of the other seat."""
    pool = sampled(knowledge, POOL * count, chance)
    odds = likelihoods(knowledge, pool.hands, weights)
    rows, style = np.divmod(_drawn(odds.ravel(), count, chance), len(BEFORE))
    return Worlds(pool.hands[rows], pool.blind[rows], pool.deck[rows], style)


def likelihoods(knowledge: Knowledge, hands: Numbers, weights: Weights) -> Floats:
    """How likely each of these hands is, a row each, together with each style, by what the other seat has played."""
    likely = _logs((weights, *plain()), _plays(knowledge), hands) + np.log(BEFORE)
    found: Floats = np.exp(likely - np.max(likely))
    return found


def _logs(ways: tuple[Weights, ...], plays: list[Play], hands: Numbers) -> Floats:
    """The log likelihood of the plays for each of these hands, of which they have left, in each of these ways."""
    held = _held(hands)
    found = np.zeros((len(hands), len(ways)), dtype=np.float32)
    for play in plays:
        likes = np.stack([*(_likes(one, play) for one in ways), np.ones(COUNT, dtype=np.float32)], axis=1)
        sums = _legal_sums(likes, play, held)
        found += np.log((1 - ERRS) / sums[:, :-1] + ERRS / sums[:, -1:])
    return found


def _legal_sums(likes: Floats, play: Play, held: Floats) -> Floats:
    """The sum of each column over the cards that the seat might have played."""
    since = list(play.since)
    everything: Floats = held @ likes + likes[since].sum(axis=0)
    if play.lead is None:
        return everything
    suit, follows = SUIT[play.lead].astype(np.float32), likes * FOLLOWS[play.lead][:, None]
    bound = held @ suit + suit[since].sum() > 0
    return np.where(bound[:, None], held @ follows + follows[since].sum(axis=0), everything)


def _likes(weights: Weights, play: Play) -> Floats:
    """How much it would rather have played each card than the one that it played."""
    if play.lead is None:
        row = lead_row(weights, play.turned, play.alive, play.left)
    else:
        row = answer_row(weights, play.turned, play.lead, play.alive, play.left)
    found: Floats = np.exp(np.minimum(row - row[play.card], MOST)).astype(np.float32)
    return found


def _held(hands: Numbers) -> Floats:
    """How many of each card every hand has."""
    places = np.arange(len(hands))[:, None] * COUNT + hands
    return np.bincount(places.ravel(), minlength=len(hands) * COUNT).reshape(-1, COUNT).astype(np.float32)


def _drawn(odds: Floats, count: int, chance: np.random.Generator) -> Numbers:
    """``count`` places by their odds, evenly spread, in no order."""
    sums = np.cumsum(odds, dtype=float)
    points = (np.arange(count) + chance.random()) * (sums[-1] / count)
    return chance.permutation(np.minimum(np.searchsorted(sums, points), len(odds) - 1))


def _plays(knowledge: Knowledge) -> list[Play]:
    """What the other seat played in phase one, in order."""
    made = list(_made(knowledge))
    cards = tuple(_number(card) for card, *_ in made)
    found = []
    alive = np.ones(COUNT, dtype=np.float32)
    for at, (card, number, turned, lead, gone) in enumerate(made):
        for one in gone:
            alive[next(place for place in NUMBERS[one] if alive[place])] = 0
        led = None if lead is None else _number(lead)
        found.append(Play(_number(card), HAND + 1 - number, _number(turned), led, alive.copy(), cards[at:]))
    return found


def _made(knowledge: Knowledge) -> Iterator[tuple[Card, int, Card, Card | None, tuple[Card, ...]]]:
    """Each card that the other seat played, its trick, the card turned up, the lead if it answered, and the cards that
    are alive no more since it played before."""
    gone: tuple[Card, ...] = ()
    for trick in knowledge.tricks:
        if trick.revealed is None:
            continue
        gone += (trick.revealed,)
        if trick.leader == knowledge.seat:
            yield trick.follow, trick.number, trick.revealed, trick.lead, (*gone, trick.lead)
            gone = (trick.follow,)
        else:
            yield trick.lead, trick.number, trick.revealed, None, gone
            gone = (trick.lead, trick.follow)
    if knowledge.lead is not None and knowledge.revealed is not None and len(knowledge.tricks) == knowledge.number - 1:
        yield knowledge.lead, knowledge.number, knowledge.revealed, None, (*gone, knowledge.revealed)


def _number(card: Card) -> int:
    return NUMBERS[card][0]


def _surer(parts: Parts) -> Parts:
    return {name: part * np.float32(SURE) for name, part in parts.items()}
