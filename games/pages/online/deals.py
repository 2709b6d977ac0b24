"""What a deal follows from: told beside a game, promised before one, and checked on a page of its own."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.online.view import deal
from games.models import Game
from games.services.online import tickets
from games.store import log
from games.stories.online import Match

RECIPE = Path(__file__).with_name("recipe.txt").read_text(encoding="utf-8")
"""How somebody checks a record without this site, in Python; the same as in docs/deal.md."""


@dataclass(frozen=True, slots=True)
class Giver:
    """A player and the part they gave; ``missing`` where they had their chance and gave none; the site gives none."""

    name: str
    part: str | None
    site: bool = False

    @property
    def missing(self) -> bool:
        return bool(self.name) and self.part is None and not self.site


@dataclass(frozen=True, slots=True)
class Deal:
    """What a page shows of a deal before its seed may be told."""

    commitment: str
    givers: tuple[Giver, ...]


@never_cache
@require_safe
def ticket(request: HttpRequest) -> HttpResponse:
    """A ticket for `/new/` with the commitment to the seed it stands for. Nothing is kept of it."""
    return JsonResponse(asdict(tickets.issue()))


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """The page on which the reader's own browser checks a record."""
    return render(request, "pages/verify.html", {"recipe": RECIPE})


def shown(game: Game) -> Deal | None:
    """What can be told of a game's deal; None for games of older releases."""
    match = log.load_as(Match, game.pk)
    if match.shuffle is None:
        return None
    givers = zip(match.names, match.shuffle.parts, map(bool, map(match.opponent, (0, 1))), strict=True)
    return Deal(match.shuffle.commitment, tuple(Giver(*giver) for giver in givers))


def answer(game: Game, **more: str) -> HttpResponse:
    """The same for a program, with what else it may know."""
    return JsonResponse({"game": game.code, "deal": deal(log.load_as(Match, game.pk)), **more})
