"""Makes the icons of the app from static/img/favicon.svg: `.venv/bin/python docs/img/icons.py`.

A maskable icon is cut to any shape, so its ground reaches the edges and its mark stays inside the circle that all
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

from tests.gating import find_browser  # noqa: E402

FOLDER = ROOT / "static" / "img"
FAVICON = (FOLDER / "favicon.svg").read_text()
# The mark in the middle of a ground without corners, a little smaller.
FILLED = re.sub(
    r"<g (.*)</g>",
    r'<g transform="translate(32 32) scale(.84) translate(-32 -32)"><g \1</g></g>',
    FAVICON.replace(' rx="14"', ""),
    flags=re.DOTALL,
)
ICONS = {
    "app-192": (192, FAVICON),
    "app-512": (512, FAVICON),
    "app-180": (180, FILLED),
    "app-maskable-512": (512, FILLED),
}


def main() -> None:
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        page = browser.new_page()
        for name, (size, drawing) in ICONS.items():
            save(FOLDER / f"{name}.png", drawn(page, drawing, size))
        browser.close()


def drawn(page: Page, drawing: str, size: int) -> bytes:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawing}")
    return page.screenshot(omit_background=True)


def save(place: Path, picture: bytes) -> None:
    """Two colours and what lies between them need no more than 32."""
    Image.open(io.BytesIO(picture)).quantize(32, method=Image.Quantize.FASTOCTREE).save(place, optimize=True)
    sys.stdout.write(f"{place}: {place.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
