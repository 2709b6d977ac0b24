"""Reset of a lost second factor."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from games.models import User
from games.services.accounts import suspensions
from games.services.accounts.preferences import get_language
from games.services.notifications.emails import get_email_addresses
from games.texts.names import translate_name
from games.texts.notifications import describe_removed_second_factor

REASON = "Second factor reset by manage.py"
"""Reason recorded in the person's history."""

logger = logging.getLogger(__name__)


def reset_second_factor(user: User) -> bool:
    """Delete a person's authenticators and recovery codes, and end all sessions; return False if there are none.

    The person's history records it, and an e-mail is sent if possible.
    """
    with transaction.atomic():
        person: Any = User.objects.select_for_update().get(pk=user.pk)
        removed, _ = Authenticator.objects.filter(user=person).delete()
        if not removed:
            return False
        suspensions.end_sessions(person)
        person._change_reason = REASON
        person.save()
    logger.info("the second factor of person %d was reset", person.pk)
    _send_email(person)
    return True


def _send_email(person: User) -> None:
    address = get_email_addresses([person.pk]).get(person.pk) if settings.EMAIL_CONFIGURED else None
    if address is None:
        return
    with translation.override(get_language(person)):
        context = {"name": translate_name(person.shown), "brand": settings.BRAND, "site": settings.SITE_URL}
        subject = f"{settings.BRAND}: {describe_removed_second_factor()}"
        email = mail.EmailMessage(subject, render_to_string("email/second_factor_reset.txt", context), to=[address])
    try:
        email.send()
    except (OSError, SMTPException) as error:
        # Do not log the text of the error, which contains the address.
        logger.warning("no e-mail to person %d: %s", person.pk, type(error).__name__)
