"""The log: reading it into a story, and appending to it. Every write to a game goes through ``append``."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from games.models import Entry, Game, Player
from games.rules.errors import Refusal
from games.store import listeners, prepared, rows
from games.store.clock import clock
from games.store.known import cache as cache
from games.store.listeners import Commit
from games.store.moves import Append, Gathered
from games.store.stand import Stand
from games.stories.kinds import KINDS
from games.stories.story import Fact, Story

S = TypeVar("S", bound=Story)

ATTEMPTS = 20

Claim = tuple[dict[str, Any], dict[str, Any]]
"""By what rows are found, and what they are to say."""


class _Gathering(threading.local):
    moves: Gathered | None = None


_gathering = _Gathering()


def load(game_id: int) -> Story:
    """The story as it stands in the database; only the entries not yet folded are read.

    Refused with ``no_such_game``. What it reads is kept, so a transaction that wrote the
    game must have ended.
    """
    return _grown(cache.get(game_id) or _blank(game_id))


def read(game: Game | Stand) -> Story:
    """``load`` for whoever goes through many games that nobody plays: it leaves no trace in memory."""
    return KINDS[game.mode](game.pk, game.code).fold(_facts(game.pk))


def known_as(kind: type[S], game: Game | Stand) -> S:
    """``load_as`` for a row that was just read: the entries are asked for only where this process lacks some."""
    return _of_kind(kind, newest(game))


def newest(game: Game | Stand) -> Story:
    """``known_as`` for a game of whatever kind; refused with ``no_such_game`` where it was deleted since its row was
    read."""
    story = cache.get(game.pk) or KINDS[game.mode](game.pk, game.code)
    if 0 < game.version <= story.version:
        return story
    story = _grown(story)
    if game.version and not story.version:
        raise Refusal("no_such_game")
    return story


def load_as(kind: type[S], game_id: int) -> S:
    """``load`` for a game that must be of this kind; refused with ``no_such_game`` otherwise."""
    return _of_kind(kind, load(game_id))


def append(kind: type[S], game_id: int, decide: Callable[[S], Sequence[Fact]]) -> S:
    """Append what ``decide`` says and give the story after it; the story as it is if that is nothing.

    ``decide`` looks at the story, which must be of this kind, and says what to append, or raises
    ``Refusal``, or gives nothing when all is done already. It may be called again with a newer
    story when somebody else was first, so it must have no effects of its own. Published after
    commit. Refused as ``decide`` refuses, with ``no_such_game``, and with ``busy`` when others were
    first every time.
    """
    story = _of_kind(kind, cache.get(game_id) or load(game_id))
    for _ in range(ATTEMPTS):
        try:
            decided = decide(story)
        except Refusal:
            # Another process may have moved the game on since this one last looked.
            newer = _of_kind(kind, load(game_id))
            if newer.version == story.version:
                raise
            story = newer
            continue
        if not decided:
            return story
        facts = _stamped(decided)
        after = story.fold(facts)
        if _gathering.moves is not None:
            _gathering.moves.appends.append((story, after, facts))
            return after
        with transaction.atomic(savepoint=False):
            if _store(story, after, facts):
                return after
        story = _of_kind(kind, load(game_id))
    raise Refusal("busy")


@contextmanager
def gathering(moves: Gathered) -> Iterator[None]:
    """Within it ``append`` in this thread gathers what it decides for ``store`` instead of storing it."""
    _gathering.moves = moves
    try:
        yield
    finally:
        _gathering.moves = None


def store(moves: Gathered) -> None:
    """Store what was gathered within a transaction that wrote nothing of these games; told of after commit. Fails with
    ``prepared.Overtaken`` where somebody else moved one of them on: nothing of it may be committed.
    """
    _write(moves)
    _announce(partial(_tell_all, moves))


def store_alone(moves: Gathered) -> None:
    """``store`` in a transaction of its own, and told of; where ``prepared.gathers``, outside of any other."""
    with prepared.alone():
        _write(moves)
    _tell_all(moves)


def append_to(game: Game, decide: Callable[[Story], Sequence[Fact]]) -> Story:
    """``append`` to a game of whatever kind."""
    return append(KINDS[game.mode], game.pk, decide)


def begin(game: Game, decided: Sequence[Fact]) -> Story:
    """The first entries of a game whose row was made in the same transaction."""
    story, facts = KINDS[game.mode](game.pk, game.code), _stamped(decided)
    after = story.fold(facts)
    _store(story, after, facts)
    return after


def claim(story: Story, after: Story) -> bool:
    """Set the version and the columns of a game's row, if nobody moved it on from ``story``; part of the caller's
    transaction, which then adds the entries."""
    values = {"version": after.version, **after.columns()}
    return prepared.update(Game, {"id": story.game_id, "version": story.version}, values) == 1


def add(after: Story, facts: Sequence[Fact]) -> None:
    """The last entries of a story whose version was claimed; tells of them after commit."""
    first = after.version - len(facts) + 1
    prepared.insert(Entry, [_row(after.game_id, number, fact) for number, fact in enumerate(facts, first)])
    _announce(partial(_tell, Commit(after, tuple(facts))))


def fact_of(entry: Entry) -> Fact:
    return Fact(entry.kind, entry.seat, entry.data, entry.client_id, entry.actor_id, entry.created_at)


FACT = ("kind", "seat", "data", "client_id", "actor_id", "created_at")
"""The columns of a fact, in its order: whoever needs no rows is spared what makes them."""


def _stamped(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts with the moment that their rows will have."""
    now = clock.now()
    return tuple([Fact(*one[:-1], now) for one in facts])


def _facts(game_id: int, after: int = 0) -> list[Fact]:
    return [Fact(*row) for row in rows.read(_entries, game_id, after)]


def _grown(story: Story) -> Story:
    """A story with what the log has after it; kept, unless that is nothing."""
    newer = _facts(story.game_id, story.version)
    if story.version and any(fact.rewrites for fact in newer):
        story, newer = KINDS[story.mode](story.game_id, story.code), _facts(story.game_id)
    story = story.fold(newer)
    if story.version:
        cache.put(story)
    return story


def _entries() -> QuerySet[Entry, tuple[Any, ...]]:
    """Those of a game after a number."""
    return Entry.objects.filter(game_id=1, number__gt=0).order_by("number").values_list(*FACT)


def _blank(game_id: int) -> Story:
    found = Game.objects.filter(pk=game_id).values_list("mode", "code").first()
    if found is None:
        raise Refusal("no_such_game")
    mode, code = found
    return KINDS[mode](game_id, code)


def _of_kind(kind: type[S], story: Story) -> S:
    if not isinstance(story, kind):
        raise Refusal("no_such_game")
    return story


def _write(moves: Gathered) -> None:
    for card in moves.played:
        card.at = moves.at
    if moves.played:
        prepared.store_played(moves.played, moves.at)
    if ended := [card.game_id for card in moves.played if card.ends is not None]:
        prepared.update_all(Player, [({"game": game_id}, {"over_at": moves.at}) for game_id in ended])
    if moves.appends:
        _write_appends(moves.appends)


def _write_appends(appends: Sequence[Append]) -> None:
    claims: defaultdict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for one in appends:
        claim = _claim(*one)
        claims[tuple(claim[1])].append(claim)
    if sum([prepared.update_all(Game, alike) for alike in claims.values()]) != len(appends):
        raise prepared.Overtaken
    prepared.insert_all(Entry, [row for _, after, facts in appends for row in _rows(after, facts)])
    if ends := [end for one in appends if (end := _seats_dated(*one)) is not None]:
        prepared.update_all(Player, ends)


def _store(story: Story, after: Story, facts: tuple[Fact, ...]) -> bool:
    """Claim the version, insert the entries, tell of them after commit; False when somebody else was first."""
    if prepared.update(Game, *_claim(story, after, facts)) != 1:
        return False
    prepared.insert(Entry, _rows(after, facts))
    if (seats := _seats_dated(story, after, facts)) is not None:
        prepared.update(Player, *seats)
    _announce(partial(_tell, Commit(after, facts, story)))
    return True


def _seats_dated(story: Story, after: Story, facts: Sequence[Fact]) -> Claim | None:
    """Where a game ended, or goes on after all: the rows of its seats, and what they are to say of it."""
    over = {"over_at": facts[-1].at if after.over else None}
    return ({"game": after.game_id}, over) if after.over or story.over else None


def _claim(story: Story, after: Story, facts: Sequence[Fact]) -> Claim:
    """By which version the game's row is found, and what it is from then on."""
    values = {"version": after.version, "changed_at": facts[-1].at, **after.columns_since(story)}
    return {"id": after.game_id, "version": after.version - len(facts)}, values


def _rows(after: Story, facts: Sequence[Fact]) -> list[dict[str, Any]]:
    return [_row(after.game_id, number, fact) for number, fact in enumerate(facts, after.version - len(facts) + 1)]


def _row(game_id: int, number: int, fact: Fact) -> dict[str, Any]:
    return {
        "game": game_id,
        "number": number,
        "kind": fact.kind,
        "seat": fact.seat,
        "data": dict(fact.data),
        "client_id": fact.client_id,
        "actor": fact.actor_id,
        "created_at": fact.at,
    }


def _announce(tell: Callable[[], None]) -> None:
    """Have it told after commit. Django reports what fails then by the function's name, which a partial lacks."""

    def committed() -> None:
        tell()

    transaction.on_commit(committed, robust=True)


def _tell_all(moves: Gathered) -> None:
    if moves.played:
        cache.follow(moves.played)
        listeners.tell_played(moves.played)
    for card in moves.played:
        if card.ends is not None:
            _tell(Commit(card.ends, (card.fact,), shown=True))
    for before, after, facts in moves.appends:
        _tell(Commit(after, facts, before))


def _tell(commit: Commit) -> None:
    cache.put(commit.story)
    listeners.tell(commit)
