"""Who leads the first trick at a table, where its players left that to chance."""

from __future__ import annotations

import secrets

from games.rules.rulings import Lead, Rulings
from games.stories.story import Fact
from games.stories.table_kinds import TableKind


def drawn(rulings: Rulings, device: int) -> list[Fact]:
    """The lot as an entry of a table that begins, told as by ``device``; none where the players choose."""
    if rulings.lead != Lead.RANDOM:
        return []
    return [Fact(TableKind.LED, data={"seat": secrets.randbelow(2), "device": device})]
