"""Games as lines of a list: what a person needs to know to pick one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from games.models import Game, GameQuerySet, Player, User
from games.people import ties
from games.people.ratings import Shown, of
from games.store.clock import clock
from games.store.presence import LEASE
from games.stories.result import Pool, pool_for
from games.stories.status import Status

OPEN_SHOWN = 30
FINISHED_SHOWN = 5
RUNNING_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Line:
    """A game as one person sees it in a list; `me` is None in somebody else's invitation.

    `names` are those of both players at a physical table, who need no account, and None of an online game. `rating` is
    that of the other, where an invitation is to a rated game.
    """

    game: Game
    me: Player | None
    other: Player | None
    names: tuple[str, str] | None = None
    rating: Shown | None = None

    @property
    def url(self) -> str:
        return self.game.address

    @property
    def replay(self) -> str:
        """Where a finished game is looked at card by card."""
        return f"{self.game.address}replay/"

    @property
    def gone_in(self) -> float | None:
        """For how many seconds the other counts as here if they are heard no more; None if they are away.

        Of a physical table, where a seat may have several devices or none, this is not told.
        """
        seen = None if self.names is not None or self.other is None else self.other.last_seen
        if seen is None:
            return None
        left = (seen + LEASE - clock.now()).total_seconds()
        return left if left > 0 else None

    @property
    def my_turn(self) -> bool:
        return self.game.status == Status.PLAYING and self.me is not None and self.game.turn == self.me.seat

    @property
    def result(self) -> str:
        """won, lost or draw, of a finished game."""
        if self.game.winner is None:
            return "draw"
        return "won" if self.me is not None and self.game.winner == self.me.seat else "lost"


def running(user: User) -> list[Line]:
    """The games to resume: those that wait for this person first, then the most recent."""
    return sorted(_lines(Game.objects.to_resume(user)[:RUNNING_SHOWN], user), key=lambda line: not line.my_turn)


def finished(user: User) -> list[Line]:
    """The last few games that were played to an end."""
    return _lines(Game.objects.finished(user)[:FINISHED_SHOWN], user)


def invitations(user: User | None) -> list[Line]:
    """Open invitations of other people; none between two of whom one blocked the other."""
    games = Game.objects.open()
    if user is not None:
        apart = ties.apart_from(user)
        games = games.exclude(players__user=user)
        if apart:
            games = games.exclude(players__user__in=apart).exclude(players__user__account__in=apart)
    return _with_ratings(_lines(games[:OPEN_SHOWN], user), user)


def _with_ratings(lines: list[Line], reader: User | None) -> list[Line]:
    """Those of whoever invites to a rated game."""
    rated = [line.other.user for line in lines if line.game.rated and line.other is not None]
    known = {pool: of(rated, pool, reader) for pool in Pool} if rated else {}
    return [replace(line, rating=_rating(line, known)) if line.game.rated else line for line in lines]


def _rating(line: Line, known: Mapping[Pool, Mapping[int, Shown]]) -> Shown | None:
    return known[pool_for(line.game)].get(line.other.user_id) if line.other is not None else None


def _lines(games: GameQuerySet, user: User | None) -> list[Line]:
    seats = Prefetch("players", Player.objects.select_related("user", "process"))
    return [_line(game, user) for game in games.prefetch_related(seats)]


def _line(game: Game, user: User | None) -> Line:
    me = next((player for player in game.players.all() if user is not None and player.user_id == user.pk), None)
    other = next((player for player in game.players.all() if player is not me), None)
    names = game.seat_names if game.at_table else None
    return Line(game, me, other, names)
