"""An act on a game: the row of the record and the entry of the log, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.models import Act, Game, User
from games.rules.errors import Refusal
from games.services.moderation.judges import Judge, Why, cleaned, require_judge, require_second
from games.services.online.lobby import keep_sitters
from games.services.table.sitters import keep_seats
from games.store import log
from games.stories.act_kinds import FINAL, ActKind
from games.stories.status import Mode
from games.stories.story import Fact, Story
from games.stories.verdicts import JUDGED

Check = Callable[[Any], Mapping[str, Any]]
"""What an act's entry says, from the story as it is; refuses what cannot be done to it."""


_KEEP: Mapping[Mode, Callable[[Game, Any], None]] = {Mode.ONLINE: keep_sitters, Mode.TABLE: keep_seats}


def on_game(
    by: Judge,
    kind: ActKind,
    game: Game,
    why: Why,
    check: Check,
    number: int | None = None,
    undoes: Act | None = None,
) -> Act:
    """Do an act to a game. Refused with ``not_permitted``, ``plays_here``, ``reason_needed``, ``second_needed``, as
    ``check`` refuses, and with ``already_so`` when it would change nothing."""
    require_judge(by, kind, game)
    why = cleaned(why)
    require_second(by, kind, game, undoes)
    with transaction.atomic():
        act = record(by, kind, why, game=game, number=number, undoes=undoes)
        told = tell(by, act, why, check)
        act.complete(*told)
    return act


def record(
    by: Judge,
    kind: ActKind,
    why: Why,
    game: Game | None = None,
    person: User | None = None,
    number: int | None = None,
    undoes: Act | None = None,
    data: Mapping[str, Any] | None = None,
) -> Act:
    """The row of an act; ``complete`` it in the same transaction if it is told in a log."""
    return Act.objects.create(
        who=by.user,
        what=kind,
        game=game,
        person=person,
        number=number,
        undoes=undoes,
        reason=why.reason,
        message=why.message,
        report=why.report,
        data=dict(data or {}),
    )


def tell(by: Judge, act: Act, why: Why, check: Check, game: Game | None = None) -> tuple[int, dict[str, Any]]:
    """Append an act to the log of its game (or of another one); the number of the entry and what it says."""
    game = game or act.game
    if game is None:
        raise ValueError("an act without a game has no log")
    kind = ActKind(act.what)
    said: dict[str, Any] = {}

    def decide(story: Story) -> Sequence[Fact]:
        said.clear()
        said.update(check(story))
        fact = Fact(JUDGED, data={"act": act.pk, "what": kind.value, "why": why.shown, **said}, actor_id=by.user.pk)
        if kind not in FINAL:
            _require_change(story, kind, fact.data)
        return [fact]

    story = log.append_to(game, decide)
    keep_rows(game, story)
    return story.version, said


def keep_rows(game: Game, story: Story) -> None:
    """Bring the rows of the seats in line with the log."""
    _KEEP[story.mode](game, story)


def _require_change(story: Story, kind: ActKind, data: Mapping[str, Any]) -> None:
    setting = story.setting(kind, data)
    if setting.aspect.get(story) == setting.value:
        raise Refusal("already_so")
