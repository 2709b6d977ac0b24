"""An online game as the fold of its log: pure values, no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, ClassVar, Self

from games.rules.cards import Card
from games.rules.logged.dealt import told
from games.rules.logged.slots import TableRecord
from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.rulings import Draw, LastTrick, Lead, Rulings
from games.rules.scoring import outcome
from games.rules.shuffle import Shuffle
from games.rules.state import Cards, Seat, State, other
from games.stories.act_kinds import AT_TABLES, ON_ACCOUNTS, ActKind
from games.stories.again import Again
from games.stories.clock import NONE, begun
from games.stories.hidden import Hidden
from games.stories.leaver import NAMELESS, Leaver
from games.stories.online_kinds import Kind
from games.stories.origin import Origin
from games.stories.sitter import Sitter
from games.stories.status import Ending, Mode, Status
from games.stories.story import Fact
from games.stories.timed import Timed
from games.stories.verdicts import FROZEN, Attributes, Setting


@dataclass(frozen=True, slots=True)
class Options:
    """What the creator chose: who may come, the rulings, and the ``clock``, as ``stories.clock.pace`` reads it."""

    listed: bool = True
    watch: bool = True
    strict: bool = False
    lead: str = Lead.RANDOM
    last_trick: str = LastTrick.TRICK
    draw: str = Draw.VOTES
    rated: bool = False
    clock: str = NONE

    @property
    def rulings(self) -> Rulings:
        return Rulings(self.lead, self.strict, self.last_trick, self.draw)


RESULT = Attributes(("status", "ending", "winner"))
SITTERS = Attributes(("sitters",))


@dataclass(frozen=True)
class Match(Again, Timed):
    """An online game: who sits where, the cards, and how it ended.

    ``shuffle`` is what its deal follows from, as secret as hands; games of older releases have none. One with an
    ``origin`` has the deal of another game, and its first cards.
    """

    mode: ClassVar[Mode] = Mode.ONLINE
    acts: ClassVar[frozenset[ActKind]] = frozenset(ActKind) - ON_ACCOUNTS - AT_TABLES
    every_seat_an_account: ClassVar[bool] = True
    shut: ClassVar[str] = "no_such_game"

    options: Options = Options()
    ending: str | None = None
    winner: Seat | None = None
    successor: str | None = None
    shuffle: Shuffle | None = None

    def step(self, fact: Fact) -> Match:
        step = _BY_NAME.get(fact.kind) or _STEPS[Kind(fact.kind)]
        return step(self, fact)

    def reached(self, state: State, **changes: Any) -> Self:
        """The game with these cards played, whoever found out how it stands; decided by its votes after the last."""
        end = outcome(state, self.options.draw)
        if end is not None:
            changes |= {"status": Status.FINISHED, "ending": Ending.VOTES, "winner": end.winner}
        return self.changed(state=state, **changes)

    def setting(self, kind: ActKind, data: Mapping[str, Any]) -> Setting:
        match kind:
            case ActKind.CALL_OFF:
                return Setting(RESULT, (Status.CALLED_OFF, Ending.CALLED_OFF, None))
            case ActKind.AWARD | ActKind.CHANGE_RESULT:
                return Setting(RESULT, (Status.FINISHED, Ending.JUDGED, data["winner"]))
            case ActKind.REOPEN:
                return Setting(RESULT, (Status.WAITING if self.deal is None else Status.PLAYING, None, None))
            case ActKind.FREEZE:
                return Setting(FROZEN, (True,))
            case ActKind.GIVE_BACK:
                return self._resat(
                    data["seat"], user_id=data["user"], name=data["name"], guest=data["guest"], opponent=""
                )
            case ActKind.RENAME_SEAT | ActKind.RENAME:
                return self._resat(data["seat"], name=data["name"])
        raise ValueError(f"{kind} is no act on an online game")

    def _resat(self, seat: Seat, **changes: Any) -> Setting:
        sitters = (one and replace(one, **changes) if at == seat else one for at, one in enumerate(self.sitters))
        return Setting(SITTERS, (tuple(sitters),))

    def columns(self) -> dict[str, Any]:
        state = self.state
        return {
            "turn": None if state is None or self.over else state.to_play,
            "phase": state and state.phase,
            "trick": state and state.number,
            "names": "\n".join(self.names),
            "status": self.status,
            "ending": self.ending or "",
            "winner": self.winner,
            "clock": self.agreed,
            "due_at": self.clock.out_at if self.clock is not None and self.clock.pace.daily else None,
        }

    def columns_since(self, before: Self) -> dict[str, Any]:
        """Nearly all entries are cards, and an ordinary one changes only where the game stands."""
        state, goes_on = self.state, self.status == before.status == Status.PLAYING and self.clock is None
        if state is None or not goes_on or self.sitters is not before.sitters:
            return self.columns()
        return {"turn": state.to_play, "phase": state.phase, "trick": state.number}

    @property
    def agreed(self) -> str:
        """The clock of its people; against the site's own nobody plays by one."""
        return NONE if self.opponent(0) or self.opponent(1) else self.options.clock

    @property
    def programs(self) -> tuple[bool, bool]:
        """At which seats a program of their person sits."""
        first, second = self.sitters
        return bool(first and first.program), bool(second and second.program)

    @property
    def names(self) -> tuple[str, str]:
        """The names of both seats; a free one has none."""
        first, second = self.sitters
        return first.name if first else "", second.name if second else ""

    @property
    def awardable(self) -> bool:
        return None not in self.sitters

    @property
    def ended_early(self) -> bool:
        return not self.played_out

    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """Its players always, others where the creator allows it; a private invitation that was never taken is
        nobody's business."""
        if self.seat_of(user) is not None:
            return True
        return self.options.listed if self.state is None else self.options.watch

    def unknown_to(self, user: int | None) -> bool:
        """Whether its code must look like none at all: a private game that nobody took, or that was called off, to
        whoever has no seat in it."""
        hidden = self.state is None or self.status == Status.CALLED_OFF
        return hidden and not self.options.listed and self.seat_of(user) is None

    def goes_by(self, seat: Seat, name: str) -> bool:
        return self.sitters[seat] is not None

    def unnamed(self, fact: Fact, leaver: Leaver) -> Mapping[str, Any]:
        data = fact.data
        sitter = self.sitters[data.get("seat", fact.seat)] if "name" in data else None
        return {**data, "name": NAMELESS} if sitter is not None and sitter.user_id == leaver.user else data

    def public(self) -> TableRecord:
        if self.state is None or self.deal is None:
            return TableRecord(("", ""))
        return told(self.names, self.deal.leader, self.state, self.options.rulings, opened=self.record_open)

    def hidden(self) -> Hidden:
        state = self.state
        return Hidden() if state is None else Hidden(state.hands, state.followers, state.deck)

    @property
    def record_open(self) -> bool:
        """Whether its record may be shown: not where a moderator ended the game early, who may yet reopen it."""
        return self.status == Status.FINISHED and (self.ending != Ending.JUDGED or self.played_out)

    def seat_of(self, user_id: int | None) -> Seat | None:
        """The seat that a user holds, None for everybody else."""
        first, second = self.sitters
        if first is not None and first.user_id == user_id:
            return 0
        return 1 if second is not None and second.user_id == user_id else None

    def record(self) -> Record:
        """The match as ``claim-record/1``; it tells all cards, so only of a game that is over."""
        if self.deal is None or not self.over:
            raise ValueError("a running game has no record to show")
        deal, rulings = self.deal, self.options.rulings
        levels = self.opponent(0) or None, self.opponent(1) or None
        origin = None if self.origin is None else (self.origin.game, self.origin.step)
        cards = deal.leader, deal.hands, deal.deck, self.plays
        return Record(self.names, *cards, self.shuffle, rulings, levels, self.helped(), origin, self.programs)


def _opened(match: Match, fact: Fact) -> Match:
    chosen = dict(fact.data)
    shuffle = chosen.pop("shuffle", None)
    # Where an entry does not say, strict memory decides this too.
    chosen.setdefault("last_trick", LastTrick.LEAD if chosen.get("strict") else LastTrick.TRICK)
    return replace(match, options=Options(**chosen), shuffle=shuffle and Shuffle.of(**shuffle))


def _joined(match: Match, fact: Fact) -> Match:
    who = fact.data
    sitter = Sitter(who["user"], who["name"], who["guest"], who.get("opponent", ""), who.get("program", False))
    first, second = match.sitters
    seat, sitters = (0, (sitter, second)) if fact.seat == 0 else (1, (first, sitter))
    return replace(match, sitters=sitters, shuffle=match.shuffle and match.shuffle.given(seat, who.get("part")))


def _dealt(match: Match, fact: Fact) -> Match:
    hands = [parse(hand) for hand in fact.data["hands"]]
    deal = start((hands[0], hands[1]), parse(fact.data["deck"]), fact.data["leader"])
    seed = fact.data.get("next")
    after = seed and Shuffle.of(seed, other(deal.leader))
    plays, origin = parse(fact.data.get("plays", ())), fact.data.get("from")
    state = reduce(apply, plays, deal)
    started = {"status": Status.PLAYING, "deal": deal, "state": state, "plays": plays, "clock": begun(match.agreed)}
    match = match.changed(**started, next=after)
    return match if origin is None else replace(match, origin=Origin(**origin))


def _played(match: Match, fact: Fact) -> Match:
    if match.state is None:
        raise ValueError("a card before the deal")
    card = Card.parse(fact.data["card"])
    state = apply(match.state, card)
    return match.reached(state=state, plays=(*match.plays, card))


def _resigned(match: Match, fact: Fact) -> Match:
    return _ended(match, Ending.RESIGNED, None if fact.seat is None else other(fact.seat))


def _claimed(match: Match, fact: Fact) -> Match:
    return _ended(match, Ending.AWAY, fact.seat)


def _timed_out(match: Match, fact: Fact) -> Match:
    return _ended(match, Ending.TIME, fact.data["winner"])


def _called_off(match: Match, fact: Fact) -> Match:
    return replace(match, status=Status.CALLED_OFF, ending=Ending.CALLED_OFF, successor=fact.data.get("game"))


def _succeeded(match: Match, fact: Fact) -> Match:
    return replace(match, successor=fact.data["game"])


def _ended(match: Match, ending: str, winner: Seat | None) -> Match:
    return replace(match, status=Status.FINISHED, ending=ending, winner=winner)


def parse(codes: Iterable[str]) -> Cards:
    return tuple(Card.parse(code) for code in codes)


_STEPS: dict[Kind, Callable[[Match, Fact], Match]] = {
    Kind.OPENED: _opened,
    Kind.JOINED: _joined,
    Kind.DEALT: _dealt,
    Kind.PLAYED: _played,
    Kind.RESIGNED: _resigned,
    Kind.CLAIMED: _claimed,
    Kind.CALLED_OFF: _called_off,
    Kind.REMATCH: Match.rematched,
    Kind.SUCCEEDED: _succeeded,
    Kind.HINTED: Match.hinted,
    Kind.TAKEN_BACK: Match.taken_back,
    Kind.TIMED_OUT: _timed_out,
    Kind.GRANTED: lambda match, fact: match,
    Kind.PAUSED: lambda match, fact: match,
}
_BY_NAME = {kind.value: step for kind, step in _STEPS.items()}
