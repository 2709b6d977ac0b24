"""Browsers subscribed to push messages, and what a process hands to their push services."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import Client

from games.jobs.push import Pusher
from games.models import Game, User
from games.services.notifications import push_subscriptions
from tests.commits import receiving
from tests.push_service import PATIENCE, PushBrowser, PushRequest, PushService
from tests.services.matches.games import play_next


@contextmanager
def connect_pusher() -> Iterator[Pusher]:
    """Connect a pusher to commits; the test calls its steps."""
    made = Pusher()
    with receiving(made.on_committed):
        yield made


def subscribe_browser(user: User, service: PushService, name: str = "phone", language: str = "en") -> PushBrowser:
    """Subscribe a browser in which a person is logged in."""
    phone = PushBrowser(service.url, f"{user.pk}-{name}")
    session = Client()
    session.force_login(user)
    push_subscriptions.subscribe(user, str(session.session.session_key), phone.keys, language)
    return phone


def receive_message(pusher: Pusher, service: PushService) -> PushRequest:
    """Return the next message, once the site knows how the service answered."""
    handed = service.next()
    pusher.record_results([pusher.results.get(timeout=PATIENCE)])
    return handed


def play_lead(game: Game, pusher: Pusher) -> None:
    """Play Ana's lead, and push what follows from it."""
    play_next(game)
    pusher.step()
