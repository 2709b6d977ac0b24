"""Pages of shared deals: the overview, the page of a deal with its results, and its cards."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.models import SharedDeal, User
from games.queries import shared_deals as queries
from games.rules.errors import Refusal
from games.services.matches import shared_deals as service
from games.state.game_state import Status
from games.texts.shared_deals import describe_progress
from games.views.accounts.guests import create_guest
from games.views.current_user import get_user
from games.views.deals.browser import remember_player
from games.views.deals.cards import build_card_lists
from games.views.deals.forms import DealTableForm, PlayDealForm
from games.views.deals.results import list_results
from games.views.matches.forms import NameForm
from games.views.public_urls import get_shareable_url
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_invalid,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def overview(request: HttpRequest) -> HttpResponse:
    """Explain shared deals and list the reader's own, or on POST create one and redirect to its page.

    A visitor without a name becomes a guest.
    """
    user = get_user(request)
    if request.method != "POST":
        return _render_overview(request, user, NameForm())
    name_form = NameForm(request.POST)
    if user is None and not name_form.is_valid():
        if wants_json(request):
            return respond_invalid(request, name_form, request.path, "name_needed")
        return _render_overview(request, user, name_form, 400)
    if not is_within_rate_limit(request, "create"):
        return respond_too_many_requests(request)
    try:
        deal = service.create_deal(user or create_guest(request, name_form.cleaned_data["name"]))
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("shared_deals"))
    return respond_done(request, reverse("shared_deal", args=[deal.code]))


@never_cache
@require_safe
def deal_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show how to play a deal, and its results to readers who may see them."""
    if not is_within_rate_limit(request, "series"):
        return respond_too_many_requests(request)
    deal, user = get_object_or_404(SharedDeal, code=code), get_user(request)
    return render(request, "deals/deal.html", _build_context(request, deal, user))


@require_post
def close_deal(request: HttpRequest, code: str) -> HttpResponse:
    """Close the reader's own deal to new games."""
    deal, user = get_object_or_404(SharedDeal, code=code), get_user(request)
    url = reverse("shared_deal", args=[code])
    try:
        if user is None:
            raise Refusal("not_your_deal")
        service.close_deal(deal, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return respond_done(request, url, _("The deal is closed. Everyone can see its results now."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal_cards(request: HttpRequest, code: str) -> HttpResponse:
    """Show the cards of a deal to its organizer, to sort a printed deck; a POST makes its creator the organizer."""
    deal, user = get_object_or_404(SharedDeal, code=code), get_user(request)
    if request.method == "POST":
        try:
            if user is None:
                raise Refusal("not_your_deal")
            deal = service.open_cards(deal, user)
        except Refusal as refusal:
            return respond_refused(request, refusal, reverse("shared_deal", args=[code]))
        return remember_player(respond_done(request, request.path), request, deal, user)
    selves = queries.list_selves(user) if user else frozenset()
    if not queries.is_organizer(deal, selves) or queries.is_playing(deal, selves):
        raise Http404
    return render(request, "deals/cards.html", {"deal": deal, **build_card_lists(deal)})


def _render_overview(request: HttpRequest, user: User | None, name_form: NameForm, status: int = 200) -> HttpResponse:
    own = SharedDeal.objects.filter(creator__in=queries.list_selves(user) if user else ())
    context = {"own": own.order_by("-pk")[: service.MAX_OPEN], "name_form": name_form}
    return render(request, "deals/overview.html", context, status=status)


def _build_context(request: HttpRequest, deal: SharedDeal, user: User | None) -> dict[str, Any]:
    """Return the context of the page of a deal. Without access to the results it only has the number of games."""
    selves = queries.list_selves(user) if user else frozenset()
    current, is_open = queries.find_current_seat(deal, selves), queries.is_open_to(deal, selves)
    finished = deal.games.filter(status=Status.FINISHED).count()
    running = deal.games.filter(status=Status.PLAYING).count()
    return {
        "deal": deal,
        "commitment": deal.shuffle.commitment,
        "url": get_shareable_url(request, request.path),
        "is_own": deal.creator_id is not None and deal.creator_id in selves,
        "is_closed": queries.is_closed(deal),
        "current": current,
        "is_organizer": queries.is_organizer(deal, selves),
        "has_seen": queries.has_seen(deal, selves),
        "form": PlayDealForm(),
        "table_form": DealTableForm(),
        "progress": describe_progress(finished, running),
        "is_open": is_open,
        "seats": list_results(deal, selves) if is_open else [],
    }
