"""All that is kept about a person as one file to take along, made while it is read, however many games there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

from games.models import Game, Player, User
from games.rules.logged.record import write as table_record
from games.rules.record import write as record
from games.services.people.export import Row, game_of, kept_about, selves_of
from games.store import log
from games.stories.online import Match
from games.stories.status import Mode
from games.stories.story import Story
from games.stories.table import Table

FILES = {Mode.ONLINE: "games.jsonl", Mode.TABLE: "tables.jsonl"}
"""The records of each kind of game, one a line; ``manage.py replay`` and ``manage.py score`` read them."""
ABOUT = "me.json"
PART = 32 * 1024


class _Parts:
    """A file that is only written to, of which what was written is taken away."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Nothing is held back from ``take``."""

    def take(self, least: int = 1) -> Iterator[bytes]:
        """What was written since, if it is as much as that."""
        if len(self._held) >= least:
            yield bytes(self._held)
            self._held.clear()


def archive(person: User) -> Iterator[bytes]:
    """A zip: the records of the games whose cards everybody at them may see, and everything else about the person.

    Left out are the cards of games that run, that were called off, or that moderators ended early.
    """
    parts, selves, games = _Parts(), selves_of(person), list[Row]()
    with ZipFile(cast("IO[bytes]", parts), "w", ZIP_DEFLATED) as packed:
        for mode, name in FILES.items():
            with packed.open(name, "w") as file:
                for line in _lines(_seats(selves, mode), name, games):
                    file.write(line)
                    yield from parts.take(PART)
        games.sort(key=lambda one: str(one["created_at"]))
        packed.writestr(ABOUT, json.dumps(kept_about(selves, games), cls=DjangoJSONEncoder, **_PLAIN, indent=2))
    yield from parts.take()


_PLAIN: Any = {"ensure_ascii": False}


def _lines(seats: Iterable[Player], name: str, games: list[Row]) -> Iterator[bytes]:
    """The records of these games; each game is added to ``games``, with the line that it has."""
    number = 0
    for player in seats:
        found = _record(player.game)
        number += found is not None
        games.append(game_of(player, found and {"file": name, "line": number}))
        if found is not None:
            yield json.dumps(found, separators=(",", ":"), **_PLAIN).encode() + b"\n"


def _seats(selves: Iterable[User], mode: Mode) -> Iterable[Player]:
    seats = Player.objects.filter(user__in=selves, game__mode=mode).select_related("game").order_by("game_id")
    return seats.iterator(chunk_size=200)


def _record(game: Game) -> Row | None:
    """The record of a game, where it is open to everybody at it; None where it would tell a hidden card."""
    story: Story = log.read(game)
    if isinstance(story, Match):
        return record(story.record()) if story.record_open else None
    if isinstance(story, Table) and story.over and story.sheet_open:
        return table_record(story.public())
    return None
