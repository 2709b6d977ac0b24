"""Middleware for all requests and responses: UTF-8 without NULs, and compression of public pages."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Utf8Middleware:
    """Middleware that refuses text that no page or database can hold.

    It answers 400 to a ``charset`` other than UTF-8 in ``Content-Type`` and to a NUL in the path, and removes NULs from
    the query.

    Django decodes forms and queries by any codec of Python that the client names. Some codecs yield lone surrogates,
    which no database can store, and some raise errors of their own. PostgreSQL cannot store a NUL. Forms refuse NULs
    themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse the request, or pass it on without NULs in its query."""
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Requests must be UTF-8 encoded.")
        if "\0" in request.path:
            raise BadRequest("Paths have no NUL.")
        # The text on both sides of a removed NUL may form another one.
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
        *("tournament", "tournament_live", "tournament_round", "tournament_display", "tournament_display_live"),
        *("record", "replay", "replay_steps", "replay_line", "review"),
        *("table_record", "table_replay", "table_replay_steps", "table_replay_line", "table_review"),
    }
)
"""URL names of pages without a secret. The page of a match is not among them, since an invitation has the same address;
its view compresses the live table.
The pages of the host of a tournament are not either: an entrant chooses the name in them, and does not know the reasons
and the reports of other boards."""


class PublicPageGZipMiddleware(GZipMiddleware):
    """Middleware that compresses the pages of ``COMPRESSED_URL_NAMES``, and no others.

    An observer who can put text into a page and see the length of the compressed response learns whether the text
    occurs elsewhere in that page (BREACH). A page may be listed if the person who can put text into it knows everything
    in it, except values that differ in each response, such as CSRF tokens and seed tickets. So secret links, table
    codes, pages with information for one player, and the admin are not listed. Django's middleware also adds up to a
    hundred random bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a successful response of a listed page."""
        match = request.resolver_match
        if match is None or match.url_name not in COMPRESSED_URL_NAMES or response.status_code != 200:
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
