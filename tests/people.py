"""The people of the tests: Ana and Bram play, Cleo is the stranger. A pytest plugin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import translation

from games import limits
from games.models import Game, User
from games.services.online import lobby
from games.store import log
from games.stories.online import Options
from tests.again import again

PASSWORD = "three-quiet-goblins"


class Quick(PBKDF2PasswordHasher):
    """As a site hashes, but hashing is slow on purpose, and nobody attacks the tests."""

    iterations = 1


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["tests.people.Quick"]):
        yield


@again
def person(name: str) -> User:
    """A person with an account."""
    return User.objects.create(username=name.lower(), password=make_password(PASSWORD), display_name=name)


@again
def guest(name: str) -> User:
    """A person without one."""
    user = User(username=f"guest-{name.lower()}", display_name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture(autouse=True)
def _fresh_memory() -> Iterator[None]:
    """What this process remembers between requests must not reach the next test."""
    log.cache.clear()
    limits.reset()
    cache.clear()
    translation.deactivate()
    yield
    log.cache.clear()


@pytest.fixture
def ana(db: None) -> User:
    """Creates the games: seat 0."""
    return person("Ana")


@pytest.fixture
def bram(db: None) -> User:
    """Joins them: seat 1."""
    return person("Bram")


@pytest.fixture
def cleo(db: None) -> User:
    """Has a seat nowhere."""
    return person("Cleo")


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """A logged-in test client for a person."""

    def logged_in(user: User) -> Client:
        client = Client()
        client.cookies.load(cookies_of(user))
        return client

    return logged_in


@again
def cookies_of(user: User) -> dict[str, str]:
    """What a browser has after a log-in."""
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


@again
def invited(user: User) -> Game:
    return lobby.create(user, Options(lead="creator"))


@again
def joined(game: Game, user: User) -> Game:
    lobby.join(game, user)
    game.refresh_from_db()
    return game
