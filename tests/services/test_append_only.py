"""The log is only appended to, whatever happens. tests/setup/test_no_edits shows that no code could do otherwise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.services import moderation
from games.services.moderation import Judge, undo
from games.services.online import lobby, play
from games.services.table import tables
from games.services.table.places import Choice
from games.stories.online import Options
from tests.moderators import WHY
from tests.services.companion_acts import acts, card, honest_game, item, log_tricks, two_phones
from tests.services.plays import play_out


def online(ana: User, bram: User, mona: Judge) -> None:
    """A game played, judged, given back to the players, played on, and once more."""
    game = lobby.create(ana, Options(lead="creator"))
    lobby.join(game, bram)
    play_out(game, 5)
    undo(mona, moderation.freeze(mona, game, WHY), WHY)
    undo(mona, moderation.call_off(mona, game, WHY), WHY)
    play_out(game, 2)
    play.resign(game, ana)
    lobby.rematch(game, ana)
    lobby.rematch(game, bram, accept=False)
    lobby.rematch(game, ana, accept=False)


def table(ana: User, bram: User, mona: Judge) -> None:
    """A game logged with second thoughts, its people moved about, struck by a moderator, closed and begun again."""
    game, one, two = two_phones()
    log_tricks(game, (one, two), honest_game(3), 3)
    there = str(honest_game(3).tricks[0].lead)
    acts(game, one, card(1, 1, "lead", "P9", instead=there), item("undo", number=6), item("name", seat=1, name="Bo"))
    number = game.entries.filter(kind="logged").first().number  # type: ignore[union-attr]
    undo(mona, moderation.strike(mona, game, number, WHY), WHY)
    tables.place(game, one.at(game), two.at(game).pk, Choice.DISPLAY)
    acts(game, one, item("close"), item("rematch"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("happens", [online, table])
def test_whatever_happens_only_ever_adds(
    happens: Callable[[User, User, Judge], None], ana: User, bram: User, mona: Judge
) -> None:
    with CaptureQueriesContext(connection) as statements:
        happens(ana, bram, mona)
    touching = [one["sql"].split()[0] for one in statements.captured_queries if "games_entry" in one["sql"]]
    assert set(touching) == {"INSERT", "SELECT"}
    assert Game.objects.exists()
