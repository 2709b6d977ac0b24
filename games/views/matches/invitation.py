"""Views of an invitation: the host's waiting page, the invited user's page, joining and cancelling."""

from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.models import Challenge, Game, Player, User
from games.queries import ratings
from games.rules.errors import Refusal
from games.rules.rulings import MATCH_RULINGS, Lead
from games.services.matches import cancellation, clocks
from games.services.matches import lobby as service
from games.services.social import challenges
from games.state.game_state import Status
from games.state.match_state import MatchState
from games.state.result import get_rating_pool
from games.texts.clocks import describe_clock, describe_rated_without_clock
from games.texts.names import translate_name
from games.texts.opponents import OPPONENTS
from games.texts.rulings import describe_ending_ruling, describe_memory_ruling
from games.texts.series import list_best_of_rules
from games.views.accounts.guests import create_guest
from games.views.accounts.preference_cookies import get_preference
from games.views.current_user import get_account, get_user
from games.views.deals.browser import remember_player, require_new_browser
from games.views.matches import deals
from games.views.matches.access import get_invitation_path, get_match, get_player, is_blocked_from
from games.views.matches.forms import NameForm
from games.views.public_urls import MAX_ADDRESSES, is_loopback, list_shareable_urls
from games.views.qr import render_qr_svg
from games.views.responses import (
    is_within_rate_limit,
    require_post,
    respond_done,
    respond_invalid,
    respond_problem,
    respond_refused,
    respond_too_many_requests,
    wants_json,
)


@require_safe
def private_invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Show the invitation behind a private link; raise 404 for a wrong token, as for an unknown game."""
    game = get_match(code)
    if not service.is_invited(game, token) or is_blocked_from(request, game):
        raise Http404
    if game.status != Status.WAITING or get_player(request, game):
        return redirect("game", code=code)
    return deals.respond_deal(game) if wants_json(request) else render_invitation(request, game, token)


@require_post
def join_game(request: HttpRequest, code: str) -> HttpResponse:
    """Take the free seat. A visitor without a name becomes a guest.

    A private game needs its token, and a private challenge the challenged user. If the seat is taken, redirect to the
    game if it allows watchers, else to the lobby.
    """
    game = get_match(code)
    token = request.POST.get("token", "")
    if not game.listed and not token and challenges.is_meant_for(game, get_user(request)):
        token = service.invite_token(game)
    if not (game.listed or service.is_invited(game, token) or get_player(request, game)) or is_blocked_from(
        request, game
    ):
        raise Http404
    if game.status != Status.WAITING and not get_player(request, game):
        return _respond_too_late(request, game)
    if _get_other_challenged_user(request, game) and not get_player(request, game):
        return respond_refused(request, Refusal("not_challenged"), get_invitation_path(game))
    if game.rated and not get_account(request):
        return respond_refused(request, Refusal("account_needed"), get_invitation_path(game))
    name_form = NameForm(request.POST)
    if not get_user(request) and not name_form.is_valid():
        return _respond_name_needed(request, game, token, name_form)
    if not is_within_rate_limit(request, "join"):
        return respond_too_many_requests(request)
    try:
        require_new_browser(request, game.shared_deal, get_user(request))
        user = get_user(request) or create_guest(request, name_form.cleaned_data["name"])
        service.join_game(game, user, token, request.POST.get("part", ""))
    except Refusal as refusal:
        game.refresh_from_db()
        if game.status != Status.WAITING:
            return _respond_too_late(request, game)
        return respond_refused(request, refusal, get_invitation_path(game))
    return remember_player(respond_done(request, _get_game_url(game)), request, game.shared_deal, user)


@require_post
def cancel_game(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel a game, or offer to cancel it.

    An invitation, and a casual game before its first card, is cancelled at once. Any other game is cancelled if both
    players agree: the first one offers it, and the opponent accepts, or declines with ``accept=0``.
    """
    game = get_match(code)
    user = get_user(request)
    if user is None or not get_player(request, game):
        raise Http404
    if cancellation.counts_towards_limit(event_store.get_state(MatchState, game)) and not is_within_rate_limit(
        request, "call_off"
    ):
        return respond_too_many_requests(request)
    try:
        is_declining = request.POST.get("accept") == "0"
        match = cancellation.decline_cancel(game, user) if is_declining else cancellation.cancel_game(game, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, _get_game_url(game))
    if match.over:
        return respond_done(request, reverse("lobby"), _("Game cancelled. Nobody wins or loses."))
    text = _("You declined. The game continues.") if is_declining else _("You offered to cancel the game.")
    return respond_done(request, _get_game_url(game), text)


def render_invitation(
    request: HttpRequest, game: Game, token: str = "", name_form: NameForm | None = None
) -> HttpResponse:
    """Show an invited user the host, the options and one button. It takes no seat.

    A private challenge shows the button to the challenged user only, and tells others for whom it is.
    """
    host = game.players.select_related("user").get(seat=0)
    context = {
        "game": game,
        "host": host,
        "token": token,
        "words": list_option_texts(game, host),
        "deal": deals.get_deal_commitment(game),
        "form": name_form or NameForm(),
        "account_needed": game.rated and not get_account(request),
        "rating": _get_rating(request, game, host),
        "challenged": challenges.is_meant_for(game, get_user(request)),
        "reserved_for": _get_other_challenged_user(request, game),
        # This page may also be the response to a POST to another address.
        "page_path": get_invitation_path(game),
    }
    return render(request, "matches/invitation.html", context, status=400 if name_form else 200)


def render_waiting_page(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the host the link, its QR code, and what else the host can do while no player has joined.

    ``host`` of the query chooses another address of the machine.
    """
    addresses = {urlsplit(url).hostname: url for url in list_shareable_urls(request, get_invitation_path(game))}
    offered = dict(list(addresses.items())[:MAX_ADDRESSES])
    address = offered.get(request.GET.get("host")) or next(iter(offered.values()))
    host = game.players.get(seat=0)
    context: dict[str, Any] = {
        "game": game,
        "address": address,
        "other_hosts": [name for name, url in offered.items() if url != address],
        "qr": render_qr_svg(address, _("QR code for this invitation")),
        "words": list_option_texts(game, host, own=True),
        "deal": deals.get_deal_commitment(game),
        "offered": OPPONENTS[str(get_preference(request, "level"))],
        "challenge": Challenge.objects.filter(game=game).select_related("to").first(),
        "only_here": is_loopback(address),
    }
    return render(request, "matches/waiting.html", context)


def list_option_texts(game: Game, host: Player, own: bool = False) -> list[str]:
    """Return the options of a game as sentences, for the host (``own``) or for other users.

    Rare options are left out unless they are chosen.
    """
    endings = zip(describe_ending_ruling(game.rulings), describe_ending_ruling(MATCH_RULINGS), strict=True)
    chosen_endings = [text for text, default in endings if text != default]
    rated = [_("Rated: the result counts for both players' ratings.")] if game.rated else []
    rules = [_get_lead_text(game, host, own), describe_memory_ruling(game.rulings), *chosen_endings]
    return [*rated, *list_clock_texts(game), *list_best_of_rules(game.best_of), *rules, _get_watch_text(game)]


def list_clock_texts(game: Game) -> list[str]:
    """Return the time limits of a game as sentences, or an empty list if there are none."""
    if game.clock:
        return [describe_clock(game.clock)]
    return [describe_rated_without_clock(clocks.ABANDONED_AFTER)] if game.rated else []


def _get_other_challenged_user(request: HttpRequest, game: Game) -> User | None:
    """Return the only user who may accept a private challenge, or None if the requesting user may join the game."""
    challenged = service.get_challenged_user(game)
    return None if challenged == get_user(request) else challenged


def _get_rating(request: HttpRequest, game: Game, host: Player) -> ratings.ShownRating | None:
    """Return the host's rating in a rated game, or None if the requesting user may not see it."""
    pool = get_rating_pool(event_store.load_state_of_kind(MatchState, game.pk))
    return None if pool is None else ratings.get_visible_ratings([host.user], pool, get_user(request)).get(host.user_id)


def _get_lead_text(game: Game, host: Player, own: bool) -> str:
    if game.lead == Lead.RANDOM:
        return _("The first lead is random.")
    if (game.lead == Lead.CREATOR) == own:
        return _("You lead the first trick.")
    if own:
        return _("Your opponent leads the first trick.")
    return _("%(name)s leads the first trick.") % {"name": translate_name(host.name)}


def _get_watch_text(game: Game) -> str:
    return _("Others can watch, but they don't see your hands.") if game.watch else _("No spectators.")


def _respond_too_late(request: HttpRequest, game: Game) -> HttpResponse:
    if game.status == Status.CALLED_OFF:
        return respond_problem(request, "not_waiting", _("This invitation was cancelled."), reverse("lobby"))
    if game.watch:
        text = _("Someone else joined first. You can watch, or find another game in the lobby.")
        return respond_problem(request, "seat_taken", text, _get_game_url(game))
    text = _("Someone else joined first, and this game is closed to spectators. Find another game here.")
    return respond_problem(request, "seat_taken", text, reverse("lobby"))


def _respond_name_needed(request: HttpRequest, game: Game, token: str, name_form: NameForm) -> HttpResponse:
    if wants_json(request):
        return respond_invalid(request, name_form, get_invitation_path(game), "name_needed")
    return render_invitation(request, game, token, name_form)


def _get_game_url(game: Game) -> str:
    return reverse("game", args=[game.code])
