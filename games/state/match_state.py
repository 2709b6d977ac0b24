"""State of an online game, the fold of its log, with its options and the kinds of its log entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Any, ClassVar, Self

from games.inference.record import TableRecord
from games.inference.record_conversion import build_table_record
from games.rules.cards import Card
from games.rules.moves import apply, start
from games.rules.record import Record
from games.rules.record_fields import GameOrigin
from games.rules.rulings import Draw, LastTrick, Lead, Rulings
from games.rules.scoring import compute_outcome
from games.rules.shuffle import Shuffle
from games.rules.state import Cards, Seat, State, get_other_seat
from games.state.clock import NO_CLOCK, TimedGameState, start_clock
from games.state.dealt_state import Occupant, list_names, list_programs
from games.state.erasure import ERASED_NAME, ErasedPerson
from games.state.game_state import Ending, Event, HiddenCards, Mode, Status
from games.state.moderation import ACCOUNT_ACTS, FROZEN_ASPECT, TABLE_ACTS, ActKind, AspectValue, Attributes
from games.state.rematch import RematchState


class MatchEventKind(StrEnum):
    """Kind of an entry in an online game's log, apart from moderators' acts and erasures."""

    OPENED = "opened"
    JOINED = "joined"
    NAMED = "named"
    DEALT = "dealt"
    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    CALLED_OFF = "called_off"
    CANCEL_OFFER = "cancel_offer"
    REMATCH = "rematch"
    SUCCEEDED = "succeeded"
    HINTED = "hinted"
    TAKEN_BACK = "taken_back"
    TIMED_OUT = "timed_out"
    GRANTED = "granted"
    OUTAGE = "paused"
    """Outage of the site, for which the clocks stand still. Logs store it as "paused"."""


# Cancelling a running game needs the consent of the other seat.


@dataclass(frozen=True, slots=True)
class CancelOffer:
    """Last offer to cancel since the last card: the seat that made it, and whether the other seat declined it."""

    by: Seat
    declined: bool = False


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """Options chosen by the creator of a game.

    ``listed`` shows the game in the lobby, ``watch`` allows watchers. ``clock`` is read by ``parse_time_control``.
    ``best_of`` is the number of games of which a player has to win more than half, 0 for no such number.
    """

    listed: bool = True
    watch: bool = True
    strict: bool = False
    lead: str = Lead.RANDOM
    last_trick: str = LastTrick.TRICK
    draw: str = Draw.VOTES
    rated: bool = False
    clock: str = NO_CLOCK
    best_of: int = 0

    @property
    def rulings(self) -> Rulings:
        """Return the rulings among the options."""
        return Rulings(self.lead, self.strict, self.last_trick, self.draw)


RESULT_ASPECT = Attributes(("status", "ending", "winner"))
OCCUPANTS_ASPECT = Attributes(("occupants",))


@dataclass(frozen=True)
class MatchState(RematchState, TimedGameState):
    """State of an online game: its occupants, its cards and its result.

    ``shuffle`` determines the deal and is as secret as the hands; it is None in games of older releases. ``shared``
    says that other games have the same deal, so there are no hints and takebacks. A game with an ``origin`` has the
    deal and the first cards of another game. An offer to ``cancel`` stands until the next card.
    """

    mode: ClassVar[Mode] = Mode.ONLINE
    acts: ClassVar[frozenset[ActKind]] = frozenset(ActKind) - ACCOUNT_ACTS - TABLE_ACTS
    requires_accounts: ClassVar[bool] = True
    hidden_refusal: ClassVar[str] = "no_such_game"

    options: MatchOptions = MatchOptions()
    ending: str | None = None
    winner: Seat | None = None
    successor: str | None = None
    shuffle: Shuffle | None = None
    shared: bool = False
    cancel: CancelOffer | None = None

    @property
    def next_options(self) -> MatchOptions:
        """Return the options of the rematch."""
        return self.options if self.next_best_of is None else replace(self.options, best_of=self.next_best_of)

    def step(self, event: Event) -> MatchState:
        """Return the state after one more entry. Raise ValueError for an unknown kind."""
        step = _STEPS_BY_NAME.get(event.kind) or _STEPS[MatchEventKind(event.kind)]
        return step(self, event)

    def reached(self, state: State, **changes: Any) -> Self:
        """Return the game with its cards in ``state`` and other fields changed; finished if all cards are played."""
        outcome = compute_outcome(state, self.options.draw)
        if outcome is not None:
            changes |= {"status": Status.FINISHED, "ending": Ending.VOTES, "winner": outcome.winner}
        return self.changed(state=state, **changes)

    def build_aspect_value(self, kind: ActKind, data: Mapping[str, Any]) -> AspectValue:
        """Return the aspect that an act sets, with its new value. Raise ValueError for a kind outside ``acts``."""
        match kind:
            case ActKind.CALL_OFF:
                return AspectValue(RESULT_ASPECT, (Status.CALLED_OFF, Ending.CALLED_OFF, None))
            case ActKind.AWARD | ActKind.CHANGE_RESULT:
                return AspectValue(RESULT_ASPECT, (Status.FINISHED, Ending.JUDGED, data["winner"]))
            case ActKind.REOPEN:
                return AspectValue(RESULT_ASPECT, (Status.WAITING if self.deal is None else Status.PLAYING, None, None))
            case ActKind.FREEZE:
                return AspectValue(FROZEN_ASPECT, (True,))
            case ActKind.GIVE_BACK:
                return self._change_occupant(
                    data["seat"], user_id=data["user"], name=data["name"], guest=data["guest"], opponent=""
                )
            case ActKind.RENAME_SEAT | ActKind.RENAME:
                return self._change_occupant(data["seat"], name=data["name"])
        raise ValueError(f"{kind} is no act on an online game")

    def _change_occupant(self, seat: Seat, **changes: Any) -> AspectValue:
        return AspectValue(OCCUPANTS_ASPECT, (self.with_occupant(seat, **changes).occupants,))

    def with_occupant(self, seat: Seat, **changes: Any) -> MatchState:
        """Return the game with fields of an occupant changed."""
        first, second = self.occupants
        if seat == 0:
            return replace(self, occupants=(first and replace(first, **changes), second))
        return replace(self, occupants=(first, second and replace(second, **changes)))

    def columns(self) -> dict[str, Any]:
        """Return the columns of the game's row that repeat the state for queries, by name."""
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
            "due_at": self.clock.runs_out_at if self.clock is not None and self.clock.pace.daily else None,
        }

    @property
    def agreed(self) -> str:
        """Return the time control of the game; games against an engine have no clock."""
        return NO_CLOCK if self.opponent(0) or self.opponent(1) else self.options.clock

    @property
    def programs(self) -> tuple[bool, bool]:
        """Return for each seat whether a bot plays for its person."""
        return list_programs(self.occupants)

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of both seats; a free seat has none."""
        return list_names(self.occupants)

    @property
    def awardable(self) -> bool:
        """Return whether both seats are taken, so that a seat can win or lose the game."""
        return None not in self.occupants

    @property
    def ended_early(self) -> bool:
        """Return whether the last trick has not been played, so that the game can be played on if it is reopened."""
        return not self.played_out and self.transfer.game is None

    def end_by_transfer(self) -> MatchState:
        """Return the game without a result, since another game continues this one."""
        return replace(self, status=Status.CALLED_OFF, ending=Ending.MOVED)

    def keeps_player(self, before: MatchState, seat: Seat) -> bool:
        """Return whether a seat still belongs to its user in ``before``."""
        former, occupant = before.occupants[seat], self.occupants[seat]
        return (former and former.user_id) == (occupant and occupant.user_id)

    def open_to(self, user: int | None = None, device: int | None = None) -> bool:
        """Return whether a person may see the game: its players always, other people if the creator allows it.

        Before the deal, other people may see a listed game only.
        """
        if self.seat_of(user) is not None:
            return True
        return self.options.listed if self.state is None else self.options.watch

    def is_hidden_from(self, user: int | None) -> bool:
        """Return whether the game must appear not to exist to a person.

        That applies to people without a seat in a private game that was never dealt or was called off.
        """
        hidden = self.state is None or self.ending == Ending.CALLED_OFF
        return hidden and not self.options.listed and self.seat_of(user) is None

    def has_name(self, seat: Seat, name: str) -> bool:
        """Return whether a seat is taken; a name that a moderator gave it counts as one of its account."""
        return self.occupants[seat] is not None

    def redact_event(self, event: Event, leaver: ErasedPerson) -> Mapping[str, Any]:
        """Return an entry's data without the name of an erased person; ``self`` is the state just after the entry."""
        data = event.data
        occupant = self.occupants[data.get("seat", event.seat)] if "name" in data else None
        return {**data, "name": ERASED_NAME} if occupant is not None and occupant.user_id == leaver.user else data

    def public(self) -> TableRecord:
        """Return the public record of the game, in the form of a logged game; empty before the deal."""
        if self.state is None or self.deal is None:
            return TableRecord(("", ""))
        return build_table_record(
            self.names, self.deal.leader, self.state, self.options.rulings, opened=self.record_open
        )

    def hidden(self) -> HiddenCards:
        """Return the hands, the follower piles and the deck; none before the deal."""
        state = self.state
        return HiddenCards() if state is None else HiddenCards(state.hands, state.followers, state.deck)

    @property
    def record_open(self) -> bool:
        """Return whether the record may be shown: not after an early ruling, as a moderator may reopen the game."""
        return self.status == Status.FINISHED and (self.ending != Ending.JUDGED or self.played_out)

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat of a user; None without one."""
        first, second = self.occupants
        if first is not None and first.user_id == user_id:
            return 0
        return 1 if second is not None and second.user_id == user_id else None

    def record(self) -> Record:
        """Return the match as ``claim-record/1``.

        The record shows all cards, so raise ValueError unless the game was dealt and is over.
        """
        if self.deal is None or not self.over:
            raise ValueError("a running game has no record to show")
        deal, rulings = self.deal, self.options.rulings
        levels = self.opponent(0) or None, self.opponent(1) or None
        cards = deal.leader, deal.hands, deal.deck, self.plays
        return Record(self.names, *cards, self.shuffle, rulings, levels, self.helped(), self.origin, self.programs)


def _apply_opened(match: MatchState, event: Event) -> MatchState:
    options = dict(event.data)
    shuffle, shared = options.pop("shuffle", None), options.pop("shared", False)
    # In an entry without ``last_trick``, strict memory decides that ruling too.
    options.setdefault("last_trick", LastTrick.LEAD if options.get("strict") else LastTrick.TRICK)
    return replace(match, options=MatchOptions(**options), shuffle=shuffle and Shuffle.of(**shuffle), shared=shared)


def _apply_joined(match: MatchState, event: Event) -> MatchState:
    data = event.data
    occupant = Occupant(data["user"], data["name"], data["guest"], data.get("opponent", ""), data.get("program", False))
    first, second = match.occupants
    seat, occupants = (0, (occupant, second)) if event.seat == 0 else (1, (first, occupant))
    return replace(match, occupants=occupants, shuffle=match.shuffle and match.shuffle.given(seat, data.get("part")))


def _apply_named(match: MatchState, event: Event) -> MatchState:
    return match.with_occupant(event.seat or 0, name=event.data["name"], guest=event.data["guest"])


def _apply_dealt(match: MatchState, event: Event) -> MatchState:
    hands = [parse_cards(hand) for hand in event.data["hands"]]
    deal = start((hands[0], hands[1]), parse_cards(event.data["deck"]), event.data["leader"])
    seed = event.data.get("next")
    next_shuffle = seed and Shuffle.of(seed, get_other_seat(deal.leader))
    plays, origin = parse_cards(event.data.get("plays", ())), event.data.get("from")
    state = reduce(apply, plays, deal)
    started = {
        "status": Status.PLAYING,
        "deal": deal,
        "state": state,
        "plays": plays,
        "clock": start_clock(match.agreed),
    }
    match = match.changed(**started, next=next_shuffle)
    return match if origin is None else replace(match, origin=GameOrigin(**origin))


def _apply_played(match: MatchState, event: Event) -> MatchState:
    if match.state is None:
        raise ValueError("a card before the deal")
    card = Card.parse(event.data["card"])
    state = apply(match.state, card)
    return match.reached(state=state, plays=(*match.plays, card), cancel=None, transfer=match.transfer.withdrawn)


def _apply_resigned(match: MatchState, event: Event) -> MatchState:
    return _end_match(match, Ending.RESIGNED, None if event.seat is None else get_other_seat(event.seat))


def _apply_claimed(match: MatchState, event: Event) -> MatchState:
    return _end_match(match, Ending.AWAY, event.seat)


def _apply_timed_out(match: MatchState, event: Event) -> MatchState:
    return _end_match(match, Ending.TIME, event.data["winner"])


def _apply_called_off(match: MatchState, event: Event) -> MatchState:
    return replace(match, status=Status.CALLED_OFF, ending=Ending.CALLED_OFF, successor=event.data.get("game"))


def _apply_cancel_offered(match: MatchState, event: Event) -> MatchState:
    by = 0 if event.seat == 0 else 1
    return replace(
        match, cancel=CancelOffer(by) if event.data["accept"] else CancelOffer(get_other_seat(by), declined=True)
    )


def _apply_succeeded(match: MatchState, event: Event) -> MatchState:
    return replace(match, successor=event.data["game"])


def _end_match(match: MatchState, ending: str, winner: Seat | None) -> MatchState:
    return replace(match, status=Status.FINISHED, ending=ending, winner=winner)


def parse_cards(codes: Iterable[str]) -> Cards:
    """Return the cards with these codes, in order. Refuse a bad code as ``Card.parse`` does."""
    return tuple(Card.parse(code) for code in codes)


_STEPS: dict[MatchEventKind, Callable[[MatchState, Event], MatchState]] = {
    MatchEventKind.OPENED: _apply_opened,
    MatchEventKind.JOINED: _apply_joined,
    MatchEventKind.NAMED: _apply_named,
    MatchEventKind.DEALT: _apply_dealt,
    MatchEventKind.PLAYED: _apply_played,
    MatchEventKind.RESIGNED: _apply_resigned,
    MatchEventKind.CLAIMED: _apply_claimed,
    MatchEventKind.CALLED_OFF: _apply_called_off,
    MatchEventKind.CANCEL_OFFER: _apply_cancel_offered,
    MatchEventKind.REMATCH: MatchState.apply_rematch,
    MatchEventKind.SUCCEEDED: _apply_succeeded,
    MatchEventKind.HINTED: MatchState.apply_hint,
    MatchEventKind.TAKEN_BACK: MatchState.taken_back,
    MatchEventKind.TIMED_OUT: _apply_timed_out,
    MatchEventKind.GRANTED: lambda match, event: match,
    MatchEventKind.OUTAGE: lambda match, event: match,
}
_STEPS_BY_NAME = {kind.value: step for kind, step in _STEPS.items()}
