"""View of a game's review, as JSON."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_device
from games.eventlog import event_store
from games.models import Device, Game, User
from games.rules.errors import Refusal
from games.schemas.review import ReviewPending
from games.services.bots import engine_pool
from games.services.bots.reviews import get_review
from games.state.game_state import Mode
from games.views.companion.access import get_table_game
from games.views.current_user import get_user
from games.views.matches.access import get_match
from games.views.responses import respond_refusal_json

RETRY_AFTER = "1"
"""Seconds after which the script should ask again."""


@require_safe
def game_review(request: HttpRequest, code: str, mode: Mode) -> HttpResponse:
    """Return the review of a game as JSON: 202 while it is being computed, 409 if there is none.

    Raise 404 for a reader who may not see the cards. Access to a match depends on the user, access to a table on the
    device.
    """
    user, device = get_user(request), None
    if mode == Mode.ONLINE:
        game = get_match(code)
    else:
        game, user = get_table_game(code), None
        device = get_device(game.pk, request.COOKIES)
    if not _can_see_review(game, user, device):
        raise Http404
    try:
        review = get_review(game)
    except Refusal as refusal:
        return respond_refusal_json(refusal)
    if review is not None:
        return JsonResponse(dict(review))
    pending = ReviewPending(state="starting" if engine_pool.engine.is_starting() else "thinking")
    return JsonResponse(pending.model_dump(), status=202, headers={"Retry-After": RETRY_AFTER})


def _can_see_review(game: Game, user: User | None, device: Device | None) -> bool:
    state = event_store.load_state(game.pk)
    user_id = user.pk if user else None
    device_id = device.pk if device else None
    return not state.is_hidden_from(user_id) and state.open_to(user_id, device_id)
