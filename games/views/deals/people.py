"""Person who takes a seat of a table: each player of a shared deal has a name, so that the site knows who played it."""

from __future__ import annotations

from django.http import HttpRequest

from games.accounts.device_cookie import get_device
from games.models import Game, User
from games.texts.names import NAMELESS
from games.views.accounts.guests import create_guest
from games.views.current_user import get_user
from games.views.deals.browser import require_new_browser
from games.views.matches.bot_games import make_guest_name


def get_person_at_table(request: HttpRequest, game: Game, name: str) -> User | None:
    """Return the user who takes a seat of a table, or None for a visitor without a name.

    At a table of a shared deal, such a visitor becomes a guest called ``name``, unless the browser was here before.
    Raise ``Refusal`` with ``deal_played`` if another person was dealt the deal in this browser.
    """
    user, deal = get_user(request), game.shared_deal
    if deal is None:
        return user
    device = get_device(game.pk, request.COOKIES)
    user = user or (device.user if device else None)
    require_new_browser(request, deal, user)
    return user or create_guest(request, make_guest_name() if name in ("", *NAMELESS) else name)


def choose_seat_name(game: Game, user: User | None, name: str) -> str:
    """Return the name of the seat that a user takes: as typed, or else the user's own at a table of a shared deal."""
    is_typed = name not in ("", *NAMELESS)
    return user.shown if game.shared_deal_id and user is not None and not is_typed else name
