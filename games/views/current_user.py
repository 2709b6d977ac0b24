"""Current user of a request: a guest, an account, or None."""

from django.http import HttpRequest

from games.models import User


def get_user(request: HttpRequest) -> User | None:
    """Return the user of the request, guest or account, or None for a visitor without a name."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def get_account(request: HttpRequest) -> User | None:
    """Return the account of the request, or None for a guest or a visitor without a name."""
    user = get_user(request)
    return None if user is None or user.is_guest else user
