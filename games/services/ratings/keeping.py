"""The ratings follow the rated games: after each commit that may have decided one, and all of them at any time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Chore, Game, Rated, Rating
from games.services.ratings import folding, given_away
from games.services.ratings.folding import FIRST, Mark
from games.services.results.keeping import Read, keys_of, moments
from games.store import gathered, listeners, log
from games.store.listeners import Commit
from games.stories import result
from games.stories.online import Match
from games.stories.result import Pool
from games.stories.story import Story

LOCK = "ratings"
FACTS = ("seat", "user_id", "pool", "at", "outcome", "early")
"""What a game says of a seat; the rest follows."""
Rows = dict[int, list[Rated]]


def connect() -> None:
    listeners.listen(heard)


def heard(commit: Commit) -> None:
    """After a commit: a rated game that was decided, decided otherwise or reopened; others cost nothing."""
    story = commit.story
    if isinstance(story, Match) and story.options.rated and result.may_have_changed(story, commit.facts):
        gathered.once(keep_all, story.game_id)


def keep(game_id: int) -> bool:
    """Make the ratings follow a game as its log says it was; whether they did not."""
    return keep_all([game_id]) == 1


def keep_all(game_ids: Sequence[int], read: Read = log.newest) -> int:
    """``keep`` for several games in one transaction, and for everybody whose numbers follow from theirs; how many of
    the games were something else.

    Whoever comes last has read the newest log: the games' rows are locked first, then what all ratings follow from.
    """
    with transaction.atomic():
        games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
        there, wanted = _there(games), _wanted({game: read(game) for game in games})
        others = [game.pk for game in games if _facts(there[game.pk]) != _facts(wanted[game.pk])]
        if others:
            lock()
            _replace([one for key in others for one in there[key]], [one for key in others for one in wanted[key]])
    return len(others)


def rebuild() -> Iterator[int]:
    """Make all ratings anew: what each game says from its log, and from that all numbers, each kind of rating in a
    transaction; for each how many seats of games had other numbers."""
    rated = Game.objects.filter(rated=True) | Game.objects.filter(pk__in=Rated.objects.values("game"))
    for key in keys_of(rated):
        keep_all([key], log.read)
    for pool in Pool:
        with transaction.atomic():
            lock()
            everybody = {*Rated.objects.filter(pool=pool).values_list("user", flat=True).distinct()}
            everybody |= {*Rating.objects.filter(pool=pool).values_list("user", flat=True)}
            yield folding.forward(pool, FIRST, everybody)


def lock() -> None:
    """Let nobody else change ratings before this transaction ends: what one game changes, others follow from."""
    Chore.objects.get_or_create(name=LOCK, defaults={"begun_at": timezone.now()})
    Chore.objects.select_for_update().get(name=LOCK)


def _replace(gone: Iterable[Rated], come: Iterable[Rated]) -> None:
    """Take these seats out, put those in, and fold all that follows."""
    gone, come = list(gone), list(come)
    Rated.objects.filter(pk__in=[one.pk for one in gone]).delete()
    Rated.objects.bulk_create(come)
    marks: dict[str, list[tuple[Mark, int]]] = defaultdict(list)
    for one in (*gone, *come):
        marks[one.pool].append(((one.at, one.game_id), one.user_id))
    for pool, some in sorted(marks.items()):
        folding.forward(pool, min(mark for mark, _ in some), {user for _, user in some})
    for one in come:
        given_away.look(one)


def _there(games: Iterable[Game]) -> Rows:
    found: Rows = defaultdict(list)
    for row in Rated.objects.filter(game__in=list(games)).order_by("seat"):
        found[row.game_id].append(row)
    return found


def _wanted(stories: Mapping[Game, Story]) -> Rows:
    """The seats of those games that are rated, as their logs say."""
    rows: Rows = defaultdict(list)
    decided = {game: (story, found) for game, story in stories.items() if (found := _rated(story)) is not None}
    when = moments([game.pk for game in decided]) if decided else {}
    for game, (story, found) in decided.items():
        rows[game.pk] = list(_seats(game, story, found, at=when[game.pk]))
    return rows


def _rated(story: Story) -> result.Result | None:
    found = result.result_of(story)
    return found if found is not None and found.pool is not None else None


def _seats(game: Game, story: Any, found: result.Result, **when: Any) -> Iterator[Rated]:
    for seat in (0, 1):
        facts = {"pool": found.pool, "outcome": found.of(seat), "early": found.early}
        yield Rated(game=game, seat=seat, user_id=story.sitters[seat].user_id, **facts, **when)


def _facts(rows: Sequence[Rated]) -> list[list[Any]]:
    return [[getattr(row, name) for name in FACTS] for row in rows]
