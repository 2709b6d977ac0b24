"""The page of an online game in each of its moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect

from tests.client import Person
from tests.gallery.pages import ana
from tests.gallery.scene import Look, Scene, nobody, nothing
from tests.gallery.town import Town

Code = Callable[[Town], str]


def match(name: str, code: Code, who: Callable[[Town], Person | None] = ana, look: Look = nothing) -> Scene:
    return Scene(name, lambda town: f"/m/{code(town)}/", who, "#online .cloth", look, live=True)


def dialog(button: str) -> Look:
    """Open what a button opens."""

    def opened(page: Page) -> None:
        page.locator(f"#{button}").click()
        page.locator("#over[open]").wait_for()

    return opened


def reason(page: Page) -> None:
    """Stand on a card that may not be played, which says why."""
    page.locator(".hand .card.barred").first.focus()
    page.locator("#status .note").wait_for()


def hint(page: Page) -> None:
    """Against the site: a hint is asked for, its card marked."""
    page.locator("#hint[aria-disabled=false]").click()
    page.locator("#status .note.advice").wait_for()


def finished(page: Page) -> None:
    """A finished trick lies on the table."""
    expect(page.locator("#go-on")).to_be_visible()


def a_trick(town: Town) -> None:
    """Both play a card."""
    town.held.play(2)


HELD = replace(match("game-held", lambda town: town.held.code), play=a_trick, after=finished)
MATCHES = [
    match("game-first-card", lambda town: town.fresh.code),
    match("game-site", lambda town: town.against, look=hint),
    match("game-opponent", lambda town: town.against, look=dialog("opponent")),
    match("game-one", lambda town: town.phase_one.code),
    match("game-barred", lambda town: town.barred[0].code, lambda town: town.barred[1], reason),
    HELD,
    match("game-two", lambda town: town.phase_two.code),
    match("game-words", lambda town: town.talk.code, lambda town: town.dora, dialog("talk")),
    match("game-clock", lambda town: town.timed.code),
    match("game-watched", lambda town: town.phase_one.code, nobody),
    match("game-long-names", lambda town: town.long.code, lambda town: town.long.ana),
    match("game-help", lambda town: town.phase_one.code, look=dialog("help")),
    match("game-last-trick", lambda town: town.phase_one.code, look=dialog("last")),
    match("game-piles", lambda town: town.phase_two.code, look=dialog("piles")),
    match("game-resign", lambda town: town.phase_one.code, look=dialog("leave")),
    match("game-stopped", lambda town: town.judged.code, lambda town: town.judged.ana),
    match("end-winner", lambda town: town.over.code, lambda town: town.winner(won=True)),
    match("end-loser", lambda town: town.over.code, lambda town: town.winner(won=False)),
    match("end-site", lambda town: town.helped),
    match("end-watcher", lambda town: town.over.code, nobody),
]
