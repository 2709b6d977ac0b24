"""Letters that the site sends, and a mail server that does not take everything."""

from __future__ import annotations

from collections.abc import Callable
from smtplib import SMTPConnectError
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from games.models import User
from games.services.notices import due
from games.store import presence
from games.store.outages import outages
from games.store.uptime import Uptime
from tests.services.clockwork import Hand

SITE = "https://claim.example"
WAITED = due.WAITED.total_seconds()


def opened(settings: Settings, patch: pytest.MonkeyPatch) -> Hand:
    """A site that can write, and its time in the test's hand."""
    settings.EMAIL_CONFIGURED, settings.SITE_URL = True, SITE
    patch.setattr(outages, "_known", ())
    patch.setattr(presence, "uptime", Uptime(presence.pause))
    return Hand().held(patch)


def confirmed(user: User, address: str = "", **more: Any) -> User:
    """Somebody who said that this is their address."""
    address = address or f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, **{"verified": True, "primary": True, **more})
    return user


def sent() -> list[Any]:
    """The letters that are new."""
    found, mail.outbox = mail.outbox, []
    return found


def text(letter: Any) -> str:
    return str(letter.body)


def page(letter: Any) -> str:
    (alternative,) = letter.alternatives
    return str(alternative.content)


class Server(EmailBackend):
    """A mail server that does not take everything."""

    refuses: Callable[[str], Exception | None] = staticmethod(lambda address: None)
    tried: list[str] = []
    down = False

    def open(self) -> bool:
        if self.down:
            raise SMTPConnectError(421, "no")
        return True

    def send_messages(self, messages: Any) -> int:
        for message in messages:
            self.tried.append(message.to[0])
            if (error := type(self).refuses(message.to[0])) is not None:
                raise error
        return int(super().send_messages(messages))
