"""Determinization: sampled worlds that fit what a seat knows, all equally likely.

A world consists of the other hand, the other seat's blind cards and the deck.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.engine.knowledge import Knowledge
from games.engine.position import FACTION, FACTIONS, NUMBERS

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SampledWorlds:
    """Sampled worlds, one per row.

    ``hands`` are the cards of the other hand, ``blind`` the unknown followers of the other seat, and ``deck`` the deck
    from the blind card of the current trick on.
    """

    hands: Numbers
    blind: Numbers
    deck: Numbers


def sample_worlds(knowledge: Knowledge, count: int, rng: np.random.Generator) -> SampledWorlds:
    """Return ``count`` worlds in phase one.

    Every hand of unseen cards that fits the voids is equally likely, and so is every order of the rest. A level that
    forgets cards has more unseen cards than places for them, so each world omits some. If too few cards fit the voids,
    which happens to a level with a false memory, the hand gets cards of void factions too.
    """
    unseen = np.array([NUMBERS[card][0] for card in knowledge.unseen])
    void = [FACTIONS.index(faction) for faction in knowledge.void]
    is_void = np.isin(FACTION[unseen], void)
    order_keys = rng.random((count, len(unseen)), dtype=np.float32)
    order = np.argsort(order_keys + is_void, axis=1)
    rest = order[:, knowledge.held :]
    rest = np.take_along_axis(rest, np.argsort(rng.random(rest.shape, dtype=np.float32), axis=1), axis=1)
    end = knowledge.blind + knowledge.deck
    return SampledWorlds(
        unseen[order[:, : knowledge.held]],
        unseen[rest[:, : knowledge.blind]],
        unseen[rest[:, knowledge.blind : end]],
    )
