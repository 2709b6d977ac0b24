"""A replay in words for its page: the list of tricks, and the parts of the table as its template draws them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from games.pages.replay.asked import Asked
from games.pages.replay.shown import owners, step
from games.rules.cards import Faction
from games.rules.state import Phase, Seat, other
from games.stories.replayed import Replayed
from games.words.replay import heading, lead_text, played_text, stake_text, won_text
from games.words.table import faction_text
from games.words.together import together


@dataclass(frozen=True, slots=True)
class Line:
    """A trick in the list: from which step to which it was played, and its words."""

    phase: Phase
    first: int
    last: int
    heading: str
    told: str
    href: str


@dataclass(frozen=True, slots=True)
class Side:
    """One seat of the table as it is drawn. ``hand`` is None where its cards are not open; ``backs`` counts them."""

    seat: Seat
    name: str
    place: str
    hand: list[str] | None
    backs: range
    followers: int
    recruits: list[str] | None
    votes: int
    played: str | None
    wins: bool
    leads: bool
    turn: bool
    program: bool


def lines(game: Replayed, asked: Asked) -> list[Line]:
    """Every trick of the game, the one in which it ended included."""
    return list(_lines(game, asked, owners(asked.seen)))


def _lines(game: Replayed, asked: Asked, seats: Collection[Seat]) -> Iterator[Line]:
    end, names = game.states[-1], game.names
    for at, trick in enumerate(end.tricks):
        told = together((stake_text(trick), played_text(trick, names), won_text(trick, names, seats)))
        href = asked.at(2 * at + 2).query
        yield Line(trick.phase, 2 * at + 1, 2 * at + 2, heading(trick.phase, trick.number), told, href)
    if end.lead is not None:
        href = asked.at(game.last).query
        yield Line(end.phase, game.last, game.last, heading(end.phase, end.number), lead_text(end, names), href)


def board(game: Replayed, asked: Asked, near: Seat) -> dict[str, Any]:
    """The table at the step that is asked for, the side at its bottom last."""
    shown = step(game, game.states[asked.step], owners(asked.seen))
    sides = [_side(game, shown, other(near), "far"), _side(game, shown, near, "near")]
    heading_ = heading(Phase(shown["phase"]), shown["number"])
    return {**shown, "sides": sides, "slots": sides[::-1], "heading": heading_, "race": list(_race(shown, near))}


def _side(game: Replayed, shown: dict[str, Any], seat: Seat, place: str) -> Side:
    done = shown["done"]
    return Side(
        seat=seat,
        name=game.names[seat],
        place=place,
        hand=shown["hands"][seat],
        backs=range(shown["sizes"][seat]),
        followers=shown["followers"][seat],
        recruits=shown["recruits"][seat],
        votes=sum(row["ahead"] == seat for row in shown["tally"]),
        played=shown["trick"][seat],
        wins=bool(done and done["winner"] == seat),
        leads=shown["leader"] == seat,
        turn=shown["turn"] == seat,
        program=game.programs[seat],
    )


def _race(shown: dict[str, Any], near: Seat) -> Iterator[dict[str, Any]]:
    """The counts of each faction as everybody sees them, those of the far seat apart from those of the near one."""
    for row in shown["tally"]:
        ahead = row["ahead"]
        lead = "level" if ahead is None else "near" if ahead == near else "far"
        name = faction_text(Faction(row["faction"]))
        counts = {"near": row["counts"][near], "far": row["counts"][other(near)]}
        yield {"faction": row["faction"], "name": name, "lead": lead, **counts}
