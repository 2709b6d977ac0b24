"""E-mails that the site sends, and a mail server that does not take everything."""

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
from games.services.notifications import emails
from tests.services.matches.clock import ManualClock, install_clock

SITE = "https://claim.example"
WAITED = emails.MIN_WAIT.total_seconds()


def configure_email(settings: Settings, patch: pytest.MonkeyPatch) -> ManualClock:
    """Configure e-mail, and install a manual clock."""
    settings.EMAIL_CONFIGURED, settings.SITE_URL = True, SITE
    return install_clock(patch)


def confirm_address(user: User, address: str = "", **more: Any) -> User:
    """Give a user a confirmed address."""
    address = address or f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=address, **{"verified": True, "primary": True, **more})
    return user


def take_outbox() -> list[Any]:
    """Return the e-mails sent since the last look."""
    found, mail.outbox = mail.outbox, []
    return found


def text_of(letter: Any) -> str:
    return str(letter.body)


def html_of(letter: Any) -> str:
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
