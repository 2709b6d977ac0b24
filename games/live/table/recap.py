"""How a game at a table ended, as everybody may know it: the same for all devices, the one picture of it included."""

from __future__ import annotations

from games.rules.logged.recap import recap
from games.stories.sheet import slip_key, tallied
from games.stories.status import Status
from games.stories.table import Table
from games.words.recap import recap_texts


def recap_of(table: Table) -> tuple[str, ...]:
    """The story of the game in a few sentences; none until it is over with a result that its cards decided."""
    if table.status is not Status.FINISHED or table.end.ruling is not None:
        return ()
    record = table.public()
    tally = tallied(record)
    doubts = tuple(slip for slip in tally.slips if slip_key(slip) not in table.sheet.stood)
    found = recap(tally, record, doubts)
    return recap_texts(found, tally, table.names, len(doubts)) if found else ()
