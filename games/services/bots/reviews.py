"""Reviews of finished games: made once, stored, and made again when the engine or the cards have changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.review.steps import compute_edition, get_first_ply
from games.engine.review.values import FORMAT
from games.eventlog import event_store
from games.inference.record_conversion import build_record
from games.models import Game, StoredReview
from games.rules.errors import Refusal
from games.rules.record import Record, write
from games.state.game_state import GameState, Status
from games.state.match_state import MatchState
from games.state.table_state import TableState

ReviewData = Mapping[str, Any]
"""A review as ``claim-review/1``."""
ReviewMaker = Callable[[int], None]
"""Schedules the review of a game; it may be called in any thread."""

_makers: list[ReviewMaker] = []


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review to be made: the game and its cards, which are all that the engine gets."""

    game_id: int
    record: Record

    @property
    def cards(self) -> str:
        """A digest of the cards, the same for the same game."""
        return hashlib.sha256(json.dumps(write(self.record), sort_keys=True).encode()).hexdigest()


def connect_maker(maker: ReviewMaker) -> None:
    """Have reviews made by ``maker``; without any, this process shows stored ones only."""
    _makers.append(maker)


def disconnect_maker(maker: ReviewMaker) -> None:
    """Stop having reviews made by ``maker``."""
    _makers.remove(maker)


def get_review(game: Game) -> ReviewData | None:
    """Return the stored review of a finished game; None, and have it made, where there is none.

    A review by an older engine is shown until there is a newer one. Refused with ``not_over``, also where a moderator
    ended the game early and may yet reopen it, ``nothing_to_review`` and ``not_all_logged``. The trap: the caller
    checks who may see the cards.
    """
    job = build_job(game.pk)
    review = StoredReview.objects.filter(game=game, cards=job.cards).first()
    if review is None or review.edition != compute_edition():
        for maker in _makers:
            maker(game.pk)
    return review.data if review is not None and review.data["format"] == FORMAT else None


def build_job(game_id: int) -> ReviewJob:
    """Build the job of a game's review. Refused as ``get_review``."""
    record = _get_open_record(event_store.load_state(game_id))
    if len(record.plays) == get_first_ply(record):
        raise Refusal("nothing_to_review")
    return ReviewJob(game_id, replace(record, seats=("", ""), shuffle=None, opponents=(None, None)))


def find_missing_job(game_id: int) -> ReviewJob | None:
    """Return the job of a game's review; None where it is stored, by any process, or cannot be made."""
    try:
        job = build_job(game_id)
    except Refusal:
        return None
    review = StoredReview.objects.filter(game_id=game_id, cards=job.cards, edition=compute_edition())
    return None if review.exists() else job


def save_review(job: ReviewJob, data: ReviewData) -> None:
    """Store a review; one that was made twice is stored once."""
    values = {"edition": compute_edition(), "cards": job.cards, "data": data}
    StoredReview.objects.update_or_create(game_id=job.game_id, defaults=values)


def _get_open_record(state: GameState) -> Record:
    """Return the record of a finished game whose cards are open to all who may see the game."""
    if isinstance(state, MatchState):
        return _get_match_record(state)
    if isinstance(state, TableState):
        return _get_table_record(state)
    raise Refusal("nothing_to_review")


def _get_match_record(match: MatchState) -> Record:
    if match.record_open:
        return match.record()
    raise Refusal("nothing_to_review" if match.status == Status.CALLED_OFF else "not_over")


def _get_table_record(table: TableState) -> Record:
    if table.end.called_off:
        raise Refusal("nothing_to_review")
    if not table.over:
        raise Refusal("not_over")
    # From public entries, so that no blind card of one player is revealed.
    record = build_record(table.public())
    if record is None:
        raise Refusal("not_all_logged")
    return record
