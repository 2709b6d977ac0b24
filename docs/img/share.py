"""Generator of the pictures that other sites show beside a shared link: `.venv/bin/python docs/img/share.py`.

They have no words but the brand, so that they serve every language.
"""

import io
import os
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browsers import find_browser  # noqa: E402

STATIC = ROOT / "static"
FOLDER = STATIC / "img" / "share"
BRAND = "Five Votes"
WIDTH, HEIGHT = 1200, 630
"""The size that Open Graph recommends."""
COLOURS = 48
STYLE_SHEETS = ("tokens", "colours", "base", "controls", "pages", "cards", "pages/front")
STYLE = """
body { width: 1200px; min-height: 0; }
.felt { position: relative; width: 1200px; height: 630px; border-radius: 0; overflow: hidden; margin: 0;
  background: var(--felt); }
.felt > * { position: absolute; }
.brand-name { font: 600 104px/1 var(--font-display); color: var(--felt-ink); margin: 0; }
.mark { left: 48px; top: 36px; display: flex; align-items: center; gap: 18px; color: var(--brass); }
.mark svg { width: 66px; height: 54px; }
.mark .brand-name { font-size: 46px; color: var(--brass); }
.card { --w: 190px; box-shadow: none; }
.card .face { background: var(--card-paper); }
.card .banner { background: var(--pattern), var(--faction); }
.won { outline: 9px solid var(--brass); outline-offset: 4px; }
.fan { left: 0; right: 0; padding: 0; }
#front .crown-art { width: 340px; left: 430px; top: 40px; }
#front .brand-name { left: 0; right: 0; top: 246px; text-align: center; }
#front .fan { top: 396px; --w: 196px; }
#learn .card:nth-of-type(1) { --w: 170px; left: 515px; top: 40px; }
#learn .card:nth-of-type(2) { --w: 250px; left: 190px; top: 190px; rotate: -5deg; }
#learn .card:nth-of-type(3) { --w: 250px; left: 760px; top: 190px; rotate: 5deg; }
#learn .laurel { left: 530px; top: 360px; width: 140px; height: 140px; color: var(--brass); }
#rules .row { left: 56px; right: 56px; top: 200px; display: flex; justify-content: space-between; }
#rules .card { --w: 204px; }
#puzzle .fan { top: 268px; --w: 214px; }
#puzzle .fan .card:nth-child(4) { margin-top: -108px; }
#puzzle .ask { left: 0; right: 0; top: 18px; text-align: center; font: 600 260px/1 var(--font-display);
  color: var(--brass); }
.step { bottom: 0; width: 230px; display: grid; justify-items: center; align-content: start; padding-top: 14px;
  border-radius: 14px 14px 0 0; background: var(--felt-deep); border: 3px solid var(--brass); border-bottom: 0;
  font: 600 100px/1 var(--font-display); color: var(--brass); }
#leaderboard .card { --w: 150px; }
#leaderboard .crown { left: 545px; top: 22px; width: 110px; height: 90px; color: var(--brass); }
"""


def main() -> None:
    """Write all pictures."""
    flags = ["--allow-file-access-from-files", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file, sync_playwright() as playwright:
        file.write(build_page())
        file.flush()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        page.goto(Path(file.name).as_uri(), wait_until="networkidle")
        for name in PICTURES:
            save_picture(FOLDER / f"{name}.png", page.locator(f"#{name}").screenshot())
        browser.close()


def build_page() -> str:
    """Return an HTML page with all pictures, one below the other."""
    sheets = [(STATIC / "css" / f"{name}.css").as_uri() for name in STYLE_SHEETS]
    links = "".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets)
    drawings = "".join(f'<div class="felt" id="{name}">{drawing}</div>' for name, drawing in PICTURES.items())
    return f'<!DOCTYPE html><meta charset="utf-8">{links}<style>{STYLE}</style>{drawings}'


def save_picture(place: Path, picture: bytes) -> None:
    """Save the picture with few colours, and without dithering, so that it compresses well."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(place, optimize=True)
    sys.stdout.write(f"{place}: {place.stat().st_size} bytes\n")


def draw_card(code: str, more: str = "") -> str:
    """Return a card as in templates/components/card.html."""
    faction, value = code[0], code[1:]
    return (
        f'<span class="card {more}"><span class="face" data-faction="{faction}" data-value="{value}">'
        f'<span class="paper"></span><span class="banner"><b>{value}</b>{draw_symbol(faction, "drawing")}</span>'
        f"{draw_symbol(code, 'drawing emblem')}</span></span>"
    )


def draw_cards(codes: str) -> str:
    """Return the cards of some codes, separated by spaces."""
    return "".join(map(draw_card, codes.split()))


def draw_symbol(name: str, css_class: str) -> str:
    """Return a symbol of static/cards/cards.svg."""
    return f'<svg class="{css_class}"><use href="{(STATIC / "cards/cards.svg").as_uri()}#{name}"></use></svg>'


def draw_step(place: int, code: str, left: int, height: int) -> str:
    """Return a step of the podium with the card that stands on it."""
    card = f'<div style="left:{left + 40}px;bottom:{height + 16}px">{draw_card(code)}</div>'
    return f'{card}<div class="step" style="left:{left}px;height:{height}px">{place}</div>'


CROWN = (ROOT / "templates/components/crown.html").read_text().partition("{% endcomment %}")[2]
CROWN = CROWN.replace("{% static 'cards/cards.svg' %}", (STATIC / "cards/cards.svg").as_uri())
MARK = f'<div class="mark">{draw_symbol("crown", "")}<p class="brand-name">{BRAND}</p></div>'
PICTURES = {
    "front": f'{CROWN}<p class="brand-name">{BRAND}</p><div class="fan">{draw_cards("G0 K8 U9 D7 P7")}</div>',
    "learn": f"{draw_cards('D9 G8')}{draw_card('K3', 'won')}{draw_symbol('laurel', 'laurel')}{MARK}",
    "rules": f'<div class="row">{draw_cards("G9 K9 U9 D9 P9")}</div>{MARK}',
    "puzzle": f'<p class="ask">?</p><div class="fan">{draw_cards("G4 K6 U8 D5 P3")}</div>{MARK}',
    "leaderboard": draw_step(2, "U9", 230, 180)
    + draw_step(1, "K9", 485, 260)
    + draw_step(3, "D9", 740, 130)
    + draw_symbol("crown", "crown")
    + MARK,
}


if __name__ == "__main__":
    main()
