"""Fitted weights: the value of followers and the policy, read from the data file that ``train`` writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from games.engine.position import BEATS, CARDS, SCORES_IN_PHASE_ONE
from games.rules.state import HAND_SIZE

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
    """Logits of the policy; the first axis is the number of tricks left in phase one, from one on.

    ``leads`` has the logits of leads by revealed card and card to play. ``pairs`` has those of answers by card led and
    card to play, and ``revealed`` what the revealed card adds if the answer wins. A table by all three cards would not
    fit the processor's cache.
    """

    leads: Floats
    pairs: Floats
    revealed: Floats

    def lead(self, tricks_left: int, revealed: Ids, card: Ids) -> Floats:
        """Return the logits of leads; the card numbers are arrays that broadcast."""
        logits: Floats = self.leads[tricks_left - 1].reshape(-1).take(revealed * COUNT + card)
        return logits

    def answer(self, tricks_left: int, revealed: Ids, lead: Ids, card: Ids) -> Floats:
        """Return the logits of answers; the card numbers are arrays that broadcast."""
        index = lead * COUNT + card
        logits: Floats = self.pairs[tricks_left - 1].reshape(-1).take(index) + self.revealed[tricks_left - 1].take(
            revealed
        ) * WINS.take(index)
        return logits


@dataclass(frozen=True, slots=True)
class Weights:
    """Fitted weights by card number.

    In log odds, ``follower`` is the value of a follower, ``early`` that of a card scored in phase one, and ``leader``
    that of leading the first trick of phase two. ``lead`` and ``answer`` are the parts of the policy.
    """

    follower: Floats
    early: Floats
    leader: float
    lead: Parts
    answer: Parts

    def build_tables(self, alive: Floats, most: int = HAND_SIZE) -> Tables:
        """Return the policy for the last ``most`` tricks; ``alive`` has the number of alive copies of each card.

        The strength of a card depends on the share of alive cards that beat it; the tables assume the current share for
        all remaining tricks.
        """
        beaten = compute_beaten_share(alive)
        tricks_left = range(1, most + 1)
        leads = np.stack([build_lead_table(self.lead, self.follower, beaten, number) for number in tricks_left])
        pairs = np.stack([build_answer_table(self.answer, beaten, number) for number in tricks_left])
        return Tables(
            leads, pairs, np.stack([_interpolate_part(self.answer, "turned", number) for number in tricks_left])
        )


@cache
def load_weights() -> Weights:
    """Return the weights that the project ships."""
    return parse_weights(json.loads(FILE.read_text()))


def parse_weights(data: dict[str, Any]) -> Weights:
    """Return the weights of a data file."""
    value, policy = data["value"], data["policy"]
    early = np.where(SCORES_IN_PHASE_ONE, order_by_number(value["early"]), 0).astype(np.float32)
    lead = {part: order_by_number(policy["lead"][part]) for part in LEAD_PARTS}
    answer = {part: order_by_number(policy["answer"][part]) for part in ANSWER_PARTS}
    return Weights(order_by_number(value["follower"]), early, float(value["leader"]), lead, answer)


def compute_beaten_share(alive: Floats) -> Floats:
    """Return for each card the share of alive cards that beat it; ``alive`` may have several rows."""
    share: Floats = (alive @ BEATS.T.astype(np.float32)) / np.maximum(1, alive.sum(axis=-1, keepdims=True))
    return share


def order_by_number(codes: dict[str, float]) -> Floats:
    """Return the values of a table by card code, in the order of card numbers; a missing card is 0."""
    return np.array([codes.get(str(card), 0.0) for card in CARDS], dtype=np.float32)


def compute_earliness(tricks_left: int) -> float:
    """Return 1 for the first trick of phase one, falling linearly to 0 for the last."""
    return (tricks_left - 1) / (HAND_SIZE - 1)


def build_lead_table(parts: Parts, follower: Floats, beaten: Floats, tricks_left: int) -> Floats:
    """Return the logits of leads: a row for each revealed card, a column for each lead."""
    card, revealed, beaten_part, pressed = (
        _interpolate_part(parts, name, tricks_left) for name in ("card", "turned", "beaten", "pressed")
    )
    base, slope = card + beaten_part * beaten, revealed + pressed * beaten
    table: Floats = base[None, :] + follower[:, None] * slope[None, :]
    return table.astype(np.float32)


def build_answer_table(parts: Parts, beaten: Floats, tricks_left: int) -> Floats:
    """Return the logits of answers, without the part of the revealed card: a row per lead, a column per answer."""
    card, won = (_interpolate_part(parts, name, tricks_left) for name in ("card", "won"))
    beaten_part, spared = (_interpolate_part(parts, name, tricks_left) * beaten for name in ("beaten", "spared"))
    table: Floats = (card + beaten_part)[None, :] + (parts["taken"][:, None] + (won + spared)[None, :]) * BEATS
    return table.astype(np.float32)


def _interpolate_part(parts: Parts, name: str, tricks_left: int) -> Floats:
    return parts[name] + parts[f"{name}_early"] * np.float32(compute_earliness(tricks_left))
