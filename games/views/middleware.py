"""Middleware of requests and responses: UTF-8 text without NULs, and compression of public pages."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Utf8Middleware:
    """Refuse requests whose text no page or database can hold.

    400 for another ``charset`` than UTF-8 in ``Content-Type`` and for a NUL in the path; NULs of a query are dropped.

    Django decodes fields and queries by any codec of Python that a client names: some yield lone surrogates, which no
    database holds, and some raise errors of their own. PostgreSQL holds no NUL. Forms refuse NULs themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse or clean the request, or pass it on."""
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Requests must be UTF-8 encoded.")
        if "\0" in request.path:
            raise BadRequest("Paths have no NUL.")
        # The rest may join to form another NUL.
        while "%00" in request.META.get("QUERY_STRING", ""):
            request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "")
        return self._get_response(request)


COMPRESSED_URL_NAMES = frozenset(
    {
        *(
            "lobby",
            "lobby_fragment",
            "watch",
            "watch_tables",
            "rules",
            "rulings",
            "engine",
            "privacy",
            "verify",
            "offline",
            "manifest",
            "worker",
        ),
        *("learn", "lesson", "lesson_at", "daily_puzzle", "next_puzzle", "puzzle", "puzzle_at"),
        *("record", "replay", "replay_steps", "replay_line", "review"),
        *("table_record", "table_replay", "table_replay_steps", "table_replay_line", "table_review"),
    }
)
"""URL names of pages without a secret. A live match is compressed by its view: an invitation has the same address."""


class PublicPageGZipMiddleware(GZipMiddleware):
    """Compress the responses of ``COMPRESSED_URL_NAMES`` for browsers that accept it, and no others.

    An observer who sees the length of compressed responses, and gets text into them, learns whether this text occurs
    elsewhere in them (BREACH). A page is on the list if everything in it is either known to the person who chooses text
    in it, or different in each response, as CSRF tokens and the tickets of deals are. Links that are keys, codes of
    tables, facts for one player's eyes and the admin are not on it. Django's middleware adds
    up to a hundred random bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a successful response of a public page."""
        match = request.resolver_match
        if match is None or match.url_name not in COMPRESSED_URL_NAMES or response.status_code != 200:
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
