"""Games that are over, card by card."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.client import Person
from tests.gallery.pages import ana
from tests.gallery.scene import Look, Scene, nobody, nothing
from tests.gallery.town import Town


def replay(name: str, path: Callable[[Town], str], who: Callable[[Town], Person | None], look: Look = nothing) -> Scene:
    """One whose script has drawn the table; before that it is the server's."""
    return Scene(name, path, who, "#replay-run:visible", look, live=True)


def reviewed(page: Page) -> None:
    """The site has gone through the game, and what it says of a card is in sight."""
    page.locator("#review-ask").click()
    page.locator(".review-line").wait_for(timeout=60_000)


REPLAYS = [
    replay("replay", lambda town: f"/m/{town.over.code}/replay/?step=17", nobody),
    replay("replay-as-one-saw-it", lambda town: f"/m/{town.over.code}/replay/?step=8&as=1", ana),
    replay("replay-review", lambda town: f"/m/{town.over.code}/replay/?step=30", ana, reviewed),
    replay("replay-long-names", lambda town: f"/m/{town.long_over.code}/replay/?step=9", nobody),
    replay("replay-table", lambda town: f"/t/{town.pads['end'].code}/replay/?step=52", lambda town: town.pads["end"]),
    Scene("replay-closed", lambda town: f"/m/{town.phase_one.code}/replay/"),
]
