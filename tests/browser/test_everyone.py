"""Every page in every language and theme: nothing axe objects to, nothing cut off, no English among other words.

All pages are visited in one language with all of axe's rules, and in the others with those that depend on words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.visitor import DESK, SMALLEST, fits, inspect, objections
from tests.gallery import words
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES, SETTINGS, Town
from tests.gallery.visit import SCENES, Walk
from tests.server import Site, copied

pytestmark = pytest.mark.browser
WHOLE, *OTHERS = LANGUAGES
OF_WORDS = (
    *("document-title", "html-has-lang", "html-lang-valid", "valid-lang"),
    *("button-name", "link-name", "label", "image-alt", "svg-img-alt", "role-img-alt", "select-name"),
    *("aria-command-name", "aria-input-field-name", "aria-dialog-name", "aria-toggle-field-name"),
    *("empty-heading", "label-title-only", "frame-title", "summary-name"),
)
"""What axe may find in one language and not in another: a name that is missing there."""
TARGET = 44
TALL = ViewportSize(width=360, height=720)
"""A phone on which a pad has room for its keys; on a lower one some of them are as low as tokens.css says."""
NARROW_TARGETS = """(least) => [...document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).display !== "inline")
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) > 1 && Math.min(width, height) < least - 0.1)
  .map(([one, { width, height }]) => `${one.id || one.className || one.textContent.trim()}: ${width} x ${height}`)"""
"""What is to be hit and is smaller, links in a sentence aside."""
HEADER = """() => [...document.querySelectorAll(".site-header :is(a, button, summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".menu-sheet"))
  .map((one) => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"""


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


@pytest.fixture(scope="module")
def walks(browser: Browser, town: Town) -> Iterator[dict[str, Walk]]:
    """Whoever goes about the town, by language."""
    sizes = {WHOLE: DESK, **dict.fromkeys(OTHERS, SMALLEST)}
    walks = {language: Walk(browser, town, language, size) for language, size in sizes.items()}
    yield walks
    for walk in walks.values():
        walk.close()
    assert [complaint for walk in walks.values() for complaint in walk.complaints] == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_page_is_for_everybody(walks: dict[str, Walk], scene: Scene) -> None:
    with walks[WHOLE].at(scene) as page:
        inspect(page)
        page.set_viewport_size(TALL if scene.name.startswith("pad-") else SMALLEST)
        assert scene.name.startswith("desk") or page.evaluate(NARROW_TARGETS, TARGET) == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_in_every_language(walks: dict[str, Walk], language: str, scene: Scene) -> None:
    with walks[language].at(scene) as page:
        assert (page.locator("html").get_attribute("lang") or "").lower() == language
        found = objections(page, OF_WORDS)
        assert found.violations_count == 0, found.generate_report()
        assert fits(page)
        assert fits_in_a_row(page)
        said = words.texts(page)
        assert said & words.english() == set()
        assert language != "zh-hant" or words.latin(said) == set()


def fits_in_a_row(page: Page) -> bool:
    """Whether everything in the header, the rules among it, is in the window and beside what comes before."""
    places: list[tuple[float, float]] = page.evaluate(HEADER)
    edges = [edge for place in places for edge in place]
    shown = page.locator(".site-header").count() == 0 or page.locator(".site-header a[href='/rules/']").is_visible()
    return shown and edges == sorted(edges) and all(0 <= edge <= SMALLEST["width"] for edge in edges)


def test_at_twice_the_size_nothing_is_cut_off(walks: dict[str, Walk]) -> None:
    """A window of 1280 x 800 at 200 %."""
    for scene in SCENES:
        if scene.name in ("lobby", "rules", "waiting", "pad-one", "display-one", "end-winner"):
            with walks[WHOLE].at(scene) as page:
                page.set_viewport_size(ViewportSize(width=DESK["width"] // 2, height=DESK["height"] // 2))
                assert fits(page), scene.name
