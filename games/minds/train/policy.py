"""The policy, by playing against itself: what brought more than usual is played more often afterwards.

What a card brings is what its trick and those after it gain by the fitted value of followers. The blind card's own
worth is
luck and left out. ``turned`` and ``early`` are as in ``weights``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.minds.playout import FOLLOWS, NEVER, Flags, Floats
from games.minds.position import BEATS, CARDS, SUIT
from games.minds.train.played import deals
from games.minds.weights import ANSWER_PARTS, LEAD_PARTS, Parts, beaten_by, earliness
from games.minds.worlds import Numbers
from games.rules.state import HAND

COUNT = len(CARDS)
LEADING = ("card", "turned", "beaten", "pressed")
ANSWERING = ("card", "won", "beaten", "spared")
ZEROS = [at for at, card in enumerate(CARDS) if card == CARDS[0]]
"""The cards that are the same."""


@dataclass(slots=True)
class Choice:
    """What was chosen at one ply of all games: the hands before, the chances of their cards, the column chosen, the
    card
    turned up, the card led if it was an answer, whether seat 0 chose, what part of those alive beats each card of
    the hand, and how early it was."""

    hands: Numbers
    chances: Floats
    column: Numbers
    turned: Numbers
    lead: Numbers | None
    first: Flags
    beaten: Floats
    early: float


@dataclass(frozen=True, slots=True)
class Value:
    """The fitted value: of a follower and of a card scored early, by number, and the mean follower."""

    follower: Floats
    early: Floats

    @property
    def mean(self) -> float:
        return float(self.follower.mean())


def none() -> tuple[Parts, Parts]:
    """A policy that likes all cards alike."""
    lead, answer = ({part: np.zeros(COUNT, np.float32) for part in parts} for parts in (LEAD_PARTS, ANSWER_PARTS))
    return lead, answer


def learned(
    value: Value, rounds: int, games: int, chance: np.random.Generator, rate: float = 0.05
) -> tuple[Parts, Parts]:
    """The policy after so many rounds of so many games; the rate falls to a tenth in the last third."""
    lead, answer = none()
    flat = {("lead", name): part for name, part in lead.items()} | {
        ("answer", name): part for name, part in answer.items()
    }
    steps = {key: (np.zeros(COUNT), np.zeros(COUNT)) for key in flat}
    for turn in range(1, rounds + 1):
        slopes = _slopes(*_self_play(value, lead, answer, games, chance), value)
        for key, part in flat.items():
            slope = _tied(slopes[key]) / games
            mean, spread = steps[key]
            mean += 0.1 * (slope - mean)
            spread += 0.01 * (slope**2 - spread)
            fair = (mean / (1 - 0.9**turn)) / (np.sqrt(spread / (1 - 0.99**turn)) + 1e-6)
            part += (rate * min(1.0, 3 * (1 - turn / rounds) + 0.1) * fair).astype(np.float32)
    return lead, answer


def _tied(slope: Floats) -> Floats:
    slope = slope.copy()
    slope[ZEROS] = slope[ZEROS].mean()
    return slope


def _self_play(
    value: Value, lead: Parts, answer: Parts, games: int, chance: np.random.Generator
) -> tuple[list[Choice], list[Floats]]:
    """All choices of phase one, and what each trick gained seat 0."""
    dealt = deals(games, chance)
    leads, follows = dealt[:, :HAND], dealt[:, HAND : 2 * HAND]
    first = np.ones(games, dtype=bool)
    rows, alive = np.arange(games), np.ones((games, COUNT), dtype=np.float32)
    choices: list[Choice] = []
    gains: list[Floats] = []
    for trick in range(HAND):
        early = earliness(HAND - trick)
        turned = dealt[:, 2 * HAND + 2 * trick]
        alive[rows, turned] = 0
        beaten = beaten_by(alive)
        low = np.take_along_axis(beaten, leads, axis=1)
        logits = _lead_logits(lead, value.follower[turned][:, None], leads, low, early)
        card, choice, leads = _chosen(logits, leads, chance)
        choices.append(Choice(*choice, turned, None, first, low, early))
        low = np.take_along_axis(beaten, follows, axis=1)
        logits = _answer_logits(answer, turned[:, None], card[:, None], follows, low, early)
        reply, choice, follows = _chosen(logits, follows, chance)
        choices.append(Choice(*choice, turned, card, ~first, low, early))
        won = BEATS[card, reply]
        first = first ^ won
        gain = value.follower[turned] - value.mean + value.early[card] + value.early[reply]
        gains.append(np.where(first, gain, -gain).astype(np.float32))
        swap = won[:, None]
        leads, follows = np.where(swap, follows, leads), np.where(swap, leads, follows)
        alive[rows, card] = alive[rows, reply] = 0
    return choices, gains


def _lead_logits(parts: Parts, worth: Floats, hands: Numbers, beaten: Floats, early: float) -> Floats:
    card, turned, low, pressed = ((parts[n] + early * parts[f"{n}_early"])[hands] for n in LEADING)
    found: Floats = card + low * beaten + worth * (turned + pressed * beaten)
    return found


def _answer_logits(
    parts: Parts, turned: Numbers, lead: Numbers, hands: Numbers, beaten: Floats, early: float
) -> Floats:
    card, won, low, spared = ((parts[n] + early * parts[f"{n}_early"])[hands] for n in ANSWERING)
    gain = (parts["turned"] + early * parts["turned_early"])[turned] + parts["taken"][lead] + won + spared * beaten
    logits = card + low * beaten + gain * BEATS[lead, hands]
    bound = SUIT[lead, hands].any(axis=1)[:, None]
    return np.where(FOLLOWS[lead, hands] | ~bound, logits, NEVER)


def _chosen(
    logits: Floats, hands: Numbers, chance: np.random.Generator
) -> tuple[Numbers, tuple[Numbers, Floats, Numbers], Numbers]:
    """The card, what there was to choose, and the hands without it."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    rows = np.arange(len(hands))
    column = np.minimum((odds.cumsum(axis=1) < chance.random((len(hands), 1))).sum(axis=1), hands.shape[1] - 1)
    card = hands[rows, column]
    left = hands[:, :-1].copy()
    inside = column < left.shape[1]
    left[rows[inside], column[inside]] = hands[inside, -1]
    return card, (hands, odds, column), left


def _slopes(choices: list[Choice], gains: list[Floats], value: Value) -> dict[tuple[str, str], Floats]:
    """How what is gained grows with each number of the policy, over all choices."""
    slopes: dict[tuple[str, str], Floats] = {("lead", part): np.zeros(COUNT) for part in LEAD_PARTS}
    slopes |= {("answer", part): np.zeros(COUNT) for part in ANSWER_PARTS}
    to_come = np.zeros_like(gains[0])
    for trick in reversed(range(HAND)):
        to_come = to_come + gains[trick]
        for choice in choices[2 * trick : 2 * trick + 2]:
            _add(slopes, choice, to_come, value)
    return slopes


def _add(slopes: dict[tuple[str, str], Floats], choice: Choice, to_come: Floats, value: Value) -> None:
    gained = np.where(choice.first, to_come, -to_come)
    usual = np.bincount(choice.turned, gained, COUNT) / np.maximum(1, np.bincount(choice.turned, minlength=COUNT))
    better = (gained - usual[choice.turned])[:, None]
    push = -choice.chances * better
    push[np.arange(len(push)), choice.column] += better[:, 0]

    def add(part: str, at: Numbers, by: Floats) -> None:
        kind = "lead" if choice.lead is None else "answer"
        total = np.bincount(at.ravel(), by.ravel(), COUNT)
        slopes[kind, part] += total
        if f"{part}_early" in LEAD_PARTS + ANSWER_PARTS:
            slopes[kind, f"{part}_early"] += choice.early * total

    add("card", choice.hands, push)
    add("beaten", choice.hands, push * choice.beaten)
    if choice.lead is None:
        worth = push * value.follower[choice.turned][:, None]
        add("turned", choice.hands, worth)
        add("pressed", choice.hands, worth * choice.beaten)
        return
    wins = push * BEATS[choice.lead[:, None], choice.hands]
    add("won", choice.hands, wins)
    add("spared", choice.hands, wins * choice.beaten)
    add("turned", choice.turned, wins.sum(axis=1))
    add("taken", choice.lead, wins.sum(axis=1))
