"""The one exception from the law that the log is only appended to: the name of somebody who left for good goes.

The words of a name in the data of entries are replaced, nothing else of them, and an entry says that it was done.
Number, kind, seat, cards and moment of every entry stay, so the game that the log tells is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Entry, Game
from games.rules.errors import Refusal
from games.store import log, rows
from games.stories.kinds import KINDS
from games.stories.leaver import ERASED, Leaver
from games.stories.story import Fact, Story
from games.stories.verdicts import JUDGED


def erase(game: Game, leaver_of: Callable[[Story], Leaver]) -> Story:
    """Take a person's names out of a game's log, in a transaction of its own, and tell of it after commit.

    ``leaver_of`` gets the story as it is and says what was theirs. Doing it twice adds nothing. Refused with ``busy``
    when others were first every time.
    """
    for _ in range(log.ATTEMPTS):
        story = log.load(game.pk)
        with transaction.atomic():
            after = _erased(game, story, leaver_of(story))
            if after is not None:
                return after
    raise Refusal("busy")


def _erased(game: Game, story: Story, leaver: Leaver) -> Story | None:
    """The story without the names; None when somebody else moved the game on meanwhile."""
    entries = list(Entry.objects.filter(game=game).order_by("number"))
    if len(entries) != story.version:
        return None
    changed = _changes(KINDS[game.mode](game.pk, game.code), entries, leaver)
    told = Fact(ERASED, data=_who(leaver), at=timezone.now())
    if not changed and any((entry.kind, entry.data) == (ERASED, told.data) for entry in entries):
        return story
    facts = [log.fact_of(entry) for entry in entries]
    after = KINDS[game.mode](game.pk, game.code).fold([*facts, told])
    if not log.claim(story, after):
        return None
    for entry in changed:
        rows.update(Entry, {"id": entry.pk}, {"data": entry.data})
    log.add(after, [told])
    return after


def _changes(story: Story, entries: list[Entry], leaver: Leaver) -> list[Entry]:
    """The entries that say one of the names, already without it."""
    changed = []
    for entry in entries:
        fact = log.fact_of(entry)
        story = story.advance(fact)
        data = _without(story, fact, leaver)
        if data != entry.data:
            entry.data = data
            changed.append(entry)
    return changed


def _who(leaver: Leaver) -> dict[str, Any]:
    """The person, or the seats of those of whom the site knows nothing more."""
    return {"seats": sorted(leaver.seats)} if leaver.user is None else {"user": leaver.user}


def _without(story: Story, fact: Fact, leaver: Leaver) -> dict[str, Any]:
    data: Mapping[str, Any] = story.unnamed(fact, leaver)
    if fact.kind == JUDGED:
        data = {**data, "why": leaver.unsaid(data["why"])}
    return dict(data)
