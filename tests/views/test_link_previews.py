"""Link previews: the tags of every page that people share, and their pictures, which are for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client
from PIL import Image
from pytest_django import Settings

from games.models import Game, User
from games.models.people import AUDIENCE_NOBODY
from games.queries import profiles
from games.services.accounts.preferences import set_audience
from games.services.matches import lobby
from games.state.match_state import MatchOptions
from games.templatetags.link_preview import ART, LOCALES
from tests.services.matches.games import play_at_once
from tests.views.profiles import ANAS_PROFILE, finish_game

pytestmark = pytest.mark.django_db
FRONT = "http://testserver/static/img/share/front.png"
PAGES = {
    "/": "front",
    "/learn/": "learn",
    "/learn/following/": "learn",
    "/rules/": "rules",
    "/rules/rulings/": "rules",
    "/puzzle/": "puzzle",
    "/leaderboard/": "leaderboard",
    "/leaderboard/?pool=live": "leaderboard",
    "/about/engine/": "front",
    "/privacy/": "front",
}
"""Pages that people share, and the picture of each."""


def tags_of(client: Client, path: str) -> dict[str, str]:
    """Return the tags of a page by name. No name occurs twice."""
    head = client.get(path).content.decode().partition("</head>")[0]
    tags = re.findall(r'<(?:meta|link) (?:property|name|rel)="([^"]+)"\s+(?:content|href)="([^"]*)"', head)
    found = [
        (name, unescape(content)) for name, content in tags if re.match("og:|twitter:|description|canonical", name)
    ]
    assert len(found) == len(dict(found)), path
    return dict(found)


def picture_of(client: Client, tags: dict[str, str]) -> Image.Image:
    answer = client.get(tags["og:image"])
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content))


@pytest.fixture
def unwatched(ana: User, bram: User) -> Game:
    game = lobby.create_game(ana, MatchOptions(watch=False))
    lobby.join_game(game, bram)
    return game


class TestTags:
    @pytest.mark.parametrize("path", PAGES)
    def test_of_each_page_that_people_share(self, path: str, visitor: Client) -> None:
        tags = tags_of(visitor, path)
        assert tags["og:title"]
        assert tags["og:description"] == tags["description"]
        assert tags["og:url"] == tags["canonical"] == f"http://testserver{path}"
        assert tags["og:image"] == f"http://testserver/static/img/share/{PAGES[path]}.png"
        assert tags["og:image:alt"] == tags["twitter:image:alt"] == str(ART[PAGES[path]])
        assert tags["twitter:card"] == "summary_large_image"
        assert (tags["og:site_name"], tags["og:locale"]) == (project.BRAND, "en_US")

    def test_have_the_public_address(self, visitor: Client, settings: Settings) -> None:
        settings.SITE_URL = "https://claim.example"
        tags = tags_of(visitor, "/rules/")
        assert tags["og:url"] == tags["canonical"] == "https://claim.example/rules/"
        assert tags["og:image"].startswith("https://claim.example/static/")

    def test_leave_out_parameters_that_change_nothing(self, visitor: Client) -> None:
        assert tags_of(visitor, "/rules/?from=mail")["og:url"] == "http://testserver/rules/"
        assert tags_of(visitor, "/leaderboard/?x=1&pool=live")["og:url"] == "http://testserver/leaderboard/?pool=live"

    def test_are_in_the_language_of_the_reader(self, visitor: Client) -> None:
        pages = [visitor.get("/learn/", headers={"Accept-Language": tag}).content.decode() for tag in LOCALES]
        assert [re.findall('og:locale" content="([^"]*)', page) for page in pages] == [
            [one] for one in LOCALES.values()
        ]
        assert list(LOCALES) == [tag for tag, _ in project.LANGUAGES]

    @pytest.mark.parametrize("path", ["/nowhere/", "/preferences/", "/account/login/"])
    def test_of_other_pages_describe_the_site_and_have_no_address(self, path: str, visitor: Client) -> None:
        tags = tags_of(visitor, path)
        assert (tags["og:title"], tags["og:image"]) == (project.BRAND, FRONT)
        assert not {"og:url", "canonical"} & set(tags)


@pytest.mark.parametrize("name", ART)
def test_pictures_are_small_enough_for_a_preview(name: str) -> None:
    file = Path(project.BASE_DIR, f"static/img/share/{name}.png")
    with Image.open(file) as picture:
        assert picture.size == (1200, 630)
    assert file.stat().st_size < 60_000


class TestMatch:
    def test_shows_the_names_while_it_is_played(self, game: Game, visitor: Client) -> None:
        tags = tags_of(visitor, f"/m/{game.code}/")
        assert (tags["og:title"], tags["og:description"]) == ("Ana against Bram", "Watch the game live.")
        assert picture_of(visitor, tags).size == (1200, 630)

    def test_changes_at_the_end_only(self, game: Game, visitor: Client, ana_client: Client) -> None:
        etags = []
        for plies in (3, 27, 22):
            play_at_once(game, plies)
            etags.append({one.get(f"/m/{game.code}/picture/")["ETag"] for one in (visitor, ana_client)})
        start, middle, end = etags
        assert len(start) == len(end) == 1
        assert start == middle != end
        assert tags_of(visitor, f"/m/{game.code}/")["og:description"].startswith("See how the game ended")

    def test_without_watchers_has_the_general_picture(
        self, unwatched: Game, ana_client: Client, visitor: Client
    ) -> None:
        for client in (ana_client, visitor):
            tags = tags_of(client, f"/m/{unwatched.code}/")
            assert (tags["og:title"], tags["og:image"]) == (project.BRAND, FRONT)
        assert visitor.get(f"/m/{unwatched.code}/picture/").status_code == 403

    def test_that_waits_has_the_general_picture(self, invitation: Game, visitor: Client) -> None:
        assert tags_of(visitor, f"/m/{invitation.code}/")["og:image"] == FRONT
        assert visitor.get(f"/m/{invitation.code}/picture/").status_code == 404


@pytest.mark.django_db(transaction=True)
class TestProfile:
    def test_shows_what_everybody_may_know(self, ana: User, bram: User, visitor: Client, ana_client: Client) -> None:
        finish_game(ana, bram)
        for client, path in ((visitor, ANAS_PROFILE), (ana_client, "/@/")):
            tags = tags_of(client, path)
            assert (tags["og:title"], tags["og:url"]) == ("Ana", f"http://testserver{ANAS_PROFILE}")
            assert picture_of(client, tags).size == (1200, 630)

    def test_counts_no_private_game(self, ana: User, bram: User, visitor: Client, ana_client: Client) -> None:
        before = visitor.get(f"{ANAS_PROFILE}picture/")["ETag"]
        finish_game(ana, bram, watch=False)
        assert {one.get(f"{ANAS_PROFILE}picture/")["ETag"] for one in (visitor, ana_client)} == {before}
        finish_game(ana, bram)
        assert visitor.get(f"{ANAS_PROFILE}picture/")["ETag"] != before

    def test_that_is_private_has_the_general_picture(
        self, ana: User, visitor: Client, browser_of: Callable[[User], Client]
    ) -> None:
        set_audience(ana, AUDIENCE_NOBODY)
        own = browser_of(ana)
        for client in (own, visitor):
            tags = tags_of(client, f"/@/{profiles.get_profile_name(ana)}/")
            assert (tags["og:title"], tags["og:image"]) == (project.BRAND, FRONT)
            assert client.get(f"{ANAS_PROFILE}picture/").status_code == 404
