"""Overrides of allauth: forms with the site's texts and limits, e-mail confirmation, password reset."""

from __future__ import annotations

import struct
from typing import Any

from allauth.account import forms as account_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailConfirmationHMAC
from allauth.account.views import ConfirmEmailView, password_reset
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base import forms as factor_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from games import rate_limits
from games.accounts.names import MAX_LENGTH
from games.accounts.signup import get_guest
from games.rules.errors import Refusal
from games.services.notifications import emails
from games.texts.names import is_made_up
from games.texts.refusals import get_refusal_sentence
from games.views.accounts.cooldown import require_no_cooldown


class SignupForm(account_forms.SignupForm):  # type: ignore[misc]
    """Sign-up form, in which the name that a guest chose is filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.widget.attrs.pop("placeholder", None)
        name.widget.attrs.update({"maxlength": MAX_LENGTH, "autocapitalize": "words", "spellcheck": "false"})
        name.help_text = _("Other players see it, and you log in with it.")
        if "email" in self.fields:
            self.fields["email"].help_text = _get_email_help()
        request = context.request
        guest = get_guest(request) if request is not None else None
        if guest is not None and not is_made_up(guest.display_name):
            name.initial = guest.display_name

    def clean(self) -> dict[str, Any]:
        """Refuse a new account during the cooldown of the browser."""
        cleaned: dict[str, Any] = super().clean()
        request = context.request
        try:
            if request is not None and not request.user.is_authenticated:
                require_no_cooldown(request, guest=False)
        except Refusal as refusal:
            raise ValidationError(get_refusal_sentence(refusal), code=refusal.code) from None
        return cleaned


def _get_email_help() -> str:
    """Return a sentence with the purposes of an e-mail address on this site."""
    if emails.can_send():
        return str(_("To reset your password and, unless you turn it off, to tell you about waiting games."))
    return str(_("Only used to reset a forgotten password."))


class LoginForm(account_forms.LoginForm):  # type: ignore[misc]
    """Log-in form, with the display name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.pop("placeholder", None)


SECOND_FACTOR_SCOPE = "second_factor"


class RateLimitedCodeMixin:
    """Mixin that limits the tries of the second factor by account, whatever their address.

    The form opens only with the password or a session, so other people cannot use up the tries of an owner. A right
    code resets the count. At 30 tries an hour, guessing six digits takes four years.
    """

    user: Any

    def clean_code(self) -> str:
        """Count the try, and validate the code."""
        key = str(self.user.pk)
        if not rate_limits.hit(SECOND_FACTOR_SCOPE, key):
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]
        rate_limits.reset_key(SECOND_FACTOR_SCOPE, key)
        return code


class AuthenticateForm(RateLimitedCodeMixin, factor_forms.AuthenticateForm):  # type: ignore[misc]
    """Second step of a log-in."""


class ReauthenticateForm(RateLimitedCodeMixin, factor_forms.ReauthenticateForm):  # type: ignore[misc]
    """Second factor again, within a session."""


CREDENTIAL_ERRORS = (ValueError, LookupError, AttributeError, TypeError, RecursionError, struct.error)
"""Errors that fido2 and the JSON parser raise for an invalid credential."""


class CredentialField(forms.JSONField):
    """Field for a passkey credential: JSON from the browser that fido2 can read as a ``response``."""

    def __init__(self, response: type[AuthenticationResponse | RegistrationResponse]) -> None:
        super().__init__(required=True, widget=forms.HiddenInput)
        self._response = response

    def to_python(self, value: Any) -> Any:
        """Return the credential; raise ``incorrect_code`` for JSON that is not a credential."""
        try:
            credential = super().to_python(value)
            if credential is not None:
                self._response.from_dict(credential)
        except CREDENTIAL_ERRORS:
            raise get_mfa_adapter().validation_error("incorrect_code") from None
        return credential


class AddWebAuthnForm(passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    """Form that adds a passkey."""

    credential = CredentialField(RegistrationResponse)


class AuthenticateWebAuthnForm(passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Second step of a log-in, with a passkey."""

    credential = CredentialField(AuthenticationResponse)


class LoginWebAuthnForm(passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """Log-in form, with a passkey."""

    credential = CredentialField(AuthenticationResponse)


class ReauthenticateWebAuthnForm(passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Passkey again, within a session."""

    credential = CredentialField(AuthenticationResponse)


class ConfirmationView(ConfirmEmailView):  # type: ignore[misc]
    """Page behind the link of a confirmation e-mail."""

    def logout_other_user(self, confirmation: EmailConfirmationHMAC) -> None:
        """Keep the other user logged in.

        Logged out, a guest who opens the e-mail in their browser would lose their games. The page says whose address it
        confirms.
        """


confirm_email = ConfirmationView.as_view()


def reset_password(request: HttpRequest) -> HttpResponseBase:
    """Show allauth's page, or without a mail server a page that says whom to ask."""
    if settings.EMAIL_CONFIGURED:
        response: HttpResponseBase = password_reset(request)
        return response
    return render(request, "account/password_reset.html")
