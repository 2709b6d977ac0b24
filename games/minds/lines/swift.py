"""The completions of a log gone through by numba: laid out as numbers, and read from them; ``Plain`` tells the same."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, takewhile
from typing import Any

import numpy as np

from games.minds.compiled import compiled
from games.minds.lines import abreast, ends
from games.rules.logged.bounds import Prospect
from games.rules.logged.completions import Completions, Plain, Sieve, Votes, Wish
from games.rules.logged.inference import Known
from games.rules.logged.lines import Ends
from games.rules.logged.reach import Reach
from games.rules.logged.standing import AT, EVERY, FIELD, NUMBERED, SCORERS, WORTH, Fields, Standing, fields_of
from games.rules.logged.walk import STEPS, TooMany, Turn, Walk
from games.rules.logged.ways import Ways
from games.rules.state import Seat
from games.rules.tricks import judge

SIGNATURE = "int64(int64[::1])"
WORD = (1 << 2 * FIELD) - 1
MOST_CARDS = 63


def load() -> None:
    """Have everything compiled, or loaded where it was; seconds, the first time of a machine."""
    for name in ("lines", "ends", "wished"):
        compiled(ends, name, SIGNATURE)


def gone_through(known: Known) -> Completions:
    """The completions of a log; plainly where it has more cards than a number has bits, as only a made-up one can."""
    swift = Swift(known)
    return swift if len(swift.walk.cards) <= MOST_CARDS else Plain(known)


class Swift:
    """The completions of a log of no more than ``MOST_CARDS``. The trap: it is for one thread alone."""

    def __init__(self, known: Known) -> None:
        self.walk = Walk(known)
        self.told = Ends(self.walk)
        self.adrift = bool(self.told.adrift) or self.told.room
        self.state = 0
        self._mark = object()
        self._reckoned = False

    def hopeless(self) -> bool:
        return self.walk.hopeless()

    def drawn(self, count: int) -> list[Votes]:
        return self._drawn("ends", count, 0, None)

    def wished(self, wish: Wish | None, count: int, draws: int) -> list[Votes]:
        return self._drawn("wished", count, draws, wish)

    def contested(self, at: int, seat: Seat, limit: int) -> Prospect:
        self._reckon()
        return frozenset([one for votes in self.run(1 << at, limit, abreast.BEST, at, seat) for one in votes[at]])

    def through(self, fields: Fields, sieve: Sieve | None) -> list[Votes]:
        if sieve is None:
            return self.run(fields)
        reached = [sum([1 << seat for one, seat in sieve.reached if one == at]) for at in AT.values()]
        _write(self._reckon(), abreast.REACHED, [*reached, *(one in sieve.lost for one in range(EVERY + 1))])
        return self.run(fields, STEPS, abreast.NEWS, 0, sieve.other)

    def run(
        self, fields: Fields, limit: int = STEPS, sieve: int = abreast.ALL, at: int = 0, seat: Seat = 0
    ) -> list[Votes]:
        """The votes of these factions at the ends of the lines that are followed; ``TooMany`` after ``limit`` steps."""
        if limit > abreast.MOST_POSITIONS:
            raise ValueError(f"no room for {limit} steps")
        work = self._laid_out()
        _write(work, abreast.LIMIT, [limit, 0, fields, sieve, at, seat])
        side = compiled(ends, "lines", SIGNATURE)(work)
        if side < 0:
            raise TooMany
        return self._read(_ends_of(work, side, self.walk.must)) if self.adrift else _noted(work)

    def _drawn(self, name: str, count: int, draws: int, wish: Wish | None) -> list[Votes]:
        if count > ends.MOST_ENDS or count * draws > ends.ROOM:
            raise ValueError(f"no room for {count} completions by {draws} draws")
        work, at, seat = self._laid_out(), wish and wish.at, wish.seat if wish else 0
        kind = ends.ANY if wish is None else ends.VOTES_OF if at is None else ends.CARDS_OF
        _write(work, abreast.ASKED, [EVERY, abreast.ALL, at or 0, seat])
        _write(work, ends.WISH, [kind, count, draws])
        compiled(ends, name, SIGNATURE)(work)
        self.state = int(work[ends.STATE])
        return self._read(_kept(work)) if self.adrift else _noted(work)

    def _read(self, found: Iterable[tuple[Standing, int]]) -> list[Votes]:
        """The votes at these ends, at which cards may be in either pile."""
        return [self.told.votes(*end) for end in self.told.apart(found)]

    def _laid_out(self) -> Any:
        """The array, in which another may have been laid out meanwhile."""
        work = _workspace()
        if _LOCAL.mark is not self._mark:
            _LOCAL.mark = None
            _lay_out(work, self.walk, self.state)
            _LOCAL.mark, self._reckoned = self._mark, False
        return work

    def _reckon(self) -> Any:
        """The array, with how many cards of each faction may still come."""
        work = self._laid_out()
        if not self._reckoned:
            self._reckoned = True
            reach = Reach(self.told)
            later = [field & 63 for turn in self.walk.turns for field in fields_of(reach.logged[turn.at + 1])]
            surely, perhaps = zip(*((surely, perhaps) for _shift, surely, perhaps in reach.bits), strict=True)
            _write(work, abreast.SURELY, [*surely, *perhaps, *later])
        return work


def _noted(work: Any) -> list[Votes]:
    """The votes that were noted at the ends."""
    return [_votes(one) for one in work[ends.TOLD : ends.TOLD + work[ends.FOUND]].tolist()]


@cache
def _votes(number: int) -> Votes:
    return tuple([frozenset({(0, 1, None)[number >> 2 * at & 3]}) for at in AT.values()])


def _kept(work: Any) -> Iterator[tuple[Standing, int]]:
    """The ends of completions that were drawn."""
    found = work[ends.KEPT : ends.KEPT + abreast.PLACE * work[ends.KEPT_ONES]].tolist()
    for at in range(0, len(found), abreast.PLACE):
        yield _whole(*found[at + 2 : at + 5]), found[at + 1]


def _ends_of(work: Any, side: int, must: int) -> Iterator[tuple[Standing, int]]:
    """The ends of all lines that leave no card that had to be played."""
    counts = abreast.COUNTS + 2 * side
    begin, positions = abreast.group_at(side, 0), abreast.position_at(side, 0)
    groups = work[begin : begin + abreast.GROUP * work[counts]].tolist()
    found = work[positions : positions + abreast.POSITION * work[counts + 1]].tolist()
    for at in range(0, len(groups), abreast.GROUP):
        pool, now = groups[at + 1], groups[at + 2]
        while now >= 0 and not pool & must:
            place = abreast.POSITION * now
            yield _whole(*found[place : place + 3]), pool
            now = found[place + 3]


def _whole(first: int, second: int, third: int) -> Standing:
    return first | second << 2 * FIELD | third << 4 * FIELD


_LOCAL = threading.local()


def _workspace() -> Any:
    """The array of this thread."""
    if not hasattr(_LOCAL, "work"):
        _LOCAL.mark = None
        work = _LOCAL.work = np.zeros(ends.SIZE, dtype=np.int64)
        _write(work, abreast.FACTION, [at for at, _value in WORTH])
        _write(work, abreast.VALUE, [value for _at, value in WORTH])
        _write(work, abreast.TAKER, [-1 if seat is None else seat for seats in SCORERS for seat in seats])
        _write(work, abreast.BEATEN, [judge(lead, answer)[0] for lead in NUMBERED for answer in NUMBERED])
    return _LOCAL.work


def _write(work: Any, place: int, numbers: list[int]) -> None:
    struct.pack_into(f"{len(numbers)}q", work, 8 * place, *numbers)


def _lay_out(work: Any, walk: Walk, state: int) -> None:
    """Write down the tricks of a walk, the ways to play them, where they begin, and the state of chance."""
    known = _Known()
    rows = [number for turn in walk.turns for number in _row(turn, known)]
    begins = known.begins + [0] * (2 * abreast.MOST_WAYS - len(known.begins))
    _write(work, abreast.TURN, [*rows, *begins, *known.cards])
    starts = [
        [leader, pool, standing & WORD, standing >> 2 * FIELD & WORD, standing >> 4 * FIELD]
        for leader, pools in enumerate(walk.start())
        for pool, standings in pools.items()
        for standing in standings
    ]
    _write(work, abreast.START, [*chain(*starts)])
    _write(work, abreast.MUST, [walk.must, len(starts)])
    told = sum(1 for _turn in takewhile(lambda turn: turn.whole, walk.turns))
    _write(work, ends.STATE, [state, told])


class _Known:
    """The ways to play that were laid out so far."""

    def __init__(self) -> None:
        self.begins: list[int] = []
        self.cards: list[int] = []
        self.numbers: dict[int, int] = {}

    def number(self, ways: Ways) -> int:
        """The number of a way; of cards alike the lowest that is left stands for the others."""
        if id(ways) not in self.numbers:
            self.numbers[id(ways)] = len(self.numbers)
            self.begins.append(abreast.WAY + len(self.cards))
            for card, bit in ways.cards:
                self.cards += card, bit, sum([same & bit - 1 for same in ways.alike if same & bit])
            self.begins.append(abreast.WAY + len(self.cards))
        return self.numbers[id(ways)]


def _row(turn: Turn, known: _Known) -> list[int]:
    ways = [0] * 4 if turn.whole else [known.number(one) for both in (turn.leads, turn.answers) for one in both]
    following = [-1 if leads is None else leads for leads in turn.following]
    return [turn.lead or 0, turn.follow or 0, turn.whole, *following, turn.most, turn.later, *ways]
