"""Files with fixed names for crawlers and browsers: robots.txt, sitemap.xml and favicon.ico."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from PIL import Image
from pytest_django import Settings

from games.models import Game
from games.views import urls

pytestmark = pytest.mark.django_db
PAGES = [f"/{one.pattern}" for one in urls.urlpatterns if "<" not in str(one.pattern)]


@pytest.fixture
def rules(visitor: Client) -> RobotFileParser:
    answer = visitor.get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    parser = RobotFileParser()
    parser.parse(answer.content.decode().splitlines())
    return parser


def mapped(visitor: Client) -> list[str]:
    answer = visitor.get("/sitemap.xml")
    assert answer["Content-Type"].startswith("application/xml")
    return re.findall("<loc>([^<]+)</loc>", answer.content.decode())


def test_the_sitemap_has_exactly_the_pages_that_may_be_indexed(visitor: Client) -> None:
    answers = {path: visitor.get(path) for path in PAGES}
    pages = [path for path, answer in answers.items() if answer["Content-Type"].startswith("text/html")]
    indexed = [
        path
        for path in pages
        if answers[path].status_code == 200 and b"<head>" in answers[path].content
        if b'<meta name="robots" content="noindex">' not in answers[path].content
    ]
    assert sorted(mapped(visitor)) == sorted(f"http://testserver{path}" for path in indexed)


def test_robots_may_read_all_but_private_pages(rules: RobotFileParser, visitor: Client, game: Game) -> None:
    public = [*mapped(visitor), f"/m/{game.code}/", f"/m/{game.code}/replay/", "/@/ana/", "/static/img/share/front.png"]
    private = [
        "/account/login/",
        "/account/data/",
        "/admin/",
        "/friends/",
        "/letters/off/x/",
        "/preferences/",
        "/reports/",
    ]
    assert [path for path in public if not rules.can_fetch("*", path)] == []
    assert [path for path in private if rules.can_fetch("*", path)] == []


def test_both_name_the_public_address(visitor: Client, settings: Settings) -> None:
    settings.SITE_URL = "https://claim.example"
    assert "\nSitemap: https://claim.example/sitemap.xml\n" in visitor.get("/robots.txt").content.decode()
    assert all(url.startswith("https://claim.example/") for url in mapped(visitor))


def test_the_favicon_is_an_icon_of_several_sizes(visitor: Client) -> None:
    answer = visitor.get("/favicon.ico")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/vnd.microsoft.icon")
    icon = Image.open(BytesIO(answer.content))
    assert icon.format == "ICO"
    assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
