"""Pages in a real browser: what their scripts do, without an error and without a request to another site.

Accessibility of every page is tested in tests/browser/test_everyone.py.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.visitor import NO_WORKER, objections
from tests.site_process import Site

pytestmark = pytest.mark.browser

# Longest first: an overflow at 320 px shows there.
SIZES = [{"width": 1280, "height": 800}, {"width": 320, "height": 640}]


@dataclass
class Person:
    """The browser context of one person, with the errors in it."""

    context: BrowserContext
    url: str
    complaints: list[str] = field(default_factory=list)

    def page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._fetched(request.url))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and NO_WORKER not in message.text:
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _fetched(self, url: str) -> None:
        if not url.startswith((self.url, "data:")):
            self.complaints.append(f"fetched {url}")


@pytest.fixture(scope="module")
def site(daphne_site: Callable[..., Site]) -> Site:
    return daphne_site(RATE_LIMITS="0")


@pytest.fixture
def someone(browser: Browser, site: Site) -> Iterator[Callable[[], Person]]:
    """Open browser contexts, none of which may have an error at the end."""
    people: list[Person] = []

    def arrive() -> Person:
        people.append(Person(browser.new_context(base_url=site.url, service_workers="block"), site.url))
        return people[-1]

    yield arrive
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


def named(person: Person, name: str) -> Page:
    page = person.page()
    page.goto("/guest/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play", exact=True).click()
    return page


def create(page: Page, who: str = "open") -> str:
    """Create a game and return its link."""
    page.goto("/")
    page.check(f"input[name=who][value={who}]")
    page.get_by_role("button", name="Start the game").click()
    return page.get_by_label("Link to this game").input_value()


def inspect(page: Page) -> None:
    """Check accessibility and width, small and large, light and dark."""
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = objections(page)
            assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url


def test_passkey_pages_run_under_the_content_policy(someone: Callable[[], Person], site: Site) -> None:
    person = someone()
    person.url = site.url.replace("127.0.0.1", "localhost")
    page = person.page()
    page.goto(f"{person.url}/account/login/")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    page.goto(f"{person.url}/account/signup/")
    page.get_by_label("Name").fill("Edith")
    page.get_by_label("Password").fill("three blind mice")
    page.get_by_role("button", name="Sign up").click()
    page.goto(f"{person.url}/account/2fa/webauthn/add/")
    inspect(page)


def test_invitation_and_joining(someone: Callable[[], Person]) -> None:
    ana, bram = named(someone(), "Ana"), someone().page()
    link = create(ana, "private")
    bram.goto(link[link.index("/i/") :])
    bram.get_by_label("Your name").fill("Bram")
    bram.get_by_role("button", name="Take the seat and play").click()
    bram.wait_for_selector("#online")
    # Nobody touches Ana's page: it goes to the table by itself.
    ana.wait_for_selector("#online", timeout=10_000)


def test_the_copy_button_works_on_plain_http(someone: Callable[[], Person]) -> None:
    page = named(someone(), "Ana")
    create(page)
    page.evaluate("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_the_lobby_learns_of_new_invitations_and_keeps_what_is_typed(someone: Callable[[], Person]) -> None:
    visitor = someone().page()
    visitor.goto("/")
    field = visitor.locator("#guest-name")
    field.fill("Half a na")
    create(named(someone(), "Fenna"))
    expect(visitor.get_by_role("link", name="Join Fenna")).to_be_visible(timeout=10_000)
    expect(field).to_have_value("Half a na")
    expect(field).to_be_focused()


def test_learning_playing_and_scoring_need_no_scrolling_on_a_phone(someone: Callable[[], Person], site: Site) -> None:
    person = someone()
    page = named(person, "Ana")
    page.set_viewport_size({"width": 360, "height": 640})
    for language in ("en", "nl", "id", "zh-hant"):
        person.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
        page.goto("/")
        ways = page.locator(".front .button")
        assert ways.count() == 6
        for way in ways.all():
            box = way.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 640, language


def test_the_theme_switch_is_remembered(someone: Callable[[], Person]) -> None:
    page = someone().page()
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Dark colours").click()
    page.goto("/rules/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(27, 21, 25)"


def test_all_of_it_without_javascript(browser: Browser, site: Site) -> None:
    plain = browser.new_context(base_url=site.url, java_script_enabled=False)
    ana, bram = plain.new_page(), browser.new_context(base_url=site.url, java_script_enabled=False).new_page()
    ana.goto("/")
    ana.locator("#new-name").fill("Gerda")
    ana.get_by_role("button", name="Start the game").click()
    bram.goto(ana.url)
    bram.get_by_label("Your name").fill("Henk")
    bram.get_by_role("button", name="Take the seat and play").click()
    ana.get_by_role("link", name="See whether somebody came").click()
    ana.goto("/")
    expect(ana.get_by_text("phase one, trick 1 of 13")).to_be_visible()
    plain.close()
