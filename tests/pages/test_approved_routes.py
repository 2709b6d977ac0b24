"""Every address of the site's own pages, its name, and what answers it: links out there go on working."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

from games.pages import urls as pages
from games.pages.reports import urls as reports
from tests.approval import approved


def told(pattern: URLPattern | URLResolver) -> str:
    assert isinstance(pattern, URLPattern)
    return f"/{pattern.pattern}  {pattern.name}  {pattern.callback.__module__}.{pattern.callback.__name__}"


def test_addresses_are_as_approved() -> None:
    approved("routes", "\n".join(map(told, [*pages.urlpatterns, *reports.urlpatterns])))
