"""Preferences page, whose address also takes single choices from scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import get_language, get_language_info, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from games.accounts import preferences
from games.accounts.preferences import EMAILS, LANGUAGE, Preferences
from games.server import vapid_key
from games.services.accounts import preferences as preference_service
from games.services.notifications import emails, push_subscriptions
from games.texts import accounts as texts
from games.texts.accounts import lazy_email_delay
from games.views.accounts.preference_cookies import get_preferences, set_language_cookie, set_preferences_cookie
from games.views.current_user import get_account, get_user
from games.views.responses import (
    get_next_url,
    is_within_rate_limit,
    respond_done,
    respond_problem,
    respond_too_many_requests,
)

WHOLE_FORM_FIELD = "whole"
"""Field of the page's form, in which an absent checkbox means no. Without it, only the fields that are sent change."""

OFFERED_FIELD = "offered"
"""Field that names e-mails if the form offered them, as it does to some users only. Otherwise the absence of their
checkbox does not mean no."""


def _radio_field(name: str, label: Any, **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=texts.PREFERENCE_CHOICES[name], widget=forms.RadioSelect, **more)


def _checkbox_field(label: Any, help_text: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


class PreferencesForm(forms.Form):
    """All preferences, or only those that were sent."""

    speed = _radio_field("speed", gettext_lazy("Animation speed"))
    hold = _radio_field("hold", gettext_lazy("Show finished tricks"), coerce=int)
    confirm = _checkbox_field(
        gettext_lazy("Confirm before playing"),
        gettext_lazy("The first tap or click selects a card, the second plays it."),
    )
    sort = _radio_field("sort", gettext_lazy("Sort my hand"))
    level = _radio_field("level", gettext_lazy("Computer opponent"))
    pace = _radio_field("pace", gettext_lazy("Opponent's speed"))
    rated = _checkbox_field(
        gettext_lazy("Rated games"), gettext_lazy("Games you start or look for count for your rating.")
    )
    clock = _radio_field("clock", gettext_lazy("Clock for finding an opponent"), required=False, empty_value="")
    theme = _radio_field("theme", gettext_lazy("Theme"))
    large = _checkbox_field(
        gettext_lazy("Large numbers on cards"), gettext_lazy("Easier to read from a distance or with weak eyesight.")
    )
    sound = _checkbox_field(
        gettext_lazy("Sound"), gettext_lazy("Short sounds for cards, tricks, powers and your turn.")
    )
    vibration = _checkbox_field(gettext_lazy("Vibration"), gettext_lazy("Short buzzes, on phones that support it."))
    letters = _checkbox_field(
        gettext_lazy("E-mail about correspondence games"),
        lazy_email_delay(emails.MIN_WAIT),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        languages = [(code, capfirst(get_language_info(code)["name_local"])) for code, _name in settings.LANGUAGES]
        self.fields[LANGUAGE].choices = languages  # type: ignore[attr-defined]
        if data is not None:
            for name in self._list_removed_fields(data):
                del self.fields[name]

    def _list_removed_fields(self, data: Mapping[str, Any]) -> set[str]:
        """Return the fields to remove.

        These are the fields that were not sent, or in the whole form those that the page did not offer.
        """
        if WHOLE_FORM_FIELD not in data:
            return set(self.fields) - set(data)
        return set() if data.get(OFFERED_FIELD) == EMAILS else {EMAILS}


class EmailContext:
    """E-mail section of the page."""

    def __init__(self, request: HttpRequest) -> None:
        self._user = get_account(request)

    @cached_property
    def is_offered(self) -> bool:
        """Return whether this user can get e-mails."""
        return emails.can_send() and self._user is not None

    @cached_property
    def address(self) -> str:
        """Return the confirmed address, or an empty string without one."""
        return "" if self._user is None else emails.get_email_addresses([self._user.pk]).get(self._user.pk, "")


class PushContext:
    """Data with which the page's script subscribes this browser to push notifications."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def key(self) -> str:
        """Return the site's public VAPID key."""
        return vapid_key.get_public_key()

    @property
    def endpoint_digest(self) -> str:
        """Return the digest of the subscribed endpoint, or an empty string without a subscription."""
        return push_subscriptions.get_endpoint_digest(self._request.session.session_key)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the preferences, or on POST store those sent, for the user or in the visitor's browser.

    Refuse an invalid choice with ``no_choice``, and store nothing then. Respond with 429 above the rate limit.
    """
    if request.method != "POST":
        return _render_page(request, PreferencesForm(initial=_get_initial_values(request)))
    if not is_within_rate_limit(request, "prefer"):
        return respond_too_many_requests(request)
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return respond_problem(request, "no_choice", _("That option isn't available."), reverse("preferences"), 400)
    return _save_preferences(request, form.cleaned_data)


def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language from the menu of every page, and store it as a preference.

    Respond with 429 above the rate limit.
    """
    if request.method == "POST" and not is_within_rate_limit(request, "prefer"):
        return respond_too_many_requests(request)
    response: HttpResponse = set_language(request)
    choice = preferences.filter_valid({LANGUAGE: request.POST.get(LANGUAGE)})
    user = get_user(request)
    if choice and user is not None:
        preference_service.set_preferences(user, choice)
    elif choice:
        set_preferences_cookie(request, response, choice)
    return response


def _save_preferences(request: HttpRequest, choices: Preferences) -> HttpResponse:
    user = get_user(request)
    if user is not None:
        preference_service.set_preferences(user, choices)
    language = str(choices.get(LANGUAGE, get_language()))
    with translation.override(language):
        response = _respond_saved(request)
    if user is None:
        set_preferences_cookie(request, response, choices)
    if LANGUAGE in choices:
        set_language_cookie(response, language)
    return response


def _respond_saved(request: HttpRequest) -> HttpResponse:
    return respond_done(request, get_next_url(request, reverse("preferences")), _("Saved."))


def _render_page(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    context = {
        "whole_form_field": WHOLE_FORM_FIELD,
        "offered_field": OFFERED_FIELD,
        "emails": EmailContext(request),
        "push": PushContext(request),
    }
    return render(request, "accounts/preferences.html", {"form": form, **context})


def _get_initial_values(request: HttpRequest) -> dict[str, Any]:
    return {**preferences.with_defaults(get_preferences(request)), LANGUAGE: get_language()}
