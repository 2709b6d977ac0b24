"""What a player does at the table."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game, User
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.moves import check
from games.rules.state import Seat, State, other
from games.services.online.missed import missed
from games.store import log, presence
from games.store.clock import clock
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.status import Status
from games.stories.story import Fact
from games.words.spans import late_duration


def play(
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
    """Play ``card`` as the ``ply``-th card of the game (from 0) and give the number of its log entry.

    ``line`` is how often the game had gone back when the card was chosen, and ``thought`` for how many milliseconds its
    player had the turn in sight; None where whoever plays does not say.
    ``client_id`` makes a retry harmless: it gets the answer of the first time. Refused with
    ``not_seated``, ``not_started``, ``game_over``, ``frozen``, ``stale_ply``, ``not_your_turn``, ``time_is_out``,
    ``bad_card``, ``not_in_hand`` or ``must_follow``; what an opponent holds changes none of them. With ``own_hand`` to
    a ``program`` whose person sat down without it: whoever sits across was told of none.
    """

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user_id)
        key = f"{seat}:{client_id}"
        if key in match.answers:
            return ()
        if program and not match.programs[seat]:
            raise Refusal("own_hand")
        state = _turn_of(match, seat, ply, line)
        facts, clocks = missed(match)
        if clocks is not None and clocks.out(clock.now()):
            raise Refusal("time_is_out")
        check(state, Card.parse(card))
        said = {} if clocks is None or thought is None else {"thought": thought}
        return [*facts, Fact(Kind.PLAYED, seat, {"card": card, **said}, key)]

    match = log.append(Match, game_id, decide)
    return match.answers[f"{match.seat_of(user_id)}:{client_id}"]


def resign(game: Game, user: User) -> Match:
    """Give the game to the other seat. Refused with ``not_seated``, ``not_started`` or ``game_over``."""

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        running(match)
        return [Fact(Kind.RESIGNED, seat, actor_id=user.pk)]

    return log.append(Match, game.pk, decide)


def claim(game: Game, user: User) -> Match:
    """Take the win from an opponent who stayed away for ``presence.CLAIM_AFTER``.

    Only time in which the claimant was here and every process of the site was up counts. Refused with
    ``not_seated``, ``not_started``, ``game_over``, ``by_the_day`` where nobody need be here, or ``not_away``; an
    opponent of the site's own never is.
    """

    def decide(match: Match) -> Sequence[Fact]:
        seat = seat_of(match, user.pk)
        running(match)
        if match.daily:
            raise Refusal("by_the_day")
        stays, now = presence.stays([game.pk]), clock.read()
        presence.uptime.learn(now)
        here = match.opponent(other(seat))
        if here or not presence.may_claim(stays[game.pk, seat], stays[game.pk, other(seat)], now):
            raise Refusal("not_away", time=late_duration(presence.CLAIM_AFTER))
        return [Fact(Kind.CLAIMED, seat, actor_id=user.pk)]

    return log.append(Match, game.pk, decide)


def seat_of(match: Match, user_id: int | None) -> Seat:
    """The seat of a person; refused with ``not_seated``."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def running(match: Match) -> State:
    """The state of a game in progress; refused with ``not_started``, ``game_over`` or ``frozen``."""
    if match.over:
        raise Refusal("game_over")
    if match.frozen:
        raise Refusal("frozen")
    if match.state is None or match.status != Status.PLAYING:
        raise Refusal("not_started")
    return match.state


def _turn_of(match: Match, seat: Seat, ply: int, line: int | None) -> State:
    """The state in which it is this seat's turn; refused as ``running``, with ``stale_ply`` or ``not_your_turn``."""
    state = running(match)
    if line not in (None, match.aid.line) or ply != state.ply:
        raise Refusal("stale_ply")
    if state.to_play != seat:
        raise Refusal("not_your_turn")
    return state
