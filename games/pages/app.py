"""The site as an app: what a browser needs to install it, and the page that it shows without a network."""

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
"""Picture, size and purpose; made by docs/img/icons.py."""
GROUND, BRAND_COLOUR = "#f3eee8", "#7b1e3b"
"""The light page's ground and the brand's wine, as in static/css/colours.css."""
OFFLINE_FILES = (
    *("css/tokens.css", "css/colours.css", "css/base.css", "css/controls.css", "css/pages.css"),
    *("js/pages/theme.js", "js/app/offline.js", "img/favicon.svg", "fonts/grenze-latin-600.woff2"),
)
"""What the page without a network is made of."""


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What the installed app is called and looks like, in the language that is asked for."""
    told = {
        "id": "/",
        "name": settings.BRAND,
        "short_name": settings.BRAND,
        "description": _("Play the card game Claim online, or keep the score of a game with the real cards."),
        "lang": translation.get_language() or "en",
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BRAND_COLOUR,
        "categories": ["games", "entertainment"],
        "icons": [_icon(*icon) for icon in ICONS],
    }
    response = JsonResponse(told, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root so that it may serve every page. Other bytes make browsers take the new one, so
    they tell the release."""
    kept = {
        "release": _release(),
        "offline": reverse("offline"),
        "files": [static(name) for name in OFFLINE_FILES],
        "static": settings.STATIC_URL,
        "admin": reverse("admin:index"),
        "icon": static("img/app-192.png"),
    }
    script = f"self.KEPT = {json.dumps(kept)};\nimportScripts({json.dumps(static('js/app/worker.js'))});\n"
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that a browser keeps for when it reaches nobody. It holds every language: who keeps it may choose
    another one later."""
    return render(request, "app/offline.html", {"said": _said()})


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@cache
def _release() -> str:
    """Another word as soon as any collected file or the page without a network is another one."""
    page = render_to_string("app/offline.html", {"said": _said(), "brand": settings.BRAND})
    files = getattr(staticfiles_storage, "manifest_hash", "")
    return hashlib.sha256(f"{files}\n{page}".encode()).hexdigest()[:16]


def _said() -> list[dict[str, Any]]:
    """What the page says, by language."""
    said = []
    for tag, _name in settings.LANGUAGES:
        with translation.override(tag):
            said.append(
                {
                    "tag": tag,
                    "heading": _("No connection"),
                    "advice": _("The site cannot be reached just now; perhaps this device has no network."),
                    "then": _("What you played or logged is kept, and the page opens by itself once that works again."),
                    "again": _("Try again"),
                }
            )
    return said
