"""Browsers that are told, and what a process hands to their push services."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import Client

from games.models import Game, User
from games.run.push import Pusher
from games.services.notices import browsers
from games.store import listeners
from tests.pushes import PATIENCE, Handed, Phone, PushService
from tests.services.plays import play_next


@contextmanager
def hearing() -> Iterator[Pusher]:
    """What tells browsers in a process, but by the hand of the test."""
    made = Pusher()
    listeners.listen(made.heard)
    try:
        yield made
    finally:
        listeners.forget(made.heard)


def told(user: User, service: PushService, name: str = "phone", language: str = "en") -> Phone:
    """A browser in which a person is logged in, and which wants to be told."""
    phone = Phone(service.url, f"{user.pk}-{name}")
    session = Client()
    session.force_login(user)
    browsers.tell(user, str(session.session.session_key), phone.keys, language)
    return phone


def answered(pusher: Pusher, service: PushService) -> Handed:
    """What the next message is, once the site knows what the service made of it."""
    handed = service.next()
    pusher.keep([pusher.tried.get(timeout=PATIENCE)])
    return handed


def lead(game: Game, pusher: Pusher) -> None:
    """Ana, who leads, plays a card; whoever is to be told is told."""
    play_next(game)
    pusher.step()
