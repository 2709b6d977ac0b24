"""A hint: what the best level would play, fed with what the seat of whoever asks was shown, and why in a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.errors import Refusal
from games.services.minds.alone import alone, same_line
from games.services.minds.turn import Question, knowledge, secret
from games.services.minds.worker import Advised
from games.store import log
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact
from games.words.minds import BEST


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody wants a hint for the card that they are to play now; ``line`` and ``ply`` say for which."""

    game_id: int
    user_id: int | None
    ply: int
    line: int
    client_id: str


def asked(wish: Wish) -> Question | int:
    """What a mind is to be asked; the version of the game where the hint was given already.

    Refused as ``alone``, with ``not_your_turn`` and, where the game has moved on, ``stale_ply``.
    """
    match = log.load_as(Match, wish.game_id)
    known = _given(match, wish)
    if known is not None:
        return known
    seat = alone(match, wish.user_id)
    told = knowledge(match, seat, wish.ply)
    return Question(told, BEST, secret(match.code, f"hint {seat}"), match.options.draw)


def told(wish: Wish, advised: Advised) -> int:
    """Log the hint, after which the view shows it, and give the version. Refused as ``asked``.

    One that is asked for twice, on two devices or after a break, is logged once.
    """
    card, why, about = advised

    def decide(match: Match) -> Sequence[Fact]:
        if _given(match, wish) is not None:
            return ()
        data = {"ply": wish.ply, "card": card, "why": why, "about": about}
        return [Fact(Kind.HINTED, match.seat_of(wish.user_id), data, _key(match, wish))]

    match = log.append(Match, wish.game_id, decide)
    return match.answers.get(_key(match, wish), match.version)


def _given(match: Match, wish: Wish) -> int | None:
    """The version with the hint; None where it may be given now."""
    seat = match.seat_of(wish.user_id)
    answered = match.answers.get(_key(match, wish))
    if seat is not None and answered is not None:
        return answered
    seat = alone(match, wish.user_id)
    same_line(match, wish.line)
    if match.state is None or match.state.ply != wish.ply:
        raise Refusal("stale_ply")
    if match.state.to_play != seat:
        raise Refusal("not_your_turn")
    return None if match.aid.hint(wish.ply) is None else match.version


def _key(match: Match, wish: Wish) -> str:
    return f"{match.seat_of(wish.user_id)}:{wish.client_id}"
