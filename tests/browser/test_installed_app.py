"""The installed site: browsers offer it, it says when there is no network, and it shows no stored page of a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import eventually
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE, inspect

pytestmark = pytest.mark.browser
SERVED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
CACHED = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  return requests.flat().map((request) => new URL(request.url).pathname);
}"""
HASHED = re.compile(r"^/static/.+\.[0-9a-f]{12}\.\w+$")
NO_CONNECTION = {"en": "No connection", "nl": "Geen verbinding", "id": "Tidak ada koneksi", "zh-hant": "沒有連線"}


@pytest.mark.full_browser
def test_browsers_offer_to_install_it(profile: BrowserContext) -> None:
    """In a profile that is kept: neither a headless shell nor an incognito window installs anything."""
    (page,) = profile.pages
    page.goto("/")
    page.wait_for_function(SERVED)
    wire = profile.new_cdp_session(page)
    assert wire.send("Page.getAppManifest")["errors"] == []
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_without_a_network_a_game_is_not_shown_and_a_page_in_the_readers_language_says_so(
    arrive: Arrive, dealt: Dealt
) -> None:
    """The page of the game comes back by itself."""
    visitor = arrive(dealt.ana, service_workers="allow")
    page = visitor.page()
    page.goto("/")
    page.wait_for_function(SERVED)
    page.goto(f"/m/{dealt.code}/")
    page.locator(".hand .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    eventually(lambda: any("/matches/main." in path for path in page.evaluate(CACHED)), "the script is not cached")
    assert [path for path in page.evaluate(CACHED) if not HASHED.match(path)] == ["/offline/"]
    visitor.expect_cut_line()
    visitor.context.set_offline(True)
    for language, words in NO_CONNECTION.items():
        cookie = {"name": "django_language", "value": language, "url": visitor.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"/m/{dealt.code}/")
        expect(page.get_by_role("heading")).to_have_text(words)
        assert page.locator("html").get_attribute("lang") == language
    inspect(page, PHONE)
    visitor.context.set_offline(False)
    expect(page.locator(".hand .card")).to_have_count(13)


def test_an_invitation_is_shared_where_the_phone_can(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    visitor.context.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page = visitor.page()
    page.goto(f"/m/{dealt.ana.open_game()}/")
    page.get_by_role("button", name="Share link").click()
    link = page.get_by_label("Link to this game").input_value()
    assert page.evaluate("window.shared.url") == link
