"""Pads and displays of tables with the real deck."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.gallery.scene import Look, Scene, nobody, nothing
from tests.gallery.town import Town
from tests.live.phones import Phone


def pad(name: str, stage: str, look: Look = nothing) -> Scene:
    def phone(town: Town) -> Phone:
        return town.pads[stage]

    return Scene(name, lambda town: f"/t/{phone(town).code}/", phone, ".pad-bar", look, live=True)


def tab(name: str) -> Look:
    def shown(page: Page) -> None:
        put_away(page)
        page.locator(f"#tab-{name}").click()

    return shown


def put_away(page: Page) -> None:
    """Close the sheet between the phases, where it is open."""
    if page.locator("#close-sheet").is_visible():
        page.locator("#close-sheet").click()


def display(name: str, stage: str) -> Scene:
    """What whoever comes by sees of a table."""
    return Scene(name, lambda town: f"/t/{town.pads[stage].code}/", nobody, ".stage", live=True)


TABLES = [
    pad("pad-piles", "piles"),
    pad("pad-scoring", "scoring"),
    pad("pad-every", "every"),
    pad("pad-one", "one"),
    pad("pad-two", "two", put_away),
    pad("pad-log", "one", tab("log")),
    pad("pad-table", "one", tab("table")),
    pad("pad-end", "end"),
    pad("pad-long-names", "long"),
    Scene("display-code", lambda town: f"/t/{town.display.code}/", lambda town: town.display, ".stage", live=True),
    display("display-one", "one"),
    display("display-two", "two"),
    display("display-end", "end"),
    display("display-long-names", "long"),
]
