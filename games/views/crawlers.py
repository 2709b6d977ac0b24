"""Files that crawlers and browsers request by fixed names: robots.txt, sitemap.xml and favicon.ico."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.views.public_urls import get_origin

PRIVATE_PATHS = ("/account/", "/admin/", "/appeal/", "/friends/", "/letters/", "/preferences/", "/reports/")
"""Beginnings of the paths of private pages.

Games, profiles and invitations are not among them: programs that show a preview of a link obey robots.txt too. Their
pages have ``noindex`` instead.
"""
INDEXED_PAGES = ("lobby", "learn", "rules", "rulings", "daily_puzzle", "leaderboard", "engine", "privacy")
"""URL names of the pages that search engines may list."""
FAVICON = Path(settings.BASE_DIR, "static/img/favicon.ico")
cache_a_day = cache_control(public=True, max_age=24 * 3600)


@require_safe
@cache_a_day
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for crawlers."""
    rules = [f"Disallow: {path}" for path in PRIVATE_PATHS]
    lines = ["User-agent: *", *rules, "", f"Sitemap: {get_origin(request)}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_a_day
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the URLs of the pages that search engines may list."""
    urls = [f"{get_origin(request)}{reverse(name)}" for name in INDEXED_PAGES]
    return render(request, "sitemap.xml", {"urls": urls}, content_type="application/xml")


@require_safe
@cache_a_day
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon of the site, for programs that ask for it by this name without reading a page."""
    return HttpResponse(FAVICON.read_bytes(), content_type="image/vnd.microsoft.icon")
