"""Every page in every language and theme: nothing axe objects to, nothing cut off, everything within reach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.visitor import DESK, OF_COLOURS, SMALLEST, fits, objections
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES, SETTINGS, Town
from tests.gallery.visit import SCENES, Walk
from tests.server import Site, copied

pytestmark = pytest.mark.browser
OF_WORDS = (
    *("document-title", "html-has-lang", "html-lang-valid", "valid-lang"),
    *("button-name", "link-name", "label", "image-alt", "svg-img-alt", "role-img-alt", "select-name"),
    *("aria-command-name", "aria-input-field-name", "aria-dialog-name", "aria-toggle-field-name"),
    *("empty-heading", "label-title-only", "frame-title", "summary-name"),
)
"""What axe may find in one language and not in another: a name that is missing there."""


@pytest.fixture(scope="module")
def town(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    sites = [
        Site(copied(prepared_var, tmp_path_factory.mktemp(name)), settings)
        for name, settings in (("town", SETTINGS), ("hurt", {}))
    ]
    yield Town(*[site.start() for site in sites])
    for site in sites:
        site.stop()
    assert "Traceback" not in sites[0].text()


@pytest.fixture(scope="module", params=LANGUAGES)
def walk(browser: Browser, town: Town, request: pytest.FixtureRequest) -> Iterator[Walk]:
    walk = Walk(browser, town, request.param)
    yield walk
    walk.close()
    assert walk.complaints == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_page_is_for_everybody(walk: Walk, scene: Scene) -> None:
    with walk.at(scene) as page:
        assert (page.locator("html").get_attribute("lang") or "").lower() == walk.language
        if walk.language == "en":
            in_both_themes(page)
        else:
            unobjected(page, *OF_WORDS)
        for size in (DESK, SMALLEST):
            page.set_viewport_size(size)
            assert fits(page), f"wider than {size}"


def in_both_themes(page: Page) -> None:
    unobjected(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    unobjected(page, *OF_COLOURS)


def unobjected(page: Page, *only: str) -> None:
    found = objections(page, only)
    assert found.violations_count == 0, found.generate_report()
