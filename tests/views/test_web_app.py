"""The site as a web app: its manifest, its service worker and the offline page."""

from __future__ import annotations

import json
import re

from django.conf import settings
from django.test import Client

from games.views.pwa import OFFLINE_FILES

LANGUAGES = [tag for tag, _ in settings.LANGUAGES]


def test_every_page_names_the_manifest(visitor: Client) -> None:
    for path in ("/", "/rules/", "/t/new/", "/nowhere/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in visitor.get(path).content.decode()


def test_the_manifest_makes_the_site_installable(visitor: Client) -> None:
    answer = visitor.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == manifest["short_name"] == settings.BRAND
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_the_manifest_is_in_the_accepted_language(visitor: Client) -> None:
    answers = [visitor.get("/manifest.webmanifest", headers={"Accept-Language": tag}) for tag in LANGUAGES]
    assert [answer.json()["lang"] for answer in answers] == LANGUAGES
    assert len({answer.json()["description"] for answer in answers}) == len(LANGUAGES)
    assert "Accept-Language" in answers[0]["Vary"]


def test_the_worker_controls_the_whole_site_and_precaches_the_offline_page(visitor: Client) -> None:
    worker = visitor.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert (worker["Service-Worker-Allowed"], worker["Cache-Control"]) == ("/", "no-cache")
    assert "worker-src 'self'" in worker["Content-Security-Policy"]
    written = re.match(r"self\.KEPT = (\{.*\});\n", worker.content.decode())
    assert written
    precached = json.loads(written[1])
    page = visitor.get(precached["offline"]).content.decode()
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert needed <= set(precached["files"]) == {f"/static/{name}" for name in OFFLINE_FILES}
    assert (precached["static"], precached["admin"]) == ("/static/", "/admin/")
