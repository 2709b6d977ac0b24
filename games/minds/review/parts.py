"""The work of a review in steps, one a trick, so that whoever waits for something else waits for one step at most."""

from __future__ import annotations

from games.minds.review import early, late, luck
from games.minds.review.played import Played
from games.minds.review.told import Judged, Part, Point, Review, Sure, joined
from games.rules.record import Record
from games.rules.state import HAND, Phase

FIRST = 2 * HAND
"""Cards of phase one."""


def steps(record: Record) -> range:
    """The numbers of the steps: cards played before the trick that each is about. The last one may have no card.

    A game that goes on from another one begins with the trick in which its own first card was played.
    """
    begun = begun_at(record)
    return range(begun - begun % 2, len(record.plays) + 1, 2)


def step(record: Record, ply: int) -> Part:
    """One step of the work. The record must be legal."""
    played = Played(record)
    if played.states[ply].finished:
        return Part()
    begun = begun_at(record)
    if played.states[ply].phase is Phase.ONE:
        return _early(played, ply, begun)
    found = tuple(one for one in late.endings(played, ply) if one.ply >= begun)
    first = max(ply, begun)
    curve = _exact(played, first) if first in (FIRST, begun) else ()
    return Part(curve=curve, endings=found, deal=_stood(played, begun) if first == begun else None)


def review(record: Record) -> Review:
    """All of it at once."""
    return joined([step(record, ply) for ply in steps(record)], begun_at(record))


def begun_at(record: Record) -> int:
    """How many cards had been played when the game of this record began: those of the game that it goes on from."""
    return 0 if record.origin is None else min(record.origin[1], len(record.plays))


def _early(played: Played, ply: int, begun: int) -> Part:
    knowledge = played.knowledge(ply)
    wins = early.wins_after(knowledge)
    first, swing = max(ply, begun), None if ply <= begun else luck.swing(knowledge, played.states[ply])
    return Part(
        curve=(early.point(knowledge, wins),) if ply >= begun else (),
        cards=tuple(_judged(played, at, wins) for at in range(first, min(ply + 2, len(played.record.plays)))),
        deal=luck.deal(played.knowledge(begun), played.states[begun]) if first == begun else None,
        blind=(swing,) if swing else (),
    )


def _stood(played: Played, begun: int) -> Sure | None:
    """What the position in phase two was worth to seat 0 in which this game began."""
    exact = late.outcome_at(played, begun)
    return None if exact is None else Sure((1 + exact) / 2, 0.0)


def _judged(played: Played, ply: int, leading: early.Wins) -> Judged:
    knowledge = played.knowledge(ply)
    forced = len(set(knowledge.legal)) == 1
    wins = leading if ply % 2 == 0 else {} if forced else early.wins_after(knowledge)
    return early.judged(knowledge, wins, played.record.plays[ply])


def _exact(played: Played, ply: int) -> tuple[Point, ...]:
    """The point of the curve before a card of phase two, where all is known; none where the search gave up."""
    outcome = late.outcome_at(played, ply)
    return () if outcome is None else (Point(ply, (1 + outcome) / 2, 0.0),)
