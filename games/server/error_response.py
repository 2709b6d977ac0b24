"""Error responses to requests that never reach a view: malformed, too large, too slow, or failed."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import unquote

from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

API_PREFIX = "/api/"
"""Prefix of every path of the API."""


def is_api_path(path: str) -> bool:
    """Return whether a path, with or without a query, belongs to the API."""
    return f"{path.split('?')[0]}/".startswith(API_PREFIX)


def wants_json(request: HttpRequest) -> bool:
    """Return whether a response is JSON: always for the API, elsewhere if ``Accept`` allows JSON but not HTML."""
    if is_api_path(request.path):
        return True
    return request.accepts("application/json") and not request.accepts("text/html")


Fields = Collection[tuple[bytes, bytes]]
"""Headers as pairs of name and value."""

ERROR_CODES = {400: "bad_request", 408: "too_slow", 413: "body_too_large"}
"""Error codes of JSON responses."""
DEFAULT_CODE = "unavailable"
"""Error code of every other status: the fault is the site's own."""


def build_response(status: int, path: str, fields: Fields, max_body: int) -> bytes:
    """Return a complete HTTP/1.1 response that closes the connection; see ``build_error_page``."""
    kind, body = build_error_page(status, path, fields, max_body)
    return _build_head(status, kind, body) + body


def build_error_page(status: int, path: str, fields: Fields, max_body: int) -> tuple[str, bytes]:
    """Return the content type and body of an error response, in the format and language that the request asks for.

    ``max_body`` is the maximum size of the request body in bytes.
    """
    request = _build_request(path, fields)
    return _render_body(status, translation.get_language_from_request(request), wants_json(request), max_body)


def _build_request(path: str, fields: Fields) -> HttpRequest:
    request = HttpRequest()
    request.path = unquote(path)
    for name in ("accept", "accept-language", "cookie"):
        values = [value for field, value in fields if field.lower() == name.encode()]
        if values:
            request.META[f"HTTP_{name.upper().replace('-', '_')}"] = b",".join(values).decode("latin1")
    request.COOKIES = parse_cookie(request.META.get("HTTP_COOKIE", ""))
    return request


@lru_cache(maxsize=64)
def _render_body(status: int, language: str, as_json: bool, max_body: int) -> tuple[str, bytes]:
    with translation.override(language):
        title, advice = _get_texts(status, max_body)
        if as_json:
            body = json.dumps({"code": ERROR_CODES.get(status, DEFAULT_CODE), "message": advice})
            return "application/json", body.encode()
        body = render_to_string("error_standalone.html", {"heading": title, "advice": advice})
        return "text/html; charset=utf-8", body.encode()


def _get_texts(status: int, max_body: int) -> tuple[str, str]:
    if status == 413:
        kilobytes = max_body // 1024
        return _("That's too much to send at once"), _(
            "A form can hold up to %(kilobytes)s kB. Go back, shorten your text and send it again."
        ) % {"kilobytes": kilobytes}
    if status == 408:
        return _("The request took too long"), _("Your connection may be slow. Go back and try again.")
    if status == 400:
        return _("The server didn't understand that"), _(
            "Go back, reload the page and try again. If you typed the address, check it for typos."
        )
    return _("Something went wrong on the server"), _(
        "It's not your fault, and your games are saved. Go back and try again in a moment."
    )


def _build_head(status: int, kind: str, body: bytes) -> bytes:
    lines = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", ""]).encode("ascii")
