"""HTTP API: its routers, its parser and its documentation page. CORS is set in ``claimsite/settings.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from games.api import errors, games, leaderboard, me, people
from games.api.authentication import Bearer


class JsonParser(Parser):
    """Strict JSON parser.

    Python's own parser accepts lone surrogates, which no database, digest or response can hold.
    """

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the body of the request as an object."""
        body: dict[str, Any] = orjson.loads(request.body)
        return body


def for_readers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view of the documentation that refuses all methods but GET and HEAD with 405.

    Without the exemption a POST would be refused for its missing CSRF token first.
    """
    return csrf_exempt(require_safe(view))


class SwaggerDocs(DocsBase):
    """Swagger UI as a page of this site, without inline scripts."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """Show the documentation."""
        swagger = {"url": self.get_openapi_url(api, kwargs), "layout": "BaseLayout", "deepLinking": True}
        return render(request, "api/docs.html", {"swagger": swagger})


class CachedSchemaAPI(NinjaAPI):
    """API whose OpenAPI schema is built once, since it is slow to build and the same for all clients."""

    def __init__(self, **options: Any) -> None:
        self._schemas: dict[str, OpenAPISchema] = {}
        super().__init__(**options)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the schema, which is built at the first request."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._schemas:
            self._schemas[prefix] = super().get_openapi_schema(path_prefix=prefix)
        return self._schemas[prefix]


DESCRIPTION = """Reading what is public needs no token. With a token you act as its owner, and a token that plays can
also open and join games. Make tokens in your preferences, and send them as `Authorization: Bearer <token>`. Cards are
played over the WebSocket of a game, which takes the same header."""

api = CachedSchemaAPI(
    title=settings.BRAND,
    version="1",
    description=DESCRIPTION,
    docs=SwaggerDocs(),
    docs_url="/",
    docs_decorator=for_readers,
    urls_namespace="api",
    auth=Bearer(),
    parser=JsonParser(),
)
errors.add_exception_handlers(api)
for _router in (games.router, people.router, leaderboard.router, me.router):
    api.add_router("", _router)
