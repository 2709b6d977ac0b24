"""Somebody signs in on a phone that is at a table: the result goes into their history."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from games.models import Device, User
from games.people.devices import digest, secret_of
from games.rules.errors import Refusal
from games.services.table.places import placed
from games.services.table.sitters import change
from games.store import log
from games.stories.status import Status
from games.stories.story import Fact
from games.stories.table import Table

STILL_OURS = timedelta(days=1)
"""How long after its end a game still goes to whoever signs in on its phone."""

logger = logging.getLogger(__name__)


def connect() -> None:
    """Make log-ins reach the tables of the browser that logs in."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.people.signing_in")


def sign_in(secret: str, user: User) -> None:
    """Give the seats of this browser to ``user``, where no other account has them."""
    at_work = Q(game__status__in=[Status.WAITING, Status.PLAYING])
    lately = Q(game__changed_at__gt=timezone.now() - STILL_OURS)
    free = Q(user=None) | Q(user__is_guest=True)
    for device in (
        Device.objects.filter(at_work | lately, free, digest=digest(secret)).exclude(user=user).select_related("game")
    ):
        _give(device, user)


def _give(device: Device, user: User) -> None:
    before = device.user_id

    def decide(table: Table) -> Sequence[Fact]:
        place = table.seating.places.get(device.pk)
        if place is None or place.user not in (None, before):
            return ()
        return [placed(device, replace(place, user=user.pk))]

    log.load(device.game_id)
    with transaction.atomic():
        device.user = user
        device.save(update_fields=["user"])
        change(device.game, decide)


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    secret = secret_of(request.COOKIES) if request is not None else None
    if secret is None:
        return
    try:
        sign_in(secret, user)
    except Refusal as refusal:
        # A log-in is worth more than the history; the next one tries again.
        logger.warning("a seat was not given to the account that signed in on it: %s", refusal.code)
