"""What a process stores with a beat, and what it learns of the others: a few statements, however many are here."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from django.db import transaction

from games.live.face import Face, Room
from games.store import presence
from games.store.newer import Tail
from games.store.presence import Stay

Ages = dict[int, float]
"""Leases, and the seconds since each was last heard."""
Stays = Mapping[int, Mapping[int, Stay]]


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who left a game, when they were last heard, and whether it waits for anybody."""

    game_id: int
    heard: float
    waited: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """What there is to say and to ask of games of one kind: the leases of those who are here, those of others who were
    until now, the games whose stays are wanted, and those that wait in the lobby."""

    face: Face
    here: Ages
    gone: Ages
    games: Collection[int]
    waiting: Collection[int] = ()


@dataclass(slots=True)
class Told:
    """The leases for which the row of this process speaks in the database, as far as this process knows. Another one
    that has a tab of the same person takes them over, and lets them go. And how far the log was read.

    ``complete`` once everybody who was here has been gone through; who came or went since then is known of anyway.
    ``unheld`` are the games where somebody sits for whom it does not speak: it will, once they are heard.
    """

    process: int = 0
    leases: dict[Face, set[int]] = field(default_factory=dict)
    log: Tail = field(default_factory=Tail)
    complete: bool = False
    unheld: set[int] = field(default_factory=set)

    def of(self, face: Face) -> set[int]:
        return self.leases.setdefault(face, set())

    def begin(self) -> int:
        """The process's own row; another one than before speaks for nobody yet."""
        if self.process != presence.uptime.row:
            self.process, self.leases, self.complete = presence.uptime.row, {}, False
        return self.process

    def check(self) -> bool:
        """Forget what another process took over; whether there was anything."""
        lost = False
        for face, mine in list(self.leases.items()):
            held = face.rows().filter(process=self.process)
            if mine and held.count() < len(mine):
                mine.intersection_update(held.values_list("pk", flat=True))
                lost = True
        return lost

    def find_unheld(self, rooms: Iterable[Room]) -> None:
        """Find out whether it speaks for everybody at these tables."""
        for room in rooms:
            mine = self.of(room.face)
            keep = self.unheld.discard if all(one.lease in mine for one in room.seated) else self.unheld.add
            keep(room.basis.game_id)

    def concerned(self, rooms: Mapping[int, Room], some: set[int], restless: set[int]) -> list[Room]:
        """The rooms, ``some`` at any rate, of which there may be something to store. Where all who are expected are
        here and spoken for there is nothing, however ``restless`` it is."""
        self.unheld.intersection_update(rooms)
        chosen = [rooms[one] for one in some | self.unheld if one in rooms]
        others = [rooms[one] for one in restless.difference(some, self.unheld) if one in rooms]
        return chosen + [room for room in others if not room.settled]


def parts(
    rooms: Iterable[Room], gone: Mapping[tuple[Face, int], Gone], wanted: Collection[int], waiting: Collection[int]
) -> list[Part]:
    """When each lease was last heard, by kinds of game; some have left."""
    rooms, now, quiet = tuple(rooms), time.monotonic(), presence.quiet()
    made = []
    for face in {room.face for room in rooms} | {face for face, _ in gone}:
        mine = [room for room in rooms if room.face is face]
        left = {lease: one for (kind, lease), one in gone.items() if kind is face}
        seated = ages_of(mine, now)
        ages = seated | {lease: min(now - one.heard, seated.get(lease, inf)) for lease, one in left.items()}
        here = {lease: age for lease, age in ages.items() if age <= quiet and lease in seated}
        away = {lease: age for lease, age in ages.items() if lease not in here} if len(here) < len(ages) else {}
        games = {room.basis.game_id for room in mine} | {one.game_id for one in left.values()}
        made.append(Part(face, here, away, games & set(wanted), games & set(waiting)))
    return made


def waited_for(rooms: Iterable[Room], gone: Iterable[Gone], some: Collection[int] | None) -> set[int]:
    """The games, ``some`` or all of these, that stay in the lobby because somebody is here, or was until now."""
    mine = [room for room in rooms if some is None or room.basis.game_id in some]
    here = {room.basis.game_id for room in mine if room.held() and room.face.waits(room.basis)}
    return here | {one.game_id for one in gone if one.waited}


def ages_of(rooms: Iterable[Room], now: float) -> Ages:
    """The seconds since the leases of those at these tables were last heard; one may have several sockets."""
    ages: Ages = {}
    for room in rooms:
        for one in room.seated:
            age = now - one.heard
            if one.lease is not None and age < ages.get(one.lease, inf):
                ages[one.lease] = age
    return ages


class Found(NamedTuple):
    """What was read: the stays that were wanted, and with a regular beat whether anybody was taken over by another
    process, and whether anything may have been added to the log."""

    stays: Stays
    lost: bool = False
    behind: bool = False


def exchange(parts: Iterable[Part], told: Told, *, regular: bool) -> Found:
    """Store who came and who is gone, and read what there is to know.

    A ``regular`` one also says that this process runs. Called in a thread that may use the database.
    """
    parts = tuple(parts)
    with transaction.atomic():
        if regular or not presence.uptime.stands():
            presence.uptime.beat()
        told.begin()
        lost = regular and not presence.uptime.alone and told.check()
        for part in parts:
            _store(part, told)
    stays: dict[int, Mapping[int, Stay]] = {}
    for part in parts:
        if part.games:
            stays.update(part.face.stays(part.games))
    return Found(stays, lost, regular and told.log.behind())


def _store(part: Part, told: Told) -> None:
    """Nothing for those who only stay."""
    known = told.of(part.face)
    came = {lease: age for lease, age in part.here.items() if lease not in known}
    if came:
        presence.hold(part.face.rows(), came, told.process)
    if part.gone:
        presence.let_go(part.face.rows(), part.gone, told.process)
    if part.waiting:
        presence.put_off(part.waiting)
    known.update(came)
    known.difference_update(part.gone)
