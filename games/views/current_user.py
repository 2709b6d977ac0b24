"""The user of a request: guest or account, or nobody."""

from django.http import HttpRequest

from games.models import User


def get_user(request: HttpRequest) -> User | None:
    """Return the requesting user, guest or account; None for a visitor without a name."""
    return request.user if isinstance(request.user, User) and request.user.is_authenticated else None


def get_account(request: HttpRequest) -> User | None:
    """Return the requesting account; None for guests and visitors."""
    user = get_user(request)
    return None if user is None or user.is_guest else user
