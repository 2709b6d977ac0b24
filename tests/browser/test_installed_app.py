"""The installed site: browsers offer it, it says when there is no network, and it never shows anything old."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE, Visitor, inspect

pytestmark = pytest.mark.browser
SERVED = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  return requests.flat().map((request) => new URL(request.url).pathname);
}"""
HASHED = re.compile(r"^/static/.+\.[0-9a-f]{12}\.\w+$")
NO_CONNECTION = {"en": "No connection", "nl": "Geen verbinding", "id": "Tidak ada koneksi", "zh-hant": "沒有連線"}


def served(arrive: Arrive, *who: object) -> tuple[Visitor, Page]:
    """Somebody whose pages come by the worker."""
    visitor = arrive(*who, service_workers="allow")
    page = visitor.page()
    page.goto("/")
    page.wait_for_function(SERVED)
    return visitor, page


@pytest.mark.full_browser
def test_browsers_offer_to_install_it(profile: BrowserContext) -> None:
    """A headless shell installs nothing and has no objection to any page, and nothing is installed incognito."""
    (page,) = profile.pages
    page.goto("/")
    page.wait_for_function(SERVED)
    wire = profile.new_cdp_session(page)
    assert wire.send("Page.getAppManifest")["errors"] == []
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_without_a_network_it_says_so_in_four_languages_and_comes_back_by_itself(arrive: Arrive) -> None:
    visitor, page = served(arrive)
    visitor.expect_cut_line()
    visitor.context.set_offline(True)
    for language, words in NO_CONNECTION.items():
        cookie = {"name": "django_language", "value": language, "url": visitor.url}
        visitor.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto("/rules/")
        expect(page.get_by_role("heading")).to_have_text(words)
        assert page.locator("html").get_attribute("lang") == language
    inspect(page, PHONE)
    visitor.context.set_offline(False)
    expect(page.get_by_role("link", name="規則").first).to_be_visible(timeout=20_000)


def test_nothing_of_a_table_is_kept(arrive: Arrive, dealt: Dealt) -> None:
    visitor, page = served(arrive, dealt.ana)
    page.goto(f"/m/{dealt.code}/")
    page.locator(".hand .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    kept = page.evaluate(KEPT)
    assert any("/matches/main." in path for path in kept)
    assert [path for path in kept if not HASHED.match(path)] == ["/offline/"]
    visitor.expect_cut_line()
    visitor.context.set_offline(True)
    page.goto(f"/m/{dealt.code}/")
    expect(page.get_by_role("heading")).to_have_text(NO_CONNECTION["en"])


def test_an_invitation_is_shared_where_the_phone_can(arrive: Arrive, dealt: Dealt) -> None:
    visitor = arrive(dealt.ana)
    visitor.context.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page = visitor.page()
    page.goto(f"/m/{dealt.ana.open_game()}/")
    page.get_by_role("button", name="Share the link").click()
    link = page.get_by_label("Link to this game").input_value()
    assert page.evaluate("window.shared.url") == link


def test_a_result_is_copied_where_nothing_can_be_shared(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(52)
    ana = arrive(dealt.ana, permissions=["clipboard-read", "clipboard-write"]).at(dealt.code)
    ana.page.evaluate("navigator.share = undefined")
    ana.page.get_by_role("button", name="Share the result").click()
    expect(ana.note).to_have_text("The result is copied.")
    assert "Votes: Ana " in ana.page.evaluate("navigator.clipboard.readText()")
