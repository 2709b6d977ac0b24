"""The page on which one chooses how to play, and the address where scripts keep a choice."""

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

from games.pages.answers import done, problem, safe_next, too_many, within_limit
from games.pages.online.lobby import account, person
from games.pages.people.preferred import chosen, keep_language, keep_nameless
from games.people import preferences
from games.people.preferences import LANGUAGE, LETTERS, Chosen
from games.run import pushkey
from games.services.notices import browsers, due, letters
from games.services.people import preferring
from games.words import preferences as words
from games.words.preferences import late_letters

WHOLE = "whole"
"""Sent by the form of the page, in which a check that is absent is a no; without it only what is sent is chosen."""

OFFERED = "offered"
"""Names what the form offered to some people alone: letters, which are no default that a no may be taken for."""


def _radios(name: str, label: Any, **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=words.CHOICES[name], widget=forms.RadioSelect, **more)


def _check(label: Any, help_text: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


class PreferencesForm(forms.Form):
    """All that may be chosen, or as much of it as was sent."""

    speed = _radios("speed", gettext_lazy("Speed of the cards"))
    hold = _radios("hold", gettext_lazy("A finished trick stays"), coerce=int)
    confirm = _check(
        gettext_lazy("Confirm before playing"),
        gettext_lazy("The first tap lifts a card, the second plays it; with a mouse and keys too."),
    )
    sort = _radios("sort", gettext_lazy("My hand is sorted"))
    level = _radios("level", gettext_lazy("Opponent of the site"))
    pace = _radios("pace", gettext_lazy("How fast an opponent of the site plays"))
    rated = _check(gettext_lazy("Rated games"), gettext_lazy("What you start or look for counts for your rating."))
    clock = _radios("clock", gettext_lazy("Clock when I look for an opponent"), required=False, empty_value="")
    theme = _radios("theme", gettext_lazy("Colours"))
    large = _check(
        gettext_lazy("Large numbers on cards"), gettext_lazy("Easier to read from far away or with weak eyes.")
    )
    sound = _check(gettext_lazy("Sound"), gettext_lazy("Short sounds for cards, tricks, powers and your turn."))
    vibration = _check(gettext_lazy("Vibration"), gettext_lazy("The phone shakes a little, where it can."))
    letters = _check(
        gettext_lazy("E-mail about games by the day"),
        late_letters(due.WAITED),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        named = [(code, capfirst(get_language_info(code)["name_local"])) for code, _name in settings.LANGUAGES]
        self.fields[LANGUAGE].choices = named  # type: ignore[attr-defined]
        if data is not None:
            for name in self._absent(data):
                del self.fields[name]

    def _absent(self, data: Mapping[str, Any]) -> set[str]:
        """What was not asked: all that was not sent, or of the whole form what the page does not show to everybody."""
        if WHOLE not in data:
            return set(self.fields) - set(data)
        return set() if data.get(OFFERED) == LETTERS else {LETTERS}


class Post:
    """What the page says of letters to whoever asks."""

    def __init__(self, request: HttpRequest) -> None:
        self._who = account(request)

    @cached_property
    def offered(self) -> bool:
        """Whether this person could get any."""
        return letters.possible() and self._who is not None

    @cached_property
    def address(self) -> str:
        """Where they go; empty where no address is confirmed."""
        return "" if self._who is None else letters.addresses([self._who.pk]).get(self._who.pk, "")


class Browser:
    """What the script of the page needs to have this browser told by its push service."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @property
    def key(self) -> str:
        return pushkey.public_key()

    @property
    def told(self) -> str:
        """The digest of the address at which it is told; empty where it is not."""
        return browsers.mark_of(self._request.session.session_key)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """GET: the page. POST: keeps what is sent, with the person, or in the browser of somebody without a name.

    Refused with ``no_choice``, and then nothing is kept, and with 429.
    """
    if request.method != "POST":
        return _page(request, PreferencesForm(initial=_holding(request)))
    if not within_limit(request, "prefer"):
        return too_many(request)
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return problem(request, "no_choice", _("That cannot be chosen."), reverse("preferences"), 400)
    return _kept(request, form.cleaned_data)


def language(request: HttpRequest) -> HttpResponse:
    """The language from the menu of every page: Django's own, and kept besides as every choice is. Refused with 429."""
    if request.method == "POST" and not within_limit(request, "prefer"):
        return too_many(request)
    response: HttpResponse = set_language(request)
    wanted = preferences.fitting({LANGUAGE: request.POST.get(LANGUAGE)})
    who = person(request)
    if wanted and who is not None:
        preferring.prefer(who, wanted)
    elif wanted:
        keep_nameless(request, response, wanted)
    return response


def _kept(request: HttpRequest, now: Chosen) -> HttpResponse:
    who = person(request)
    if who is not None:
        preferring.prefer(who, now)
    spoken = str(now.get(LANGUAGE, get_language()))
    with translation.override(spoken):
        answer = _answer(request)
    if who is None:
        keep_nameless(request, answer, now)
    if LANGUAGE in now:
        keep_language(answer, spoken)
    return answer


def _answer(request: HttpRequest) -> HttpResponse:
    return done(request, safe_next(request, reverse("preferences")), _("Kept."))


def _page(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    told = {"whole": WHOLE, "offered": OFFERED, "post": Post(request), "browser": Browser(request)}
    return render(request, "people/preferences.html", {"form": form, **told})


def _holding(request: HttpRequest) -> dict[str, Any]:
    return {**preferences.holding(chosen(request)), LANGUAGE: get_language()}
