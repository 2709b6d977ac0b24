"""Taking back one's last card, and what the site answered to it. The log keeps it all, and says so."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.errors import Refusal
from games.services.minds.alone import alone, same_line
from games.store import log
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.story import Fact


def take_back(game_id: int, user_id: int | None, ply: int, line: int, client_id: str) -> int:
    """Bring the game back to ``ply``, at which whoever asks played their last card, and give the number of the entry.

    ``client_id`` makes a retry harmless. Refused as ``alone``, with ``nothing_to_take_back`` before one's first card,
    and with ``stale_ply`` where the last one is another by now. What was seen meanwhile stays known to the person.
    """

    def decide(match: Match) -> Sequence[Fact]:
        key = f"{match.seat_of(user_id)}:{client_id}"
        if match.seat_of(user_id) is not None and key in match.answers:
            return ()
        _check(match, user_id, ply, line)
        return [Fact(Kind.TAKEN_BACK, match.seat_of(user_id), {"ply": ply}, key)]

    match = log.append(Match, game_id, decide)
    return match.answers[f"{match.seat_of(user_id)}:{client_id}"]


def _check(match: Match, user_id: int | None, ply: int, line: int) -> None:
    seat = alone(match, user_id)
    last = match.back_to(seat)
    if last is None:
        raise Refusal("nothing_to_take_back")
    same_line(match, line)
    if last != ply:
        raise Refusal("stale_ply")
