"""Every page in both themes: nothing axe objects to, targets for fingers, nothing cut off at twice the size.

That is in one language; what depends on the words is looked at in each: nothing without a name, nothing cut off, no
English among the words of another. One town serves all of that: to furnish it takes as long as to walk through it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import Stroll
from tests.browser.glance import LOOK, NAMELESS
from tests.browser.visitor import AXE_AT_HAND, DESK, SMALLEST, fits, inspect
from tests.gallery import words
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES
from tests.gallery.visit import SCENES, Walk

pytestmark = pytest.mark.browser
WHOLE, *OTHERS = LANGUAGES
TARGET = 44
LYING = ViewportSize(width=640, height=360)
NARROW_TARGETS = """(least) => [...document.querySelectorAll(
    "a[href], button, summary, select, textarea, input:not([type=hidden])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).display !== "inline")
  .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) > 1 && Math.min(width, height) < least - 0.1)
  .map(([one, { width, height }]) => `${one.id || one.className || one.textContent.trim()}: ${width} x ${height}`)"""
"""What is to be hit and is smaller, links in a sentence aside."""


@pytest.fixture(scope="module")
def walk(stroll: Stroll) -> Walk:
    walk = stroll(WHOLE, SMALLEST)
    walk.visitor.context.add_init_script(AXE_AT_HAND)
    return walk


@pytest.fixture(scope="module")
def walks(stroll: Stroll) -> dict[str, Walk]:
    return {language: stroll(language, SMALLEST) for language in OTHERS}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_page_is_for_everybody(walk: Walk, scene: Scene) -> None:
    with walk.at(scene) as page:
        assert too_narrow(page, scene) == []
        inspect(page, SMALLEST, DESK)
        page.set_viewport_size(LYING)
        assert too_narrow(page, scene) == []


def too_narrow(page: Page, scene: Scene) -> list[str]:
    """What a finger would miss; the desk is for a mouse."""
    narrow: list[str] = [] if scene.name.startswith("desk") else page.evaluate(NARROW_TARGETS, TARGET)
    return narrow


def test_at_twice_the_size_nothing_is_cut_off(walk: Walk) -> None:
    """A window of 1280 x 800 at 200 %."""
    for scene in SCENES:
        if scene.name in ("lobby", "rules", "waiting", "pad-one", "display-one", "end-winner"):
            with walk.at(scene) as page:
                page.set_viewport_size(ViewportSize(width=DESK["width"] // 2, height=DESK["height"] // 2))
                assert fits(page), scene.name


@pytest.mark.parametrize("where", ["(max-width: 400px)", "(min-width: 400px)", "all"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_text_too_pale_would_be_found(browser: Browser, where: str, scheme: str) -> None:
    """Seen at one size alone, or at both."""
    page = browser.new_page()
    page.set_content(f"""<html lang="en"><title>T</title><style>
      body {{ background: #fff; color: #000; }} p {{ display: none; }} @media {where} {{ p {{ display: block; }} }}
      @media (prefers-color-scheme: {scheme}) {{ p {{ color: #ccc; }} }}</style><main><h1>T</h1><p>pale""")
    with pytest.raises(AssertionError, match=f"(?s){scheme}.*color-contrast"):
        inspect(page)
    page.close()


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
