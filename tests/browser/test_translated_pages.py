"""Every page in the longest and in the most foreign language: translated, named and not cut."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenSceneBrowser
from tests.browser.visitor import SMALLEST
from tests.gallery import untranslated
from tests.gallery.scene import Scene
from tests.gallery.scene_browser import SCENES, SceneBrowser

pytestmark = pytest.mark.browser

LANGUAGES = ("nl", "zh-hant")
"""Dutch has long words, and a Latin word in Chinese is untranslated."""
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
MENU = """() => {
  const header = document.querySelector(".site-header");
  const ways = [".site-nav > a[href='/']", ".narrow-links summary", ".narrow-links a[href='/rules/']"];
  return !header || ways.every((way) => header.querySelector(way));
}"""
LOOK = f"""() => ({{
  lang: document.documentElement.lang.toLowerCase(), fits: document.documentElement.scrollWidth <= innerWidth,
  header: ({HEADER})(), menu: ({MENU})(), said: ({untranslated.SAID})(), nameless: ({NAMELESS})(),
}})"""
"""Everything that is checked, in a single evaluation."""


@pytest.fixture(scope="module")
def scene_browsers(open_scene_browser: OpenSceneBrowser) -> dict[str, SceneBrowser]:
    return {language: open_scene_browser(language, SMALLEST) for language in LANGUAGES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_translated_and_fits(
    scene_browsers: dict[str, SceneBrowser], language: str, scene: Scene
) -> None:
    scene_browser = scene_browsers[language]
    with scene_browser.at(scene) as page:
        seen = page.evaluate(LOOK)
        assert seen["nameless"] == []
        assert seen["lang"] == scene_browser.language
        assert seen["fits"]
        assert seen["menu"]
        assert fits_in_a_row(seen["header"])
        said = untranslated.single_spaced(seen["said"])
        assert said & untranslated.english() == set()
        assert scene_browser.language != "zh-hant" or untranslated.latin(said) == set()


def fits_in_a_row(edges: list[float]) -> bool:
    """Whether the parts of the header are in the window and beside each other."""
    return edges == sorted(edges) and all(0 <= edge <= SMALLEST["width"] for edge in edges)
