"""Contact sheets of every page in every language, light and dark, on a phone and on a desk: bin/shots.

Starts sites of its own on the loopback, looks at each scene with a Chromium, and ends what it started. The sheets, a
page that lists them, and the letters that the site sends stand in var/shots/ afterwards.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browsers import find_browser, switches
from tests.gallery import emails
from tests.gallery.sample_site import LANGUAGES, SampleSite, start_sample_site
from tests.gallery.scene import Scene
from tests.gallery.scene_browser import SCENES, SceneBrowser
from tests.gallery.shots import DOCUMENT_SCENES, Shot, index, sheets, taken, write_document_pictures
from tests.site_process import PROJECT, prepare_var

FOLDER = PROJECT / "var" / "shots"
MINUTES = 30


def main() -> int:
    chosen = _arguments()
    wanted = chosen.only or (DOCUMENT_SCENES if chosen.docs else ["*"])
    scenes = [scene for scene in SCENES if any(fnmatch(scene.name, name) for name in wanted)]
    if not scenes:
        sys.stderr.write(f"No scene is called that. There are {', '.join(scene.name for scene in SCENES)}.\n")
        return 2
    signal.signal(signal.SIGALRM, _too_late)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.alarm(chosen.minutes * 60)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        var = prepare_var(Path(folder) / "prepared")
        with start_sample_site(var, Path(folder)) as sample, _browser() as browser:
            failed = [scene.name for scene in scenes if not _looked_at(browser, sample, scene, chosen.docs)]
    emails.write(FOLDER / "letters.txt")
    sys.stdout.write(f"{index(FOLDER)}\n")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/shots", description=__doc__)
    parser.add_argument("--only", metavar="NAME", nargs="+", help="scenes; 'game-*' takes several")
    parser.add_argument("--docs", action="store_true", help="write the pictures of the documents to docs/img/")
    parser.add_argument("--minutes", type=int, default=MINUTES, help="give up after so many (%(default)s)")
    return parser.parse_args()


def _too_late(*_: object) -> None:
    raise TimeoutError("That took longer than --minutes allows.")


@contextmanager
def _browser() -> Iterator[Browser]:
    path = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=switches(playwright.chromium, path))
        yield browser
        browser.close()


def _looked_at(browser: Browser, sample: SampleSite, scene: Scene, for_docs: bool) -> bool:
    """Take all pictures of a scene; print what failed and return whether none did."""
    try:
        shots = [shot for language in LANGUAGES for shot in _in(browser, sample, scene, language)]
    except Exception as error:
        sys.stderr.write(f"{scene.name}: {error}\n")
        return False
    for sheet in sheets(FOLDER, shots):
        sys.stdout.write(f"{sheet}\n")
    if for_docs:
        write_document_pictures(shots)
    return True


def _in(browser: Browser, sample: SampleSite, scene: Scene, language: str) -> Sequence[Shot]:
    scenes = SceneBrowser(browser, sample, language)
    try:
        return list(taken(scenes, scene))
    finally:
        scenes.close()


if __name__ == "__main__":
    sys.exit(main())
