"""Pages that travel compressed: by name, those without a secret of which the length of an answer could tell.

Whoever sees how long compressed answers are, and gets words of their own into them, learns whether these words occur
elsewhere in them (BREACH). A page is on the list if everything in it is either known to whoever chooses words in it, or
another at each answer, as Django's tokens and the tickets of deals are. Links that are keys, codes of tables, what only
one player may see and the desk are not. Django's own middleware adds up to a hundred bytes by chance.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PAGES = frozenset(
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
"""Names of addresses. A live match is packed by its own view, since an invitation has the same address and is not."""


class OpenPages(GZipMiddleware):
    """Compresses the answers of ``PAGES`` for browsers that take it, and nothing else."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        match = request.resolver_match
        if match is None or match.url_name not in PAGES or response.status_code != 200:
            return response
        found: HttpResponseBase = super().process_response(request, response)
        return found
