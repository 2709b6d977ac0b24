"""Preferences and audiences of people, guests or accounts, shared by all devices of a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.http import HttpRequest

from games.accounts import preferences
from games.accounts.preferences import LANGUAGE, Preferences, is_choice
from games.models import User
from games.queries.relations import AUDIENCES
from games.rules.errors import Refusal

AUDIENCE_FIELDS = ("profile_for", "here_for", "challenged_by")


def set_audience(person: User, audience: str, field: str = "profile_for") -> None:
    """Set the audience of the person's profile, or of another of ``AUDIENCE_FIELDS``.

    Raise ``Refusal`` with ``no_choice``.
    """
    if audience not in AUDIENCES or field not in AUDIENCE_FIELDS:
        raise Refusal("no_choice")
    setattr(person, field, audience)
    person.save(update_fields=[field])


def connect_signals() -> None:
    """Connect the receiver that merges the browser's preferences into the account at log-in."""
    user_logged_in.connect(_logged_in, dispatch_uid="games.services.accounts.preferences")


def get_language(person: User, default: str | None = None) -> str:
    """Return the language that a person prefers, or else ``default``, or else the language of the site."""
    language = person.preferences.get(LANGUAGE)
    return str(language) if is_choice(LANGUAGE, language) else default or settings.LANGUAGE_CODE


def set_preferences(person: User, chosen: Preferences) -> Preferences:
    """Store these preferences beside all others, and return all of them.

    Raise ``Refusal`` with ``no_choice`` if one of them is invalid; none is stored then.
    """
    if chosen != preferences.filter_valid(chosen):
        raise Refusal("no_choice")
    return _update(person, lambda stored: {**stored, **chosen})


def merge_preferences(person: User, chosen: Preferences) -> Preferences:
    """Store those of these preferences that the person has not set yet, and return all of them."""
    return _update(person, lambda stored: {**preferences.filter_valid(chosen), **stored})


def _update(person: User, change: Callable[[Preferences], Preferences]) -> Preferences:
    with transaction.atomic():
        stored = preferences.filter_valid(
            User.objects.select_for_update().values_list("preferences", flat=True).get(pk=person.pk)
        )
        changed = change(stored)
        if changed != stored:
            User.objects.filter(pk=person.pk).update(preferences=changed)
    person.preferences = changed
    return changed


def _logged_in(sender: object, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    chosen = preferences.read_cookie(request.COOKIES) if request is not None else {}
    if chosen:
        merge_preferences(user, chosen)
