"""What was said at a game, as one of its players hears it, and as a report keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.models import Game, Word
from games.people import ties
from games.services.words.place import Place, place_of

SHOWN, LATELY = 50, timedelta(days=1)
"""Words that somebody who comes back is shown, at most, and how old they may be."""
REPORTED = 100
"""Words that a report keeps, the latest."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Whether one ``may`` speak, what was said, who agreed to free text (None where nobody may write), and what one
    decided about the other player."""

    may: bool
    said: list[Word]
    free: tuple[bool, bool] | None
    follows: bool
    muted: bool
    blocked: bool
    may_follow: bool


def heard(game_id: int, user_id: int | None) -> Heard:
    """What somebody hears; refused as ``place_of``."""
    place = place_of(game_id, user_id)
    may = not (place.me.muted or place.late)
    kinds = _ties(place)
    return Heard(
        may=may,
        said=_said(place),
        free=place.agreed if may and place.private else None,
        follows=ties.FOLLOW in kinds,
        muted=ties.MUTE in kinds,
        blocked=ties.BLOCK in kinds,
        may_follow=not (place.me.is_guest or place.other.is_guest),
    )


def reported(game: Game, *, inside: bool) -> list[dict[str, Any]]:
    """What was said at a game, for the desk; ``inside`` tells whether who reports it read the texts, too."""
    rows = Word.objects.filter(game=game).order_by("-pk")
    if not inside:
        rows = rows.exclude(word="")
    return [_kept(row) for row in reversed(rows[:REPORTED])]


def _ties(place: Place) -> set[str]:
    return set(place.me.ties.filter(whom=place.other).values_list("kind", flat=True))


def _said(place: Place) -> list[Word]:
    """One's own words, and those of the other player that one was meant to hear and wants to hear now."""
    rows = Word.objects.filter(game=place.game, at__gt=timezone.now() - LATELY)
    mine = Q(user=place.me)
    hears = ties.hears(place.me, place.other)
    rows = rows.filter(mine | Q(user=place.other, hushed=False) if hears else mine)
    return list(reversed(rows.order_by("-pk")[:SHOWN]))


def _kept(row: Word) -> dict[str, Any]:
    said = {"word": row.word} if row.word else {"text": row.text}
    return {"seat": row.seat, "at": row.at.isoformat(timespec="seconds"), **said}
