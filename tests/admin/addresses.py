"""Addresses of the admin's pages, and a row of every model behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Act, Appeal, Entry, Game, Report, Tournament, User
from games.models.moderation import Category
from games.services.moderation.games import freeze_game
from games.services.moderation.permissions import Justification, Moderator
from games.services.reports import appeals, reports
from games.services.reports.queue import Sender
from games.services.tournaments import corrections
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from tests.row_cache import cached_rows

MODELS: tuple[type[Model], ...] = (Game, User, Report, Act, Appeal, Entry, Tournament)
WORDS = {"reason": "Both asked for it."}


def change_page(row: Model) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def list_page(model: type[Model]) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def action_page(row: Model, kind: str) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, kind])


def queue_page(row: Model, step: str) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_queue", args=[row.pk, step])


def post_action(client: Client, row: Model, kind: str, **fields: Any) -> HttpResponse:
    """Post the confirmed form of a moderation action."""
    return client.post(action_page(row, kind), {**WORDS, "step": "do", **fields})  # type: ignore[return-value]


@dataclass(frozen=True)
class Rows:
    """One row of each model, made by the services."""

    game: Game
    person: User
    report: Report
    act: Act
    appeal: Appeal
    tournament: Tournament

    @property
    def all(self) -> tuple[Model, ...]:
        entry = Entry.objects.filter(game=self.game).first()
        assert entry is not None
        return self.game, self.person, self.report, self.act, self.appeal, entry, self.tournament


@cached_rows
def make_rows(game: Game, ana: User, bram: User, mona: Moderator) -> Rows:
    """Have Ana report Bram, Mona freeze the game, and Bram appeal; Ana hosts a tournament."""
    report = reports.file_report(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")
    act = freeze_game(mona, game, Justification("To look at it.", "We look at it.", report))
    appeal = appeals.file_appeal(act, Sender(bram), "I did not.")
    tournament = create_tournament(ana, "Friday night", TournamentOptions())
    corrections.add_entrant(tournament, ana, "Grandpa")
    return Rows(game, bram, report, act, appeal, tournament)
