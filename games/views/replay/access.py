"""Access to a replay: its game, for readers who may see the game, and the query of its address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, QueryDict

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Game
from games.queries.shared_deals import is_game_open_to_user
from games.rules.state import Seat, State
from games.state.game_state import GameState, Mode, Status
from games.state.match_state import MatchState
from games.state.replay import Replay, ReplayRefusal, build_replay
from games.state.table_state import TableState
from games.texts.names import translate_occupants
from games.views.companion import access as table_access
from games.views.current_user import get_user
from games.views.matches.access import get_match, get_player, require_view


@dataclass(frozen=True, slots=True)
class ReplayQuery:
    """Query of the address of a replay.

    ``perspective`` is the seat whose cards are open, None for both. ``result`` says whether the page shows the result.
    """

    step: int = 0
    perspective: Seat | None = None
    result: bool = False

    def at(self, step: int) -> ReplayQuery:
        """Return the same query at another step."""
        return replace(self, step=step)

    @property
    def query(self) -> str:
        """Return the query string, beginning with its question mark."""
        fields: dict[str, object] = {"step": self.step}
        if self.perspective is not None:
            fields["as"] = self.perspective
        return "?" + urlencode({**fields, **({"result": 1} if self.result else {})})


def parse_replay_query(query: QueryDict, last: int) -> ReplayQuery:
    """Return the query of an address. Its step is at most ``last``; an unknown value is the default."""
    perspective = {"0": 0, "1": 1}.get(query.get("as", ""))
    return ReplayQuery(_parse_step(query.get("step", ""), last), perspective, query.get("result") == "1")


def _parse_step(text: str, last: int) -> int:
    return min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 4 else 0


@dataclass(frozen=True, slots=True)
class ReplayAccess:
    """Game that the reader may see, its replay or why it has none, and the seats of the reader in it.

    The replay has the names of the players in the active language.
    """

    game: Game
    replay: Replay | ReplayRefusal
    own_seats: frozenset[Seat]

    @property
    def near_seat(self) -> Seat:
        """Return the seat at the bottom of the page: that of a reader with one seat, else seat 0."""
        return 1 if self.own_seats == {1} else 0

    @property
    def url_prefix(self) -> str:
        """Return the beginning of the URL names of this game's pages."""
        return "table_" if self.game.at_table else ""


def open_replay(request: HttpRequest, mode: Mode, code: str) -> ReplayAccess:
    """Return the access to the replay of a game of this mode; raise 404 or 403 as its page does."""
    return _open_match(request, code) if mode == Mode.ONLINE else _open_table(request, code)


def _open_match(request: HttpRequest, code: str) -> ReplayAccess:
    """Return the access to an online game; raise 404 for an invitation, which has no cards."""
    game = get_match(code)
    player = get_player(request, game)
    cancelled = game.status == Status.CALLED_OFF
    if game.status == Status.WAITING or (cancelled and not (game.listed or player)):
        raise Http404
    if not cancelled and not is_game_open_to_user(game, get_user(request)):
        require_view(game, player)
    own_seats = frozenset({player.seat} if player else ())
    return ReplayAccess(game, _build_replay(event_store.load_state_of_kind(MatchState, game.pk)), own_seats)


def _open_table(request: HttpRequest, code: str) -> ReplayAccess:
    """Return the access to a table, for its devices, all browsers if it allows watchers, and readers of its deal."""
    game = table_access.get_table_game(code)
    table = event_store.load_state_of_kind(TableState, game.pk)
    is_open = is_game_open_to_user(game, get_user(request))
    device = get_device(game.pk, request.COOKIES) if is_open else table_access.require_view(request, table, game)
    own_seats = table.seats_of(device.pk) if device else frozenset()
    deal = game.shared_deal.shuffle.dealt() if game.shared_deal else None
    return ReplayAccess(game, _build_replay(table, deal), own_seats)


def _build_replay(state: GameState, deal: State | None = None) -> Replay | ReplayRefusal:
    """Return the replay of a game with its names in the active language, or the reason why it has none."""
    replay = build_replay(state, deal)
    return replay if isinstance(replay, ReplayRefusal) else translate_occupants(replay)
