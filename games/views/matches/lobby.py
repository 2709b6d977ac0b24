"""Lobby, which is the front page: three ways to play, games to resume, and open invitations."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.queries.watchable_games import list_watchable
from games.services.matches import seed_tickets
from games.services.social import challenges
from games.texts.opponents import OPPONENTS
from games.views.accounts.preference_cookies import get_preference
from games.views.current_user import get_user
from games.views.matches import game_lists
from games.views.puzzle.puzzles import get_progress, get_utc_now

REFRESH_HEADER = "Refresh-Within"
"""Header with the number of seconds after which the script should ask again at the latest."""


@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    context = {
        "opponents": OPPONENTS.values(),
        "level": get_preference(request, "level"),
        "seed_ticket": seed_tickets.issue_ticket(),
        "streak": get_progress(request).get_streak(get_utc_now().date()),
        "live_games": len(list_watchable()),
        **_build_lists(request),
    }
    return render(request, "matches/lobby.html", context)


@require_safe
def lobby_lists(request: HttpRequest) -> HttpResponse:
    """Return only the lists, for the script that refreshes them.

    The bytes stay the same while nothing changes. ``REFRESH_HEADER`` says when the next opponent is shown as away, or
    the next invitation leaves the lobby, so that the script asks again by then.
    """
    lists = _build_lists(request)
    response = render(request, "matches/lobby_lists.html", lists)
    spans = [item.seconds_present for item in (*lists["mine"], *lists["invitations"])]
    spans += [item.seconds_listed for item in lists["invitations"]]
    seconds = min((span for span in spans if span is not None), default=None)
    if seconds is not None:
        response[REFRESH_HEADER] = f"{seconds:.2f}"
    return response


def _build_lists(request: HttpRequest) -> dict[str, Any]:
    user = get_user(request)
    received = list(challenges.filter_open(user)) if user and not user.is_guest else []
    return {
        "challenges": received,
        "mine": game_lists.list_running_games(user) if user else [],
        "finished": game_lists.list_finished_games(user) if user else [],
        "invitations": game_lists.list_invitations(user),
    }
