"""What was fitted: what followers are worth, and the policy; read from the data file that ``train`` writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from games.minds.position import BEATS, CARDS, EARLY
from games.rules.state import HAND

FILE = Path(__file__).parent / "weights" / "phase_one.json"
Floats = npt.NDArray[np.floating[Any]]
LEAD_PARTS = tuple(f"{part}{late}" for part in ("card", "turned", "beaten", "pressed") for late in ("", "_early"))
ANSWER_PARTS = (
    *(f"{part}{late}" for part in ("card", "won", "turned", "beaten", "spared") for late in ("", "_early")),
    "taken",
)
COUNT = len(CARDS)
WINS = BEATS.astype(np.float32)
Ids = npt.NDArray[np.int64]
Parts = dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Tables:
    """The policy's logits by tricks of phase one that are left, from one on.

    ``leads``: by the card turned up and the card to play; ``pairs``: of answers, by the card led and the card to play,
    and ``turned``: what the card turned up adds where the answer wins. A table of all three would not stay near the
    processor.
    """

    leads: Floats
    pairs: Floats
    turned: Floats

    def lead(self, left: int, turned: Ids, card: Ids) -> Floats:
        """The logits of leads; numbers of cards that may be arrays of like shape."""
        found: Floats = self.leads[left - 1].reshape(-1).take(turned * COUNT + card)
        return found

    def answer(self, left: int, turned: Ids, lead: Ids, card: Ids) -> Floats:
        """The same of answers."""
        at = lead * COUNT + card
        found: Floats = self.pairs[left - 1].reshape(-1).take(at) + self.turned[left - 1].take(turned) * WINS.take(at)
        return found


@dataclass(frozen=True, slots=True)
class Weights:
    """What was fitted, by card number.

    ``follower``: the log odds of a follower; ``early``: of a card scored in phase one; ``leader``: of leading the
    first trick
    of phase two. ``lead`` and ``answer`` are the parts of the policy.
    """

    follower: Floats
    early: Floats
    leader: float
    lead: Parts
    answer: Parts

    def tables(self, alive: Floats, most: int = HAND) -> Tables:
        """The policy for the last ``most`` tricks, where these cards are alive (1, else 0): neither played nor seen
        taken.

        What a card can do depends on how many of those beat it; they are taken as they are now for all tricks to come.
        """
        beaten = beaten_by(alive)
        lefts = range(1, most + 1)
        leads = np.stack([lead_table(self.lead, self.follower, beaten, left) for left in lefts])
        pairs = np.stack([pair_table(self.answer, beaten, left) for left in lefts])
        return Tables(leads, pairs, np.stack([_at(self.answer, "turned", left) for left in lefts]))


@cache
def fitted() -> Weights:
    """The weights that come with the site."""
    return made(json.loads(FILE.read_text()))


def made(data: dict[str, Any]) -> Weights:
    """The weights in a data file."""
    value, policy = data["value"], data["policy"]
    early = np.where(EARLY, by_number(value["early"]), 0).astype(np.float32)
    lead = {part: by_number(policy["lead"][part]) for part in LEAD_PARTS}
    answer = {part: by_number(policy["answer"][part]) for part in ANSWER_PARTS}
    return Weights(by_number(value["follower"]), early, float(value["leader"]), lead, answer)


def beaten_by(alive: Floats) -> Floats:
    """For each card the part of those alive that would beat it; ``alive`` may be many rows."""
    found: Floats = (alive @ BEATS.T.astype(np.float32)) / np.maximum(1, alive.sum(axis=-1, keepdims=True))
    return found


def by_number(codes: dict[str, float]) -> Floats:
    """The numbers of a table by card code; a card that it does not have is worth nothing."""
    return np.array([codes.get(str(card), 0.0) for card in CARDS], dtype=np.float32)


def earliness(left: int) -> float:
    """1 in the first trick of phase one, 0 in the last."""
    return (left - 1) / (HAND - 1)


def lead_table(parts: Parts, follower: Floats, beaten: Floats, left: int) -> Floats:
    """The logit of each lead, by the card turned up."""
    card, turned, low, pressed = (_at(parts, name, left) for name in ("card", "turned", "beaten", "pressed"))
    base, slope = card + low * beaten, turned + pressed * beaten
    table: Floats = base[None, :] + follower[:, None] * slope[None, :]
    return table.astype(np.float32)


def pair_table(parts: Parts, beaten: Floats, left: int) -> Floats:
    """The logit of each answer by the card led, but for the card turned up."""
    card, won = (_at(parts, name, left) for name in ("card", "won"))
    low, spared = (_at(parts, name, left) * beaten for name in ("beaten", "spared"))
    pair: Floats = (card + low)[None, :] + (parts["taken"][:, None] + (won + spared)[None, :]) * BEATS
    return pair.astype(np.float32)


def _at(parts: Parts, name: str, left: int) -> Floats:
    return parts[name] + parts[f"{name}_early"] * np.float32(earliness(left))


def lead_row(weights: Weights, turned: int, alive: Floats, left: int) -> Floats:
    """The logit of each lead where this card is turned up."""
    card, worth, low, pressed = (_at(weights.lead, name, left) for name in ("card", "turned", "beaten", "pressed"))
    beaten = beaten_by(alive)
    row: Floats = card + low * beaten + weights.follower[turned] * (worth + pressed * beaten)
    return row


def answer_row(weights: Weights, turned: int, lead: int, alive: Floats, left: int) -> Floats:
    """The logit of each answer where these cards are turned up and led."""
    card, won, worth = (_at(weights.answer, name, left) for name in ("card", "won", "turned"))
    beaten = beaten_by(alive)
    low, spared = (_at(weights.answer, name, left) * beaten for name in ("beaten", "spared"))
    gain = weights.answer["taken"][lead] + won + spared + worth[turned]
    row: Floats = card + low + gain * BEATS[lead]
    return row
