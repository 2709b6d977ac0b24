"""People of the tests: Ana and Bram play, Cleo is a stranger. A pytest plugin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import translation

from games import rate_limits
from games.eventlog import event_store
from games.models import Game, User
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from tests.row_cache import cached_rows

PASSWORD = "three-quiet-goblins"


class Quick(PBKDF2PasswordHasher):
    """The hasher of a site, with one round."""

    iterations = 1


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["tests.people.Quick"]):
        yield


@cached_rows
def person(name: str) -> User:
    """Create a person with an account."""
    return User.objects.create(username=name.lower(), password=make_password(PASSWORD), display_name=name)


@cached_rows
def guest(name: str) -> User:
    """Create a guest."""
    user = User(username=f"guest-{name.lower()}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture(autouse=True)
def _fresh_memory() -> Iterator[None]:
    """Clear the caches of the process before each test."""
    event_store.state_cache.clear()
    rate_limits.reset()
    cache.clear()
    translation.deactivate()
    yield
    event_store.state_cache.clear()


@pytest.fixture
def ana(db: None) -> User:
    """Ana, who creates the games and has seat 0."""
    return person("Ana")


@pytest.fixture
def bram(db: None) -> User:
    """Bram, who joins them and has seat 1."""
    return person("Bram")


@pytest.fixture
def cleo(db: None) -> User:
    """Cleo, who has no seat."""
    return person("Cleo")


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """Return a function that logs a person in and returns the client."""

    def logged_in(user: User) -> Client:
        client = Client()
        client.cookies.load(cookies_of(user))
        return client

    return logged_in


@cached_rows
def cookies_of(user: User) -> dict[str, str]:
    """Return the cookies of a browser after logging in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {name: cookie.value for name, cookie in client.cookies.items()}


@pytest.fixture
def ana_client(ana: User, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(ana)


@pytest.fixture
def bram_client(bram: User, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(bram)


@pytest.fixture
def cleo_client(cleo: User, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(cleo)


@pytest.fixture
def invitation(ana: User) -> Game:
    """Ana's open invitation: anyone may take it, she leads first."""
    return invited(ana)


@pytest.fixture
def game(invitation: Game, bram: User) -> Game:
    """Ana and Bram at the table, all cards dealt, Ana to lead."""
    return joined(invitation, bram)


@cached_rows
def invited(user: User) -> Game:
    return lobby.create_game(user, MatchOptions(lead="creator"))


@cached_rows
def joined(game: Game, user: User) -> Game:
    lobby.join_game(game, user)
    game.refresh_from_db()
    return game
