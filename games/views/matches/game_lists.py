"""Lists of games: games to resume, finished games and open invitations."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from games.eventlog.database_clock import database_clock
from games.messaging.presence import ARRIVAL_GRACE, PRESENCE_LEASE, filter_attended
from games.models import Game, GameQuerySet, Player, User
from games.queries import relations
from games.queries.acts import list_paused
from games.queries.ratings import ShownRating, get_visible_ratings
from games.state.game_state import Status
from games.state.result import RatingPool, get_pool_of_terms

MAX_INVITATIONS = 30
MAX_FINISHED = 5
MAX_RUNNING = 30


@dataclass(frozen=True, slots=True)
class GameListItem:
    """Item of a user's list of games.

    ``me`` is None in an invitation of another player. ``names`` are the names of both seats at a table, whose players
    need no account, and None for an online game. ``rating`` is that of the host in an invitation to a rated game.
    ``is_paused`` is whether a moderator has paused a running game.
    """

    game: Game
    me: Player | None
    other: Player | None
    names: tuple[str, str] | None = None
    rating: ShownRating | None = None
    is_paused: bool = False

    @property
    def url(self) -> str:
        """Return the address of the game."""
        return self.game.address

    @property
    def replay(self) -> str:
        """Return the address of the replay of a finished game."""
        return f"{self.game.address}replay/"

    @property
    def seconds_present(self) -> float | None:
        """Return the seconds for which the opponent's presence lasts without another heartbeat.

        Return None if the opponent is away, and at a table, where a seat may have several devices or none.
        """
        last_seen = None if self.names is not None or self.other is None else self.other.last_seen
        if last_seen is None:
            return None
        left = (last_seen + PRESENCE_LEASE - database_clock.now()).total_seconds()
        return left if left > 0 else None

    @property
    def seconds_listed(self) -> float | None:
        """Return the seconds for which an open invitation stays in the lobby without another heartbeat of its host."""
        arriving = (self.game.created_at + ARRIVAL_GRACE - database_clock.now()).total_seconds()
        seconds = max(arriving, self.seconds_present or 0.0)
        return seconds if seconds > 0 else None

    @property
    def is_own_turn(self) -> bool:
        """Return whether the game waits for this user."""
        is_running = self.game.status == Status.PLAYING and not self.is_paused
        return is_running and self.me is not None and self.game.turn == self.me.seat

    @property
    def result(self) -> str:
        """Return ``won``, ``lost`` or ``draw`` for a finished game."""
        if self.game.winner is None:
            return "draw"
        return "won" if self.me is not None and self.game.winner == self.me.seat else "lost"


def list_running_games(user: User) -> list[GameListItem]:
    """Return the games to resume: those that wait for this user first, then the most recent."""
    items = _build_items(Game.objects.to_resume(user)[:MAX_RUNNING], user)
    paused = list_paused([item.game for item in items])
    items = [replace(item, is_paused=item.game.pk in paused) for item in items]
    return sorted(items, key=lambda item: not item.is_own_turn)


def list_finished_games(user: User) -> list[GameListItem]:
    """Return the latest games that were played to an end."""
    return _build_items(Game.objects.finished(user)[:MAX_FINISHED], user)


def list_invitations(user: User | None) -> list[GameListItem]:
    """Return the open invitations of other players who are present.

    Leave out users who have blocked this user or are blocked by this user, and games that challenge this user.
    """
    games = filter_attended(Game.objects.open())
    if user is not None:
        games = games.exclude(challenge__to=user, challenge__declined_at=None)
        blocked = relations.list_blocked_either_way(user)
        games = games.exclude(players__user=user)
        if blocked:
            games = games.exclude(players__user__in=blocked).exclude(players__user__account__in=blocked)
    return _add_ratings(_build_items(games[:MAX_INVITATIONS], user), user)


def _add_ratings(items: list[GameListItem], reader: User | None) -> list[GameListItem]:
    """Return the items, with the rating of the host in each invitation to a rated game."""
    hosts = [item.other.user for item in items if item.game.rated and item.other is not None]
    ratings = {pool: get_visible_ratings(hosts, pool, reader) for pool in RatingPool} if hosts else {}
    return [replace(item, rating=_get_rating(item, ratings)) if item.game.rated else item for item in items]


def _get_rating(item: GameListItem, ratings: Mapping[RatingPool, Mapping[int, ShownRating]]) -> ShownRating | None:
    return ratings[get_pool_of_terms(item.game)].get(item.other.user_id) if item.other is not None else None


def _build_items(games: GameQuerySet, user: User | None) -> list[GameListItem]:
    seats = Prefetch("players", Player.objects.select_related("user", "process"))
    return [_build_item(game, user) for game in games.prefetch_related(seats)]


def _build_item(game: Game, user: User | None) -> GameListItem:
    me = next((player for player in game.players.all() if user is not None and player.user_id == user.pk), None)
    other = next((player for player in game.players.all() if player is not me), None)
    names = game.seat_names if game.at_table else None
    return GameListItem(game, me, other, names)
