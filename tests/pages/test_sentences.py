"""The sentences of the scripts: asked for once, and never an old one."""

from __future__ import annotations

import gzip
import re

from django.conf import settings
from django.test import Client

from games.models import LoginSession, User
from games.people import preferences
from games.services.people import preferring


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


def test_a_cache_gets_the_same_from_everybody(visitor: Client, ana: User, ana_client: Client) -> None:
    """A person with much to be told by a cookie: a language, an old choice, a session that is a month old."""
    preferring.prefer(ana, {"language": "id"})
    ana_client.cookies[preferences.COOKIE] = "{}"
    asked = address(visitor.get("/verify/").content.decode())
    theirs, anybodys = (one.get(asked, headers={"Accept-Encoding": "gzip"}) for one in (ana_client, visitor))
    assert (theirs.cookies, "Cookie" in theirs["Vary"]) == ({}, False)
    assert {**theirs.headers, "Content-Length": ""} == {**anybodys.headers, "Content-Length": ""}
    assert gzip.decompress(theirs.content) == gzip.decompress(anybodys.content)
    assert (theirs["Content-Encoding"], theirs["X-Frame-Options"]) == ("gzip", "DENY")
    assert settings.SESSION_COOKIE_NAME in ana_client.cookies
    assert LoginSession.objects.filter(user_id=ana.pk).exists()
