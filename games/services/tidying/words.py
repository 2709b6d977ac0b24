"""What players said to each other, once nobody needs it any more."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from games import kept
from games.models import Word
from games.services.tidying.portions import delete


def words() -> Iterator[int]:
    """Phrases, gestures and texts of games; what a report keeps of them stays with it."""
    return delete(Word.objects.filter(at__lt=timezone.now() - kept.WORDS))
