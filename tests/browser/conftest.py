"""Fixtures of a real site and of browsers; never together with `db`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, ViewportSize

from tests.browser.programs import Dealt, deal
from tests.browser.visitor import Visitor
from tests.gallery.sample_site import SampleSite, start_sample_site
from tests.gallery.scene_browser import SceneBrowser
from tests.site_process import Site, copy_var

Arrive = Callable[..., Visitor]
OpenSceneBrowser = Callable[[str, ViewportSize], SceneBrowser]


@pytest.fixture(scope="session")
def open_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site without rate limits, for all tests that do not break it."""
    site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("open-site")), {"RATE_LIMITS": "0"}).start()
    yield site
    site.stop()
    assert site.crash() == ""


@pytest.fixture(scope="session")
def painting_browser(browser_type: BrowserType, painting_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that paints its pages, where a test takes pictures of them: `arrive(by=painting_browser)`."""
    browser = browser_type.launch(**painting_launch_args)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def full_browser(browser_type: BrowserType, full_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A Chromium with windows: `arrive(by=full_browser)`."""
    browser = browser_type.launch(**full_launch_args)
    yield browser
    browser.close()


@pytest.fixture(params=["browser", pytest.param("full_browser", marks=pytest.mark.full_browser)])
def each_browser(request: pytest.FixtureRequest) -> Browser:
    """The browser of the other tests, then a full one, where the two differ: `arrive(by=each_browser)`."""
    browser: Browser = request.getfixturevalue(request.param)
    return browser


@pytest.fixture
def profile(
    browser_type: BrowserType, full_launch_args: dict[str, Any], tmp_path: Path, open_site: Site
) -> Iterator[BrowserContext]:
    """A full browser that keeps its profile; all other tests are incognito."""
    context = browser_type.launch_persistent_context(tmp_path, base_url=open_site.url, **full_launch_args)
    yield context
    context.close()


@pytest.fixture
def arrive(browser: Browser, open_site: Site) -> Iterator[Arrive]:
    """Opens browsers: `arrive(program)`; fails at the end if any page had an error."""
    people: list[Visitor] = []

    def open_browser(*who: object, url: str = open_site.url, by: Browser = browser, **options: object) -> Visitor:
        people.append(Visitor(by, url, *who, **options))  # type: ignore[arg-type]
        return people[-1]

    yield open_browser
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture
def dealt(open_site: Site) -> Dealt:
    """Ana and Bram at a table, thirteen cards each, Ana to lead."""
    return deal(open_site.url)


@pytest.fixture(scope="module")
def sample_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleSite]:
    """A site with everything that a page can show."""
    with start_sample_site(prepared_var, tmp_path_factory.mktemp("sample")) as sample:
        yield sample
    assert sample.site.crash() == ""


@pytest.fixture(scope="module")
def open_scene_browser(browser: Browser, sample_site: SampleSite) -> Iterator[OpenSceneBrowser]:
    """Opens browsers of scenes: `open_scene_browser(language, size)`; fails at the end if any page had an error."""
    scene_browsers: list[SceneBrowser] = []

    def open_browser(language: str, size: ViewportSize) -> SceneBrowser:
        scene_browsers.append(SceneBrowser(browser, sample_site, language, size))
        return scene_browsers[-1]

    yield open_browser
    for scene_browser in scene_browsers:
        scene_browser.close()
    assert [complaint for scene_browser in scene_browsers for complaint in scene_browser.complaints] == []
