"""Views of deals: seed tickets, commitments, and the page that verifies a record."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.eventlog import event_store
from games.models import Game
from games.realtime.matches.view import build_deal
from games.services.matches import seed_tickets
from games.state.match_state import MatchState
from games.texts.names import translate_names

RECIPE = Path(__file__).with_name("recipe.txt").read_text(encoding="utf-8")
"""Python code that verifies a record without this site, the same as in docs/deal.md."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """Contribution of a player to the shuffle. ``part`` is None without one; bots never contribute."""

    name: str
    part: str | None
    is_bot: bool = False

    @property
    def is_missing(self) -> bool:
        """Return whether this player could have contributed a part and did not."""
        return bool(self.name) and self.part is None and not self.is_bot


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """Commitment of a deal and the contributions to it, shown before the seed is revealed.

    ``shared`` is the code of a deal that other games have too, to which no player contributes.
    """

    commitment: str
    contributions: tuple[Contribution, ...]
    shared: str = ""


@never_cache
@require_safe
def issue_ticket(request: HttpRequest) -> HttpResponse:
    """Return a ticket for ``/new/`` with the commitment to its seed. It stores nothing."""
    return JsonResponse(asdict(seed_tickets.issue_ticket()))


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Show the page on which the reader's browser verifies a record."""
    return render(request, "matches/verify_deal.html", {"recipe": RECIPE})


def get_deal_commitment(game: Game) -> DealCommitment | None:
    """Return the commitment and contributions of a game, or None for a game of an older release."""
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if match.shuffle is None:
        return None
    if game.shared_deal is not None:
        return DealCommitment(match.shuffle.commitment, (), game.shared_deal.code)
    names, are_bots = translate_names(match.names), map(bool, map(match.opponent, (0, 1)))
    players = zip(names, match.shuffle.parts, are_bots, strict=True)
    return DealCommitment(match.shuffle.commitment, tuple(Contribution(*player) for player in players))


def respond_deal(game: Game, **more: str) -> HttpResponse:
    """Return the deal of a game as JSON, with the fields ``more``."""
    return JsonResponse(
        {"game": game.code, "deal": build_deal(event_store.load_state_of_kind(MatchState, game.pk)), **more}
    )
