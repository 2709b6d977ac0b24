"""Training of the policy by self-play and policy gradients: cards that gain more than usual are played more often.

The gain of a card is the gain of its trick and of all later tricks, by the fitted value of followers. The value of a
blind card is luck, so the mean value of a follower takes its place. The parts ``turned`` (for the revealed card) and
``early`` of the policy are those of ``weights``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.engine.determinization import Numbers
from games.engine.playout import FOLLOWS, IMPOSSIBLE_LOGIT, Flags, Floats
from games.engine.position import BEATS, CARDS, SUIT
from games.engine.train.self_play import shuffle_decks
from games.engine.weights import ANSWER_PARTS, LEAD_PARTS, Parts, compute_beaten_share, compute_earliness
from games.rules.state import HAND_SIZE

COUNT = len(CARDS)
LEAD_FEATURES = ("card", "turned", "beaten", "pressed")
ANSWER_FEATURES = ("card", "won", "beaten", "spared")
ZEROS = [at for at, card in enumerate(CARDS) if card == CARDS[0]]
"""Numbers of the Goblin zeros, which are interchangeable."""


@dataclass(slots=True)
class Choice:
    """Choices at one ply of all games, one game per row.

    ``hands`` are the hands before the choice, ``chances`` the probabilities of their cards, and ``column`` the column
    of the chosen card. ``lead`` is the card led, None if the choice was a lead. ``first`` is true if seat 0 chose.
    ``beaten`` is the share of alive cards that beat each card of the hand, and ``early`` the earliness of the trick.
    """

    hands: Numbers
    chances: Floats
    column: Numbers
    revealed: Numbers
    lead: Numbers | None
    first: Flags
    beaten: Floats
    early: float


@dataclass(frozen=True, slots=True)
class Value:
    """Fitted value of a follower and of a card scored in phase one, by card number."""

    follower: Floats
    early: Floats

    @property
    def mean(self) -> float:
        """The mean value of a follower."""
        return float(self.follower.mean())


def build_empty_policy() -> tuple[Parts, Parts]:
    """Return a policy of zeros, which prefers no card."""
    lead, answer = ({part: np.zeros(COUNT, np.float32) for part in parts} for parts in (LEAD_PARTS, ANSWER_PARTS))
    return lead, answer


def learn_policy(
    value: Value, rounds: int, games: int, rng: np.random.Generator, rate: float = 0.05
) -> tuple[Parts, Parts]:
    """Return the policy after ``rounds`` rounds of ``games`` games; the rate falls to a tenth in the last third."""
    lead, answer = build_empty_policy()
    flat = {("lead", name): part for name, part in lead.items()} | {
        ("answer", name): part for name, part in answer.items()
    }
    moments = {key: (np.zeros(COUNT), np.zeros(COUNT)) for key in flat}
    for round_number in range(1, rounds + 1):
        slopes = _compute_slopes(*_play_games(value, lead, answer, games, rng), value)
        for key, part in flat.items():
            slope = _tie_slopes(slopes[key]) / games
            mean, spread = moments[key]
            mean += 0.1 * (slope - mean)
            spread += 0.01 * (slope**2 - spread)
            step = (mean / (1 - 0.9**round_number)) / (np.sqrt(spread / (1 - 0.99**round_number)) + 1e-6)
            part += (rate * min(1.0, 3 * (1 - round_number / rounds) + 0.1) * step).astype(np.float32)
    return lead, answer


def _tie_slopes(slope: Floats) -> Floats:
    """Return the slope with the same value for all Goblin zeros."""
    slope = slope.copy()
    slope[ZEROS] = slope[ZEROS].mean()
    return slope


def _play_games(
    value: Value, lead: Parts, answer: Parts, games: int, rng: np.random.Generator
) -> tuple[list[Choice], list[Floats]]:
    """Return the choices at each ply of phase one, and the gains of seat 0 in each trick."""
    dealt = shuffle_decks(games, rng)
    leads, follows = dealt[:, :HAND_SIZE], dealt[:, HAND_SIZE : 2 * HAND_SIZE]
    first = np.ones(games, dtype=bool)
    rows, alive = np.arange(games), np.ones((games, COUNT), dtype=np.float32)
    choices: list[Choice] = []
    gains: list[Floats] = []
    for trick in range(HAND_SIZE):
        earliness = compute_earliness(HAND_SIZE - trick)
        revealed = dealt[:, 2 * HAND_SIZE + 2 * trick]
        alive[rows, revealed] = 0
        beaten = compute_beaten_share(alive)
        beaten_share = np.take_along_axis(beaten, leads, axis=1)
        logits = _compute_lead_logits(lead, value.follower[revealed][:, None], leads, beaten_share, earliness)
        card, choice, leads = _draw_cards(logits, leads, rng)
        choices.append(Choice(*choice, revealed, None, first, beaten_share, earliness))
        beaten_share = np.take_along_axis(beaten, follows, axis=1)
        logits = _compute_answer_logits(answer, revealed[:, None], card[:, None], follows, beaten_share, earliness)
        reply, choice, follows = _draw_cards(logits, follows, rng)
        choices.append(Choice(*choice, revealed, card, ~first, beaten_share, earliness))
        won = BEATS[card, reply]
        first = first ^ won
        gain = value.follower[revealed] - value.mean + value.early[card] + value.early[reply]
        gains.append(np.where(first, gain, -gain).astype(np.float32))
        swap = won[:, None]
        leads, follows = np.where(swap, follows, leads), np.where(swap, leads, follows)
        alive[rows, card] = alive[rows, reply] = 0
    return choices, gains


def _compute_lead_logits(parts: Parts, worth: Floats, hands: Numbers, beaten: Floats, early: float) -> Floats:
    card, turned, beaten_part, pressed = (
        (parts[name] + early * parts[f"{name}_early"])[hands] for name in LEAD_FEATURES
    )
    logits: Floats = card + beaten_part * beaten + worth * (turned + pressed * beaten)
    return logits


def _compute_answer_logits(
    parts: Parts, revealed: Numbers, lead: Numbers, hands: Numbers, beaten: Floats, early: float
) -> Floats:
    card, won, beaten_part, spared = ((parts[name] + early * parts[f"{name}_early"])[hands] for name in ANSWER_FEATURES)
    gain = (parts["turned"] + early * parts["turned_early"])[revealed] + parts["taken"][lead] + won + spared * beaten
    logits = card + beaten_part * beaten + gain * BEATS[lead, hands]
    bound = SUIT[lead, hands].any(axis=1)[:, None]
    return np.where(FOLLOWS[lead, hands] | ~bound, logits, IMPOSSIBLE_LOGIT)


def _draw_cards(
    logits: Floats, hands: Numbers, rng: np.random.Generator
) -> tuple[Numbers, tuple[Numbers, Floats, Numbers], Numbers]:
    """Return the drawn cards, the hands with their probabilities and drawn columns, and the hands without the cards."""
    probabilities = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    rows = np.arange(len(hands))
    column = np.minimum((probabilities.cumsum(axis=1) < rng.random((len(hands), 1))).sum(axis=1), hands.shape[1] - 1)
    card = hands[rows, column]
    rest = hands[:, :-1].copy()
    is_inside = column < rest.shape[1]
    rest[rows[is_inside], column[is_inside]] = hands[is_inside, -1]
    return card, (hands, probabilities, column), rest


def _compute_slopes(choices: list[Choice], gains: list[Floats], value: Value) -> dict[tuple[str, str], Floats]:
    """Return the gradient of the gain with respect to the parts of the policy, summed over all choices."""
    slopes: dict[tuple[str, str], Floats] = {("lead", part): np.zeros(COUNT) for part in LEAD_PARTS}
    slopes |= {("answer", part): np.zeros(COUNT) for part in ANSWER_PARTS}
    to_come = np.zeros_like(gains[0])
    for trick in reversed(range(HAND_SIZE)):
        to_come = to_come + gains[trick]
        for choice in choices[2 * trick : 2 * trick + 2]:
            _add_choice(slopes, choice, to_come, value)
    return slopes


def _add_choice(slopes: dict[tuple[str, str], Floats], choice: Choice, to_come: Floats, value: Value) -> None:
    gained = np.where(choice.first, to_come, -to_come)
    counts = np.maximum(1, np.bincount(choice.revealed, minlength=COUNT))
    baseline = np.bincount(choice.revealed, gained, COUNT) / counts
    advantage = (gained - baseline[choice.revealed])[:, None]
    push = -choice.chances * advantage
    push[np.arange(len(push)), choice.column] += advantage[:, 0]

    def add(part: str, numbers: Numbers, amounts: Floats) -> None:
        kind = "lead" if choice.lead is None else "answer"
        total = np.bincount(numbers.ravel(), amounts.ravel(), COUNT)
        slopes[kind, part] += total
        if f"{part}_early" in LEAD_PARTS + ANSWER_PARTS:
            slopes[kind, f"{part}_early"] += choice.early * total

    add("card", choice.hands, push)
    add("beaten", choice.hands, push * choice.beaten)
    if choice.lead is None:
        worth = push * value.follower[choice.revealed][:, None]
        add("turned", choice.hands, worth)
        add("pressed", choice.hands, worth * choice.beaten)
        return
    wins = push * BEATS[choice.lead[:, None], choice.hands]
    add("won", choice.hands, wins)
    add("spared", choice.hands, wins * choice.beaten)
    add("turned", choice.revealed, wins.sum(axis=1))
    add("taken", choice.lead, wins.sum(axis=1))
