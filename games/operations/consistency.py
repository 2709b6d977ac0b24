"""Consistency check of the rows of games against the fold of their logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.eventlog.event_store import build_event
from games.models import Entry, Game
from games.state.kinds import STATE_CLASSES
from games.state.match_state import MatchState

BATCH_SIZE = 200
"""Games whose logs are read by one query."""


def is_from_newer_release() -> bool:
    """Return whether a newer release migrated the database."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations) | set(loader.replacements)
    return any(app == "games" and (app, name) not in known for app, name in loader.applied_migrations)


def has_tables() -> bool:
    """Return whether any release of the site has migrated this database."""
    return any(app == "games" for app, _ in MigrationLoader(connection).applied_migrations)


def iterate_differences() -> Iterator[str]:
    """Yield a sentence for every difference between a game's row and its log. No sentence names a card."""
    games = Game.objects.order_by("pk")
    batch = list(games[:BATCH_SIZE])
    while batch:
        entries = Entry.objects.filter(game_id__in=[game.pk for game in batch]).order_by("game_id", "number")
        logs = {game_id: list(log) for game_id, log in groupby(entries, key=lambda entry: entry.game_id)}
        for game in batch:
            yield from (f"{game.code}: {difference}" for difference in check_game(game, logs.get(game.pk, [])))
        batch = list(games.filter(pk__gt=batch[-1].pk)[:BATCH_SIZE])


def check_game(game: Game, entries: list[Entry]) -> Iterator[str]:
    """Yield the differences of one game, given the entries of its log in order."""
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield "entries of its log are missing"
        return
    try:
        state = STATE_CLASSES[game.mode](game.pk, game.code).fold(map(build_event, entries))
        columns = {"version": state.version, **state.columns()}
    except Exception as error:
        # The text of the error may name a card.
        yield f"its log cannot be replayed ({type(error).__name__})"
        return
    if isinstance(state, MatchState) and state.deal and state.shuffle and state.shuffle.dealt() != state.deal:
        yield "its deal does not follow from its seed"
    for name, value in columns.items():
        # A column may hold "" where the state has None.
        if (getattr(game, name) or None) != (value or None) and getattr(game, name) != value:
            yield f"{name} is {getattr(game, name)!r} in its row and {value!r} by its log"
