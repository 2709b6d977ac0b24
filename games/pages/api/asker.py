"""Who asks: a program with a token, a browser with its session, or anybody."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.security import HttpBearer

from games.models import Token, User
from games.pages.api import limited
from games.pages.online.lobby import person
from games.people import tokens
from games.rules.errors import Refusal
from games.services.people import barring
from games.services.people.tokens import note_use


@dataclass(frozen=True, slots=True)
class Asker:
    """Whoever asks, as ``request.auth``. ``user`` is None for somebody without a name."""

    user: User | None
    token: Token | None

    @property
    def key(self) -> int | None:
        return None if self.user is None else self.user.pk

    def player(self) -> User:
        """Whose program plays; refused with ``token_needed`` to browsers, whose cookies others could make use of, and
        with ``read_only``."""
        if self.token is None:
            raise Refusal("token_needed")
        if not self.token.plays:
            raise Refusal("read_only")
        return self.token.user


class Bearer(HttpBearer):
    """Everybody may ask, each as who they are; but a token that opens nothing is refused, and asks as nobody else.
    Whatever is more than asking takes a token that plays, before anything of it is read."""

    def __call__(self, request: HttpRequest) -> Asker:
        """Who asks, after it was counted. Refused with ``slow_down``, ``bad_token``, ``suspended``, ``account_closed``,
        and as ``Asker.player``."""
        limited.count("api", limited.address(request))
        secret = tokens.bearer(request.headers.get("Authorization"))
        found = Asker(person(request), None) if secret is None else self.authenticate(request, secret)
        if request.method not in ("GET", "HEAD"):
            found.player()
        return found

    def authenticate(self, request: HttpRequest, token: str) -> Asker:
        found = tokens.known(token)
        if found is None:
            raise Refusal("bad_token")
        limited.count("api_token", str(found.pk))
        barring.require_usable(found.user)
        note_use(found)
        # Whatever else looks at the request must not take it for the browser's whose cookies may be there too.
        request.user = AnonymousUser()
        return Asker(found.user, found)


def asker(request: HttpRequest) -> Asker:
    """Who asks, found out already."""
    found: Asker = request.auth  # type: ignore[attr-defined]
    return found
