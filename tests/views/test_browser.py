"""Pages in a real browser: what their scripts do, without an error and without a request to another site.

`tests/browser/test_every_page.py` checks the accessibility of every page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.visitor import PHONE, Visitor, inspect
from tests.site_process import Site

pytestmark = pytest.mark.browser
WIDEST, NARROWEST = ViewportSize(width=1280, height=800), ViewportSize(width=320, height=640)
Arrive = Callable[..., Visitor]


@pytest.fixture(scope="module")
def site(daphne_site: Callable[..., Site]) -> Site:
    return daphne_site(RATE_LIMITS="0")


@pytest.fixture
def arrive(browser: Browser, site: Site) -> Iterator[Arrive]:
    """Open browser contexts, none of which may have an error at the end."""
    visitors: list[Visitor] = []

    def come(url: str = site.url, **options: object) -> Visitor:
        visitors.append(Visitor(browser, url, **options))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


def named(visitor: Visitor, name: str) -> Page:
    page = visitor.page()
    page.goto("/guest/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    return page


def create(page: Page) -> None:
    page.goto("/new/")
    page.check("input[name=who][value=open]")
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/m/*/")


def test_passkey_pages_run_under_the_content_policy(arrive: Arrive, site: Site) -> None:
    page = arrive(site.url.replace("127.0.0.1", "localhost")).page()
    page.goto("/account/login/")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    page.goto("/account/signup/")
    page.get_by_label("Name").fill("Edith")
    page.get_by_label("Password").fill("three blind mice")
    page.get_by_role("button", name="Sign up").click()
    page.goto("/account/2fa/webauthn/add/")
    inspect(page, WIDEST, NARROWEST)


def test_the_copy_button_works_on_plain_http(arrive: Arrive) -> None:
    page = named(arrive(), "Ana")
    create(page)
    page.evaluate("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_new_invitations_appear_and_leave_what_is_typed(arrive: Arrive) -> None:
    page = arrive().page()
    page.goto("/new/")
    field = page.get_by_label("Your name")
    field.fill("Half a na")
    create(named(arrive(), "Fenna"))
    expect(page.get_by_role("link", name="Join Fenna")).to_be_visible(timeout=10_000)
    expect(field).to_have_value("Half a na")
    expect(field).to_be_focused()


def test_learning_playing_and_scoring_need_no_scrolling_on_a_phone(arrive: Arrive, site: Site) -> None:
    visitor = arrive(viewport=PHONE)
    page = named(visitor, "Ana")
    for language in ("en", "nl", "id", "zh-hant"):
        visitor.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        page.goto("/")
        ways = page.locator(".door")
        assert ways.count() == 3
        for way in ways.all():
            box = way.bounding_box()
            assert box
            assert box["y"] + box["height"] <= PHONE["height"], language


def test_a_game_begins_without_javascript(arrive: Arrive) -> None:
    ana, bram = (arrive(java_script_enabled=False).page() for _ in range(2))
    ana.goto("/new/")
    ana.locator("#new-name").fill("Gerda")
    ana.check("input[name=who][value=open]")
    ana.get_by_role("button", name="Create game").click()
    bram.goto(ana.url)
    bram.get_by_label("Your name").fill("Henk")
    bram.get_by_role("button", name="Join game").click()
    ana.get_by_role("link", name="Check for an opponent").click()
    ana.goto("/")
    expect(ana.get_by_text("phase one, trick 1 of 13")).to_be_visible()
