"""Every page in both themes: accessible, with large targets, and not cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenSceneBrowser
from tests.browser.visitor import AXE_AT_HAND, DESK, SIDEWAYS, SMALLEST, fits, inspect
from tests.gallery.scene import Scene
from tests.gallery.scene_browser import SCENES, SceneBrowser

pytestmark = pytest.mark.browser

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
    scene_browser = open_scene_browser("en", SMALLEST)
    scene_browser.visitor.context.add_init_script(AXE_AT_HAND)
    return scene_browser


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
