"""Cards as people see them who see colours otherwise, or none: rendered by the browser and compared."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import numpy
import pytest
from coloraide import Color
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import Arrive

pytestmark = pytest.mark.browser
DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")
APART = 9
"""By CIEDE2000, of the grounds of the banners."""
SIZE = (60, 85)
ALIKE = 0.8
"""How far the greys of two cards may go together, 1 being the same picture."""


@pytest.fixture
def page(arrive: Arrive, painting: Browser) -> Page:
    page = arrive(by=painting).page()
    page.goto("/rules/")
    return page


def picture(shown: Locator) -> Image.Image:
    return Image.open(BytesIO(shown.screenshot())).convert("RGB")


def highest(page: Page) -> list[Locator]:
    """The nine of each faction: the same value, so that nothing but the faction tells them apart."""
    return page.locator(".folk .card:last-child").all()


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_banners_look_different(page: Page, deficiency: str) -> None:
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
    colours = [ground(picture(card.locator(".banner"))) for card in highest(page)]
    assert len(colours) == 5
    for one, other in combinations(colours, 2):
        assert one.delta_e(other, method="2000") >= APART


def test_cards_look_different_in_grey(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    greys = [numpy.asarray(picture(card).convert("L").resize(SIZE), dtype=float) for card in highest(page)]
    assert len(greys) == 5
    for one, other in combinations(greys, 2):
        assert numpy.corrcoef(one.ravel(), other.ravel())[0, 1] < ALIKE


def ground(image: Image.Image) -> Color:
    """The mean of the darker pixels: what value, symbol and pattern lie on."""
    pixels = numpy.asarray(image).reshape(-1, 3)
    pixels = pixels[numpy.argsort(pixels.sum(axis=1))]
    red, green, blue = pixels[len(pixels) // 8 : len(pixels) * 3 // 8].mean(axis=0) / 255
    return Color("srgb", [float(red), float(green), float(blue)])
