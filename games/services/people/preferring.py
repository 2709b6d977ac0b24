"""What a person prefers is kept with them, guest or account, so that it goes along to their other devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from games.models import User
from games.people import preferences
from games.people.preferences import Chosen
from games.rules.errors import Refusal


def connect() -> None:
    """Let what somebody chose before they had a name go along when they get one."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.people.preferring")


def prefer(person: User, chosen: Chosen) -> Chosen:
    """Keep these choices beside all others; gives what is kept now. Refused with ``no_choice``, and then all of it."""
    if chosen != preferences.fitting(chosen):
        raise Refusal("no_choice")
    return _keep(person, lambda kept: {**kept, **chosen})


def bring(person: User, chosen: Chosen) -> Chosen:
    """Keep of these choices those that the person has not made yet."""
    return _keep(person, lambda kept: {**preferences.fitting(chosen), **kept})


def _keep(person: User, change: Callable[[Chosen], Chosen]) -> Chosen:
    with transaction.atomic():
        kept = preferences.fitting(
            User.objects.select_for_update().values_list("preferences", flat=True).get(pk=person.pk)
        )
        changed = change(kept)
        if changed != kept:
            User.objects.filter(pk=person.pk).update(preferences=changed)
    person.preferences = changed
    return changed


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    chosen = preferences.of_cookies(request.COOKIES) if request is not None else {}
    if chosen:
        bring(user, chosen)
