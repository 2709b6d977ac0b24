"""Cookie by which a browser plays a shared deal as one person only, also after its guest has left."""

from __future__ import annotations

from typing import TypeVar

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.accounts.device_cookie import COOKIE_AGE
from games.models import SharedDeal, User
from games.queries.shared_deals import has_seen, list_selves
from games.rules.errors import Refusal

_SIGNER = Signer(salt="games.shared_deal")
Response = TypeVar("Response", bound=HttpResponseBase)


def require_new_browser(request: HttpRequest, deal: SharedDeal | None, user: User | None) -> None:
    """Raise ``Refusal`` with ``deal_played`` if another person was dealt a shared deal in this browser."""
    if deal is None:
        return
    try:
        other = int(_SIGNER.unsign(request.COOKIES.get(_get_name(deal), "")))
    except (BadSignature, ValueError):
        return
    selves = list_selves(user) if user else frozenset()
    if other not in selves and has_seen(deal, {other}):
        raise Refusal("deal_played")


def remember_player(response: Response, request: HttpRequest, deal: SharedDeal | None, user: User | None) -> Response:
    """Set the cookie that says who plays the deal in this browser, unless there is one; return the response."""
    if deal is not None and user is not None and _get_name(deal) not in request.COOKIES:
        value = _SIGNER.sign(str(user.pk))
        response.set_cookie(_get_name(deal), value, COOKIE_AGE, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response


def _get_name(deal: SharedDeal) -> str:
    return f"__Host-deal-{deal.code}" if settings.HTTPS else f"deal-{deal.code}"
