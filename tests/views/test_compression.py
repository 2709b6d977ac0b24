"""Compression: pages without a secret are sent compressed, and no others."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client

from games.models import User
from games.services.matches import lobby
from games.services.tournaments.tournaments import TournamentOptions, create_tournament
from games.state.match_state import MatchOptions

PACKED = {"accept-encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("path", ["/", "/rules/", "/learn/", "/privacy/"])
def test_a_public_page_is_compressed(db: None, visitor: Client, path: str) -> None:
    plain, packed = visitor.get(path), visitor.get(path, headers=PACKED)
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert without_chance(gzip.decompress(packed.content)) == without_chance(plain.content)
    assert len(packed.content) < len(plain.content) / 2


def without_chance(page: bytes) -> str:
    """Remove tokens and tickets, which differ in each answer and are harmless for that reason."""
    return re.sub(r'(value|content|data-\w+)="[^"]{30,}"|[0-9a-f]{64}', "", page.decode())


def test_the_compressed_length_is_padded_at_random(db: None, visitor: Client) -> None:
    lengths = {len(visitor.get("/privacy/", headers=PACKED).content) for _ in range(20)}
    assert len(lengths) > 1


def test_a_page_with_a_private_link_is_not_compressed(ana: User, ana_client: Client) -> None:
    private = lobby.create_game(ana, MatchOptions(listed=False))
    page = ana_client.get(f"/m/{private.code}/", headers=PACKED)
    assert f"/i/{private.code}/" in page.content.decode()
    link = lobby.invite_token(private)
    assert "Content-Encoding" not in ana_client.get(f"/i/{private.code}/{link}/", headers=PACKED)


@pytest.mark.parametrize("path", ["/account/data/file/", "/account/data/", "/notifications/", "/t/new/", "/admin/"])
def test_a_personal_page_is_not_compressed(ana_client: Client, path: str) -> None:
    assert "Content-Encoding" not in ana_client.get(path, headers=PACKED)


def test_a_page_with_the_reasons_of_a_host_is_not_compressed(ana: User, ana_client: Client) -> None:
    night = create_tournament(ana, "Friday night", TournamentOptions())
    for path in (f"/n/{night.code}/host/", f"/n/live/{night.code}/host/"):
        assert "Content-Encoding" not in ana_client.get(path, headers=PACKED), path
