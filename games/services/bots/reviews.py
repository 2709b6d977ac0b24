"""Reviews of finished games, stored, and made again after a change of the engine or the cards."""

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
"""A review in the format ``claim-review/1``."""
ReviewMaker = Callable[[int], None]
"""Function that schedules the review of a game. It can be called in any thread."""

_makers: list[ReviewMaker] = []


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review to make: the game, and its cards, which are all that the engine gets."""

    game_id: int
    record: Record

    @property
    def cards(self) -> str:
        """Return the digest of the cards, which is stored with a review to find out when it is outdated."""
        return hashlib.sha256(json.dumps(write(self.record), sort_keys=True).encode()).hexdigest()


def connect_maker(maker: ReviewMaker) -> None:
    """Connect a maker of reviews. A process without one shows only stored reviews."""
    _makers.append(maker)


def disconnect_maker(maker: ReviewMaker) -> None:
    """Disconnect a maker of reviews."""
    _makers.remove(maker)


def get_review(game: Game) -> ReviewData | None:
    """Return the stored review of a finished game, or None if there is none yet.

    Schedule a review if it is missing, or comes from an older engine; the older one is shown until then. The caller
    must check that the reader may see the cards. Raise ``Refusal`` with ``not_over``, also if a moderator ended the
    game early and may still reopen it, with ``nothing_to_review`` or with ``not_all_logged``.
    """
    job = build_job(game.pk)
    review = StoredReview.objects.filter(game=game, cards=job.cards).first()
    if review is None or review.edition != compute_edition():
        for maker in _makers:
            maker(game.pk)
    return review.data if review is not None and review.data["format"] == FORMAT else None


def build_job(game_id: int) -> ReviewJob:
    """Build the job of a game's review. Raise ``Refusal`` as ``get_review`` does."""
    record = _get_open_record(event_store.load_state(game_id))
    if len(record.plays) == get_first_ply(record):
        raise Refusal("nothing_to_review")
    return ReviewJob(game_id, replace(record, seats=("", ""), shuffle=None, opponents=(None, None)))


def find_missing_job(game_id: int) -> ReviewJob | None:
    """Return the job of a game's review, or None if the review is stored already or cannot be made."""
    try:
        job = build_job(game_id)
    except Refusal:
        return None
    review = StoredReview.objects.filter(game_id=game_id, cards=job.cards, edition=compute_edition())
    return None if review.exists() else job


def save_review(job: ReviewJob, data: ReviewData) -> None:
    """Store a review, in place of an older one of the same game."""
    values = {"edition": compute_edition(), "cards": job.cards, "data": data}
    StoredReview.objects.update_or_create(game_id=job.game_id, defaults=values)


def _get_open_record(state: GameState) -> Record:
    """Return the record of a finished game, or raise ``Refusal`` if its cards are not open."""
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
    if table.called_off:
        raise Refusal("nothing_to_review")
    if not table.over:
        raise Refusal("not_over")
    # Use public entries only, so that no blind card is revealed.
    record = build_record(table.public())
    if record is None:
        raise Refusal("not_all_logged")
    return record
