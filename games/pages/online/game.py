"""A game's one address: the invitation while it waits, the table afterwards; and what is asked of it by POST."""

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
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.live.online.view import shown_notice
from games.models import Challenge, Game, Player, User
from games.pages.answers import done, post_only, problem, refused, wants_json
from games.pages.online import deals, invitation
from games.pages.online.lobby import invitation_path, person
from games.people import profiles
from games.rules.cards import DECK
from games.rules.errors import Refusal
from games.rules.record import write
from games.services.minds.people import opponent
from games.services.online import challenges, clocks, play
from games.services.online import lobby as lobby_service
from games.services.online.clocks import Choice
from games.services.people import preferring
from games.store import log
from games.stories.online import Match
from games.stories.status import Status
from games.words.clocks import clock_words
from games.words.minds import OPPONENTS, level_words
from games.words.phrases import GESTURES, PHRASES
from games.words.rulings import ruling_words

DECIDED = {
    Choice.WIN: gettext_lazy("The game is yours: your opponent ran out of time."),
    Choice.DRAW: gettext_lazy("You called it a draw."),
    Choice.MORE: gettext_lazy("Your opponent has 15 seconds more."),
}
"""What is said after a decision, where no script shows it."""


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Invitation, table or refusal, by who asks. Private games do not exist for strangers while they wait."""
    found = get_object_or_404(Game, code=code)
    if found.at_table:
        return redirect("table", code=code)
    if found.due_at is not None:
        clocks.look(log.known_as(Match, found))
    seat = invitation.seat_of(request, found)
    if found.status == Status.WAITING:
        return _invitation(request, found, seat)
    if found.status == Status.CALLED_OFF:
        return _called_off(request, found, seat)
    require_view(found, seat)
    if wants_json(request):
        return deals.answer(found)
    return _table(request, found, seat)


@gzip_page
def _table(request: HttpRequest, found: Game, mine: Player | None) -> HttpResponse:
    """The live table. Packed, since it holds no secret that its length could tell: no card, no private link, and a
    token that is another at each answer."""
    deck = " ".join(map(str, DECK))
    known: dict[str, Any] = {"deal": deals.shown(found), "ruled": _ruled(found), "deck": deck}
    known["opponents"] = _opponents(found)
    known["words"] = "" if known["opponents"] or mine is None else _words()
    others = [one for seat, one in enumerate(profiles.of_seats(found)) if mine is None or mine.seat != seat]
    known["profiles"] = [(name, url) for name, url in others if url]
    return render(request, "online/game.html", {"game": found, "title": _title(found), **known})


@post_only
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Gives the game to the other player."""
    return _act(request, code, play.resign, _("You resigned."))


@post_only
def claim(request: HttpRequest, code: str) -> HttpResponse:
    """Claims the win over a player who has been away for two minutes."""
    return _act(request, code, play.claim, _("The game is yours: your opponent stayed away."))


@post_only
def time(request: HttpRequest, code: str) -> HttpResponse:
    """Says how a game in real time goes on whose other player has no time left: `choice` is `win`, `draw` or `more`."""
    _seated(request, code)
    try:
        choice = Choice(request.POST.get("choice", ""))
    except ValueError:
        text = _("Choose the win, a draw, or more time.")
        return problem(request, "invalid", text, reverse("game", args=[code]), 400)
    return _act(request, code, lambda found, user: clocks.decide(found, user, choice), DECIDED[choice])


@post_only
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Asks for a rematch, agrees to one, or with `accept=0` declines; goes to the new game once both agreed.

    Against the site `level` may name another opponent, who is remembered as the one that the person plays against.
    """
    found, user = _seated(request, code)
    accept, level = request.POST.get("accept", "1") != "0", request.POST.get("level", "")
    try:
        across = opponent(level) if level else None
        lobby_service.rematch(found, user, accept, request.POST.get("part", ""), across)
        if level:
            preferring.prefer(user, {"level": level})
    except Refusal as refusal:
        return refused(request, refusal, reverse("game", args=[code]))
    successor = log.load_as(Match, found.pk).successor
    return done(request, reverse("game", args=[successor or code]))


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The finished game as claim-record/1, for its players and permitted watchers; refused before its end."""
    found = invitation.online_game(code)
    seat = invitation.seat_of(request, found)
    if found.status in (Status.WAITING, Status.CALLED_OFF):
        raise Http404
    require_view(found, seat)
    if not log.load_as(Match, found.pk).record_open:
        text = _("The record is open when the game is over: it tells every card.")
        return problem(request, "not_over", text, reverse("game", args=[code]))
    response = JsonResponse(write(log.load_as(Match, found.pk).record()))
    response["Content-Disposition"] = f'attachment; filename="claim-{code}.json"'
    return response


def _act(request: HttpRequest, code: str, act: Callable[[Game, User], object], message: str | Promise) -> HttpResponse:
    found, user = _seated(request, code)
    url = reverse("game", args=[code])
    try:
        act(found, user)
    except Refusal as refusal:
        return refused(request, refusal, url)
    return done(request, url, str(message))


def _seated(request: HttpRequest, code: str) -> tuple[Game, User]:
    found = invitation.online_game(code)
    user = person(request)
    if clocks.look(log.load_as(Match, found.pk)).unknown_to(user.pk if user else None):
        raise Http404
    if user is None or not invitation.seat_of(request, found):
        raise PermissionDenied(_("Only the two players of a game may do that."))
    return found, user


def _invitation(request: HttpRequest, found: Game, seat: Player | None) -> HttpResponse:
    known = seat or found.listed or challenges.meant_for(found, person(request))
    if not known or invitation.kept_from(request, found):
        raise Http404
    if wants_json(request):
        more = {"invitation": invitation.shareable(request, invitation_path(found))} if seat else {}
        return deals.answer(found, **more)
    return invitation.waiting(request, found) if seat else invitation.welcome(request, found)


def _called_off(request: HttpRequest, found: Game, seat: Player | None) -> HttpResponse:
    if not found.listed and not seat:
        raise Http404
    match = log.load_as(Match, found.pk)
    if match.successor and seat:
        return redirect("game", code=match.successor)
    notice = match.notice and shown_notice(match.notice, match.names, [seat.seat] if seat else [])
    sent = Challenge.objects.filter(game=found).exclude(declined_at=None).select_related("to").first()
    context = {"game": found, "notice": notice, "declined": sent if seat else None}
    return render(request, "pages/called_off.html", context, status=200 if seat else 410)


def require_view(found: Game, seat: Player | None) -> None:
    """403 for whoever has no seat in a game that is played without watchers."""
    if not (seat or found.watch):
        raise PermissionDenied(_("The players of this game play without watchers."))


def _ruled(found: Game) -> list[str]:
    words = ruling_words(found.rulings, found.seat_names[0], found.rematch_of_id is not None)
    return [clock_words(found.clock), *words] if found.clock else words


def _opponents(found: Game) -> str:
    """All of the site's own, by level, as JSON for the page of a game against one of them; else nothing."""
    if not found.players.exclude(user__opponent="").exists():
        return ""
    told = {one.level: {"words": str(level_words(one)), "manner": str(one.manner)} for one in OPPONENTS.values()}
    return json.dumps(told)


def _words() -> str:
    """What may be said, as JSON for the page of somebody who plays."""
    both = {"phrases": PHRASES, "gestures": GESTURES}
    return json.dumps({kind: [(word, str(text)) for word, text in those.items()] for kind, those in both.items()})


def _title(found: Game) -> str:
    first, second = found.players.order_by("seat").values_list("name", flat=True)
    return _("%(first)s against %(second)s") % {"first": first, "second": second}
