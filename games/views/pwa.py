"""Progressive web app: manifest, service worker and offline page."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

ICONS = (("app-192", 192, "any"), ("app-512", 512, "any"), ("app-maskable-512", 512, "maskable"))
"""File name, size in pixels and purpose of each icon. docs/img/icons.py draws them."""
BACKGROUND_COLOUR, BRAND_COLOUR = "#f3eee8", "#7b1e3b"
"""Background of the light theme and colour of the brand, as in static/css/colours.css."""
OFFLINE_FILES = (
    *("css/tokens.css", "css/colours.css", "css/base.css", "css/controls.css", "css/pages.css"),
    *("js/pages/theme.js", "js/app/offline.js", "img/favicon.svg", "fonts/grenze-latin-600.woff2"),
)
"""Static files of the offline page."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest in the request's language."""
    content = {
        "id": "/",
        "name": settings.BRAND,
        "short_name": settings.BRAND,
        "description": _("Play the card game Claim online, or keep score of a game with real cards."),
        "lang": translation.get_language() or "en",
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND_COLOUR,
        "theme_color": BRAND_COLOUR,
        "categories": ["games", "entertainment"],
        "icons": [_build_icon(*icon) for icon in ICONS],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root so that it controls every page.

    Browsers update it when its bytes change, so it contains the release.
    """
    config = {
        "release": _compute_release(),
        "offline": reverse("offline"),
        "files": [static(name) for name in OFFLINE_FILES],
        "static": settings.STATIC_URL,
        "admin": reverse("admin:index"),
        "icon": static("img/app-192.png"),
    }
    script = f"self.KEPT = {json.dumps(config)};\nimportScripts({json.dumps(static('js/app/service_worker.js'))});\n"
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page in every language, since the reader may switch after the browser has cached it."""
    return render(request, "pwa/offline.html", {"texts": _list_offline_texts()})


def _build_icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@cache
def _compute_release() -> str:
    """Return a hash that changes with the collected static files and with the offline page."""
    page = render_to_string("pwa/offline.html", {"texts": _list_offline_texts(), "brand": settings.BRAND})
    files = getattr(staticfiles_storage, "manifest_hash", "")
    return hashlib.sha256(f"{files}\n{page}".encode()).hexdigest()[:16]


def _list_offline_texts() -> list[dict[str, Any]]:
    """Return the texts of the offline page in each language."""
    texts = []
    for tag, _name in settings.LANGUAGES:
        with translation.override(tag):
            texts.append(
                {
                    "tag": tag,
                    "heading": _("No connection"),
                    "advice": _("The site can't be reached. Check your internet connection."),
                    "then": _("What you played or logged is saved. This page reloads once you're back online."),
                    "again": _("Try again"),
                }
            )
    return texts
