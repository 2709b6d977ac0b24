"""Options of a tournament that its host changes."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.models import Tournament, User
from games.services.tournaments import tournaments
from games.views.tournaments.forms import TournamentForm
from games.views.tournaments.host_access import host_act, require_valid


@host_act
def change_options(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Change the name and the options, for the rounds to come."""
    form = TournamentForm(request.POST)
    values = require_valid(form)
    tournaments.change_options(tournament, user, values["title"], form.options())
    return _("The options are changed. They apply from the next round.")
