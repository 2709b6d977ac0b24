"""Authentication of API requests: by token, by browser session, or anonymous."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.security import HttpBearer

from games.accounts import tokens
from games.api import throttling
from games.models import Token, User
from games.rules.errors import Refusal
from games.services.accounts import suspensions
from games.services.accounts.tokens import record_use
from games.views.current_user import get_user


@dataclass(frozen=True, slots=True)
class ApiUser:
    """Client of a request, as ``request.auth``. ``user`` is None for an anonymous client."""

    user: User | None
    token: Token | None

    @property
    def key(self) -> int | None:
        """Return the primary key of the user, or None for an anonymous client."""
        return None if self.user is None else self.user.pk

    def player(self) -> User:
        """Return the user whose program plays.

        Raise ``Refusal`` with ``token_needed`` for a browser, whose cookies other sites could abuse, and with
        ``read_only`` for a token that only reads.
        """
        if self.token is None:
            raise Refusal("token_needed")
        if not self.token.plays:
            raise Refusal("read_only")
        return self.token.user


class Bearer(HttpBearer):
    """Authentication by token or by session; a client with neither is anonymous.

    The published OpenAPI schema names the security scheme after this class.

    An invalid token is refused, not treated as anonymous. Every method but GET and HEAD needs a token that plays, which
    is checked before anything else is read.
    """

    def __call__(self, request: HttpRequest) -> ApiUser:
        """Return the client, and count the request.

        Raise ``Refusal`` with ``slow_down``, ``bad_token``, ``suspended`` or ``account_closed``, and as
        ``ApiUser.player`` does.
        """
        throttling.count_request("api", throttling.get_client_address(request))
        secret = tokens.parse_bearer(request.headers.get("Authorization"))
        api_user = ApiUser(get_user(request), None) if secret is None else self.authenticate(request, secret)
        if request.method not in ("GET", "HEAD"):
            api_user.player()
        return api_user

    def authenticate(self, request: HttpRequest, token: str) -> ApiUser:
        """Return the client of a token."""
        stored_token = tokens.get_token(token)
        if stored_token is None:
            raise Refusal("bad_token")
        throttling.count_request("api_token", str(stored_token.pk))
        suspensions.require_usable(stored_token.user)
        record_use(stored_token)
        # The request may have cookies too. Other code must not take it for that browser's user.
        request.user = AnonymousUser()
        return ApiUser(stored_token.user, stored_token)


def get_api_user(request: HttpRequest) -> ApiUser:
    """Return the client that ``Bearer`` authenticated."""
    api_user: ApiUser = request.auth  # type: ignore[attr-defined]
    return api_user
