"""allauth's forms with the site's own words."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.core import context
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.pages.people.held import require_free
from games.people.names import MAX_LENGTH
from games.people.signup import guest_of
from games.rules.errors import Refusal
from games.words.refusals import sentence


class SignupForm(account_forms.SignupForm):  # type: ignore[misc]
    """Asks a guest for a password only: the name they play under is filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Name")
        name.widget.attrs.pop("placeholder", None)
        name.widget.attrs.update({"maxlength": MAX_LENGTH, "autocapitalize": "words", "spellcheck": "false"})
        name.help_text = _("The others see it at the table. You log in with it.")
        if "email" in self.fields:
            self.fields["email"].help_text = _("Only for setting a new password when you have forgotten the old one.")
        request = context.request
        guest = guest_of(request) if request is not None else None
        if guest is not None:
            name.initial = guest.display_name

    def clean(self) -> dict[str, Any]:
        """A browser of somebody who is shut out gets no account under another name."""
        given: dict[str, Any] = super().clean()
        request = context.request
        try:
            if request is not None and not request.user.is_authenticated:
                require_free(request, guest=False)
        except Refusal as refusal:
            raise ValidationError(sentence(refusal), code=refusal.code) from None
        return given


class LoginForm(account_forms.LoginForm):  # type: ignore[misc]
    """Asks for the name by which the others know the person too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields["login"].label = _("Name")
        self.fields["login"].widget.attrs.pop("placeholder", None)
