"""Hints and takebacks for people who play against a bot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.eventlog import event_store
from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.bots.bot_turns import EngineQuestion, build_bot_knowledge, derive_secret
from games.services.bots.worker import Advice
from games.services.matches.play import require_running, require_seat
from games.state.game_state import Event
from games.state.match_state import MatchEventKind, MatchState
from games.texts.opponents import BEST_OPPONENT


def require_bot_opponent(match: MatchState, user_id: int | None) -> Seat:
    """Return the seat of a person who plays against a bot.

    Raise ``Refusal`` with ``not_seated``, with ``not_against_site`` if the opponent is a person, with ``no_aid`` for a
    shared deal, and as ``play.require_running`` does.
    """
    seat = require_seat(match, user_id)
    if match.alone != seat:
        raise Refusal("not_against_site")
    if match.shared:
        raise Refusal("no_aid")
    require_running(match)
    return seat


def require_same_line(match: MatchState, line: int) -> None:
    """Raise ``Refusal`` with ``stale_ply`` if cards were taken back since ``line``."""
    if line != match.aid.line:
        raise Refusal("stale_ply")


# Hints: the card that the best level would play in the person's place, and the reason.


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A person's request for a hint on the card to play at ``ply`` of ``line``."""

    game_id: int
    user_id: int | None
    ply: int
    line: int
    client_id: str


def prepare_hint(request: HintRequest) -> EngineQuestion | int:
    """Return the question for the engine, or the version of the game if the hint was given already.

    Raise ``Refusal`` as ``require_bot_opponent`` does, with ``not_your_turn``, and with ``stale_ply`` if the game has
    moved on.
    """
    match = event_store.load_state_of_kind(MatchState, request.game_id)
    version = _find_hint_version(match, request)
    if version is not None:
        return version
    seat = require_bot_opponent(match, request.user_id)
    knowledge = build_bot_knowledge(match, seat, request.ply)
    return EngineQuestion(knowledge, BEST_OPPONENT, derive_secret(match.code, f"hint {seat}"), match.options.draw)


def log_hint(request: HintRequest, advice: Advice) -> int:
    """Log the hint, so that the view shows it, and return the version of the game.

    A hint that is requested twice, from two devices or after a reconnect, is logged once. Raise ``Refusal`` as
    ``prepare_hint`` does.
    """
    card, why, about = advice

    def decide(match: MatchState) -> Sequence[Event]:
        if _find_hint_version(match, request) is not None:
            return ()
        data = {"ply": request.ply, "card": card, "why": why, "about": about}
        return [Event(MatchEventKind.HINTED, match.seat_of(request.user_id), data, _get_client_key(match, request))]

    match = event_store.append(MatchState, request.game_id, decide)
    return match.answers.get(_get_client_key(match, request), match.version)


def _find_hint_version(match: MatchState, request: HintRequest) -> int | None:
    """Return the version of the game with the hint, or None if the hint can be given now."""
    seat = match.seat_of(request.user_id)
    version = match.answers.get(_get_client_key(match, request))
    if seat is not None and version is not None:
        return version
    seat = require_bot_opponent(match, request.user_id)
    require_same_line(match, request.line)
    if match.state is None or match.state.ply != request.ply:
        raise Refusal("stale_ply")
    if match.state.to_play != seat:
        raise Refusal("not_your_turn")
    return None if match.aid.hint(request.ply) is None else match.version


def _get_client_key(match: MatchState, request: HintRequest) -> str:
    return f"{match.seat_of(request.user_id)}:{request.client_id}"


# Takebacks of the person's last card and the bot's answer.


def take_back(game_id: int, user_id: int | None, ply: int, line: int, client_id: str) -> int:
    """Take the game back to ``ply``, the person's last card, and return the number of the log entry.

    ``client_id`` makes a retry harmless. The cards that are taken back stay in the log, and the person goes on knowing
    what they revealed. Raise ``Refusal`` as ``require_bot_opponent`` does, with ``nothing_to_take_back`` before the
    person's first card, and with ``stale_ply`` if ``ply`` is no longer the person's last card.
    """

    def decide(match: MatchState) -> Sequence[Event]:
        key = f"{match.seat_of(user_id)}:{client_id}"
        if match.seat_of(user_id) is not None and key in match.answers:
            return ()
        _require_last_card(match, user_id, ply, line)
        return [Event(MatchEventKind.TAKEN_BACK, match.seat_of(user_id), {"ply": ply}, key)]

    match = event_store.append(MatchState, game_id, decide)
    return match.answers[f"{match.seat_of(user_id)}:{client_id}"]


def _require_last_card(match: MatchState, user_id: int | None, ply: int, line: int) -> None:
    seat = require_bot_opponent(match, user_id)
    last = match.get_take_back_ply(seat)
    if last is None:
        raise Refusal("nothing_to_take_back")
    require_same_line(match, line)
    if last != ply:
        raise Refusal("stale_ply")
