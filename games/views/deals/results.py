"""Results of a shared deal as its page shows them: a table of games for each seat, with matchpoints."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse

from games.models import SharedDeal
from games.queries import shared_deals as queries
from games.rules.state import Seat
from games.state.game_state import Mode
from games.state.shared_deal import DealGame, compute_lead, compute_matchpoints, find_difference
from games.texts.names import translate_names
from games.texts.shared_deals import describe_difference, format_matchpoints


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Game in the table of a seat: its player and opponent, votes and matchpoints.

    ``difference`` says where the game first differs from the reader's game, empty without one. ``url`` leads to the
    replay at that card; it is empty if the cards were not logged. ``is_real`` says that the game was played with the
    printed deck.
    """

    name: str
    opponent: str
    votes: str
    matchpoints: str
    url: str
    difference: str
    is_own: bool
    is_early: bool
    is_real: bool


@dataclass(frozen=True, slots=True)
class SeatResults:
    """Results of a seat, best first."""

    seat: Seat
    rows: tuple[ResultRow, ...]


def list_results(deal: SharedDeal, selves: Collection[int]) -> list[SeatResults]:
    """Return the results of both seats of a deal, that of the reader first."""
    games, own = queries.list_finished(deal), queries.find_finished_seat(deal, selves)
    own_game = next((game for game in games if own is not None and game.game_id == own.game_id), None)
    near = own.seat if own is not None else 0
    return [SeatResults(seat, _list_rows(games, seat, own_game, near)) for seat in (near, 1 - near)]


def _list_rows(games: Collection[DealGame], seat: Seat, own: DealGame | None, near: Seat) -> tuple[ResultRow, ...]:
    scores = [compute_lead(game.votes, seat) for game in games]
    shares = compute_matchpoints(scores)
    rows = sorted(zip(scores, shares, games, strict=True), key=lambda row: -row[0])
    return tuple(_build_row(game, seat, format_matchpoints(share), own, near) for _, share, game in rows)


def _build_row(game: DealGame, seat: Seat, matchpoints: str, own: DealGame | None, near: Seat) -> ResultRow:
    names, votes = translate_names(game.names), game.votes
    is_own = own is not None and own.game_id == game.game_id
    ply, difference = (None, "") if own is None or is_own else _compare(own, game)
    return ResultRow(
        names[seat],
        names[1 - seat],
        f"{votes[seat]}–{votes[1 - seat]}",
        matchpoints,
        _get_replay_url(game, ply),
        difference,
        is_own and seat == near,
        game.is_early,
        game.mode == Mode.TABLE,
    )


def _compare(own: DealGame, other: DealGame) -> tuple[int | None, str]:
    """Return the index of the first card that differs from the reader's game, if any, and the sentence about it.

    Without the cards of both games, the sentence is empty.
    """
    if own.plays is None or other.plays is None:
        return None, ""
    ply = find_difference(own.plays, other.plays)
    return ply, describe_difference(ply, own.plays, other.plays)


def _get_replay_url(game: DealGame, ply: int | None) -> str:
    if game.plays is None:
        return ""
    name = "table_replay" if game.mode == Mode.TABLE else "replay"
    return reverse(name, args=[game.code]) + f"?step={ply or 0}&result=1"
