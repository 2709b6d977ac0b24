"""Every page in both themes: nothing axe objects to, targets for fingers, nothing cut off at twice the size.

In one language; what depends on the words is looked at in each, by test_every_language.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import Stroll
from tests.browser.visitor import AXE_AT_HAND, DESK, SMALLEST, fits, inspect
from tests.gallery.scene import Scene
from tests.gallery.town import LANGUAGES
from tests.gallery.visit import SCENES, Walk

pytestmark = pytest.mark.browser
WHOLE = LANGUAGES[0]
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
