"""Access to a replay: the game card by card, for readers who may have its record, and the query of its address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, QueryDict

from games.eventlog import event_store
from games.models import Game
from games.rules.state import Seat
from games.state.game_state import Mode, Status
from games.state.match_state import MatchState
from games.state.replay import Replay, ReplayRefusal, build_replay
from games.state.table_state import TableState
from games.views.companion import access as table_access
from games.views.matches.access import get_match, get_player, require_view


@dataclass(frozen=True, slots=True)
class ReplayQuery:
    """The query of a replay's address.

    ``perspective`` is the seat whose cards are open, None for both; ``result`` tells whether the page shows the result.
    """

    step: int = 0
    perspective: Seat | None = None
    result: bool = False

    def at(self, step: int) -> ReplayQuery:
        """Return the same query at another step."""
        return replace(self, step=step)

    @property
    def query(self) -> str:
        """The query string, from its question mark."""
        fields: dict[str, object] = {"step": self.step}
        if self.perspective is not None:
            fields["as"] = self.perspective
        return "?" + urlencode({**fields, **({"result": 1} if self.result else {})})


def parse_replay_query(query: QueryDict, last: int) -> ReplayQuery:
    """Return the query of an address: a step beyond the game is its ``last``, and an unknown value is the default."""
    perspective = {"0": 0, "1": 1}.get(query.get("as", ""))
    return ReplayQuery(_parse_step(query.get("step", ""), last), perspective, query.get("result") == "1")


def _parse_step(text: str, last: int) -> int:
    return min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 4 else 0


@dataclass(frozen=True, slots=True)
class ReplayAccess:
    """A game that the reader may see card by card, and the reader's seats in it."""

    game: Game
    replay: Replay | ReplayRefusal
    own_seats: frozenset[Seat]

    @property
    def near_seat(self) -> Seat:
        """The seat at the bottom of the page: the reader's, where there is exactly one."""
        return 1 if self.own_seats == {1} else 0

    @property
    def url_prefix(self) -> str:
        """The beginning of the URL names of this game's pages."""
        return "table_" if self.game.at_table else ""


def open_replay(request: HttpRequest, mode: Mode, code: str) -> ReplayAccess:
    """Return the replay of a game of this mode; 404 or 403 as for its page."""
    return _open_match(request, code) if mode == Mode.ONLINE else _open_table(request, code)


def _open_match(request: HttpRequest, code: str) -> ReplayAccess:
    """Return the replay of an online game; 404 for an invitation, which has no cards."""
    game = get_match(code)
    player = get_player(request, game)
    cancelled = game.status == Status.CALLED_OFF
    if game.status == Status.WAITING or (cancelled and not (game.listed or player)):
        raise Http404
    if not cancelled:
        require_view(game, player)
    own_seats = frozenset({player.seat} if player else ())
    return ReplayAccess(game, build_replay(event_store.load_state_of_kind(MatchState, game.pk)), own_seats)


def _open_table(request: HttpRequest, code: str) -> ReplayAccess:
    """Return the replay of a table, for the devices at it and, where it allows watchers, for others."""
    game = table_access.get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    device = table_access.require_view(request, table, game)
    own_seats = table.seats_of(device.pk) if device else frozenset()
    return ReplayAccess(game, build_replay(table), own_seats)
