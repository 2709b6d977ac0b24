"""Benchmark of the taps that score a game with printed cards, on the real pad in a browser.

.venv/bin/python -m bench.table_taps [--browser /usr/bin/chromium] [--seed 8]

It starts a site and plays one game at each depth, with two phones and with one. A phone taps whatever its pad asks of
its players, and then waits for the other phone. Blind cards are not logged, and the Undead of phase one are entered as
one number, where they decide. Exits with 1 above any limit.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from games.rules.state import State, get_other_seat
from tests.browsers import find_browser
from tests.realtime.phones import Phone
from tests.rules.random_games import random_game
from tests.site_process import Site, prepare_var

MAX_TAPS = {"every": 70, "scoring": 30, "piles": 14}
"""Limits of taps until the result stands: without ties, counting the piles takes ten."""
VIEWPORT = {"width": 360, "height": 640}
BETWEEN_TAPS = 400
"""Milliseconds after a tap: the pad takes no second tap for another card in the first 300."""
DELIVERY = 1_600
"""Milliseconds within which a pad shows what the other phone logged."""
FACTIONS = {"Goblins": "G", "Knights": "K", "Undead": "U", "Dwarves": "D", "Doppelgängers": "P"}
PLACE_SCRIPT = """() => {
  const place = document.querySelector(".strip .place[aria-pressed='true']")?.dataset.place ?? null;
  const seat = document.querySelector(".headline")?.className.match(/seat-([01])/)?.[1];
  return { place, seat: seat ? Number(seat) : null, about: document.querySelector(".headline p")?.innerText ?? "",
    ask: document.querySelector("#ask")?.innerText ?? "" };
}"""
"""What the pad asks: the place, the seat in colour, the trick, and the question."""


@dataclass
class Score:
    """Taps until the result stands, taps that confirm it, and how often a player waited for the other."""

    taps: int = 0
    confirmations: int = 0
    waits: int = 0


@dataclass
class PadDriver:
    """A pad in a browser, and the seats of the players who tap on it."""

    page: Page
    seats: tuple[int, ...]
    state: State

    def find_tap(self) -> Locator | None:
        """Return what its players tap next; None while the pad asks for a tap of the other phone."""
        for find in (self._find_confirmation, self._find_undead, self._find_leader, self._find_count, self._find_card):
            tap = find()
            if tap is not None:
                return tap
        return None

    def is_over(self) -> bool:
        return self.page.locator(".end").is_visible()

    def _find_confirmation(self) -> Locator | None:
        return self._get_visible(f"[data-accept='{''.join(map(str, self.seats))}.yes'].primary")

    def _find_undead(self) -> Locator | None:
        """Return the step to phase two, or the number or the owners of the Undead that nobody logged."""
        if 0 not in self.seats:
            return None
        step = self._get_visible("#phase-two")
        if step is not None or not self.page.locator(".logging.apart").is_visible():
            return step
        cards = [card.inner_text().strip() for card in self.page.locator(".these .chip").all()]
        if cards:
            won = {card.value for card in self.state.score[0] if card.faction == "U"}
            return self.page.locator(f"[data-value='{sum(int(value) in won for value in cards)}']")
        return self._find_undead_owner()

    def _find_undead_owner(self) -> Locator | None:
        for seat, pile in enumerate(self.state.score):
            for card in pile:
                button = self._get_visible(f"[data-undead='{card}.{seat}'][aria-pressed='false']")
                if button is not None:
                    return button
        return None

    def _find_leader(self) -> Locator | None:
        """The first phone says who leads."""
        trick = 13 if "two" in self.page.evaluate(PLACE_SCRIPT)["about"] else 0
        return self._get_visible(f"[data-leader='{self.state.tricks[trick].leader}']") if 0 in self.seats else None

    def _find_count(self) -> Locator | None:
        """The first phone counts the piles."""
        if 0 not in self.seats or not self.page.locator(".piles").is_visible():
            return None
        asked = self.page.evaluate(PLACE_SCRIPT)
        letter = FACTIONS[asked["ask"].split(":")[0]]
        values = [card.value for card in self.state.score[asked["seat"]] if card.faction == letter]
        number = max(values) if "highest" in asked["ask"] else len(values)
        return self.page.locator(f".digit[data-value='{number}']")

    def _find_card(self) -> Locator | None:
        """Return the key of the asked card, if it is a card of a player here. The leader logs the revealed card."""
        asked = self.page.evaluate(PLACE_SCRIPT)
        about = re.fullmatch(r"Phase (one|two), trick (\d+) of 13", asked["about"])
        if not about or not asked["place"]:
            return None
        trick = self.state.tricks[int(about[2]) - 1 + 13 * (about[1] == "two")]
        seat = get_other_seat(trick.leader) if asked["place"] == "follow" else trick.leader
        if seat not in self.seats:
            return None
        return self.page.locator(f"[data-card='{getattr(trick, asked['place'])}']")

    def _get_visible(self, selector: str) -> Locator | None:
        found = self.page.locator(selector)
        return found if found.count() and found.first.is_visible() else None


def play_game(pads: list[PadDriver]) -> Score:
    """Tap on one phone until it asks nothing of its players, then on the other, until all have confirmed the result."""
    score, turn, stuck = Score(), 0, 0
    while stuck < len(pads):
        pad = pads[turn]
        tap = wait_for_tap(pad)
        if tap is None:
            stuck += 1
            turn = (turn + 1) % len(pads)
            continue
        # A phone that taps again after it had nothing to tap has waited.
        score.waits += stuck and len(pads) > 1 and not pad.is_over()
        stuck = 0
        if pad.is_over():
            score.confirmations += 1
        else:
            score.taps += 1
        tap.click()
        pad.page.wait_for_timeout(BETWEEN_TAPS)
    assert all(pad.is_over() for pad in pads), [pad.page.locator("#ask").inner_text() for pad in pads]
    return score


def wait_for_tap(pad: PadDriver) -> Locator | None:
    """Return the next tap of a phone, once the entries of the other one have arrived."""
    for _ in range(0, DELIVERY, BETWEEN_TAPS):
        tap = pad.find_tap()
        if tap is not None or pad.is_over():
            return tap
        pad.page.wait_for_timeout(BETWEEN_TAPS)
    return None


def open_pads(browser: Browser, url: str, depth: str, phones: int, state: State) -> list[PadDriver]:
    """Open a table and the pads of its phones."""
    host = Phone(url)
    code = host.open_table(depth=depth, device="both" if phones == 1 else "0")
    places: list[tuple[Phone, tuple[int, ...]]] = [(host, (0, 1) if phones == 1 else (0,))]
    if phones == 2:
        guest = Phone(url)
        guest.take(host.token(), "1", code)
        places.append((guest, (1,)))
    return [PadDriver(open_pad(browser, url, phone), seats, state) for phone, seats in places]


def open_pad(browser: Browser, url: str, phone: Phone) -> Page:
    context = browser.new_context(base_url=url, viewport=VIEWPORT, has_touch=True, service_workers="block")  # type: ignore[arg-type]
    cookies = phone.cookies.items()
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies])
    page = context.new_page()
    page.goto(f"/t/{phone.code}/")
    page.locator("#tab-pad").click()
    return page


def measure(browser: Browser, url: str, seed: int) -> Iterator[bool]:
    """Print the figures of each depth, and yield whether they are within their limits."""
    state = random_game(seed)[-1]
    for depth, limit in MAX_TAPS.items():
        for phones in (2, 1):
            score = play_game(open_pads(browser, url, depth, phones, state))
            print(
                f"{depth:8} {phones} phone{'s' if phones > 1 else ' '}  {score.taps:3} taps (limit {limit}), "
                f"{score.confirmations} to confirm, {score.waits:2} waits",
                flush=True,
            )
            yield score.taps <= limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=find_browser())
    parser.add_argument("--seed", type=int, default=8, help="of the game")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        prepare_var(Path(folder))
        site = Site(Path(folder), {"RATE_LIMITS": "off"}).start()
        try:
            browser = playwright.chromium.launch(executable_path=chosen.browser, args=["--no-sandbox"])
            kept = list(measure(browser, site.url, chosen.seed))
            browser.close()
        finally:
            site.stop()
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
