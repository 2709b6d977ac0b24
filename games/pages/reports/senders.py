"""Who writes to the moderators, by session and device cookie; and who was shut out of their session."""

from __future__ import annotations

from django.http import HttpRequest

from games.models import Device, Game, User
from games.pages.online.lobby import person
from games.people.devices import COOKIE, device_of, digest, secret_of
from games.services.reports.senders import Sender

BARRED = "barred"
"""The session's mark of a person who was shut out: it opens the message and the appeal, and nothing else."""

__all__ = ["BARRED", "COOKIE", "barred_person", "sender_of", "senders_of"]


def sender_of(request: HttpRequest, game: Game | None = None) -> Sender:
    """The person behind a request, shut out or not, and the device by which the game's table knows the browser."""
    device = device_of(game.pk, request.COOKIES) if game is not None and game.at_table else None
    return Sender(person(request) or barred_person(request), device)


def senders_of(request: HttpRequest) -> list[Sender]:
    """Everybody that this browser is: the person, and its device at each table."""
    who = sender_of(request)
    secret = secret_of(request.COOKIES)
    devices = Device.objects.filter(digest=digest(secret)) if secret else Device.objects.none()
    return [*([who] if who.user else []), *(Sender(device=device) for device in devices)]


def barred_person(request: HttpRequest) -> User | None:
    """Whose account a browser would use, were it not suspended or closed when it last tried."""
    found = request.session.get(BARRED)
    return None if found is None else User.objects.filter(pk=found).first()
