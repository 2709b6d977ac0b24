"""What every template may use: the brand, who is looking, and whether passkeys can work here."""

import json
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, to_locale

from games.models import User
from games.pages import sentences
from games.pages.online.waiting import Waiting, label, waiting
from games.pages.people.preferred import chosen

# Passkeys need a secure context and a host name: an address such as 127.0.0.1 cannot own one.
_PASSKEY_HOSTS = ("localhost",)


def site(request: HttpRequest) -> dict[str, Any]:
    """Context for every page. Reads the session lazily, so that a page without a name asks nothing of it."""
    return {
        "brand": settings.BRAND,
        "html_lang": to_locale(get_language() or "en").replace("_", "-"),
        "viewer": Viewer(request),
        "preferred": Preferred(request),
        "passkeys": passkeys_work(request),
        "email_configured": settings.EMAIL_CONFIGURED,
        "sentences": lambda: sentences.address(get_language()),
        "page_path": request.get_full_path() if request.method in ("GET", "HEAD") else "/",
    }


def passkeys_work(request: HttpRequest) -> bool:
    """Whether this connection lets a browser use passkeys: https, or plain http to localhost by name."""
    host = request.get_host().rsplit(":", 1)[0]
    return request.is_secure() or host in _PASSKEY_HOSTS


class Viewer:
    """The person behind a request, as the header shows them; known, guest and name are lazy."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def known(self) -> bool:
        user = getattr(self._request, "user", None)
        return bool(user and user.is_authenticated)

    @property
    def told(self) -> bool:
        """Whether the moderators have something to say to this person now."""
        return self.known and bool(getattr(self._request.user, "muted", False))

    @property
    def guest(self) -> bool:
        return self.known and bool(getattr(self._request.user, "is_guest", False))

    @property
    def name(self) -> str:
        return str(getattr(self._request.user, "shown", "")) if self.known else ""

    @cached_property
    def waiting(self) -> list[Waiting]:
        """The games that wait for a card of the person, the one whose page this is left out."""
        user = getattr(self._request, "user", None)
        found = waiting(user) if isinstance(user, User) else []
        return [one for one in found if one.url != self._request.path]

    @property
    def waits(self) -> str:
        """How many they are, in words."""
        return label(len(self.waiting))


class Preferred:
    """What the person behind a request has chosen, as every page says it; read when it is asked for."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def json(self) -> str:
        return json.dumps(chosen(self._request), separators=(",", ":"))

    @property
    def person(self) -> str:
        """Tells scripts one person from another and nothing more; empty for somebody without a name."""
        user = getattr(self._request, "user", None)
        return salted_hmac("games.preferred", str(user.pk)).hexdigest()[:16] if user and user.is_authenticated else ""

    @property
    def theme(self) -> str:
        """What the person wants whatever the device says; empty where the device decides."""
        theme = str(chosen(self._request).get("theme", "auto"))
        return "" if theme == "auto" else theme

    @property
    def large(self) -> bool:
        return bool(chosen(self._request).get("large"))
