"""The API for the pages of other sites: they may read what everybody may see, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.realtime.test_programs import Program
from tests.site_process import Site

pytestmark = pytest.mark.browser

FETCH = """async ([url, options]) => {
    try {
        const answer = await fetch(url, options);
        return [answer.status, await answer.json()];
    } catch (error) {
        return error.name;
    }
}"""
BLOCKED = "TypeError"
"""What ``fetch`` throws when the browser keeps a response from the page."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of an empty page of another site."""
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>Elsewhere</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def kira(open_site: Site) -> Program:
    return Program(open_site, "Kira")


@pytest.fixture
def page(browser: Browser, elsewhere: str, kira: Program) -> Iterator[Page]:
    """The page of the other site in the browser of a person who is logged in here."""
    context = browser.new_context()
    context.add_cookies(
        [{"name": name, "value": value, "url": kira.site.url} for name, value in kira.person.cookies.items()]
    )
    opened = context.new_page()
    opened.goto(elsewhere)
    yield opened
    context.close()


def fetch(page: Page, url: str, **options: Any) -> Any:
    """Return status and body of a response, or the name of the error."""
    return page.evaluate(FETCH, [url, options])


def test_a_page_elsewhere_reads_what_everybody_may_see(page: Page, kira: Program) -> None:
    code = kira.opened()
    status, body = fetch(page, f"{kira.site.url}/api/games")
    assert status == 200
    assert code in [one["game"] for one in body["games"]]
    assert fetch(page, f"{kira.site.url}/api/nothing")[1]["code"] == "not_found"
    assert fetch(page, f"{kira.site.url}/api/me")[1]["code"] == "token_needed"


def test_a_page_elsewhere_reads_nothing_as_its_visitor(page: Page, kira: Program) -> None:
    site = kira.site.url
    assert fetch(page, f"{site}/api/me", credentials="include") == BLOCKED
    assert fetch(page, f"{site}/api/me", headers=kira.headers) == BLOCKED
    assert fetch(page, f"{site}/account/tokens/") == BLOCKED


def test_a_page_elsewhere_changes_nothing(page: Page, kira: Program) -> None:
    address, json = f"{kira.site.url}/api/games", {"Content-Type": "application/json"}
    before = kira.ask("/api/me")["games"]
    for headers in ({}, json, kira.headers, {**kira.headers, **json}):
        for credentials in ("omit", "include"):
            answer = fetch(page, address, method="POST", body="{}", headers=headers, credentials=credentials)
            assert answer == BLOCKED or (answer[0], answer[1]["code"]) == (401, "token_needed")
    assert fetch(page, address, method="DELETE") == BLOCKED
    assert kira.ask("/api/me")["games"] == before
