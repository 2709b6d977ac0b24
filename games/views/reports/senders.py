"""Senders of reports, identified by session and device cookie, including suspended people."""

from __future__ import annotations

from django.http import HttpRequest

from games.accounts.device_cookie import get_device, get_secret, hash_secret
from games.models import Device, Game, User
from games.services.reports.queue import Sender
from games.views.current_user import get_user

SUSPENDED_SESSION_KEY = "barred"
"""Session key with the primary key of a suspended person. It opens the message, the appeal and the data export, and
nothing else."""


def get_sender(request: HttpRequest, game: Game | None = None) -> Sender:
    """Return the sender of a request: the person, even if suspended, and the device at the game's table."""
    device = get_device(game.pk, request.COOKIES) if game is not None and game.at_table else None
    return Sender(get_user(request) or get_suspended_person(request), device)


def list_senders(request: HttpRequest) -> list[Sender]:
    """Return all senders of this browser: the person, and its device at each table."""
    sender = get_sender(request)
    secret = get_secret(request.COOKIES)
    devices = Device.objects.filter(digest=hash_secret(secret)) if secret else Device.objects.none()
    return [*([sender] if sender.user else []), *(Sender(device=device) for device in devices)]


def get_suspended_person(request: HttpRequest) -> User | None:
    """Return the person whose suspended or closed account this browser tried to use last, or None."""
    user_id = request.session.get(SUSPENDED_SESSION_KEY)
    return None if user_id is None else User.objects.filter(pk=user_id).first()
