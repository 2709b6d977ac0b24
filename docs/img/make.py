"""Makes docs/img/match.png, the picture that the README opens with: `.venv/bin/python docs/img/make.py`.

Starts a site of its own, lets two programs play to the middle of phase one until the table looks lively, and takes the
picture in Chromium. Needs what requirements-dev.txt brings.
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
from tests.gating import find_browser  # noqa: E402
from tests.server import Site, copied, prepared  # noqa: E402

TARGET = Path(__file__).with_name("match.png")
SCHEME = "light"
TRICKS_BEFORE = 6
# The dot of who is here, and the wine of the brand.
RARE = [(125, 220, 140), (123, 30, 59)]
# The threads of the felt can hardly be seen in a picture of this size, and would take half of the file.
PLAIN_FELT = """() => {
  document.activeElement.blur();
  const felt = document.getElementById("online");
  const layers = getComputedStyle(felt).backgroundImage.split(/, (?=[a-z-]+gradient)/);
  felt.style.backgroundImage = layers.filter((layer) => !layer.startsWith("repeating")).join(", ");
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        var = prepared(Path(folder) / "prepared")
        site = Site(copied(var, Path(folder) / "site"), {"RATE_LIMITS": "0"}).start()
        try:
            take(site.url)
        finally:
            site.stop()


def take(url: str) -> None:
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    game = next(game for game in iter(lambda: deal(url), None) if lively(game))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        ana, bram = (Visitor(browser, url, person, color_scheme=SCHEME).at(game.code) for person in game.people)
        win(ana, bram)
        save(ana.page.screenshot())
        browser.close()


def lively(game: Dealt) -> bool:
    """Whether Bram is about to lead a Goblin that a Knight of Ana's can beat, and she is ahead and holds much else."""
    game.play(2 * TRICKS_BEFORE)
    mine, theirs = game.boards()
    factions = {code[0] for code in mine["hand"]}
    ready = theirs["turn"] == 1 and goblin(theirs["hand"]) and "G" not in factions and "K" in factions
    return bool(ready and len(factions) == 4 and any(vote["ahead"] == 0 for vote in mine["tally"]))


def goblin(codes: list[str]) -> str | None:
    """The highest Goblin, if it is worth beating."""
    return max((code for code in codes if "G4" < code < "GZ"), default=None)


def win(ana: MatchPage, bram: MatchPage) -> None:
    """Bram leads the Goblin, Ana beats it; both look at the finished trick."""
    press(bram, goblin(bram.codes()) or "")
    ana.playable.first.wait_for()
    press(ana, next(code for code in ana.codes(legal=True) if code[0] == "K"))
    ana.go_on.wait_for()
    ana.page.evaluate(PLAIN_FELT)


def save(picture: bytes) -> None:
    """Write it with 256 colours, which makes it a third; small things in rare colours keep theirs."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    common = image.quantize(256 - len(RARE), method=Image.Quantize.MEDIANCUT)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(common.getpalette() or [])[: 3 * (256 - len(RARE))], *sum(RARE, ())])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(TARGET, optimize=True)
    sys.stdout.write(f"{TARGET}: {TARGET.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
