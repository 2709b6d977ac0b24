"""Actions of a player in an online game: playing a card, resigning, and claiming a win."""

from __future__ import annotations

from collections.abc import Sequence

from games.eventlog import event_store
from games.eventlog.database_clock import database_clock
from games.messaging import presence
from games.messaging.outages import OutageSpan, outages
from games.models import Game, User
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.moves import check
from games.rules.state import Seat, State, get_other_seat
from games.state.clock import Clock
from games.state.game_state import Event, Status
from games.state.match_state import MatchEventKind, MatchState
from games.texts.formatting import lazy_duration


def list_missed_pauses(match: MatchState) -> tuple[list[Event], Clock | None]:
    """Return the events of the outages that the match's log lacks, and the clock after them.

    In the log they precede every event that depends on the clocks. Only outages that this process knows are included.
    """
    pauses, clock = [], match.clock
    if clock is not None and clock.since is not None:
        for span in outages.list_after(clock.since):
            before, clock = clock, clock.paused(span.began, span.ended)
            pauses += [_build_outage(span)] if clock != before else []
    return pauses, clock


def _build_outage(span: OutageSpan) -> Event:
    return Event(MatchEventKind.OUTAGE, data={"began": span.began.isoformat(), "ended": span.ended.isoformat()})


def play_card(
    game_id: int,
    user_id: int | None,
    card: str,
    ply: int,
    client_id: str,
    line: int | None = None,
    *,
    thought: int | None = None,
    program: bool = False,
) -> int:
    """Play ``card`` as the ``ply``-th card of the game, counted from 0, and return the number of its log entry.

    ``line`` is the number of takebacks at the time when the card was chosen, and ``thought`` the milliseconds for which
    the player saw the turn; both are None if the client does not send them. ``client_id`` makes a retry harmless: it
    returns the first result again.

    Raise ``Refusal`` with ``not_seated``, ``not_started``, ``game_over``, ``frozen``, ``stale_ply``, ``not_your_turn``,
    ``time_is_out``, ``bad_card``, ``not_in_hand`` or ``must_follow``, none of which depends on the opponent's hand.
    Raise it with ``own_hand`` for a ``program`` of a person who joined without one, since the opponent was not told of
    it.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user_id)
        key = f"{seat}:{client_id}"
        if key in match.answers:
            return ()
        if program and not match.programs[seat]:
            raise Refusal("own_hand")
        state = _require_turn(match, seat, ply, line)
        pauses, clock = list_missed_pauses(match)
        if clock is not None and clock.out(database_clock.now()):
            raise Refusal("time_is_out")
        check(state, Card.parse(card))
        thought_data = {} if clock is None or thought is None else {"thought": thought}
        return [*pauses, Event(MatchEventKind.PLAYED, seat, {"card": card, **thought_data}, key)]

    match = event_store.append(MatchState, game_id, decide)
    return match.answers[f"{match.seat_of(user_id)}:{client_id}"]


def resign(game: Game, user: User) -> MatchState:
    """Resign the game. Raise ``Refusal`` with ``not_seated``, ``not_started``, ``game_over`` or ``frozen``."""

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        require_running(match)
        return [Event(MatchEventKind.RESIGNED, seat, actor_id=user.pk)]

    return event_store.append(MatchState, game.pk, decide)


def claim_win(game: Game, user: User) -> MatchState:
    """Claim the win from an opponent who has the turn and has been away for ``presence.CLAIM_AFTER``.

    Time counts only while the claimant is online and every process of the site is up. Raise ``Refusal`` with
    ``not_seated``, ``not_started``, ``game_over``, ``frozen``, with ``by_the_day`` in a daily game, with ``your_turn``
    if the claimant has the turn, and with ``not_away``; a bot is never away.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        seat = require_seat(match, user.pk)
        require_running(match)
        if match.daily:
            raise Refusal("by_the_day")
        if match.awaited == seat:
            raise Refusal("your_turn")
        stays, now = presence.list_stays([game.pk]), database_clock.read()
        presence.uptime.refresh_pauses(now)
        own_stay, opponent_stay = stays[game.pk, seat], stays[game.pk, get_other_seat(seat)]
        if match.opponent(get_other_seat(seat)) or not presence.can_claim(
            own_stay, opponent_stay, match.awaited_since, now
        ):
            raise Refusal("not_away", time=lazy_duration(presence.CLAIM_AFTER))
        return [Event(MatchEventKind.CLAIMED, seat, actor_id=user.pk)]

    return event_store.append(MatchState, game.pk, decide)


def require_seat(match: MatchState, user_id: int | None) -> Seat:
    """Return the seat of a user, or raise ``Refusal`` with ``not_seated``."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def require_running(match: MatchState) -> State:
    """Return the state of a running game, or raise ``Refusal`` with ``not_started``, ``game_over`` or ``frozen``."""
    if match.over:
        raise Refusal("game_over")
    if match.frozen:
        raise Refusal("frozen")
    if match.state is None or match.status != Status.PLAYING:
        raise Refusal("not_started")
    return match.state


def _require_turn(match: MatchState, seat: Seat, ply: int, line: int | None) -> State:
    """Return the state if the seat has the turn.

    Raise ``Refusal`` as ``require_running`` does, and with ``stale_ply`` or ``not_your_turn``.
    """
    state = require_running(match)
    if line not in (None, match.aid.line) or ply != state.ply:
        raise Refusal("stale_ply")
    if state.to_play != seat:
        raise Refusal("not_your_turn")
    return state
