"""A real site and people with browsers; nothing here ever takes `db`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.programs import Dealt, deal
from tests.browser.visitor import Visitor
from tests.server import Site, copied

Arrive = Callable[..., Visitor]


@pytest.fixture(scope="session")
def house(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests that do not hurt it, without limits of how often."""
    site = Site(copied(prepared_var, tmp_path_factory.mktemp("house")), {"RATE_LIMITS": "0"}).start()
    yield site
    site.stop()
    assert "Traceback" not in site.text()


@pytest.fixture
def arrive(browser: Browser, house: Site) -> Iterator[Arrive]:
    """Opens browsers: `arrive(program)`; at the end none of them may have complained."""
    people: list[Visitor] = []

    def come(*who: object, url: str = house.url, **options: object) -> Visitor:
        people.append(Visitor(browser, url, *who, **options))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture
def dealt(house: Site) -> Dealt:
    """Ana and Bram at a table, thirteen cards each, Ana to lead."""
    return deal(house.url)
