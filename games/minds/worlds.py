"""Worlds that fit what a seat knows: the other hand, the other seat's blind cards and the deck, all equally likely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.minds.knowledge import Knowledge
from games.minds.position import FACTION, FACTIONS, NUMBERS

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Worlds:
    """So many worlds, a row each: cards of the other hand, its unknown followers, the deck from the blind card on, and
    if it matters the style of the other seat by number, 0 the policy."""

    hands: Numbers
    blind: Numbers
    deck: Numbers
    style: Numbers | None = None


def sampled(knowledge: Knowledge, count: int, chance: np.random.Generator) -> Worlds:
    """``count`` worlds in phase one.

    Every hand of unseen cards that fits the voids is equally likely, and so is every order of the rest. Where somebody
    forgot cards there are more unseen ones than places for them, and where somebody remembers wrongly the voids give
    way.
    """
    unseen = np.array([NUMBERS[card][0] for card in knowledge.unseen])
    void = [FACTIONS.index(faction) for faction in knowledge.void]
    late = np.isin(FACTION[unseen], void)
    keys = chance.random((count, len(unseen)), dtype=np.float32)
    order = np.argsort(keys + late, axis=1)
    rest = order[:, knowledge.held :]
    rest = np.take_along_axis(rest, np.argsort(chance.random(rest.shape, dtype=np.float32), axis=1), axis=1)
    end = knowledge.blind + knowledge.deck
    return Worlds(
        unseen[order[:, : knowledge.held]],
        unseen[rest[:, : knowledge.blind]],
        unseen[rest[:, knowledge.blind : end]],
    )
