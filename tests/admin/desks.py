"""What tests of the desk do again and again: rows of every kind, addresses, and acts through the pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Act, Appeal, Entry, Game, Report, User
from games.models.moderation import Category
from games.services.moderation import Judge, Why, freeze
from games.services.reports import appeals, reports
from games.services.reports.senders import Sender
from tests.again import again

MODELS: tuple[type[Model], ...] = (Game, User, Report, Act, Appeal, Entry)
WORDS = {"reason": "Both asked for it.", "message": "You both asked us."}


def page(row: Model) -> str:
    """A row's page."""
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def listing(model: type[Model]) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def act_page(row: Model, kind: str) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_act", args=[row.pk, kind])


def queue_page(row: Model, step: str) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_queue", args=[row.pk, step])


def do(client: Client, row: Model, kind: str, **fields: Any) -> HttpResponse:
    """The last step of an act."""
    return client.post(act_page(row, kind), {**WORDS, "step": "do", **fields})  # type: ignore[return-value]


@dataclass(frozen=True)
class Rows:
    """One row of each kind, made by the services."""

    game: Game
    person: User
    report: Report
    act: Act
    appeal: Appeal

    @property
    def all(self) -> tuple[Model, ...]:
        entry = Entry.objects.filter(game=self.game).first()
        assert entry is not None
        return self.game, self.person, self.report, self.act, self.appeal, entry


@again
def rows(game: Game, ana: User, bram: User, mona: Judge) -> Rows:
    """Ana reports Bram, Mona stops the game, Bram appeals."""
    report = reports.file(Sender(ana), game, "1", Category.CHEATING, "He counts aloud.")
    act = freeze(mona, game, Why("To look at it.", "We look at it.", report))
    appeal = appeals.lodge(act, Sender(bram), "I did not.")
    return Rows(game, bram, report, act, appeal)
