"""The review of a finished game: made once, kept, and made again where the engine or the cards are others by now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.minds.review.edition import edition
from games.minds.review.parts import begun_at
from games.minds.review.told import FORMAT
from games.models import Game, KeptReview
from games.rules.errors import Refusal
from games.rules.logged.whole import whole
from games.rules.record import Record, write
from games.store import log
from games.stories.online import Match
from games.stories.status import Status
from games.stories.story import Story
from games.stories.table import Table

Told = Mapping[str, Any]
"""A review as ``claim-review/1``."""
Asker = Callable[[int], None]
"""Has the review of a game made, some time later, in whatever thread it is called."""

_askers: list[Asker] = []


@dataclass(frozen=True, slots=True)
class Job:
    """The review of a game that is to be made: all that the work is told, which is the cards."""

    game_id: int
    record: Record

    @property
    def cards(self) -> str:
        """A digest of the cards, the same for the same game."""
        return hashlib.sha256(json.dumps(write(self.record), sort_keys=True).encode()).hexdigest()


def listen(asker: Asker) -> None:
    """Have reviews made by ``asker``; without any, this process shows those that are kept."""
    _askers.append(asker)


def forget(asker: Asker) -> None:
    """Ask it no more."""
    _askers.remove(asker)


def review_of(game: Game) -> Told | None:
    """What is known of a finished game; None while that is being found out, which asking sees to.

    A review by an older engine is shown until there is a newer one. Refused with ``not_over``, also where a
    moderator ended the game early and may yet reopen it, ``nothing_to_review`` and ``not_all_logged``. The trap: who
    may see the cards is for the caller to say.
    """
    job = job_of(game.pk)
    kept = KeptReview.objects.filter(game=game, cards=job.cards).first()
    if kept is None or kept.edition != edition():
        for asker in _askers:
            asker(game.pk)
    return kept.data if kept is not None and kept.data["format"] == FORMAT else None


def job_of(game_id: int) -> Job:
    """The work that a review of a game takes. Refused as ``review_of``."""
    record = _record(log.load(game_id))
    if len(record.plays) == begun_at(record):
        raise Refusal("nothing_to_review")
    return Job(game_id, replace(record, seats=("", ""), shuffle=None, opponents=(None, None)))


def wanted(game_id: int) -> Job | None:
    """``job_of`` where the review of a game is still to be made, by whatever process; None where it is kept or there
    is nothing to make."""
    try:
        job = job_of(game_id)
    except Refusal:
        return None
    kept = KeptReview.objects.filter(game_id=game_id, cards=job.cards, edition=edition())
    return None if kept.exists() else job


def keep(job: Job, data: Told) -> None:
    """Keep a review; one that was made twice is kept once."""
    made = {"edition": edition(), "cards": job.cards, "data": data}
    KeptReview.objects.update_or_create(game_id=job.game_id, defaults=made)


def _record(story: Story) -> Record:
    """The cards of a game that is over and whose cards are open to all who may see it."""
    if isinstance(story, Match):
        return _dealt(story)
    if isinstance(story, Table):
        return _logged(story)
    raise Refusal("nothing_to_review")


def _dealt(match: Match) -> Record:
    if match.record_open:
        return match.record()
    raise Refusal("nothing_to_review" if match.status == Status.CALLED_OFF else "not_over")


def _logged(table: Table) -> Record:
    if table.end.called_off:
        raise Refusal("nothing_to_review")
    if not table.over:
        raise Refusal("not_over")
    # By what everybody may know, so that no blind card comes to light that is one player's alone.
    found = whole(table.public())
    if found is None:
        raise Refusal("not_all_logged")
    return found
