"""View that opens a table of a shared deal, to play it with the printed deck."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.models import SharedDeal
from games.rules.errors import Refusal
from games.services.companion.shared_deals import create_deal_table
from games.views.accounts.guests import create_guest
from games.views.companion.device_requests import get_table_url, get_visitor, set_device_cookie
from games.views.current_user import get_user
from games.views.deals.browser import remember_player, require_new_browser
from games.views.deals.forms import PHONES, DealTableForm
from games.views.matches.bot_games import make_guest_name
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_invalid,
    respond_refused,
    respond_too_many_requests,
)


@require_post
def create_table(request: HttpRequest, code: str) -> HttpResponse:
    """Open a table of a deal on the requesting device, whose player leads. A visitor without a name becomes a guest."""
    deal, user = get_object_or_404(SharedDeal, code=code), get_user(request)
    url, form = reverse("shared_deal", args=[code]), DealTableForm(request.POST)
    if not form.is_valid():
        return respond_invalid(request, form, url)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    fields, visitor = form.cleaned_data, get_visitor(request)
    try:
        require_new_browser(request, deal, user)
        user = user or create_guest(request, fields["name"] or make_guest_name())
        game = create_deal_table(deal, user, visitor.secret, fields["depth"], setup=fields["deck"] == PHONES)
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    response = set_device_cookie(respond_done(request, get_table_url(game)), visitor)
    return remember_player(response, request, deal, user)
