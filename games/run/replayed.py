"""Whether every game of the database is what its log says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.models import Entry, Game
from games.store.log import fact_of
from games.stories.kinds import KINDS
from games.stories.online import Match

AT_ONCE = 200
"""Games whose logs are read by one query."""


def from_newer_release() -> bool:
    """Whether the tables were changed by a release that is newer than this one."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations) | set(loader.replacements)
    return any(app == "games" and (app, name) not in known for app, name in loader.applied_migrations)


def has_tables() -> bool:
    """Whether a site, of whatever release, has ever begun with this database."""
    return any(app == "games" for app, _ in MigrationLoader(connection).applied_migrations)


def differences() -> Iterator[str]:
    """A sentence for every game whose row is not the fold of its log. None of them tells a card."""
    games = Game.objects.order_by("pk")
    batch = list(games[:AT_ONCE])
    while batch:
        entries = Entry.objects.filter(game_id__in=[game.pk for game in batch]).order_by("game_id", "number")
        logs = {game_id: list(some) for game_id, some in groupby(entries, key=lambda entry: entry.game_id)}
        for game in batch:
            yield from (f"{game.code}: {what}" for what in wrong(game, logs.get(game.pk, [])))
        batch = list(games.filter(pk__gt=batch[-1].pk)[:AT_ONCE])


def wrong(game: Game, entries: list[Entry]) -> Iterator[str]:
    """What is wrong with one game."""
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield "entries of its log are missing"
        return
    try:
        story = KINDS[game.mode](game.pk, game.code).fold(map(fact_of, entries))
        columns = {"version": story.version, **story.columns()}
    except Exception as error:
        # Its text may name a card.
        yield f"its log cannot be replayed ({type(error).__name__})"
        return
    if isinstance(story, Match) and story.deal and story.shuffle and story.shuffle.dealt() != story.deal:
        yield "its deal does not follow from its seed"
    for name, value in columns.items():
        # A column may hold "" where the log says nothing.
        if (getattr(game, name) or None) != (value or None) and getattr(game, name) != value:
            yield f"{name} is {getattr(game, name)!r} in its row and {value!r} by its log"
