"""Every page in every other language: nothing axe objects to in its words, nothing cut off, no English among them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Stroll
from tests.browser.visitor import SMALLEST, fits, objections
from tests.gallery import words
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES
from tests.gallery.visit import SCENES, Walk

pytestmark = pytest.mark.browser
_, *OTHERS = LANGUAGES
OF_WORDS = (
    *("document-title", "html-has-lang", "html-lang-valid", "valid-lang"),
    *("button-name", "link-name", "label", "image-alt", "svg-img-alt", "role-img-alt", "select-name"),
    *("aria-command-name", "aria-input-field-name", "aria-dialog-name", "aria-toggle-field-name"),
    *("empty-heading", "label-title-only", "frame-title", "summary-name"),
)
"""What axe may find in one language and not in another: a name that is missing there."""
HEADER = """() => [...document.querySelectorAll(".site-header :is(a, button, summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".menu-sheet"))
  .map((one) => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"""


@pytest.fixture(scope="module")
def walks(stroll: Stroll) -> dict[str, Walk]:
    return {language: stroll(language, SMALLEST) for language in OTHERS}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("language", OTHERS)
def test_in_every_language(walks: dict[str, Walk], language: str, scene: Scene) -> None:
    walk = walks[language]
    with walk.at(scene) as page:
        assert (page.locator("html").get_attribute("lang") or "").lower() == walk.language
        found = objections(page, OF_WORDS)
        assert found.violations_count == 0, found.generate_report()
        assert fits(page)
        assert fits_in_a_row(page)
        said = words.texts(page)
        assert said & words.english() == set()
        assert walk.language != "zh-hant" or words.latin(said) == set()


def fits_in_a_row(page: Page) -> bool:
    """Whether everything in the header, the rules among it, is in the window and beside what comes before."""
    places: list[tuple[float, float]] = page.evaluate(HEADER)
    edges = [edge for place in places for edge in place]
    shown = page.locator(".site-header").count() == 0 or page.locator(".site-header a[href='/rules/']").is_visible()
    return shown and edges == sorted(edges) and all(0 <= edge <= SMALLEST["width"] for edge in edges)
