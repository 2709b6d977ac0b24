"""Views of an online game: its page, its record, and the actions besides playing cards.

The page keeps its address: it shows the invitation while the game waits, and the table afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.accounts.device_cookie import get_secret, hash_secret
from games.eventlog import event_store
from games.models import Challenge, Game, Player, User
from games.queries import profiles, ratings
from games.queries.tournaments import find_tournament_code
from games.realtime.matches.view import build_notice
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.record import write
from games.services.accounts import preferences
from games.services.bots.bot_games import get_bot
from games.services.matches import clocks, play
from games.services.matches import lobby as lobby_service
from games.services.matches.clocks import TimeoutChoice
from games.services.social import challenges
from games.state.game_state import Ending, Status
from games.state.match_state import MatchState
from games.state.result import get_rating_pool
from games.state.series import BEST_OF_CHOICES
from games.state.table_state import TableState
from games.texts.accounts import format_signed
from games.texts.chat import GESTURES, PHRASES
from games.texts.names import translate_name, translate_names
from games.texts.opponents import OPPONENTS, describe_level
from games.texts.rulings import describe_rulings
from games.texts.series import list_best_of_rules
from games.views.current_user import get_user
from games.views.matches import deals, invitation
from games.views.matches.access import get_invitation_path, get_match, get_player, is_blocked_from, require_view
from games.views.public_urls import get_shareable_url
from games.views.responses import require_post, respond_done, respond_problem, respond_refused, wants_json

DECISION_TEXTS = {
    TimeoutChoice.WIN: gettext_lazy("You win: your opponent ran out of time."),
    TimeoutChoice.DRAW: gettext_lazy("You called it a draw."),
    TimeoutChoice.MORE: gettext_lazy("Your opponent gets 15 more seconds."),
}
"""Messages after a decision on a page without a script."""


BEST_OF_VALUES = {str(length): length for length in (0, *BEST_OF_CHOICES)}
"""Lengths of a series by the field of the form; another value leaves the length as it is."""


@require_safe
def game_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation, the table, or why there is none.

    Raise 404 for a private game that waits, unless the user is invited.
    """
    game = get_object_or_404(Game, code=code)
    if game.at_table:
        return redirect("table", code=code)
    if game.due_at is not None:
        clocks.end_if_expired(event_store.get_state(MatchState, game))
    player = get_player(request, game)
    if game.status == Status.WAITING:
        return _render_invitation(request, game, player)
    if game.status == Status.CALLED_OFF:
        return _render_cancelled(request, game, player)
    require_view(game, player)
    if wants_json(request):
        return deals.respond_deal(game)
    return _render_table(request, game, player)


@gzip_page
def _render_table(request: HttpRequest, game: Game, player: Player | None) -> HttpResponse:
    """Show the live table, compressed.

    Compression is safe here: the page contains no secret that its length could reveal (no card, no private link), and
    its CSRF token differs in each response.
    """
    deck = " ".join(map(str, DECK))
    context: dict[str, Any] = {"deal": deals.get_deal_commitment(game), "ruled": _list_ruling_texts(game), "deck": deck}
    context["opponents"] = _get_opponents_json(game)
    context["phrases"] = "" if context["opponents"] or player is None else _get_chat_json()
    links = [link for seat, link in enumerate(profiles.list_seat_links(game)) if player is None or player.seat != seat]
    context["profiles"] = [(translate_name(name), url) for name, url in links if url]
    context["may_transfer"] = player is not None and not context["opponents"] and game.shared_deal_id is None
    context["tournament"] = find_tournament_code(game)
    context["newcomer"] = player is not None and not Game.objects.finished(player.user).exists()
    return render(request, "matches/game.html", {"game": game, "title": _get_title(game), **context})


@require_post
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Resign the game."""
    return _run_action(request, code, play.resign, _("You resigned."))


@require_post
def claim_win(request: HttpRequest, code: str) -> HttpResponse:
    """Claim the win from an opponent who has been away for two minutes."""
    return _run_action(request, code, play.claim_win, _("You win: your opponent left the game."))


@require_post
def decide_timeout(request: HttpRequest, code: str) -> HttpResponse:
    """Decide a real-time game whose opponent is out of time. ``choice`` is ``win``, ``draw`` or ``more``."""
    require_match_player(request, code)
    try:
        choice = TimeoutChoice(request.POST.get("choice", ""))
    except ValueError:
        text = _("Choose a win, a draw or more time.")
        return respond_problem(request, "invalid", text, reverse("game", args=[code]), 400)
    return _run_action(
        request, code, lambda game, user: clocks.decide_timeout(game, user, choice), DECISION_TEXTS[choice]
    )


@require_post
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Offer or accept a rematch, or decline it with ``accept=0``; ``best_of`` proposes the length of the series.

    Redirect to the new game once both players agreed. Against a bot, ``level`` may name another level, which becomes
    the user's preferred one.
    """
    game, user = require_match_player(request, code)
    accept, level = request.POST.get("accept", "1") != "0", request.POST.get("level", "")
    best_of = BEST_OF_VALUES.get(request.POST.get("best_of", ""))
    try:
        bot = get_bot(level) if level else None
        lobby_service.answer_rematch(game, user, accept, request.POST.get("part", ""), bot, best_of)
        if level:
            preferences.set_preferences(user, {"level": level})
    except Refusal as refusal:
        return respond_refused(request, refusal, reverse("game", args=[code]))
    successor = event_store.load_state_of_kind(MatchState, game.pk).successor
    return respond_done(request, reverse("game", args=[successor or code]))


@require_safe
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the finished game as ``claim-record/1``, for its players and permitted watchers.

    Refuse with ``not_over`` before its end.
    """
    game = get_match(code)
    player = get_player(request, game)
    if game.status in (Status.WAITING, Status.CALLED_OFF):
        raise Http404
    require_view(game, player)
    if not event_store.load_state_of_kind(MatchState, game.pk).record_open:
        text = _("The record shows every card, so it opens when the game is over.")
        return respond_problem(request, "not_over", text, reverse("game", args=[code]))
    response = JsonResponse(write(event_store.load_state_of_kind(MatchState, game.pk).record()))
    response["Content-Disposition"] = f'attachment; filename="claim-{code}.json"'
    return response


def _run_action(
    request: HttpRequest, code: str, act: Callable[[Game, User], object], message: str | Promise
) -> HttpResponse:
    game, user = require_match_player(request, code)
    url = reverse("game", args=[code])
    try:
        act(game, user)
    except Refusal as refusal:
        return respond_refused(request, refusal, url)
    return respond_done(request, url, str(message))


def require_match_player(request: HttpRequest, code: str) -> tuple[Game, User]:
    """Return the match and the requesting user.

    Raise 404 if the game is hidden from the user, and 403 if the user is not one of its players.
    """
    game = get_match(code)
    user = get_user(request)
    if clocks.end_if_expired(event_store.load_state_of_kind(MatchState, game.pk)).is_hidden_from(
        user.pk if user else None
    ):
        raise Http404
    if user is None or not get_player(request, game):
        raise PermissionDenied(_("Only the two players can do that."))
    return game, user


def _render_invitation(request: HttpRequest, game: Game, player: Player | None) -> HttpResponse:
    is_invited = player or game.listed or challenges.is_meant_for(game, get_user(request))
    if not is_invited or is_blocked_from(request, game):
        raise Http404
    if wants_json(request):
        more = {"invitation": get_shareable_url(request, get_invitation_path(game))} if player else {}
        return deals.respond_deal(game, **more)
    return invitation.render_waiting_page(request, game) if player else invitation.render_invitation(request, game)


def _render_cancelled(request: HttpRequest, game: Game, player: Player | None) -> HttpResponse:
    if game.ending == Ending.MOVED:
        require_view(game, player)
        return _redirect_to_table(request, event_store.load_state_of_kind(MatchState, game.pk))
    if not game.listed and not player:
        raise Http404
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if match.successor and player:
        return redirect("game", code=match.successor)
    notice = match.notice and build_notice(match.notice, translate_names(match.names), [player.seat] if player else [])
    challenge = Challenge.objects.filter(game=game).exclude(declined_at=None).select_related("to").first()
    context = {
        "game": game,
        "notice": notice,
        "declined": challenge if player else None,
        "tournament": find_tournament_code(game),
    }
    return render(request, "matches/cancelled.html", context, status=200 if player else 410)


def _redirect_to_table(request: HttpRequest, match: MatchState) -> HttpResponse:
    """Redirect to the table that continues a game; in the browser of a player to the setup, until a card is logged."""
    game = get_object_or_404(Game, code=match.transfer.game)
    secret = get_secret(request.COOKIES)
    is_own = secret is not None and hash_secret(secret) in match.transfer.parties
    table = event_store.load_state_of_kind(TableState, game.pk)
    return redirect("table_setup" if is_own and table.is_setup_open else "table", code=game.code)


def _list_ruling_texts(game: Game) -> list[str]:
    texts = describe_rulings(game.rulings, translate_name(game.seat_names[0]), game.rematch_of_id is not None)
    return [*invitation.list_clock_texts(game), *list_best_of_rules(game.best_of), *texts]


def _get_opponents_json(game: Game) -> str:
    """Return all bots by level as JSON, or an empty string if no bot plays in this game."""
    if not game.players.exclude(user__opponent="").exists():
        return ""
    opponents = {
        opponent.level: {"label": str(describe_level(opponent)), "manner": str(opponent.manner)}
        for opponent in OPPONENTS.values()
    }
    return json.dumps(opponents)


def _get_chat_json() -> str:
    """Return the phrases and gestures of the chat as JSON."""
    kinds = {"phrases": PHRASES, "gestures": GESTURES}
    return json.dumps({kind: [(key, str(text)) for key, text in texts.items()] for kind, texts in kinds.items()})


def _get_title(game: Game) -> str:
    first, second = game.players.order_by("seat").values_list("name", flat=True)
    return _("%(first)s against %(second)s") % {"first": translate_name(first), "second": translate_name(second)}


@never_cache
@require_safe
def rating_changes(request: HttpRequest, code: str) -> HttpResponse:
    """Return the rating changes of a finished game as sentences, for users who may see the game.

    Players whose profile the reader may not see are left out. ``made`` says that no more changes will come: ratings are
    computed a moment after the game's end.
    """
    game = get_match(code)
    reader = get_user(request)
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if match.is_hidden_from(reader.pk if reader else None):
        raise Http404
    require_view(game, get_player(request, game))
    expected = match.status == Status.FINISHED and get_rating_pool(match) is not None
    changes = ratings.list_rating_changes(game.pk) if expected else []
    return JsonResponse({"made": bool(changes) or not expected, "lines": _list_rating_texts(changes, game, reader)})


def _list_rating_texts(changes: list[ratings.RatingChange], game: Game, reader: User | None) -> list[str]:
    """Return the sentences, with that of the reader first."""
    ordered = sorted(changes, key=lambda change: change.user != reader)
    visible = [
        change for change in ordered if profiles.can_view_profile(change.user, reader) and not change.user.leaving_at
    ]
    return [_get_rating_text(change, game.seat_names[change.seat], change.user == reader) for change in visible]


def _get_rating_text(change: ratings.RatingChange, name: str, own: bool) -> str:
    params = {"name": translate_name(name), "rating": change.after, "change": format_signed(change.change)}
    if own:
        return _("Your rating: %(rating)s (%(change)s)") % params
    return _("%(name)s's rating: %(rating)s (%(change)s)") % params
