"""The sentences of the scripts, in one language. They weigh more than the scripts, so a browser asks for them once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

FOR_EVER = "public, max-age=31536000, immutable"
PLACE = "/jsi18n/"


class AlikeForEverybody:
    """Takes the cookies off whoever asks for the sentences, before any session is looked at: what caches keep for
    everybody neither depends on a person nor carries anything of theirs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(PLACE):
            request.COOKIES = {}
        return self._get_response(request)


@require_safe
@gzip_page
def sentences(request: HttpRequest, language: str, release: str) -> HttpResponse:
    """The catalogue of a language. Under the address that it has now it may be kept for ever; an address of another
    release, which an open page may still ask for, gives what there is."""
    tag = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    response = HttpResponse(_catalogue(tag), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = FOR_EVER if release == _release(tag) else "no-cache"
    return response


def address(language: str | None) -> str:
    """Where the sentences of a language are, as long as they stay the same."""
    tag = language or settings.LANGUAGE_CODE
    return reverse("sentences", args=[tag, _release(tag)])


@cache
def _catalogue(tag: str) -> bytes:
    asked = HttpRequest()
    asked.method = "GET"
    with translation.override(tag):
        answer: Any = JavaScriptCatalog.as_view()(asked)
    return bytes(answer.content)


@cache
def _release(tag: str) -> str:
    return hashlib.sha256(_catalogue(tag)).hexdigest()[:12]
