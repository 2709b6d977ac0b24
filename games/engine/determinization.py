"""Determinization: sampled worlds that fit what a seat knows, all equally likely.

A world is the other hand, the other seat's blind cards and the deck.
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
    """Sampled worlds, a row each.

    ``hands`` are the cards of the other hand, ``blind`` its unknown followers, ``deck`` the deck from the blind card
    on. ``style`` is the playing style of the other seat by number, 0 the policy; None where it does not matter.
    """

    hands: Numbers
    blind: Numbers
    deck: Numbers
    style: Numbers | None = None


def sample_worlds(knowledge: Knowledge, count: int, rng: np.random.Generator) -> SampledWorlds:
    """Return ``count`` worlds in phase one.

    Every hand of unseen cards that fits the voids is equally likely, and so is every order of the rest. For a level
    that forgets cards there are more unseen cards than places for them, and for a level that remembers wrongly the
    voids give way.
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
