"""Invitations: the creator waits beside a link and a QR code, the invited see who asks and sit down by POST."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import validate_host
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Challenge, Game, Player
from games.pages.answers import done, post_only, problem, refused, too_many, wants_json, within_limit
from games.pages.online import deals
from games.pages.online.forms import NameForm
from games.pages.online.lobby import account, invitation_path, person
from games.pages.people.guests import become_guest
from games.pages.people.preferred import chosen
from games.pages.qr import qr_svg
from games.people import preferences, ratings, ties
from games.rules.errors import Refusal
from games.rules.rulings import ONLINE, Lead
from games.run.network import lan_addresses
from games.services.online import challenges
from games.services.online import lobby as service
from games.store import log
from games.stories.online import Match
from games.stories.result import pool_of
from games.stories.status import Mode, Status
from games.words.clocks import clock_words
from games.words.minds import OPPONENTS
from games.words.rulings import ending_words, memory_words

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@require_safe
def private(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The invitation behind a private link. A wrong token is a 404, as if there were no such game."""
    game = online_game(code)
    if not service.is_invited(game, token) or kept_from(request, game):
        raise Http404
    if game.status != Status.WAITING or seat_of(request, game):
        return redirect("game", code=code)
    return deals.answer(game) if wants_json(request) else welcome(request, game, token)


@post_only
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Takes the free seat; a visitor without a name becomes a guest on the way.

    A private game takes its token. Whoever comes too late is told so and sent to watch, where that is allowed.
    """
    game = online_game(code)
    token = request.POST.get("token", "")
    if not game.listed and not token and challenges.meant_for(game, person(request)):
        token = service.invite_token(game)
    if not (game.listed or service.is_invited(game, token) or seat_of(request, game)) or kept_from(request, game):
        raise Http404
    if game.status != Status.WAITING and not seat_of(request, game):
        return _too_late(request, game)
    if game.rated and not account(request):
        return refused(request, Refusal("account_needed"), invitation_path(game))
    named = NameForm(request.POST)
    if not person(request) and not named.is_valid():
        return _unnamed(request, game, token, named)
    if not within_limit(request, "join"):
        return too_many(request)
    try:
        user = person(request) or become_guest(request, named.cleaned_data["name"])
        service.join(game, user, token, request.POST.get("part", ""))
    except Refusal as refusal:
        game.refresh_from_db()
        taken = game.status != Status.WAITING
        return _too_late(request, game) if taken else refused(request, refusal, invitation_path(game))
    return done(request, _table(game))


@post_only
def call_off(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraws an invitation, or a game before its first card."""
    game = online_game(code)
    user = person(request)
    if user is None or not seat_of(request, game):
        raise Http404
    try:
        service.call_off(game, user)
    except Refusal as refusal:
        return refused(request, refusal, _table(game))
    return done(request, reverse("lobby"), _("Called off. Nobody wins or loses."))


def kept_from(request: HttpRequest, game: Game) -> bool:
    """Whether whoever invites blocked whoever asks: then there is no such invitation, as of a private one."""
    user = person(request)
    if user is None or game.status != Status.WAITING:
        return False
    host = game.players.filter(seat=0).select_related("user").first()
    return host is not None and ties.blocks(host.user, user)


def welcome(request: HttpRequest, game: Game, token: str = "", named: NameForm | None = None) -> HttpResponse:
    """What somebody who may take the seat sees: who invites, to what, and one button. Takes no seat."""
    host = game.players.select_related("user").get(seat=0)
    context = {
        "game": game,
        "host": host,
        "token": token,
        "words": option_words(game, host),
        "deal": deals.shown(game),
        "form": named or NameForm(),
        "account_needed": game.rated and not account(request),
        "rating": _rating(request, game, host),
        "challenged": challenges.meant_for(game, person(request)),
        "here": request.build_absolute_uri(),
        # The same page may be the answer to a POST elsewhere.
        "page_path": invitation_path(game),
        "image": request.build_absolute_uri(static("img/og.png")),
    }
    return render(request, "online/invited.html", context, status=400 if named else 200)


def waiting(request: HttpRequest, game: Game) -> HttpResponse:
    """What the creator sees until somebody sits down: the link, the QR code, and a way out."""
    address = shareable(request, invitation_path(game))
    host = game.players.get(seat=0)
    context: dict[str, Any] = {
        "game": game,
        "address": address,
        "qr": qr_svg(address, _("QR code of the invitation's address")),
        "words": option_words(game, host, own=True),
        "deal": deals.shown(game),
        "offered": OPPONENTS[str(preferences.holding(chosen(request))["level"])],
        "challenge": Challenge.objects.filter(game=game).select_related("to").first(),
        "only_here": urlsplit(address).hostname in LOOPBACK,
    }
    return render(request, "online/waiting.html", context)


def online_game(code: str) -> Game:
    """The online game of this code; a physical table's is at another address."""
    return get_object_or_404(Game, code=code, mode=Mode.ONLINE)


def shareable(request: HttpRequest, path: str) -> str:
    """An address for another device: the public one, or this machine's on the network when opened as localhost."""
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    parts = urlsplit(request.build_absolute_uri(path))
    if parts.hostname not in LOOPBACK:
        return parts.geturl()
    # A network joined after the start has an address that this site does not answer to.
    address = next((one for one in lan_addresses() if validate_host(one, settings.ALLOWED_HOSTS)), "")
    if not address:
        return parts.geturl()
    return parts._replace(netloc=f"{address}:{parts.port}" if parts.port else address).geturl()


def option_words(game: Game, host: Player, own: bool = False) -> list[str]:
    """The options of a game as sentences for its creator or for everybody else; of the rarer ones those that were
    chosen."""
    standing = zip(ending_words(game.rulings), ending_words(ONLINE), strict=True)
    others = [told for told, plain in standing if told != plain]
    rated = [_("Rated: it counts for the ratings of both players.")] if game.rated else []
    clock = [clock_words(game.clock)] if game.clock else []
    return [*rated, *clock, _lead_words(game, host, own), memory_words(game.rulings), *others, _watch_words(game)]


def seat_of(request: HttpRequest, game: Game) -> Player | None:
    """The seat that whoever asks holds in this game."""
    user = person(request)
    return game.players.filter(user=user).first() if user else None


def _rating(request: HttpRequest, game: Game, host: Player) -> ratings.Shown | None:
    """That of whoever invites to a rated game, for those who may see it."""
    pool = pool_of(log.load_as(Match, game.pk))
    return None if pool is None else ratings.of([host.user], pool, person(request)).get(host.user_id)


def _lead_words(game: Game, host: Player, own: bool) -> str:
    if game.lead == Lead.RANDOM:
        return _("Chance decides who leads the first trick.")
    if (game.lead == Lead.CREATOR) == own:
        return _("You lead the first trick.")
    if own:
        return _("The other player leads the first trick.")
    return _("%(name)s leads the first trick.") % {"name": host.name}


def _watch_words(game: Game) -> str:
    return _("Others may watch, and see no hand.") if game.watch else _("Nobody else may watch.")


def _too_late(request: HttpRequest, game: Game) -> HttpResponse:
    if game.status == Status.CALLED_OFF:
        return problem(request, "not_waiting", _("This invitation was called off."), reverse("lobby"))
    if game.watch:
        text = _("Somebody else took the last seat. You may watch, or find another game in the lobby.")
        return problem(request, "seat_taken", text, _table(game))
    text = _("Somebody else took the last seat, and this game is played without watchers. Find another one here.")
    return problem(request, "seat_taken", text, reverse("lobby"))


def _unnamed(request: HttpRequest, game: Game, token: str, named: NameForm) -> HttpResponse:
    if wants_json(request):
        return problem(request, "name_needed", str(named.errors["name"][0]), invitation_path(game), 400)
    return welcome(request, game, token, named)


def _table(game: Game) -> str:
    return reverse("game", args=[game.code])
