"""What a person is told on whatever page they look at: somebody sat down, it is their turn, a rematch is offered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import timedelta

from django.db.models import Q
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Entry, Game, Player, User
from games.pages.online.lobby import person
from games.rules.state import other
from games.store import log
from games.store.clock import clock
from games.store.presence import LEASE
from games.stories.online import Kind, Match
from games.stories.status import Mode, Status

LATELY = timedelta(minutes=15)
"""How long after the end of a game its players may hear that a rematch is offered."""
MOST = 20


@dataclass(frozen=True, slots=True)
class Signal:
    """``key`` names it once and for all, so that no page tells it twice; ``kind`` is the name of its sound."""

    key: str
    kind: str
    text: str
    url: str


@require_safe
def signals(request: HttpRequest) -> JsonResponse:
    """What waits for whoever asks, and whether anything could come, or else the page need not ask again."""
    user = person(request)
    games = list(_games(user)) if user else []
    told = [asdict(one) for game in games if user for one in _signals(game, user)]
    return JsonResponse({"signals": told, "open": bool(games)})


def _games(user: User) -> Iterator[Game]:
    lately = Q(status=Status.FINISHED, changed_at__gt=clock.now() - LATELY)
    going_on = Q(status__in=[Status.WAITING, Status.PLAYING])
    return iter(Game.objects.of(user).filter(lately | going_on, mode=Mode.ONLINE).prefetch_related("players")[:MOST])


def _signals(game: Game, user: User) -> Iterator[Signal]:
    """At most one. Where the person looks at the game itself, that page tells."""
    me = next(one for one in game.players.all() if one.user_id == user.pk)
    them = next((one for one in game.players.all() if one.seat != me.seat), None)
    if them is None or (me.seen_at is not None and clock.now() - me.seen_at <= LEASE):
        return
    kind = _kind(game, me)
    if kind is not None:
        key = f"{game.code}:{kind}:{game.version}"
        yield Signal(key, kind, _text(kind, them.name, rematch=game.rematch_of_id is not None), game.address)


def _kind(game: Game, me: Player) -> str | None:
    if game.status == Status.FINISHED:
        return "rematch" if _offered(game, me) else None
    if (game.phase, game.trick) == (1, 1) and _unmet(game, me):
        return "sat"
    return "turn" if game.turn == me.seat else None


def _offered(game: Game, me: Player) -> bool:
    match = log.load_as(Match, game.pk)
    return match.asked[other(me.seat)] and not (match.asked[me.seat] or match.declined or match.successor)


def _unmet(game: Game, me: Player) -> bool:
    """Whether the person has not been at the table since the cards were dealt, and no card lies there."""
    dealt = Entry.objects.filter(game=game, kind=Kind.DEALT).values_list("created_at", flat=True).first()
    played = Entry.objects.filter(game=game, kind=Kind.PLAYED).exists()
    return dealt is not None and not played and (me.seen_at is None or me.seen_at < dealt)


def _text(kind: str, name: str, *, rematch: bool) -> str:
    texts = {
        "sat": _("The rematch with %(name)s begins.") if rematch else _("%(name)s sat down at your table."),
        "turn": _("It is your turn against %(name)s."),
        "rematch": _("%(name)s offers a rematch."),
    }
    return texts[kind] % {"name": name}
