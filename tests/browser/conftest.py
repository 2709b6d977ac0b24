"""A real site and people with browsers; nothing here ever takes `db`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, ViewportSize

from tests.browser.programs import Dealt, deal
from tests.browser.visitor import Visitor
from tests.gallery.town import SETTINGS, Town
from tests.gallery.visit import Walk
from tests.server import Site, copied

Arrive = Callable[..., Visitor]
Stroll = Callable[[str, ViewportSize], Walk]


@pytest.fixture(scope="session")
def house(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests that do not hurt it, without limits of how often."""
    site = Site(copied(prepared_var, tmp_path_factory.mktemp("house")), {"RATE_LIMITS": "0"}).start()
    yield site
    site.stop()
    assert site.crash() == ""


@pytest.fixture(scope="session")
def painting(browser_type: BrowserType, painting_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that paints its pages, where a test takes pictures of them: `arrive(by=painting)`."""
    browser = browser_type.launch(**painting_launch_args)
    yield browser
    browser.close()


@pytest.fixture
def arrive(browser: Browser, house: Site) -> Iterator[Arrive]:
    """Opens browsers: `arrive(program)`; at the end none of them may have complained."""
    people: list[Visitor] = []

    def come(*who: object, url: str = house.url, by: Browser = browser, **options: object) -> Visitor:
        people.append(Visitor(by, url, *who, **options))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture
def dealt(house: Site) -> Dealt:
    """Ana and Bram at a table, thirteen cards each, Ana to lead."""
    return deal(house.url)


@pytest.fixture(scope="module")
def town(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """Sites with everything in them that a page can show."""
    sites = [
        Site(copied(prepared_var, tmp_path_factory.mktemp(name)), settings)
        for name, settings in (("town", SETTINGS), ("hurt", {}))
    ]
    yield Town(*[site.start() for site in sites])
    for site in sites:
        site.stop()
    assert sites[0].crash() == ""


@pytest.fixture(scope="module")
def stroll(browser: Browser, town: Town) -> Iterator[Stroll]:
    """Goes about the town: `stroll(language, size)`; at the end none of its pages may have complained."""
    walks: list[Walk] = []

    def go(language: str, size: ViewportSize) -> Walk:
        walks.append(Walk(browser, town, language, size))
        return walks[-1]

    yield go
    for walk in walks:
        walk.close()
    assert [complaint for walk in walks for complaint in walk.complaints] == []
