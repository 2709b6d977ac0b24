"""Views of a deal's commitment: beside a game, before one, and on a page that verifies it."""

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

RECIPE = Path(__file__).with_name("recipe.txt").read_text(encoding="utf-8")
"""Python code that verifies a record without this site; the same as in docs/deal.md."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A player and the part they contributed. ``part`` is None where they did not; bots never do."""

    name: str
    part: str | None
    is_bot: bool = False

    @property
    def is_missing(self) -> bool:
        """Whether this player could have contributed a part and did not."""
        return bool(self.name) and self.part is None and not self.is_bot


@dataclass(frozen=True, slots=True)
class DealCommitment:
    """What a page shows of a deal before its seed is revealed."""

    commitment: str
    contributions: tuple[Contribution, ...]


@never_cache
@require_safe
def issue_ticket(request: HttpRequest) -> HttpResponse:
    """Return a ticket for ``/new/`` with the commitment to its seed. Nothing is stored."""
    return JsonResponse(asdict(seed_tickets.issue_ticket()))


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Show the page on which the reader's own browser verifies a record."""
    return render(request, "matches/verify_deal.html", {"recipe": RECIPE})


def get_deal_commitment(game: Game) -> DealCommitment | None:
    """Return a game's commitment and contributions; None for games of older releases."""
    match = event_store.load_state_of_kind(MatchState, game.pk)
    if match.shuffle is None:
        return None
    players = zip(match.names, match.shuffle.parts, map(bool, map(match.opponent, (0, 1))), strict=True)
    return DealCommitment(match.shuffle.commitment, tuple(Contribution(*player) for player in players))


def respond_deal(game: Game, **more: str) -> HttpResponse:
    """Return a game's deal as JSON, with what ``more`` the program may know."""
    return JsonResponse(
        {"game": game.code, "deal": build_deal(event_store.load_state_of_kind(MatchState, game.pk)), **more}
    )
