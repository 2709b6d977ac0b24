"""Acts of the host on a tournament and its rounds: start, pairings, open boards, and the end."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Entrant, Tournament, TournamentAct, User
from games.services.tournaments import corrections, rounds, tournaments
from games.views.tournaments.host_access import host_act, require_valid
from games.views.tournaments.host_forms import SettleForm, SwapForm


@host_act
def start_round(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Start the next round."""
    started = rounds.start_round(tournament, user)
    return _("Round %(number)s has started.") % {"number": started.number}


@host_act
def pair_round_again(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Pair the current round again."""
    current = rounds.pair_round_again(tournament, user)
    return _("Round %(number)s has new pairings.") % {"number": current.number}


@host_act
def swap_entrants(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Let two entrants change places in the current round."""
    entrants = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    values = require_valid(SwapForm(entrants.values(), request.POST))
    rounds.swap_entrants(tournament, user, entrants[values["one"]], entrants[values["other"]])
    return _("The two players have swapped places.")


@host_act
def settle_boards(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Give all open boards of the current round the same result."""
    values = require_valid(SettleForm(request.POST))
    count = corrections.settle_open_boards(tournament, user, values["outcome"], values["reason"])
    return ngettext("%(count)d board has a result now.", "%(count)d boards have a result now.", count) % {
        "count": count
    }


@host_act
def finish(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Finish the tournament."""
    tournaments.finish_tournament(tournament, user)
    return _("The club night is over. These are the final standings.")


@host_act
def reopen(request: HttpRequest, tournament: Tournament, user: User) -> str:
    """Open the finished tournament again."""
    tournaments.reopen_tournament(tournament, user)
    return _("The club night goes on.")


@host_act
def undo(request: HttpRequest, tournament: Tournament, user: User, pk: int) -> str:
    """Undo a correction."""
    act = get_object_or_404(TournamentAct, pk=pk, tournament=tournament)
    corrections.undo_act(act, user)
    return _("The correction is undone.")
