"""Pages travel compressed where nothing in them is a secret, and nowhere else."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client
from django.urls import URLPattern

from games.models import User
from games.pages import urls
from games.pages.compressed import PAGES
from games.services.online import lobby
from games.stories.online import Options

PACKED = {"accept-encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("path", ["/", "/rules/", "/learn/", "/privacy/"])
def test_an_open_page_is_the_same_when_it_is_unpacked(db: None, visitor: Client, path: str) -> None:
    plain, packed = visitor.get(path), visitor.get(path, headers=PACKED)
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert without_chance(gzip.decompress(packed.content)) == without_chance(plain.content)
    assert len(packed.content) < len(plain.content) / 2


def without_chance(page: bytes) -> str:
    """Tokens and tickets are others at each answer, which is what makes them harmless."""
    return re.sub(r'(value|content|data-\w+)="[^"]{30,}"|[0-9a-f]{64}', "", page.decode())


def test_its_length_differs_by_chance(db: None, visitor: Client) -> None:
    lengths = {len(visitor.get("/privacy/", headers=PACKED).content) for _ in range(20)}
    assert len(lengths) > 1


def test_a_page_with_a_private_link_is_not(ana: User, ana_client: Client) -> None:
    private = lobby.create(ana, Options(listed=False))
    page = ana_client.get(f"/m/{private.code}/", headers=PACKED)
    assert f"/i/{private.code}/" in page.content.decode()
    link = lobby.invite_token(private)
    assert "Content-Encoding" not in ana_client.get(f"/i/{private.code}/{link}/", headers=PACKED)


@pytest.mark.parametrize("path", ["/account/data/file/", "/account/data/", "/signals/", "/t/new/", "/admin/"])
def test_nor_is_what_is_one_persons_own(ana_client: Client, path: str) -> None:
    assert "Content-Encoding" not in ana_client.get(path, headers=PACKED)


def test_the_list_is_of_addresses_that_exist() -> None:
    names = {one.name for one in urls.urlpatterns if isinstance(one, URLPattern)}
    assert names >= PAGES
    assert {"game", "invitation", "table", "join_table", "my_data", "my_data_file"}.isdisjoint(PAGES)
