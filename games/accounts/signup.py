"""Account adapter for django-allauth. A guest who signs up keeps their row, and with it their games."""

import logging
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailConfirmationHMAC
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from allauth.utils import build_absolute_uri
from django import forms
from django.contrib import messages
from django.core.validators import RegexValidator
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.accounts.names import clean_own_name, is_reserved
from games.models import User
from games.texts.names import translate_name

logger = logging.getLogger(__name__)

guest_signed_up = Signal()
"""Sent when a guest became an account, with the ``user`` and the ``old`` name that others saw."""

# Spaces and letters of every script are allowed; characters of URLs and markup are not.
username_validators = [
    RegexValidator(
        r'^[^/\\?#%@<>"&]+$',
        _('Account names cannot contain a percent sign or any of / \\ ? # @ < > " &.'),
        code="name_characters",
    )
]


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's rules for accounts, names, log-ins and e-mails."""

    def new_user(self, request: HttpRequest) -> User:
        """Return the row of the guest who signs up, or a new one."""
        return get_guest(request) or User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a cleaned name that no other account has or recently had, ignoring case."""
        name = str(super().clean_username(clean_own_name(username), shallow=shallow))
        if is_reserved(name):
            raise self.validation_error("username_taken")
        return name

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """Save the user as an account rather than a guest, and send ``guest_signed_up`` if it was one."""
        old = user.shown if user.is_guest else None
        user.is_guest = False
        user.display_name = form.cleaned_data["username"]
        saved: User = super().save_user(request, user, form, commit=commit)
        if commit and old is not None:
            guest_signed_up.send(sender=User, user=saved, old=old)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuse a suspended or closed account with the moderators' message, and link a guest to the account.

        The link keeps moderators from deciding about games that they played as a guest.
        """
        if user.barred:
            clear_login(request)
            request.session["barred"] = user.pk
            return redirect("account_message")
        guest = get_guest(request)
        if guest is not None and guest.pk != user.pk:
            guest.account = user
            guest.save(update_fields=["account"])
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether an operation asks for the password again.

        A second factor can be set up right after a log-in, which is as fresh a proof as the password again.
        """
        if app == "allauth.mfa" and context.request is not None and has_logged_in_recently(context.request):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Send the link that confirms an address.

        If another account has the address, the e-mail says so, since no page does. It has no link if that account has
        confirmed the address. A failure of the mail server does not stop the sign-up: the page reports it.
        """
        address = emailconfirmation.email_address
        context = {
            "user": address.user,
            "activate_url": self.get_email_confirmation_url(request, emailconfirmation),
            "password_reset_url": build_absolute_uri(request, reverse("account_reset_password")),
            "exists": any(user.pk != address.user_id for user in filter_users_by_email(address.email)),
        }
        template = "email_confirmation" if address.can_set_verified() else "account_already_exists"
        try:
            self.send_mail(f"account/email/{template}", address.email, context)
        except OSError as error:
            logger.warning("no confirmation to person %d: %s", address.user_id, type(error).__name__)
            request.mail_failed = True  # type: ignore[attr-defined]

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        """Replace the message about the confirmation e-mail if the mail server failed."""
        if message_template == "account/messages/email_confirmation_sent.txt" and hasattr(request, "mail_failed"):
            level, message_template = messages.ERROR, "account/messages/email_confirmation_not_sent.txt"
        super().add_message(request, level, message_template, *args, **kwargs)

    def is_safe_url(self, url: str) -> bool:
        """Return whether a URL is safe to redirect to. False for one that cannot be parsed."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the client, for allauth's rate limits."""
        from games.rate_limits import get_client_address

        return get_client_address(request)


def has_logged_in_recently(request: HttpRequest) -> bool:
    """Return whether the session logged in, or proved itself again, within the time of a reauthentication."""
    records = get_authentication_records(request, request.user)
    return bool(records) and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT


def get_guest(request: HttpRequest) -> User | None:
    """Return the guest of a request as a model instance; None for visitors and accounts."""
    user: Any = request.user
    if not (user.is_authenticated and user.is_guest):
        return None
    return User.objects.get(pk=user.pk)


def get_display_name(user: User) -> str:
    """Return the name of a person for allauth's texts. It is never the user name of a guest."""
    return translate_name(user.shown)
