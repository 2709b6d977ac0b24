"""Moderation: the one door for everything that moderators do to games and people.

Every act takes a ``Judge`` and a ``Why``, has a permission of its own, and leaves a row in ``Act`` and, where it is
about a game, an entry in the game's log, from which open pages learn of it. Queues are in ``reports`` and ``appeals``.
"""

from games.services.moderation.games import (
    Revealed,
    award,
    call_off,
    change_result,
    freeze,
    give_back,
    rename_seat,
    reopen,
    reveal,
)
from games.services.moderation.judges import Judge, Why, judge_of, may
from games.services.moderation.people import (
    Linked,
    acknowledge,
    close,
    end_sessions,
    mute,
    rename,
    reset_link,
    suspend,
    warn,
)
from games.services.moderation.proposals import confirm, propose, turn_down
from games.services.moderation.tables import correct, put_off, strike
from games.services.moderation.undo import undo

__all__ = [
    "Judge",
    "Linked",
    "Revealed",
    "Why",
    "acknowledge",
    "award",
    "call_off",
    "change_result",
    "close",
    "confirm",
    "correct",
    "end_sessions",
    "freeze",
    "give_back",
    "judge_of",
    "may",
    "mute",
    "propose",
    "put_off",
    "rename",
    "rename_seat",
    "reopen",
    "reset_link",
    "reveal",
    "strike",
    "suspend",
    "turn_down",
    "undo",
    "warn",
]
