"""Games that a profile tells of, and what its page says."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from games.models import Game, Result, User
from games.services.online import lobby, play
from games.stories.online import Options
from tests.services.plays import play_at_once

HERE = "/@/ana/"


def played(one: User, other: User, lost_by: User | None = None, **options: Any) -> Game:
    """A game that was resigned, or else played out."""
    game = lobby.create(one, Options(**options))
    lobby.join(game, other, lobby.invite_token(game))
    play_at_once(game, 52 if lost_by is None else 4)
    if lost_by is not None:
        play.resign(game, lost_by)
    return game


def said(client: Client, address: str = HERE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main>")]).split())


def codes(client: Client, address: str = HERE) -> list[str]:
    """The games that are listed, in their order."""
    return re.findall(r'href="/[mt]/([0-9A-Z]{8})/', client.get(address).content.decode())


def body(client: Client, address: str = HERE) -> str:
    """The page without what is made anew each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", client.get(address).content.decode())


def make(one: User, other: User, outcomes: str) -> None:
    """Rows of games of two, the oldest first, without their logs."""
    told = {"w": ("won", "lost"), "l": ("lost", "won"), "d": ("draw", "draw")}
    now = timezone.now() - timedelta(hours=1)
    for number, outcome in enumerate(outcomes):
        game = Game.objects.create(status="finished")
        at = now + timedelta(seconds=number)
        both = zip((0, 1), (one, other), (other, one), told[outcome], strict=True)
        Result.objects.bulk_create(
            Result(game=game, seat=seat, user=user, other=across, outcome=what, sort="people", public=True, at=at)
            for seat, user, across, what in both
        )
