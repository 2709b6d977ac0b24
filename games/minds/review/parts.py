"""The work of a review in steps, one a trick, so that whoever waits for something else waits for one step at most."""

from __future__ import annotations

from games.minds.review import early, late, luck
from games.minds.review.played import Played
from games.minds.review.told import Judged, Part, Point, Review, joined
from games.rules.record import Record
from games.rules.state import HAND, Phase

FIRST = 2 * HAND
"""Cards of phase one."""


def steps(record: Record) -> range:
    """The numbers of the steps: cards played before the trick that each is about. The last one may have no card."""
    return range(0, len(record.plays) + 1, 2)


def step(record: Record, ply: int) -> Part:
    """One step of the work. The record must be legal."""
    played = Played(record)
    if played.states[ply].finished:
        return Part()
    if played.states[ply].phase is Phase.ONE:
        return _early(played, ply)
    found = late.endings(played, ply)
    return Part(curve=_begun(played), endings=found) if ply == FIRST else Part(endings=found)


def review(record: Record) -> Review:
    """All of it at once."""
    return joined([step(record, ply) for ply in steps(record)])


def _early(played: Played, ply: int) -> Part:
    knowledge, state = played.knowledge(ply), played.states[ply]
    wins = early.wins_after(knowledge)
    cards = played.record.plays[ply : ply + 2]
    swing = luck.swing(knowledge, state)
    return Part(
        curve=(early.point(knowledge, wins),),
        cards=tuple(_judged(played, ply + at, wins) for at in range(len(cards))),
        deal=luck.deal(knowledge, state) if ply == 0 else None,
        blind=(swing,) if swing else (),
    )


def _judged(played: Played, ply: int, leading: early.Wins) -> Judged:
    knowledge = played.knowledge(ply)
    forced = len(set(knowledge.legal)) == 1
    wins = leading if ply % 2 == 0 else {} if forced else early.wins_after(knowledge)
    return early.judged(knowledge, wins, played.record.plays[ply])


def _begun(played: Played) -> tuple[Point, ...]:
    """The last point of the curve, where phase two begins and all is known; none where the search gave up."""
    outcome = late.outcome_at(played, FIRST)
    return () if outcome is None else (Point(FIRST, (1 + outcome) / 2, 0.0),)
