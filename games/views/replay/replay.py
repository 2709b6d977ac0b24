"""Views of a replay: the page, its steps as JSON, and variations."""

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
from games.queries import profiles
from games.rules.cards import Card
from games.rules.errors import Refusal
from games.rules.moves import list_states
from games.rules.state import HAND_SIZE
from games.state.game_state import Mode
from games.state.replay import Replay, ReplayRefusal
from games.texts.names import translate_name, translate_names
from games.texts.opponents import OPPONENTS, describe_level
from games.texts.replay import REPLAY_REFUSALS, describe_end, describe_perspective, describe_transfer
from games.views.matches.bot_games import get_preferred_level
from games.views.replay.access import ReplayAccess, ReplayQuery, open_replay, parse_replay_query
from games.views.replay.presentation import build_board_context, list_trick_lines, serialize_replay
from games.views.replay.preview import build_preview
from games.views.responses import (
    is_within_rate_limit,
    respond_refusal_json,
    respond_too_many_requests,
    wants_json,
)

MAX_VARIATION = 2 * HAND_SIZE
"""Most cards of a variation. Phase two is never longer."""


@require_safe
@never_cache
def replay_page(request: HttpRequest, code: str, mode: Mode) -> HttpResponse:
    """Show a finished game card by card, or why there is no replay; the JSON of that has status 409."""
    access = open_replay(request, mode, code)
    if isinstance(access.replay, ReplayRefusal):
        return _respond_closed(access.replay) if wants_json(request) else _render_closed(request, access, access.replay)
    query = parse_replay_query(request.GET, access.replay.last)
    context = {
        **_build_context(access, access.replay, query),
        "level": get_preferred_level(request),
        **_build_link_preview(request, access, query.step),
    }
    return render(request, "replay/replay.html", context)


@require_safe
@never_cache
def replay_steps(request: HttpRequest, code: str, mode: Mode) -> HttpResponse:
    """Return all steps as JSON."""
    if not is_within_rate_limit(request, "replay"):
        return respond_too_many_requests(request)
    replay = open_replay(request, mode, code).replay
    if isinstance(replay, ReplayRefusal):
        return _respond_closed(replay)
    return _respond_compressed(request, serialize_replay(replay, parse_replay_query(request.GET, 0).perspective))


@require_safe
@never_cache
def replay_variation(request: HttpRequest, code: str, mode: Mode) -> HttpResponse:
    """Return the steps from ``step`` on as JSON, as if ``cards`` had been played there.

    ``cards`` are codes, separated by commas. Refuse an illegal card with 409 and its code, as in a game; the page
    itself knows no rules.
    """
    if not is_within_rate_limit(request, "replay"):
        return respond_too_many_requests(request)
    replay = open_replay(request, mode, code).replay
    if isinstance(replay, ReplayRefusal):
        return _respond_closed(replay)
    query = parse_replay_query(request.GET, replay.last)
    try:
        cards = tuple(Card.parse(text) for text in request.GET.get("cards", "").split(",")[:MAX_VARIATION])
        states = list_states(replay.states[query.step], cards)
    except Refusal as refusal:
        return respond_refusal_json(refusal)
    return JsonResponse(serialize_replay(replay, query.perspective, states, query.step))


def _render_closed(request: HttpRequest, access: ReplayAccess, reason: ReplayRefusal) -> HttpResponse:
    """Show why there is no replay."""
    context = {
        "game": access.game,
        "reason": REPLAY_REFUSALS[reason],
        "title": _get_title(access),
        **_build_link_preview(request, access, 0),
    }
    return render(request, "replay/closed.html", context)


def _respond_closed(reason: ReplayRefusal) -> HttpResponse:
    """Return the reason why there is no replay, as JSON."""
    metrics.count_refusal(reason)
    return JsonResponse({"code": reason, "message": str(REPLAY_REFUSALS[reason])}, status=409)


@gzip_page
def _respond_compressed(request: HttpRequest, steps: dict[str, Any]) -> HttpResponse:
    """Return the steps, compressed.

    Compression is safe here: the steps contain no token and no secret that their length could reveal.
    """
    return JsonResponse(steps)


def _build_context(access: ReplayAccess, replay: Replay, query: ReplayQuery) -> dict[str, Any]:
    """Return the context of the page.

    Players, and readers at the last step, see the result without asking for it.
    """
    last = replay.last
    steps = {"first": 0, "previous": max(query.step - 1, 0), "next": min(query.step + 1, last), "last": last}
    names = [(None, _("All cards")), *((seat, describe_perspective(replay.names[seat])) for seat in (0, 1))]
    return {
        "game": access.game,
        "title": _get_title(access),
        "name_links": [_render_name(translate_name(name), url) for name, url in profiles.list_seat_links(access.game)],
        "near_seat": access.near_seat,
        "query": query,
        "last": last,
        "board": build_board_context(replay, query, access.near_seat),
        "trick_lines": list_trick_lines(replay, query),
        "shows_result": query.result or bool(access.own_seats) or query.step == last,
        "result": describe_end(replay),
        "transfer": describe_transfer(replay),
        "result_href": ReplayQuery(query.step, query.perspective, result=True).query,
        "step_hrefs": {name: query.at(step).query for name, step in steps.items()},
        "perspectives": [
            (ReplayQuery(query.step, seat, query.result).query, name, seat == query.perspective) for seat, name in names
        ],
        "urls": {name: _get_url(access, name) for name in ("replay", "replay_steps", "replay_line", "play_on")},
        "names": replay.names,
        "opponents": [(opponent.level, describe_level(opponent)) for opponent in OPPONENTS.values()],
        "is_finished": replay.states[query.step].finished,
    }


def _build_link_preview(request: HttpRequest, access: ReplayAccess, step: int) -> dict[str, Any]:
    """Return the context of the link preview, which shows a step."""
    return {
        "path": request.get_full_path(),
        "picture": f"{_get_url(access, 'replay_picture')}?step={step}",
        "description": build_preview(access, step).description,
    }


def _get_url(access: ReplayAccess, name: str) -> str:
    return reverse(f"{access.url_prefix}{name}", args=[access.game.code])


def _render_name(name: str, url: str) -> SafeString:
    """Return a player's name, as a link where the player has a public profile."""
    return format_html('<a class="who" href="{}">{}</a>', url, name) if url else format_html("{}", name)


def _get_title(access: ReplayAccess) -> str:
    first, second = translate_names(access.game.seat_names)
    return _("%(first)s against %(second)s") % {"first": first, "second": second}
