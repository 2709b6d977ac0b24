"""django-allauth's adapter: an account grows out of the guest's row, so that the games stay with the person."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from django import forms
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.models import User
from games.people.names import own_name
from games.people.taken import taken

# Spaces and letters of every script are welcome; what addresses and markup use is not.
username_validators = [
    RegexValidator(
        r'^[^/\\?#%@<>"&]+$',
        _('A name for an account may not contain a percent sign or any of / \\ ? # @ < > " &.'),
        code="name_characters",
    )
]


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def new_user(self, request: HttpRequest) -> User:
        """The guest who signs up keeps their row; anybody else gets a new one."""
        return guest_of(request) or User()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name by the same rules as a guest's, that nobody else has, or had lately, in any case of its letters."""
        name = str(super().clean_username(own_name(username), shallow=shallow))
        if taken(name):
            raise self.validation_error("username_taken")
        return name

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        user.is_guest = False
        user.display_name = form.cleaned_data["username"]
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuses a suspended or closed account, with the moderators' message; a guest who logs in is remembered as
        the same person, so that nobody judges games that they played as a guest."""
        if user.barred:
            clear_login(request)
            request.session["barred"] = user.pk
            return redirect("account_message")
        guest = guest_of(request)
        if guest is not None and guest.pk != user.pk:
            guest.account = user
            guest.save(update_fields=["account"])
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def get_client_ip(self, request: HttpRequest) -> str:
        from games.limits import client_address

        return client_address(request)


def guest_of(request: HttpRequest) -> User | None:
    """The guest behind a request as a plain row, None for visitors and accounts."""
    user: Any = request.user
    if not (user.is_authenticated and user.is_guest):
        return None
    return User.objects.get(pk=user.pk)


def shown(user: User) -> str:
    """What allauth calls a person in its texts: a guest's username is nobody's business."""
    return user.shown
