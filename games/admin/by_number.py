"""Rows of the desk are found by their numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin.options import TO_FIELD_VAR
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.pages.errors import bad_request

View = Callable[..., HttpResponseBase]


def by_number(admin_view: Callable[..., View]) -> Callable[..., View]:
    """A site's ``admin_view`` for pages that answer 400 where a row is asked for by another field.

    Django's pop-ups would do that, and the desk has none; what such a field holds would be shown.
    """

    def made(view: View, cacheable: bool = False) -> View:
        return admin_view(_refusing(view), cacheable)

    return made


def _refusing(view: View) -> View:
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if TO_FIELD_VAR in request.GET or TO_FIELD_VAR in request.POST:
            return bad_request(request)
        return view(request, *args, **kwargs)

    return asked
