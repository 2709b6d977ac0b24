"""Generator of the app's icons and of favicon.ico from static/img/favicon.svg: `.venv/bin/python docs/img/icons.py`.

A maskable icon is cut to any shape, so its background reaches the edges and its mark stays inside the circle that all
shapes leave: four fifths of its width.
"""

import io
import os
import re
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browsers import find_browser  # noqa: E402

FOLDER = ROOT / "static" / "img"
FAVICON = (FOLDER / "favicon.svg").read_text()
# The mark, a little smaller, on a background without rounded corners.
FILLED_ICON = re.sub(
    r"<g (.*)</g>",
    r'<g transform="translate(32 32) scale(.84) translate(-32 -32)"><g \1</g></g>',
    FAVICON.replace(' rx="14"', ""),
    flags=re.DOTALL,
)
ICONS = {
    "app-192": (192, FAVICON),
    "app-512": (512, FAVICON),
    "app-180": (180, FILLED_ICON),
    "app-maskable-512": (512, FILLED_ICON),
}
FAVICON_SIZES = (16, 32, 48)
"""Sizes in favicon.ico, which browsers and programs that do not read SVG ask for."""


def main() -> None:
    """Write all icons."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        page = browser.new_page()
        for name, (size, drawing) in ICONS.items():
            save_icon(FOLDER / f"{name}.png", render_icon(page, drawing, size))
        save_favicon(FOLDER / "favicon.ico", [render_icon(page, FAVICON, size) for size in FAVICON_SIZES])
        browser.close()


def render_icon(page: Page, drawing: str, size: int) -> bytes:
    """Return the drawing as PNG with this width and height in pixels."""
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawing}")
    return page.screenshot(omit_background=True)


def save_icon(place: Path, picture: bytes) -> None:
    """Save the picture with 32 colours, enough for two colours and the shades between them."""
    Image.open(io.BytesIO(picture)).quantize(32, method=Image.Quantize.FASTOCTREE).save(place, optimize=True)
    sys.stdout.write(f"{place}: {place.stat().st_size} bytes\n")


def save_favicon(place: Path, pictures: list[bytes]) -> None:
    """Save pictures of several sizes as one icon."""
    *smaller, largest = (Image.open(io.BytesIO(picture)) for picture in pictures)
    largest.save(place, sizes=[image.size for image in (*smaller, largest)], append_images=smaller)
    sys.stdout.write(f"{place}: {place.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
