"""What a person is told on whatever page they look at: somebody sat down, it is their turn, a rematch is offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import limits
from games.models import Challenge, Entry, Game, Player, User
from games.models.people import NOBODY
from games.pages.answers import too_many
from games.pages.online.lobby import person
from games.pages.online.waiting import bell, waiting
from games.rules.state import other
from games.services.online import challenges
from games.store import around, newer
from games.store.clock import clock
from games.store.presence import LEASE
from games.stories.online import Match
from games.stories.online_kinds import Kind
from games.stories.status import Mode, Status
from games.words.people import challenge_text

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
    answers: dict[str, str] | None = None
    """Where a challenge is taken and declined, and the commitment to the seed of its deal."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of a log, of which it counts where and when."""

    number: int
    at: datetime


Marks = Mapping[tuple[int, str], Mark]
"""The last entry of a game and a kind."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in a game, whose page its person does not look at."""

    game: Game
    match: Match
    me: Player
    them: Player


@require_safe
def signals(request: HttpRequest) -> HttpResponse:
    """What waits for whoever asks, in signals and in the bell, and whether anything could come, or else the page need
    not ask again.

    Where nothing but a challenge could come, it is asked for ``rarely``. Refused with 429. However many games there
    are, they are asked for together.
    """
    user = person(request)
    if user is None:
        return JsonResponse({"signals": [], "open": False, "rarely": False})
    if not limits.hit("signals", str(user.pk)):
        return too_many(request)
    around.seen([user.pk])
    games, sent = _games(user), _challenges(user)
    told = [asdict(one) for one in (*sent, *_told(games, user))]
    may_come = not user.is_guest and user.challenged_by != NOBODY
    ways = {"open": bool(games or sent) or may_come, "rarely": not (games or sent)}
    return JsonResponse({"signals": told, **ways, "waiting": bell(waiting(user) if games else [])})


def _challenges(user: User) -> list[Signal]:
    """What somebody else wants of the person, the latest first."""
    return [] if user.is_guest else [_challenge(one) for one in challenges.standing(user)[:MOST]]


def _challenge(one: Challenge) -> Signal:
    code = one.game.code
    answers = {"join": reverse("join", args=[code]), "decline": reverse("decline", args=[code])}
    commitment = {"game": code, "commitment": one.game.commitment or ""}
    return Signal(
        f"{code}:challenge", "challenge", challenge_text(one.by.shown), one.game.address, answers | commitment
    )


def _games(user: User) -> list[Game]:
    seats = Prefetch("players", Player.objects.select_related("process"))
    games = Game.objects.to_resume(user, clock.now() - LATELY).filter(mode=Mode.ONLINE)
    return list(games.prefetch_related(seats)[:MOST])


def _told(games: Iterable[Game], user: User) -> Iterator[Signal]:
    """At most one of each game."""
    places = list(_places(games, user))
    marks = _marks(places)
    return (signal for place in places if (signal := _signal(place, marks)) is not None)


def _places(games: Iterable[Game], user: User) -> Iterator[Place]:
    """Where the person looks at the game itself, that page tells."""
    seated = {game: _seats(game, user) for game in games}
    away = {game: both for game, both in seated.items() if both is not None and not _there(both[0])}
    stories = newer.stories(away)
    for game, (me, them) in away.items():
        match = stories.get(game.pk)
        if isinstance(match, Match):
            yield Place(game, match, me, them)


def _seats(game: Game, user: User) -> tuple[Player, Player] | None:
    """The person and whoever sits opposite; None while nobody does."""
    me = next(one for one in game.players.all() if one.user_id == user.pk)
    them = next((one for one in game.players.all() if one.seat != me.seat), None)
    return None if them is None else (me, them)


def _there(me: Player) -> bool:
    seen = me.last_seen
    return seen is not None and clock.now() - seen <= LEASE


def _marks(places: Iterable[Place]) -> Marks:
    """The deals and the offers that count. Where a card lies and nothing is offered, none does."""
    asked = [place.game.pk for place in places if _fresh(place) or _offered(place)]
    if not asked:
        return {}
    entries = Entry.objects.filter(game__in=asked, kind__in=[Kind.DEALT, Kind.REMATCH]).order_by("number")
    found = entries.values_list("game_id", "kind", "number", "created_at")
    return {(game_id, kind): Mark(number, at) for game_id, kind, number, at in found}


def _signal(place: Place, marks: Marks) -> Signal | None:
    """The key of a turn counts cards, so that nothing else in the log makes the same turn another one."""
    kind, game, match = _kind(place, marks), place.game, place.match
    if kind is None:
        return None
    counted = {"sat": Kind.DEALT, "rematch": Kind.REMATCH}
    since = marks[game.pk, counted[kind]].number if kind in counted else _played(match)
    text = _text(kind, place.them.name, rematch=game.rematch_of_id is not None)
    return Signal(f"{game.code}:{kind}:{since}", kind, text, game.address)


def _played(match: Match) -> int:
    """All cards that were ever played, those that were taken back as well."""
    return len(match.plays) + sum(len(back.cards) for back in match.aid.taken)


def _kind(place: Place, marks: Marks) -> str | None:
    if place.match.status == Status.FINISHED:
        return "rematch" if _offered(place) else None
    if place.match.frozen or place.match.over or place.match.state is None:
        return None
    if _fresh(place) and _unmet(place, marks):
        return "sat"
    return "turn" if place.match.state.to_play == place.me.seat else None


def _offered(place: Place) -> bool:
    match, mine = place.match, place.me.seat
    asked = match.status == Status.FINISHED and match.heard_asking(mine)[other(mine)]
    return asked and not (match.asked[mine] or match.declined or match.successor)


def _fresh(place: Place) -> bool:
    """Whether no card lies at a table to which somebody came: nobody comes to whoever joined, but both to a rematch."""
    came = place.me.seat == 0 or place.game.rematch_of_id is not None
    return came and place.match.deal is not None and not place.match.plays and not place.match.over


def _unmet(place: Place, marks: Marks) -> bool:
    """Whether the person has not been at the table since the cards were dealt."""
    dealt = marks.get((place.game.pk, Kind.DEALT))
    return dealt is not None and (place.me.last_seen is None or place.me.last_seen < dealt.at)


def _text(kind: str, name: str, *, rematch: bool) -> str:
    texts = {
        "sat": _("The rematch with %(name)s begins.") if rematch else _("%(name)s sat down at your table."),
        "turn": _("It is your turn against %(name)s."),
        "rematch": _("%(name)s offers a rematch."),
    }
    return texts[kind] % {"name": name}
