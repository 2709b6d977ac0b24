"""What is answered where a request never gets as far as a page: unreadable, too large, too slow, or not survived."""

from __future__ import annotations

import json
from functools import lru_cache
from http import HTTPStatus

from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from twisted.web.http_headers import Headers

CODES = {400: "bad_request", 408: "too_slow", 413: "body_too_large"}
"""The code that a program is told; whatever else went wrong is the site's own fault."""


def apology(status: int, asked: Headers, largest: int) -> bytes:
    """A whole answer with this status, in the language and the kind that the request asks for, as far as it was read.

    `largest` is how many bytes a body may have. The connection is told to be over.
    """
    request = _request(asked)
    as_json = request.accepts("application/json") and not request.accepts("text/html")
    return _answer(status, translation.get_language_from_request(request), as_json, largest)


def _request(asked: Headers) -> HttpRequest:
    request = HttpRequest()
    for name in ("accept", "accept-language", "cookie"):
        values = asked.getRawHeaders(name.encode()) or ()
        if values:
            request.META[f"HTTP_{name.upper().replace('-', '_')}"] = b",".join(values).decode("latin1")
    request.COOKIES = parse_cookie(request.META.get("HTTP_COOKIE", ""))
    return request


@lru_cache(maxsize=64)
def _answer(status: int, language: str, as_json: bool, largest: int) -> bytes:
    with translation.override(language):
        title, advice = _words(status, largest)
        if as_json:
            body = json.dumps({"code": CODES.get(status, "unavailable"), "message": advice})
        else:
            body = render_to_string("plain_error.html", {"heading": title, "advice": advice})
    return _head(status, "application/json" if as_json else "text/html; charset=utf-8", body.encode()) + body.encode()


def _words(status: int, largest: int) -> tuple[str, str]:
    if status == 413:
        kilobytes = largest // 1024
        return _("That is too much to send at once"), _(
            "A form may hold %(kilobytes)s kB. Go back, shorten what you wrote and send it again."
        ) % {"kilobytes": kilobytes}
    if status == 408:
        return _("That took too long to arrive"), _("Your connection may be weak. Go back and try again.")
    if status == 400:
        return _("The server could not make sense of that"), _(
            "Go back, load the page again and retry. If you typed the address yourself, check it letter by letter."
        )
    return _("Something broke on the server"), _(
        "It is not your doing. Your games are stored; go back and try again in a moment."
    )


def _head(status: int, kind: str, body: bytes) -> bytes:
    lines = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    return "\r\n".join([*lines, "", ""]).encode("ascii")
