"""What every way to complete a log leaves possible, where there are few enough to go through."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Faction
from games.rules.logged.bounds import Prospect
from games.rules.logged.inference import Known
from games.rules.logged.lines import Ends
from games.rules.logged.standing import AT
from games.rules.logged.walk import TooMany, Walk
from games.rules.rulings import Draw
from games.rules.scoring import decide
from games.rules.state import Seat


@dataclass(frozen=True, slots=True)
class Ending:
    """What remains possible: who may get each vote, and who may win (None: a draw)."""

    prospects: dict[Faction, Prospect]
    winners: frozenset[Seat | None]


def endings(known: Known, draw: str = Draw.VOTES) -> Ending | None:
    """What every completion of phase two leaves possible; None if there are too many, or none at all. The plain way to
    what ``outlook`` tells more cheaply, and what that is compared with.

    Exact but for two cautions: the law of following is not assumed, for people may break it unnoticed, and
    cards that were played and scored in unlogged tricks of phase one may have gone to either seat.
    """
    walk = Walk(known)
    if walk.hopeless():
        return None
    try:
        votes = Ends(walk).lines(walk.run())
    except TooMany:
        return None
    if not votes:
        return None
    prospects = {faction: frozenset(line[at] for line in votes) for faction, at in AT.items()}
    return Ending(prospects, frozenset(decide(line, draw).winner for line in votes))
