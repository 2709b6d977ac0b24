"""The page of a game that is over, card by card, and what its script loads once."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games import metrics
from games.pages.answers import too_many, wants_json, within_limit
from games.pages.online.against import level_of
from games.pages.replay import opened
from games.pages.replay.asked import Asked, asked
from games.pages.replay.opened import Open, Opened
from games.pages.replay.preview import preview_of
from games.pages.replay.preview_drawn import HEIGHT, WIDTH
from games.pages.replay.shown import shown
from games.pages.replay.told import board, lines
from games.people import profiles
from games.stories.replayed import Closed, Replayed
from games.words.minds import OPPONENTS, level_words
from games.words.replay import CLOSED, ended_text, seen_text


@require_safe
@never_cache
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The replay of a game played online."""
    return _page(request, opened.match(request, code))


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The replay of a game with the printed deck, of which every card is logged."""
    return _page(request, opened.table(request, code))


@require_safe
@never_cache
def match_steps(request: HttpRequest, code: str) -> HttpResponse:
    return _steps(request, code, opened.match)


@require_safe
@never_cache
def table_steps(request: HttpRequest, code: str) -> HttpResponse:
    return _steps(request, code, opened.table)


def _page(request: HttpRequest, game: Opened) -> HttpResponse:
    if isinstance(game.replay, Closed):
        return _closed(request, game, game.replay)
    now = asked(request.GET, game.replay.last)
    told = now.result or bool(game.mine) or now.step == game.replay.last
    more = {"level": level_of(request), "og": _og(request, game, now.step)}
    return render(request, "replay/replay.html", {**_context(game, game.replay, now, told), **more})


def _closed(request: HttpRequest, game: Opened, why: Closed) -> HttpResponse:
    """The page that says why there is no card to see; 409 for programs."""
    if wants_json(request):
        return refused(why)
    told = {"game": game.game, "why": CLOSED[why], "title": _title(game), "og": _og(request, game, 0)}
    return render(request, "replay/closed.html", told)


def refused(why: Closed) -> HttpResponse:
    """Why there is no card to see, for a script."""
    metrics.refused(why)
    return JsonResponse({"code": why, "message": str(CLOSED[why])}, status=409)


def _context(game: Opened, replay: Replayed, now: Asked, told: bool) -> dict[str, Any]:
    """What the template draws. The result is among it only where it is ``told``."""
    last = replay.last
    ways = {"first": 0, "back": max(now.step - 1, 0), "on": min(now.step + 1, last), "last": last}
    eyes = [(None, _("All cards open")), *((seat, seen_text(replay.names[seat])) for seat in (0, 1))]
    return {
        "game": game.game,
        "title": _title(game),
        "linked": [_linked(*one) for one in profiles.of_seats(game.game)],
        "near": game.near,
        "now": now,
        "last": last,
        "board": board(replay, now, game.near),
        "lines": lines(replay, now),
        "told": told,
        "ended": ended_text(replay),
        "tell": Asked(now.step, now.seen, result=True).query,
        "ways": {name: now.at(step).query for name, step in ways.items()},
        "eyes": [(Asked(now.step, seat, now.result).query, name, seat == now.seen) for seat, name in eyes],
        "urls": {name: _url(game, name) for name in ("replay", "replay_steps", "replay_line", "play_on")},
        "names": replay.names,
        "opponents": [(one.level, level_words(one)) for one in OPPONENTS.values()],
        "nothing_left": replay.states[now.step].finished,
    }


def _steps(request: HttpRequest, code: str, opens: Open) -> HttpResponse:
    """Every step, packed: it holds no secret that its length could tell, and no token."""
    if not within_limit(request, "replay"):
        return too_many(request)
    game = opens(request, code)
    if isinstance(game.replay, Closed):
        return refused(game.replay)
    return _packed(request, shown(game.replay, asked(request.GET, 0).seen))


@gzip_page
def _packed(request: HttpRequest, value: dict[str, Any]) -> HttpResponse:
    return JsonResponse(value)


def _og(request: HttpRequest, game: Opened, step: int) -> dict[str, Any]:
    """What a link to the page shows where it is pasted."""
    picture = f"{_url(game, 'replay_picture')}?step={step}"
    return {
        "here": request.build_absolute_uri(),
        "image": request.build_absolute_uri(picture),
        "width": WIDTH,
        "height": HEIGHT,
        "words": preview_of(game, step).words,
    }


def _url(game: Opened, name: str) -> str:
    return reverse(f"{game.kind}{name}", args=[game.game.code])


def _linked(name: str, url: str) -> SafeString:
    """A name that leads to what else its person played, where there is such a page."""
    return format_html('<a class="who" href="{}">{}</a>', url, name) if url else format_html("{}", name)


def _title(game: Opened) -> str:
    first, second = game.game.seat_names
    return _("%(first)s against %(second)s") % {"first": first, "second": second}
