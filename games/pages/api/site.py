"""All of the API under one roof, and the page that tells what there is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import OpenAPISchema

from games.pages.api import games, leading, me, people, refusing
from games.pages.api.asker import Bearer


class Page(DocsBase):
    """The schema by Swagger UI, as a page of this site with nothing inline."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        shown = {"url": self.get_openapi_url(api, kwargs), "layout": "BaseLayout", "deepLinking": True}
        return render(request, "api/docs.html", {"swagger": shown})


class Api(NinjaAPI):
    """Its schema, the same for everybody, is worked out at the first question alone: it takes as long as ten pages."""

    def __init__(self, **options: Any) -> None:
        self._schemas: dict[str, OpenAPISchema] = {}
        super().__init__(**options)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._schemas:
            self._schemas[prefix] = super().get_openapi_schema(path_prefix=prefix)
        return self._schemas[prefix]


DESCRIPTION = """Everybody may ask; who brings a token asks as its person, and with one that plays may open and join
games. Make tokens among your preferences, and send them as `Authorization: Bearer <token>`. Cards are played over the
socket of a game, which the same header opens."""

api = Api(
    title=settings.BRAND,
    version="1",
    description=DESCRIPTION,
    docs=Page(),
    docs_url="/",
    urls_namespace="api",
    auth=Bearer(),
)
refusing.told_by(api)
for _router in (games.router, people.router, leading.router, me.router):
    api.add_router("", _router)
