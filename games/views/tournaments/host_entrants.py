"""Page of an entrant for the host: another name, removal and return; and people without a phone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Entrant, Tournament, User
from games.rules.errors import Refusal
from games.services.tournaments import corrections
from games.texts.names import restore_name, translate_name
from games.views.responses import respond_done, respond_invalid, respond_refused, wants_json
from games.views.tournaments.host_access import get_host_url, host_act, require_few_acts, require_host, require_valid
from games.views.tournaments.host_forms import EntrantNameForm, ReasonForm


@host_act
def add_entrant(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Enter a person without a phone."""
    name = require_valid(EntrantNameForm(request.POST))["name"]
    corrections.add_entrant(tournament, user, name)
    return _("%(name)s takes part from the next round.") % {"name": name}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrant_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show an entrant to the host, or on POST give them another name and redirect to the page of the host."""
    tournament, user = require_host(request, code)
    entrant = get_entrant(tournament, number)
    data = request.POST if request.method == "POST" else None
    form = EntrantNameForm(data, initial={"name": translate_name(entrant.name)})
    if form.errors and wants_json(request):
        return respond_invalid(request, form, request.path)
    if request.method != "POST" or not form.is_valid():
        context = {"tournament": tournament, "entrant": entrant, "form": form, "reason_form": ReasonForm()}
        status = 400 if request.method == "POST" else 200
        return render(request, "tournaments/host_entrant.html", context, status=status)
    try:
        require_few_acts(request)
        corrections.rename_entrant(entrant, user, restore_name(form.cleaned_data["name"]))
    except Refusal as refusal:
        return respond_refused(request, refusal, request.path)
    return respond_done(request, get_host_url(tournament), _("The name is changed."))


@host_act
def remove_entrant(request: HttpRequest, tournament: Tournament, user: User, number: int) -> str:
    """Remove an entrant from the rounds to come."""
    entrant = get_entrant(tournament, number)
    corrections.remove_entrant(entrant, user, require_valid(ReasonForm(request.POST))["reason"])
    return _("%(name)s takes no part in the next rounds.") % {"name": translate_name(entrant.name)}


@host_act
def restore_entrant(request: HttpRequest, tournament: Tournament, user: User, number: int) -> str:
    """Let an entrant who left or was removed take part again."""
    entrant = get_entrant(tournament, number)
    corrections.restore_entrant(entrant, user)
    return _("%(name)s takes part from the next round.") % {"name": translate_name(entrant.name)}


def get_entrant(tournament: Tournament, number: int) -> Entrant:
    """Return an entrant by their number in the tournament. Raise 404 without one."""
    return get_object_or_404(Entrant.objects.select_related("tournament"), tournament=tournament, number=number)
