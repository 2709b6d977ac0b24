"""What is left of evenings with the real deck: codes, devices, and names that belong to no account."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games import kept
from games.models import Device, Entry, Game, JoinToken, Player
from games.services.people import evidence
from games.services.tidying.portions import delete, each
from games.store import erasing
from games.stories.leaver import ERASED, Leaver
from games.stories.sheet import BOTH
from games.stories.status import Mode


def codes() -> Iterator[int]:
    """Codes that open nothing any more: used, replaced, too old, or of a table at which nothing happens."""
    before = timezone.now() - kept.CODE
    dead = Q(used_at__lt=before) | Q(revoked_at__lt=before) | Q(expires_at__lt=before)
    return delete(JoinToken.objects.filter(dead | Q(game__changed_at__lt=before, made_at__lt=before)))


def devices() -> Iterator[int]:
    """Browsers that were at a table long ago, but for those that wrote to the moderators from there."""
    before = timezone.now() - kept.DEVICE
    old = Device.objects.filter(game__changed_at__lt=before, made_at__lt=before, reports=None, appeals=None)
    return delete(old.filter(Q(seen_at=None) | Q(seen_at__lt=before)))


def names() -> Iterator[int]:
    """Tables at which the names of seats without an account were replaced, as those of guests are."""
    done = Entry.objects.filter(game=OuterRef("pk"), kind=ERASED, data__has_key="seats")
    old = Game.objects.filter(~Exists(done), mode=Mode.TABLE, changed_at__lt=timezone.now() - kept.GUEST)
    return each(old, _unname)


def _unname(game: Game) -> bool:
    seats = BOTH - frozenset(Player.objects.filter(game=game).values_list("seat", flat=True))
    leaver = Leaver(seats=seats)
    erasing.erase(game, lambda story: leaver)
    evidence.unname_game(game, leaver)
    return bool(seats)
