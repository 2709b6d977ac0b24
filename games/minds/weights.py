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
Floats = npt.NDArray[np.float32]
LEAD_PARTS = ("card", "card_early", "turned", "turned_early")
ANSWER_PARTS = ("card", "card_early", "won", "won_early", "turned", "turned_early", "taken")
COUNT = len(CARDS)


@dataclass(frozen=True, slots=True)
class Weights:
    """Log odds by card number. ``follower``: of a follower; ``early``: of a card scored in phase one; ``leader``: of
    leading the first trick of phase two. ``leads`` and ``answers`` are the policy, by tricks of phase one that are left
    (from one), the card turned up, the card led, and the card to play.
    """

    follower: Floats
    early: Floats
    leader: float
    leads: Floats
    answers: Floats


@cache
def fitted() -> Weights:
    """The weights that come with the site."""
    return made(json.loads(FILE.read_text()))


def made(data: dict[str, Any]) -> Weights:
    """The tables that a data file comes to."""
    value, policy = data["value"], data["policy"]
    follower, early = by_number(value["follower"]), np.where(EARLY, by_number(value["early"]), 0).astype(np.float32)
    lead = {part: by_number(policy["lead"][part]) for part in LEAD_PARTS}
    answer = {part: by_number(policy["answer"][part]) for part in ANSWER_PARTS}
    leads = np.stack([lead_table(lead, follower, left) for left in range(1, HAND + 1)])
    answers = np.stack([answer_table(answer, left) for left in range(1, HAND + 1)])
    return Weights(follower, early, float(value["leader"]), leads, answers)


def by_number(codes: dict[str, float]) -> Floats:
    """The numbers of a table by card code; a card that it does not have is worth nothing."""
    return np.array([codes.get(str(card), 0.0) for card in CARDS], dtype=np.float32)


def earliness(left: int) -> float:
    """1 in the first trick of phase one, 0 in the last."""
    return (left - 1) / (HAND - 1)


def lead_table(parts: dict[str, Floats], follower: Floats, left: int) -> Floats:
    """The logit of each lead, by the card turned up."""
    early = earliness(left)
    base, slope = (parts[name] + parts[f"{name}_early"] * early for name in ("card", "turned"))
    table: Floats = base[None, :] + follower[:, None] * slope[None, :]
    return table.astype(np.float32)


def answer_table(parts: dict[str, Floats], left: int) -> Floats:
    """The logit of each answer, by the card turned up and the card led."""
    early = earliness(left)
    card, won, turned = (parts[name] + parts[f"{name}_early"] * early for name in ("card", "won", "turned"))
    gain = turned[:, None, None] + parts["taken"][None, :, None] + won[None, None, :]
    table: Floats = card[None, None, :] + gain * BEATS[None, :, :]
    return table.astype(np.float32)
