"""Context processor of every page: brand, visitor and preferences."""

import json
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, to_locale

from games.models import User
from games.services.reports import cases
from games.texts.names import translate_name
from games.views import js_catalog
from games.views.accounts.preference_cookies import get_preferences
from games.views.notifications import WaitingGame, get_bell_label, list_waiting_games
from games.views.passkeys import can_use_passkeys


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every page.

    The session is read lazily, so that a page that does not show the visitor does not touch it.
    """
    return {
        "brand": settings.BRAND,
        "html_lang": to_locale(get_language() or "en").replace("_", "-"),
        "viewer": Viewer(request),
        "preferred": PreferencesContext(request),
        "passkeys": can_use_passkeys(request),
        "email_configured": settings.EMAIL_CONFIGURED,
        "sentences": lambda: js_catalog.catalog_url(get_language()),
        "page_path": request.get_full_path() if request.method in ("GET", "HEAD") else "/",
    }


class Viewer:
    """Visitor, as the header of a page shows them; read lazily."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def has_name(self) -> bool:
        """Return whether the visitor has a name, as a guest or with an account."""
        user = getattr(self._request, "user", None)
        return bool(user and user.is_authenticated)

    @property
    def has_message(self) -> bool:
        """Return whether a message from the moderators waits for the visitor."""
        return self.has_name and bool(getattr(self._request.user, "muted", False))

    @property
    def is_guest(self) -> bool:
        """Return whether the visitor is a guest."""
        return self.has_name and bool(getattr(self._request.user, "is_guest", False))

    @property
    def is_staff(self) -> bool:
        """Return whether the visitor is a moderator."""
        return self.has_name and bool(getattr(self._request.user, "is_staff", False))

    @cached_property
    def open_cases(self) -> int:
        """Return the number of reports and appeals that wait for a moderator."""
        user = getattr(self._request, "user", None)
        return sum(cases.count_pending_rows(user).values()) if isinstance(user, User) and user.is_staff else 0

    @property
    def name(self) -> str:
        """Return the visitor's display name in the active language, or an empty string without one."""
        return translate_name(str(getattr(self._request.user, "shown", ""))) if self.has_name else ""

    @cached_property
    def waiting_games(self) -> list[WaitingGame]:
        """Return the games that wait for the visitor's card, except the game of this page."""
        user = getattr(self._request, "user", None)
        games = list_waiting_games(user) if isinstance(user, User) else []
        return [game for game in games if game.url != self._request.path]

    @property
    def bell_label(self) -> str:
        """Return the number of waiting games as a sentence."""
        return get_bell_label(len(self.waiting_games))


class PreferencesContext:
    """Preferences of the visitor, as base.html embeds them; read lazily."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def json(self) -> str:
        """Return all preferences as JSON."""
        return json.dumps(get_preferences(self._request), separators=(",", ":"))

    @property
    def person(self) -> str:
        """Return a token by which scripts tell one person from another; empty without a name.

        It reveals nothing else about the person.
        """
        user = getattr(self._request, "user", None)
        return salted_hmac("games.preferred", str(user.pk)).hexdigest()[:16] if user and user.is_authenticated else ""

    @property
    def theme(self) -> str:
        """Return the chosen theme, or an empty string if it follows the device."""
        theme = str(get_preferences(self._request).get("theme", "auto"))
        return "" if theme == "auto" else theme

    @property
    def large(self) -> bool:
        """Return whether the visitor chose large numbers on cards."""
        return bool(get_preferences(self._request).get("large"))
