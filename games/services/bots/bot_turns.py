"""Turns of bots: the seat to play, the question for the engine, and the delay of the card.

The question contains only what that seat knows. The delay depends on public information and a secret number, never on a
hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from django.utils.crypto import salted_hmac

from games.accounts import preferences
from games.engine.knowledge import Knowledge, build_knowledge
from games.models import User
from games.rules.moves import apply
from games.rules.rulings import LastTrick
from games.rules.state import Seat, State, get_other_seat
from games.rules.visible_state import build_visible_state
from games.services.matches import play
from games.state.game_state import GameState, Status
from games.state.match_state import MatchState
from games.texts.opponents import DEFAULT_OPPONENT, OPPONENTS


@dataclass(frozen=True, slots=True)
class BotTurn:
    """The turn of a bot to play the ``ply``-th card against the user ``person``.

    ``leads`` says whether the card opens a trick. ``line`` is the number of takebacks so far, since the game can reach
    the same ply once in each line.
    """

    game_id: int
    code: str
    ply: int
    seat: Seat
    user_id: int
    level: str
    person: int | None
    leads: bool
    line: int = 0


@dataclass(frozen=True, slots=True)
class EngineQuestion:
    """A question for the engine: what the seat knows, the level, and a secret seed for its random choices."""

    knowledge: Knowledge
    level: str
    seed: int
    draw: str


def find_bot_turn(match: GameState) -> BotTurn | None:
    """Return the turn of the bot that a game waits for, or None if it waits for no bot."""
    if not isinstance(match, MatchState) or match.state is None or match.status != Status.PLAYING or match.frozen:
        return None
    seat = match.state.to_play
    bot = None if seat is None else match.occupants[seat]
    if seat is None or bot is None or not bot.opponent:
        return None
    opponent = match.occupants[get_other_seat(seat)]
    # A level that this release does not know is played at the default level, so that the game goes on.
    level = bot.opponent if bot.opponent in OPPONENTS else DEFAULT_OPPONENT
    person = None if opponent is None else opponent.user_id
    leads, line = match.state.lead is None, match.aid.line
    return BotTurn(match.game_id, match.code, match.state.ply, seat, bot.user_id, level, person, leads, line)


def build_question(match: MatchState, turn: BotTurn) -> EngineQuestion:
    """Build the question for the engine about a turn, from the game as it was at that turn."""
    seed = derive_secret(turn.code, f"seat {turn.seat}")
    return EngineQuestion(build_bot_knowledge(match, turn.seat, turn.ply), turn.level, seed, match.options.draw)


def build_bot_knowledge(match: MatchState, seat: Seat, ply: int) -> Knowledge:
    """Return the knowledge of a seat at a ply: all that a person on it would have been shown since the deal."""
    return build_knowledge(
        tuple(build_visible_state(state, seat, match.options.rulings) for state in _iterate_shown_states(match, ply))
    )


def _iterate_shown_states(match: MatchState, ply: int) -> Iterator[State]:
    """Yield the states up to a ply whose views together contain all that was shown.

    If every trick stays visible, that is the last state alone. Otherwise it takes the state after each trick as well.
    """
    if match.deal is None:
        raise ValueError("nothing was shown before the deal")
    shows_all = match.options.rulings.last_trick == LastTrick.ALL
    if shows_all and match.state is not None and match.state.ply == ply:
        yield match.state
        return
    state = match.deal
    for card in match.plays[:ply]:
        if state.lead is None and not shows_all:
            yield state
        state = apply(state, card)
    yield state


def derive_secret(code: str, purpose: str) -> int:
    """Return a number that only this site can compute, always the same for the same arguments."""
    return int.from_bytes(salted_hmac("games.engine", f"{code} {purpose}", algorithm="sha256").digest()[:8])


def play_card(turn: BotTurn, card: str) -> int:
    """Play the card as a person would, and return the number of its log entry.

    A turn that is answered twice is played once. Raise ``Refusal`` as ``play.play_card`` does, with ``stale_ply`` if
    cards were taken back meanwhile.
    """
    client_id = f"{turn.code}-{turn.line}-{turn.ply}"
    return play.play_card(turn.game_id, turn.user_id, card, turn.ply, client_id, turn.line)


# Delay of a bot's card.

QUICK_DELAY, STEP = 0.4, 0.4
"""In seconds. An engine that takes longer than the delay waits for the end of a step, so that its time reveals little.
"""
MIN_DELAY, DELAY_SPREAD, LEAD_DELAY = 1.0, 1.0, 0.5


def get_delay(turn: BotTurn, pace: str) -> float:
    """Return the seconds from the start of the turn to its card.

    Unless the pace is ``quick``, they imitate a person: one to two seconds to follow, half a second more to lead.
    """
    if pace == "quick":
        return QUICK_DELAY
    random = derive_secret(turn.code, f"ply {turn.ply}") / 2**64
    return MIN_DELAY + DELAY_SPREAD * random + (LEAD_DELAY if turn.leads else 0.0)


def get_remaining_delay(delay: float, elapsed: float) -> float:
    """Return the seconds to wait when ``elapsed`` seconds of ``delay`` have passed.

    After the delay the wait lasts to the end of the current step.
    """
    return delay + STEP * max(0, ceil((elapsed - delay) / STEP)) - elapsed


def get_delay_preference(person: int | None) -> str:
    """Return the pace of bots that a person prefers, or the default if ``person`` is None."""
    if person is None:
        return str(preferences.with_defaults({})["pace"])
    stored = User.objects.filter(pk=person).values_list("preferences", flat=True).first()
    return str(preferences.with_defaults(preferences.filter_valid(stored))["pace"])
