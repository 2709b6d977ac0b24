"""New games of a shared deal, online and with the printed deck."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from games.models import Game, SharedDeal, User
from games.rules.errors import Refusal
from games.services.companion.shared_deals import create_deal_table
from games.services.matches import shared_deals as service
from games.state.game_state import Status
from games.views.accounts.guests import create_guest
from games.views.companion.device_requests import get_table_url, get_visitor, set_device_cookie
from games.views.current_user import get_user
from games.views.deals.browser import remember_player, require_new_browser
from games.views.deals.forms import ANYONE, FRIEND, PHONES, DealTableForm, PlayDealForm
from games.views.matches.access import get_invitation_path
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
def play_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Start an online game of a deal."""
    form = PlayDealForm(request.POST)

    def start(deal: SharedDeal, user: User) -> HttpResponse:
        game = _start_game(deal, user, form.cleaned_data["opponent"])
        is_waiting = Game.objects.filter(pk=game.pk, status=Status.WAITING).exists()
        link = {"link": get_invitation_path(game)} if is_waiting else {}
        return respond_done(request, reverse("game", args=[game.code]), **link)

    return _respond(request, code, form, start)


@require_post
def create_table(request: HttpRequest, code: str) -> HttpResponse:
    """Open a table of a deal on the requesting device, whose player leads."""
    form = DealTableForm(request.POST)

    def start(deal: SharedDeal, user: User) -> HttpResponse:
        fields, visitor = form.cleaned_data, get_visitor(request)
        game = create_deal_table(deal, user, visitor.secret, fields["depth"], setup=fields["deck"] == PHONES)
        return set_device_cookie(respond_done(request, get_table_url(game)), visitor)

    return _respond(request, code, form, start)


def _respond(
    request: HttpRequest,
    code: str,
    form: PlayDealForm | DealTableForm,
    start: Callable[[SharedDeal, User], HttpResponse],
) -> HttpResponse:
    """Respond to a valid form by ``start``, which may raise ``Refusal``. A visitor without a name becomes a guest."""
    deal, user = get_object_or_404(SharedDeal, code=code), get_user(request)
    url = reverse("shared_deal", args=[code])
    if not form.is_valid():
        return respond_invalid(request, form, url)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        require_new_browser(request, deal, user)
        user = user or create_guest(request, form.cleaned_data["name"] or make_guest_name())
        response = start(deal, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return remember_player(response, request, deal, user)


def _start_game(deal: SharedDeal, user: User, opponent: str) -> Game:
    if opponent == FRIEND:
        return service.play_with_link(deal, user)
    if opponent == ANYONE:
        return service.play_with_visitor(deal, user)
    return service.play_with_bot(deal, user, opponent)
