"""Opponent model: worlds weighted by the cards that the other seat has played.

A hand with which the other seat would have played the same cards is more likely. The model assumes that the seat plays
by the policy or in a plain style, keeps its style, and errs now and then. It infers the style from the cards too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from games.engine.determinization import Numbers, SampledWorlds, sample_worlds
from games.engine.knowledge import Knowledge
from games.engine.playout import FOLLOWS, Floats
from games.engine.position import CARDS, NUMBERS, SCORES_IN_PHASE_ONE, SUIT, TO_LOSER, VALUE, WILD, Ids
from games.engine.weights import ANSWER_PARTS, LEAD_PARTS, Parts, Tables, Weights, compute_answer_row, compute_lead_row
from games.rules.cards import Card
from games.rules.state import HAND_SIZE

GREEDY_WORTH = np.where(TO_LOSER, 4.5, VALUE) + np.where(WILD, 1.5, 0) + np.where(SCORES_IN_PHASE_ONE, 0.5, 0)
"""Value of a follower that counts its powers: average for a card that goes to the loser, higher for a wild card."""
GREEDY_COST = VALUE + np.where(WILD, 3.0, 0)


def build_greedy_weights(knowing: bool = False) -> Weights:
    """Return the greedy policy: win a revealed card above average as cheaply as possible, otherwise play low.

    The policy rates cards by their values alone; with ``knowing`` also by the powers of their factions.
    """
    worth, cost = (GREEDY_WORTH, GREEDY_COST) if knowing else (VALUE.astype(float), VALUE.astype(float))
    wanted = worth - worth.mean()
    zeros = dict.fromkeys((*LEAD_PARTS, *ANSWER_PARTS), np.zeros(len(CARDS), np.float32))
    early = np.where(SCORES_IN_PHASE_ONE, 4.0, 0)
    lead = zeros | {"turned": cost}
    answer = zeros | {"card": -cost, "turned": np.sign(wanted) * 20, "taken": early, "won": early}
    follower, early_weights = (wanted / 8).astype(np.float32), np.where(SCORES_IN_PHASE_ONE, 0.25, 0).astype(np.float32)
    lead, answer = ({name: part.astype(np.float32) for name, part in parts.items()} for parts in (lead, answer))
    return Weights(follower, early_weights, 0.0, lead, answer)


POOL_FACTOR = 4
"""Number of worlds sampled for each world that is returned."""
ERROR_RATE = 0.1
"""Share of cards that the other seat is assumed to play at random, since no player matches a style exactly."""
SURE_FACTOR = 3.0
"""Factor on the logits of a plain style, which is less random than the policy."""
STYLE_PRIORS = (0.5, 0.25, 0.25)
"""Prior probabilities of the policy and of each plain style."""
COUNT = len(CARDS)
MAX_LOG_ODDS = 30.0
"""Largest log odds of a card against the card that was played; larger values overflow."""


@dataclass(frozen=True, slots=True)
class ObservedPlay:
    """Card that the other seat played, and the circumstances.

    ``tricks_left`` is the number of tricks left, the current trick included. ``lead`` is the card led, None if the seat
    led. ``alive`` is 1 for each card that was alive. ``since`` are the cards that the seat has played from this one on.
    """

    card: int
    tricks_left: int
    revealed: int
    lead: int | None
    alive: Floats
    since: Ids


@cache
def build_plain_styles() -> tuple[Weights, ...]:
    """Return the weights of the plain styles."""
    return tuple(
        replace(style, lead=_sharpen_parts(style.lead), answer=_sharpen_parts(style.answer))
        for style in (build_greedy_weights(), build_greedy_weights(True))
    )


@cache
def build_plain_tables() -> tuple[Tables, ...]:
    """Return the policies of the plain styles, which depend neither on the trick nor on the cards alive."""
    return tuple(style.build_tables(np.ones(COUNT, dtype=np.float32), 1) for style in build_plain_styles())


def sample_weighted(knowledge: Knowledge, count: int, weights: Weights, rng: np.random.Generator) -> SampledWorlds:
    """Return ``count`` worlds in phase one, drawn by likelihood, each with a style of the other seat."""
    pool = sample_worlds(knowledge, POOL_FACTOR * count, rng)
    likelihoods = compute_likelihoods(knowledge, pool.hands, weights)
    rows, style = np.divmod(_draw_rows(likelihoods.ravel(), count, rng), len(STYLE_PRIORS))
    return SampledWorlds(pool.hands[rows], pool.blind[rows], pool.deck[rows], style)


def compute_likelihoods(knowledge: Knowledge, hands: Numbers, weights: Weights) -> Floats:
    """Return the relative likelihood of each hand and style, given the cards that the other seat has played.

    ``hands`` has a row for each hand; the result has a row for each hand and a column for each style.
    """
    styles = (weights, *build_plain_styles())
    logs = _compute_log_likelihoods(styles, _list_plays(knowledge), hands) + np.log(STYLE_PRIORS)
    likelihoods: Floats = np.exp(logs - np.max(logs))
    return likelihoods


def _compute_log_likelihoods(styles: tuple[Weights, ...], plays: list[ObservedPlay], hands: Numbers) -> Floats:
    """Return the log likelihood of the plays for each remaining hand and each style."""
    held = _count_held(hands)
    logs = np.zeros((len(hands), len(styles)), dtype=np.float32)
    for play in plays:
        preferences = np.stack(
            [*(_compute_preferences(style, play) for style in styles), np.ones(COUNT, dtype=np.float32)], axis=1
        )
        sums = _sum_legal(preferences, play, held)
        logs += np.log((1 - ERROR_RATE) / sums[:, :-1] + ERROR_RATE / sums[:, -1:])
    return logs


def _sum_legal(preferences: Floats, play: ObservedPlay, held: Floats) -> Floats:
    """Return the sums of the columns of ``preferences`` over the cards that were legal, a row for each hand."""
    since = list(play.since)
    total: Floats = held @ preferences + preferences[since].sum(axis=0)
    if play.lead is None:
        return total
    suit, follows = SUIT[play.lead].astype(np.float32), preferences * FOLLOWS[play.lead][:, None]
    bound = held @ suit + suit[since].sum() > 0
    return np.where(bound[:, None], held @ follows + follows[since].sum(axis=0), total)


def _compute_preferences(weights: Weights, play: ObservedPlay) -> Floats:
    """Return the odds of each card against the card that was played."""
    if play.lead is None:
        row = compute_lead_row(weights, play.revealed, play.alive, play.tricks_left)
    else:
        row = compute_answer_row(weights, play.revealed, play.lead, play.alive, play.tricks_left)
    odds: Floats = np.exp(np.minimum(row - row[play.card], MAX_LOG_ODDS)).astype(np.float32)
    return odds


def _count_held(hands: Numbers) -> Floats:
    """Return the number of copies of each card, by card number, in each hand."""
    places = np.arange(len(hands))[:, None] * COUNT + hands
    return np.bincount(places.ravel(), minlength=len(hands) * COUNT).reshape(-1, COUNT).astype(np.float32)


def _draw_rows(odds: Floats, count: int, rng: np.random.Generator) -> Numbers:
    """Return ``count`` row numbers in random order, drawn by their odds with systematic sampling."""
    sums = np.cumsum(odds, dtype=float)
    points = (np.arange(count) + rng.random()) * (sums[-1] / count)
    return rng.permutation(np.minimum(np.searchsorted(sums, points), len(odds) - 1))


def _list_plays(knowledge: Knowledge) -> list[ObservedPlay]:
    """Return the cards that the other seat played in phase one, in order, with their circumstances."""
    plays = list(_generate_plays(knowledge))
    cards = tuple(_get_card_number(card) for card, *_ in plays)
    observed = []
    alive = np.ones(COUNT, dtype=np.float32)
    for index, (card, number, revealed, lead, dead) in enumerate(plays):
        for card_gone in dead:
            alive[next(copy for copy in NUMBERS[card_gone] if alive[copy])] = 0
        lead_number = None if lead is None else _get_card_number(lead)
        observed.append(
            ObservedPlay(
                _get_card_number(card),
                HAND_SIZE + 1 - number,
                _get_card_number(revealed),
                lead_number,
                alive.copy(),
                cards[index:],
            )
        )
    return observed


def _generate_plays(knowledge: Knowledge) -> Iterator[tuple[Card, int, Card, Card | None, tuple[Card, ...]]]:
    """Yield each card that the other seat played, with trick number, revealed card, lead and dead cards.

    The lead is None if the seat led. The dead cards are those that have stopped being alive since the seat's last play.
    """
    dead: tuple[Card, ...] = ()
    for trick in knowledge.tricks:
        if trick.revealed is None:
            continue
        dead += (trick.revealed,)
        if trick.leader == knowledge.seat:
            yield trick.follow, trick.number, trick.revealed, trick.lead, (*dead, trick.lead)
            dead = (trick.follow,)
        else:
            yield trick.lead, trick.number, trick.revealed, None, dead
            dead = (trick.lead, trick.follow)
    if knowledge.lead is not None and knowledge.revealed is not None and len(knowledge.tricks) == knowledge.number - 1:
        yield knowledge.lead, knowledge.number, knowledge.revealed, None, (*dead, knowledge.revealed)


def _get_card_number(card: Card) -> int:
    return NUMBERS[card][0]


def _sharpen_parts(parts: Parts) -> Parts:
    return {name: part * np.float32(SURE_FACTOR) for name, part in parts.items()}
