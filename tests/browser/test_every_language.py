"""Every page in every other language: nothing without a name, nothing cut off, no English among its words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Stroll
from tests.browser.visitor import SMALLEST
from tests.gallery import words
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES
from tests.gallery.visit import SCENES, Walk

pytestmark = pytest.mark.browser
_, *OTHERS = LANGUAGES
NAMELESS = """() => {
  const text = (one) => one?.textContent.trim() || one?.querySelector("[aria-label]")?.ariaLabel;
  const told = (one) => one.getAttribute("aria-labelledby")?.split(" ").map((id) => text(document.getElementById(id)));
  const name = (one) => one.ariaLabel || told(one)?.every(Boolean) || one.alt || one.title || text(one)
    || [...(one.labels ?? [])].some(text) || (one.type === "submit" && one.value);
  const all = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=img], dialog[open], h1, h2";
  const seen = [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const nameless = [...seen, ...document.querySelectorAll("img:not([alt=''])")].filter((one) => !name(one));
  return [...nameless.map((one) => one.outerHTML.slice(0, 120)), ...(document.title.trim() ? [] : ["title"])];
}"""
"""What has no name in a language, where axe found one in English."""
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
  header: ({HEADER})(), rules: ({RULES})(), said: ({words.SAID})(), nameless: ({NAMELESS})(),
}})"""
"""All that is looked at, at once: to ask a page costs more than to answer."""


@pytest.fixture(scope="module")
def walks(stroll: Stroll) -> dict[str, Walk]:
    return {language: stroll(language, SMALLEST) for language in OTHERS}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("language", OTHERS)
def test_in_every_language(walks: dict[str, Walk], language: str, scene: Scene) -> None:
    walk = walks[language]
    with walk.at(scene) as page:
        seen = page.evaluate(LOOK)
        assert seen["nameless"] == []
        assert seen["lang"] == walk.language
        assert seen["fits"]
        assert seen["rules"]
        assert fits_in_a_row(seen["header"])
        said = words.single_spaced(seen["said"])
        assert said & words.english() == set()
        assert walk.language != "zh-hant" or words.latin(said) == set()


def fits_in_a_row(edges: list[float]) -> bool:
    """Whether everything in the header is in the window and beside what comes before."""
    return edges == sorted(edges) and all(0 <= edge <= SMALLEST["width"] for edge in edges)


def test_what_has_no_name_would_be_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("""<title>T</title><a href="/">A</a><label>N <input></label><img alt="" src="data:,">
      <a href="/"><svg></svg></a><button aria-labelledby="no"></button><input><h2> </h2><img src="data:,">""")
    found = [one.split(">")[0] for one in page.evaluate(NAMELESS)]
    assert found == ['<a href="/"', '<button aria-labelledby="no"', "<input", "<h2", '<img src="data:,"']
    page.close()
