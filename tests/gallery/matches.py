"""Scenes of online games: the page of a match at each of its moments, and replays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect

from tests.client import Person
from tests.gallery.pages import ana
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Look, Scene, nothing, visitor

Code = Callable[[SampleSite], str]


def match(name: str, code: Code, who: Callable[[SampleSite], Person | None] = ana, look: Look = nothing) -> Scene:
    return Scene(name, lambda sample: f"/m/{code(sample)}/", who, "#online .cloth", look, live=True)


def dialog(button: str) -> Look:
    """Open the dialog of a button."""

    def opened(page: Page) -> None:
        page.locator(f"#{button}").click()
        page.locator("#over[open]").wait_for()

    return opened


def reason(page: Page) -> None:
    """Focus a card that may not be played, which says why."""
    page.locator(".hand .card.barred").first.focus()
    page.locator("#status .note").wait_for()


def hint(page: Page) -> None:
    """Ask for a hint against a bot."""
    page.locator("#hint[aria-disabled=false]").click()
    page.locator("#status .note.advice").wait_for()


def finished(page: Page) -> None:
    """A finished trick lies on the table."""
    expect(page.locator("#go-on")).to_be_visible()


def a_trick(sample: SampleSite) -> None:
    """Both play a card."""
    sample.held.play(2)


HELD = replace(match("game-held", lambda sample: sample.held.code), play=a_trick, after=finished)
MATCHES = [
    match("game-first-card", lambda sample: sample.fresh.code),
    match("game-site", lambda sample: sample.against, look=hint),
    match("game-opponent", lambda sample: sample.against, look=dialog("opponent")),
    match("game-transfer-offered", lambda sample: sample.transfer_offered.code),
    Scene("transfer-to-table", lambda sample: f"/m/{sample.transfer_offered.code}/transfer/", ana, ".transfer"),
    match("game-one", lambda sample: sample.phase_one.code),
    match("game-barred", lambda sample: sample.barred[0].code, lambda sample: sample.barred[1], reason),
    HELD,
    match("game-two", lambda sample: sample.phase_two.code),
    match("game-words", lambda sample: sample.talk.code, lambda sample: sample.dora, dialog("talk")),
    match("game-clock", lambda sample: sample.timed.code),
    match("game-watched", lambda sample: sample.phase_one.code, visitor),
    match("game-long-names", lambda sample: sample.long.code, lambda sample: sample.long.ana),
    match("game-help", lambda sample: sample.phase_one.code, look=dialog("help")),
    match("game-last-trick", lambda sample: sample.phase_one.code, look=dialog("last")),
    match("game-piles", lambda sample: sample.phase_two.code, look=dialog("piles")),
    match("game-resign", lambda sample: sample.phase_one.code, look=dialog("leave")),
    match("game-cancel-offered", lambda sample: sample.is_offered.code),
    match("game-stopped", lambda sample: sample.judged.code, lambda sample: sample.judged.ana),
    match("end-winner", lambda sample: sample.over.code, lambda sample: sample.winner(won=True)),
    match("end-loser", lambda sample: sample.over.code, lambda sample: sample.winner(won=False)),
    match("end-site", lambda sample: sample.helped),
    replace(match("end-series", lambda sample: sample.series.code), ready=".series"),
    match("end-deal", lambda sample: sample.played_deal[1].code),
    match("end-watcher", lambda sample: sample.over.code, visitor),
]


def replay(
    name: str, path: Callable[[SampleSite], str], who: Callable[[SampleSite], Person | None], look: Look = nothing
) -> Scene:
    """A replay, once its script has drawn the table."""
    return Scene(name, path, who, "#replay-run:visible", look, live=True)


def reviewed(page: Page) -> None:
    """Ask for the review and wait until it is shown."""
    page.locator("#review-ask").click()
    page.locator(".review-line").wait_for(timeout=60_000)


def starting(page: Page) -> None:
    """Ask for the review while the engine starts."""
    page.route("**/review/", lambda route: route.fulfill(status=202, json={"state": "starting"}))
    page.locator("#review-ask").click()
    page.locator(".review-thinks").wait_for()


REPLAYS = [
    replay("replay", lambda sample: f"/m/{sample.over.code}/replay/?step=17", visitor),
    replay("replay-as-one-saw-it", lambda sample: f"/m/{sample.over.code}/replay/?step=8&as=1", ana),
    replay("replay-review", lambda sample: f"/m/{sample.over.code}/replay/?step=30", ana, reviewed),
    replay("replay-review-starting", lambda sample: f"/m/{sample.over.code}/replay/", ana, starting),
    replay("replay-long-names", lambda sample: f"/m/{sample.long_over.code}/replay/?step=9", visitor),
    replay(
        "replay-table",
        lambda sample: f"/t/{sample.pads['end'].code}/replay/?step=52",
        lambda sample: sample.pads["end"],
    ),
    Scene("replay-closed", lambda sample: f"/m/{sample.phase_one.code}/replay/"),
]
