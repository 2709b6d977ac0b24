"""Results of a shared deal as its page shows them: a table of games for each seat, with matchpoints."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from games.models import SharedDeal
from games.queries import shared_deals as queries
from games.rules.state import Seat
from games.state.match_state import MatchState
from games.state.shared_deal import compute_lead, compute_matchpoints, count_votes, find_difference
from games.texts.names import translate_names
from games.texts.shared_deals import describe_difference, format_matchpoints


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Game in the table of a seat: its player and opponent, votes and matchpoints.

    ``difference`` says where the game first differs from the reader's game, empty without one. ``url`` leads to the
    replay at that card.
    """

    name: str
    opponent: str
    votes: str
    matchpoints: str
    url: str
    difference: str
    is_own: bool
    is_early: bool


@dataclass(frozen=True, slots=True)
class SeatResults:
    """Results of a seat, best first."""

    seat: Seat
    rows: tuple[ResultRow, ...]


def list_results(deal: SharedDeal, selves: Collection[int]) -> list[SeatResults]:
    """Return the results of both seats of a deal, that of the reader first."""
    matches, own = queries.list_finished(deal), queries.find_finished_seat(deal, selves)
    own_match = next((match for match in matches if own is not None and match.game_id == own.game_id), None)
    near = own.seat if own is not None else 0
    return [SeatResults(seat, _list_rows(matches, seat, own_match, near)) for seat in (near, 1 - near)]


def _list_rows(
    matches: Collection[MatchState], seat: Seat, own: MatchState | None, near: Seat
) -> tuple[ResultRow, ...]:
    scores = [compute_lead(count_votes(match), seat) for match in matches]
    shares = compute_matchpoints(scores)
    rows = sorted(zip(scores, shares, matches, strict=True), key=lambda row: -row[0])
    return tuple(_build_row(match, seat, format_matchpoints(share), own, near) for _, share, match in rows)


def _build_row(match: MatchState, seat: Seat, matchpoints: str, own: MatchState | None, near: Seat) -> ResultRow:
    names, votes = translate_names(match.names), count_votes(match)
    is_own = own is not None and own.game_id == match.game_id
    ply = None if own is None or is_own else find_difference(own.plays, match.plays)
    query = f"?step={ply or 0}&result=1"
    return ResultRow(
        names[seat],
        names[1 - seat],
        f"{votes[seat]}–{votes[1 - seat]}",
        matchpoints,
        reverse("replay", args=[match.code]) + query,
        "" if own is None or is_own else describe_difference(ply, own.plays, match.plays),
        is_own and seat == near,
        not match.played_out,
    )
