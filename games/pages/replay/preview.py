"""What the picture of a link to a step says, as a value: equal ones are drawn once.

It is made of what watchers saw then, whoever asks: no hand, no follower and no blind card is in it. Of a game that is
not open it has names, and of one played online the counts that every watcher sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.live.online.view import view
from games.pages.replay.opened import Opened
from games.pages.replay.shown import step as shown_step
from games.rules.state import Phase
from games.store import log
from games.stories.online import Match
from games.stories.replayed import Closed, Replayed
from games.words.replay import CLOSED, heading


@dataclass(frozen=True, slots=True)
class Count:
    """The cards of a faction in both score piles, and who is ahead."""

    letter: str
    counts: tuple[int, int]
    ahead: int | None


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that is drawn, and ``words`` for who does not see it. ``lying`` has the card of each seat; ``won`` is
    the seat that took them. ``said`` stands where cards would lie in a game that is not open."""

    brand: str
    names: tuple[str, str]
    words: str
    heading: str = ""
    said: str = ""
    lying: tuple[str | None, str | None] = (None, None)
    won: int | None = None
    revealed: str | None = None
    stake: str = ""
    race: tuple[Count, ...] = ()


def preview_of(game: Opened, step: int) -> Preview:
    """The preview of a step, in the language of whoever asks; steps beyond the game are its last."""
    if isinstance(game.replay, Closed):
        match = _public(game)
        names = game.game.seat_names if match is None else _called(match)
        return closed(names, game.replay, match)
    return trick(game.replay, step)


def trick(replay: Replayed, step: int) -> Preview:
    """The trick that lies there after so many cards."""
    seen = shown_step(replay, replay.states[min(step, replay.last)], ())
    first, second = seen["trick"]
    return Preview(
        brand=settings.BRAND,
        names=_called(replay),
        words=seen["words"],
        heading=heading(Phase(seen["phase"]), seen["number"]),
        lying=(first, second),
        won=seen["done"] and seen["done"]["winner"],
        revealed=seen["revealed"],
        stake=_("at stake"),
        race=tuple(map(_count, seen["tally"])),
    )


def _called(story: Replayed | Match) -> tuple[str, str]:
    """The names of both, and that a program sits there."""
    told = zip(story.names, story.programs, strict=True)
    first, second = (_("%(name)s (program)") % {"name": name} if program else name for name, program in told)
    return first, second


def closed(names: tuple[str, str], why: Closed, match: Match | None) -> Preview:
    """Names and counts, and why there is no card to see."""
    board = view(match, None)["board"] if match else None
    race = tuple(map(_count, board["tally"])) if board else ()
    return Preview(settings.BRAND, names, str(CLOSED[why]), said=str(CLOSED[why]), race=race)


def _public(game: Opened) -> Match | None:
    return None if game.game.at_table else log.load_as(Match, game.game.pk)


def _count(row: dict[str, Any]) -> Count:
    first, second = row["counts"]
    return Count(row["faction"], (first, second), row["ahead"])
