"""The site as a web app: its manifest, its service worker and the offline page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.views.pwa import OFFLINE_FILES

STATIC = Path(__file__).resolve().parents[2] / "static"
LANGUAGES = [tag for tag, _ in settings.LANGUAGES]


@pytest.fixture
def manifest(visitor: Client) -> dict[str, Any]:
    told: dict[str, Any] = visitor.get("/manifest.webmanifest").json()
    return told


def test_every_page_names_the_manifest(visitor: Client) -> None:
    for path in ("/", "/rules/", "/t/new/", "/nowhere/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in visitor.get(path).content.decode()


def test_the_manifest_makes_the_site_installable(visitor: Client, manifest: dict[str, Any]) -> None:
    assert visitor.get("/manifest.webmanifest")["Content-Type"] == "application/manifest+json"
    assert manifest["name"] == manifest["short_name"] == settings.BRAND
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_the_manifest_speaks_the_language_that_is_asked_for(visitor: Client) -> None:
    asked = [visitor.get("/manifest.webmanifest", headers={"Accept-Language": tag}) for tag in LANGUAGES]
    assert [answer.json()["lang"] for answer in asked] == LANGUAGES
    assert len({answer.json()["description"] for answer in asked}) == len(LANGUAGES)
    assert "Accept-Language" in asked[0]["Vary"]


def test_the_worker_controls_the_whole_site_and_is_not_cached(visitor: Client) -> None:
    answer = visitor.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


def test_the_worker_precaches_the_offline_page(visitor: Client) -> None:
    kept = precache_list(visitor)
    page = visitor.get(kept["offline"]).content.decode()
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert needed <= set(kept["files"]) == {f"/static/{name}" for name in OFFLINE_FILES}
    assert (kept["static"], kept["admin"]) == ("/static/", "/admin/")


def precache_list(visitor: Client) -> dict[str, Any]:
    found = re.match(r"self\.KEPT = (\{.*\});\n", visitor.get("/worker.js").content.decode())
    assert found
    kept: dict[str, Any] = json.loads(found[1])
    return kept
