"""allauth's forms for the second factor, with a limit for each account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as factor_forms

from games import limits

SCOPE = "second_factor"


class Counted:
    """Counts tries by account, whatever address they come from.

    The form opens only to whoever knows the password or is logged in, so nobody else can use up an owner's tries.
    A right code counts them from nothing again. Six figures are guessed with 30 tries an hour in four years.
    """

    user: Any

    def clean_code(self) -> str:
        key = str(self.user.pk)
        if not limits.hit(SCOPE, key):
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()  # type: ignore[misc]
        limits.forget(SCOPE, key)
        return code


class AuthenticateForm(Counted, factor_forms.AuthenticateForm):  # type: ignore[misc]
    """The second step of a log-in."""


class ReauthenticateForm(Counted, factor_forms.ReauthenticateForm):  # type: ignore[misc]
    """The second factor proved once more in a session."""
