"""Every page in both themes and all languages: accessible, with large targets, not cut, and translated."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenSceneBrowser
from tests.browser.visitor import AXE_AT_HAND, DESK, SIDEWAYS, SMALLEST, fits, inspect
from tests.gallery import untranslated
from tests.gallery.scene import Scene
from tests.gallery.scene_browser import SCENES, SceneBrowser

pytestmark = pytest.mark.browser

NAMELESS = """() => {
  const text = (one) => one?.textContent.trim() || one?.querySelector("[aria-label]")?.ariaLabel;
  const title = (one) => one.getAttribute("aria-labelledby")?.split(" ").map((id) => text(document.getElementById(id)));
  const name = (one) => one.ariaLabel || title(one)?.every(Boolean) || one.alt || one.title || text(one)
    || [...(one.labels ?? [])].some(text) || (one.type === "submit" && one.value);
  const all = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=img], dialog[open], h1, h2";
  const seen = [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const nameless = [...seen, ...document.querySelectorAll("img:not([alt=''])")].filter((one) => !name(one));
  return [...nameless.map((one) => one.outerHTML.slice(0, 120)), ...(document.title.trim() ? [] : ["title"])];
}"""
"""Elements without an accessible name."""
HEADER = """() => [...document.querySelectorAll(".site-header :is(a, button, summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".menu-sheet"))
  .flatMap((one) => { const { left, right } = one.getBoundingClientRect(); return [left, right]; })"""
RULES = """() => {
  const link = document.querySelector(".site-header a[href='/rules/']");
  const seen = link?.checkVisibility({ visibilityProperty: true }) && link.getBoundingClientRect().width > 0;
  return !document.querySelector(".site-header") || seen === true;
}"""
LOOK = f"""() => ({{
  lang: document.documentElement.lang.toLowerCase(), fits: document.documentElement.scrollWidth <= innerWidth,
  header: ({HEADER})(), rules: ({RULES})(), said: ({untranslated.SAID})(), nameless: ({NAMELESS})(),
}})"""
"""Everything that is checked, in a single evaluation."""


WHOLE, OTHERS = "en", ("nl", "zh-hant")
"""Axe checks English. Dutch has long words, and a Latin word in Chinese is untranslated."""
TARGET = 44
NARROW_TARGETS = """(least) => [...document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).display !== "inline")
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) > 1 && Math.min(width, height) < least - 0.1)
  .map(([one, { width, height }]) => `${one.id || one.className || one.textContent.trim()}: ${width} x ${height}`)"""
"""Targets that are smaller, without the links in sentences."""


@pytest.fixture(scope="module")
def scene_browser(open_scene_browser: OpenSceneBrowser) -> SceneBrowser:
    scene_browser = open_scene_browser(WHOLE, SMALLEST)
    scene_browser.visitor.context.add_init_script(AXE_AT_HAND)
    return scene_browser


@pytest.fixture(scope="module")
def scene_browsers(open_scene_browser: OpenSceneBrowser) -> dict[str, SceneBrowser]:
    return {language: open_scene_browser(language, SMALLEST) for language in OTHERS}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_page_is_accessible_and_fits_in_every_window(scene_browser: SceneBrowser, scene: Scene) -> None:
    with scene_browser.at(scene) as page:
        assert too_narrow(page, scene) == []
        inspect(page, SMALLEST, DESK)
        page.set_viewport_size(SIDEWAYS)
        assert too_narrow(page, scene) == []
        assert fits(page)


def too_narrow(page: Page, scene: Scene) -> list[str]:
    """Targets that a finger would miss; the admin is for a mouse."""
    narrow: list[str] = [] if scene.name.startswith("desk") else page.evaluate(NARROW_TARGETS, TARGET)
    return narrow


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("language", OTHERS)
def test_every_page_is_translated_and_fits(
    scene_browsers: dict[str, SceneBrowser], language: str, scene: Scene
) -> None:
    scene_browser = scene_browsers[language]
    with scene_browser.at(scene) as page:
        seen = page.evaluate(LOOK)
        assert seen["nameless"] == []
        assert seen["lang"] == scene_browser.language
        assert seen["fits"]
        assert seen["rules"]
        assert fits_in_a_row(seen["header"])
        said = untranslated.single_spaced(seen["said"])
        assert said & untranslated.english() == set()
        assert scene_browser.language != "zh-hant" or untranslated.latin(said) == set()


def fits_in_a_row(edges: list[float]) -> bool:
    """Whether the parts of the header are in the window and beside each other."""
    return edges == sorted(edges) and all(0 <= edge <= SMALLEST["width"] for edge in edges)
