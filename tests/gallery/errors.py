"""Scenes of errors. Those that no browser reaches by itself are fetched and shown to it."""

from __future__ import annotations

import http.client
import sqlite3
from contextlib import closing
from functools import cache
from urllib.parse import urlencode, urlsplit

from tests.gallery.sample_site import LANGUAGES, SampleSite
from tests.gallery.scene import Answer, Scene, fixed
from tests.site_process import Site

FORM = "application/x-www-form-urlencoded"
LARGE = "x" * 3_000_000
PROOF = "a" * 32


def fetched(site: Site, language: str, method: str, path: str, body: str = "", **headers: str) -> Answer:
    """The answer of a site to a browser in this language."""
    asked = {"Accept": "text/html", "Accept-Language": language, "Content-Type": FORM, **headers}
    with closing(http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=30)) as connection:
        connection.request(method, path, body or None, asked)
        answer = connection.getresponse()
        return answer.status, answer.read()


def error(name: str, status: int, method: str, path: str, body: str = "", **headers: str) -> Scene:
    def answer(sample: SampleSite, language: str) -> Answer:
        return fetched(sample.site, language, method, path, body, **headers)

    return Scene(f"error-{name}", fixed(f"/seen/{name}/"), answer=answer, status=(status,))


@cache
def too_often(site: Site) -> dict[str, Answer]:
    """The answers of a site with limits, by language, to a guest above the limit."""
    body = urlencode({"name": "Ana", "csrfmiddlewaretoken": PROOF})
    cookie = {"Cookie": f"csrftoken={PROOF}", "Origin": site.url}
    for _ in range(10):
        assert fetched(site, "en", "POST", "/guest/", body, **cookie)[0] == 302
    return {language: fetched(site, language, "POST", "/guest/", body, **cookie) for language in LANGUAGES}


@cache
def broken(site: Site) -> dict[str, Answer]:
    """The answers of a site without a table of its database, by language; the site is broken afterwards."""
    too_often(site)
    with closing(sqlite3.connect(site.folder / "var" / "db.sqlite3")) as database:
        database.execute("ALTER TABLE games_game RENAME TO gone")
        database.commit()
    return {language: fetched(site, language, "GET", "/m/K7MPX2QA/") for language in LANGUAGES}


ERRORS = [
    Scene("error-403", lambda sample: f"/m/{sample.unwatched.code}/", status=(403,)),
    Scene("error-404", fixed("/nowhere/"), status=(404,)),
    Scene("error-405", lambda sample: f"/m/{sample.fresh.code}/resign/", status=(405,)),
    error("400", 400, "GET", "/", Host="elsewhere.example"),
    error("csrf", 403, "POST", "/guest/", "name=Ana"),
    error("413", 413, "POST", "/guest/", LARGE),
    Scene("error-429", fixed("/seen/429/"), answer=lambda sample, tag: too_often(sample.hurt)[tag], status=(429,)),
    Scene("error-500", fixed("/seen/500/"), answer=lambda sample, tag: broken(sample.hurt)[tag], status=(500,)),
]
