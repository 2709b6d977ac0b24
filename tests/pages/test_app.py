"""The site as an app: what makes a browser offer to install it, and what its worker is told to keep."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.pages.app import BRAND_COLOUR, GROUND, OFFLINE_FILES
from tests.pages.test_look import LIGHT

STATIC = Path(__file__).resolve().parents[2] / "static"
LANGUAGES = [tag for tag, _ in settings.LANGUAGES]
OF_SHAPES = 0.4
"""How far from its middle, in parts of its width, an icon that is cut to any shape is seen."""


@pytest.fixture
def manifest(visitor: Client) -> dict[str, Any]:
    told: dict[str, Any] = visitor.get("/manifest.webmanifest").json()
    return told


def test_every_page_names_the_manifest(visitor: Client) -> None:
    for path in ("/", "/rules/", "/t/new/", "/nowhere/"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in visitor.get(path).content.decode()


def test_it_has_what_browsers_want_before_they_install(visitor: Client, manifest: dict[str, Any]) -> None:
    assert visitor.get("/manifest.webmanifest")["Content-Type"] == "application/manifest+json"
    assert manifest["name"] == manifest["short_name"] == settings.BRAND
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes


def test_its_colours_are_those_of_the_pages(manifest: dict[str, Any]) -> None:
    assert manifest["background_color"] == GROUND == LIGHT["bg"]
    assert manifest["theme_color"] == BRAND_COLOUR == LIGHT["accent"]


def test_icons_are_as_large_as_they_say(manifest: dict[str, Any]) -> None:
    for icon in manifest["icons"]:
        with Image.open(STATIC / icon["src"].removeprefix("/static/")) as picture:
            assert "x".join(map(str, picture.size)) == icon["sizes"]


def test_the_mark_of_a_maskable_icon_is_in_what_every_shape_leaves() -> None:
    with Image.open(STATIC / "img/app-maskable-512.png") as picture:
        points = picture.convert("RGB")
    ground = points.getpixel((0, 0))
    assert ground == points.getpixel((511, 511))
    marked = [(x, y) for x in range(0, 512, 4) for y in range(0, 512, 4) if points.getpixel((x, y)) != ground]
    assert marked
    assert max(math.dist(point, (256, 256)) for point in marked) < OF_SHAPES * 512


def test_the_manifest_speaks_the_language_that_is_asked_for(visitor: Client) -> None:
    asked = [visitor.get("/manifest.webmanifest", headers={"Accept-Language": tag}) for tag in LANGUAGES]
    assert [answer.json()["lang"] for answer in asked] == LANGUAGES
    assert len({answer.json()["description"] for answer in asked}) == len(LANGUAGES)
    assert "Accept-Language" in asked[0]["Vary"]


def test_the_worker_may_serve_the_whole_site_and_is_asked_for_anew(visitor: Client) -> None:
    answer = visitor.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


def test_the_worker_keeps_what_the_page_without_a_network_is_made_of(visitor: Client) -> None:
    kept = told_to_keep(visitor)
    page = visitor.get(kept["offline"]).content.decode()
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert needed <= set(kept["files"]) == {f"/static/{name}" for name in OFFLINE_FILES}
    assert (kept["static"], kept["admin"]) == ("/static/", "/admin/")


def test_the_page_without_a_network_speaks_every_language_and_of_nobody(visitor: Client) -> None:
    page = visitor.get("/offline/").content.decode()
    assert re.findall(r'<section[^>]* lang="([\w-]+)"', page) == LANGUAGES
    headings = re.findall(r"<h[12]>(.*?)</h[12]>", page)
    assert len(set(headings)) == len(LANGUAGES)
    assert "csrf" not in page


def told_to_keep(visitor: Client) -> dict[str, Any]:
    found = re.match(r"self\.KEPT = (\{.*\});\n", visitor.get("/worker.js").content.decode())
    assert found
    kept: dict[str, Any] = json.loads(found[1])
    return kept
