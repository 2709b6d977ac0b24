"""Generator of docs/img/match.png, the first picture of the README: `.venv/bin/python docs/img/make.py`.

It starts a site, lets two programs play to the middle of phase one until the table looks lively, and takes the picture
in Chromium. It needs requirements-dev.txt.
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

from tests.browser.match_page import MatchPage, press  # noqa: E402
from tests.browser.programs import Dealt, deal  # noqa: E402
from tests.browser.visitor import Visitor  # noqa: E402
from tests.browsers import find_browser  # noqa: E402
from tests.site_process import Site, copy_var, prepare_var  # noqa: E402

TARGET = Path(__file__).with_name("match.png")
SCHEME = "light"
TRICKS_BEFORE = 6
# The presence dot and the wine red of the brand.
RARE_COLOURS = [(125, 220, 140), (123, 30, 59)]
# The threads of the felt are hardly visible at this size and would take half of the file.
PLAIN_FELT_SCRIPT = """() => {
  document.activeElement.blur();
  const felt = document.getElementById("online");
  const layers = getComputedStyle(felt).backgroundImage.split(/, (?=[a-z-]+gradient)/);
  felt.style.backgroundImage = layers.filter((layer) => !layer.startsWith("repeating")).join(", ");
}"""


def main() -> None:
    """Start a site and take the picture."""
    with tempfile.TemporaryDirectory() as folder:
        var = prepare_var(Path(folder) / "prepared")
        site = Site(copy_var(var, Path(folder) / "site"), {"RATE_LIMITS": "0"}).start()
        try:
            take_picture(site.url)
        finally:
            site.stop()


def take_picture(url: str) -> None:
    """Play games until one is lively, finish its trick in the browser and save a picture of it."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    game = next(game for game in iter(lambda: deal(url), None) if is_lively(game))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        ana, bram = (Visitor(browser, url, person, color_scheme=SCHEME).at(game.code) for person in game.people)
        play_trick(ana, bram)
        save_picture(ana.page.screenshot())
        browser.close()


def is_lively(game: Dealt) -> bool:
    """Return whether Bram can lead a Goblin that Ana's Knight beats, and Ana is ahead and holds all other factions."""
    game.play(2 * TRICKS_BEFORE)
    mine, theirs = game.boards()
    factions = {code[0] for code in mine["hand"]}
    ready = theirs["turn"] == 1 and find_goblin(theirs["hand"]) and "G" not in factions and "K" in factions
    return bool(ready and len(factions) == 4 and any(vote["ahead"] == 0 for vote in mine["tally"]))


def find_goblin(codes: list[str]) -> str | None:
    """Return the highest Goblin that is worth beating."""
    return max((code for code in codes if "G4" < code < "GZ"), default=None)


def play_trick(ana: MatchPage, bram: MatchPage) -> None:
    """Let Bram lead the Goblin and Ana beat it, and leave both at the finished trick."""
    press(bram, find_goblin(bram.codes()) or "")
    ana.playable.first.wait_for()
    press(ana, next(code for code in ana.codes(legal=True) if code[0] == "K"))
    ana.go_on.wait_for()
    ana.page.evaluate(PLAIN_FELT_SCRIPT)


def save_picture(picture: bytes) -> None:
    """Save the picture with 256 colours, a third of its size; small areas in rare colours keep theirs."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    common = image.quantize(256 - len(RARE_COLOURS), method=Image.Quantize.MEDIANCUT)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(common.getpalette() or [])[: 3 * (256 - len(RARE_COLOURS))], *sum(RARE_COLOURS, ())])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(TARGET, optimize=True)
    sys.stdout.write(f"{TARGET}: {TARGET.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
