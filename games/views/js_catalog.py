"""JavaScript translation catalogue: one file for each language, which browsers cache for good."""

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

IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
CATALOG_PREFIX = "/jsi18n/"


class CookielessCatalogMiddleware:
    """Middleware that removes the cookies of requests for the catalogue.

    Shared caches store the response, so it must not depend on a person or contain anything of theirs. The cookies go
    before any other middleware reads the session.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, without cookies if it is for the catalogue."""
        if request.path.startswith(CATALOG_PREFIX):
            request.COOKIES = {}
        return self._get_response(request)


@require_safe
@gzip_page
def javascript_catalog(request: HttpRequest, language: str, release: str) -> HttpResponse:
    """Return the catalogue of a language.

    The address of the current release is immutable. An older release, which an open page may still request, gets the
    current catalogue without caching.
    """
    tag = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    response = HttpResponse(_build_catalog(tag), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = IMMUTABLE_CACHE_CONTROL if release == _compute_release(tag) else "no-cache"
    return response


def catalog_url(language: str | None) -> str:
    """Return the address of a language's catalogue, which changes with its content."""
    tag = language or settings.LANGUAGE_CODE
    return reverse("sentences", args=[tag, _compute_release(tag)])


@cache
def _build_catalog(tag: str) -> bytes:
    request = HttpRequest()
    request.method = "GET"
    with translation.override(tag):
        response: Any = JavaScriptCatalog.as_view()(request)
    return bytes(response.content)


@cache
def _compute_release(tag: str) -> str:
    return hashlib.sha256(_build_catalog(tag)).hexdigest()[:12]
