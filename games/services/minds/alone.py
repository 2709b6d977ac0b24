"""Who may be helped: a person in a running game whose opponent is one of the site's own."""

from __future__ import annotations

from games.rules.errors import Refusal
from games.rules.state import Seat
from games.services.online.play import running, seat_of
from games.stories.online import Match


def alone(match: Match, user_id: int | None) -> Seat:
    """The seat of a person who plays against the site.

    Refused with ``not_seated``, ``not_against_site`` where another person sits across, and as ``play.running``.
    """
    seat = seat_of(match, user_id)
    if match.alone != seat:
        raise Refusal("not_against_site")
    running(match)
    return seat


def same_line(match: Match, line: int) -> None:
    """Refused with ``stale_ply`` where the game went back since."""
    if line != match.aid.line:
        raise Refusal("stale_ply")
