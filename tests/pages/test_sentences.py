"""The sentences of the scripts: asked for once, and never an old one."""

from __future__ import annotations

import gzip
import re

from django.test import Client


def address(page: str) -> str:
    found = re.search(r'src="(/jsi18n/[^"]+)"', page)
    assert found
    return found[1]


def test_a_browser_may_keep_them_until_they_change(visitor: Client) -> None:
    asked = address(visitor.get("/verify/", headers={"Accept-Language": "nl"}).content.decode())
    answer = visitor.get(asked)
    assert asked.startswith("/jsi18n/nl/")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Sluiten" in answer.content.decode()


def test_they_are_those_of_the_address_whoever_asks(visitor: Client) -> None:
    asked = address(visitor.get("/verify/", headers={"Accept-Language": "id"}).content.decode())
    assert "Tutup" in visitor.get(asked, headers={"Accept-Language": "nl"}).content.decode()


def test_those_of_another_release_or_language_are_not_kept(visitor: Client) -> None:
    for asked in ("/jsi18n/nl/0123456789ab/", "/jsi18n/fr/0123456789ab/"):
        answer = visitor.get(asked)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")


def test_they_are_packed(visitor: Client) -> None:
    asked = address(visitor.get("/verify/", headers={"Accept-Language": "nl"}).content.decode())
    packed = visitor.get(asked, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(gzip.decompress(packed.content)) / 2
