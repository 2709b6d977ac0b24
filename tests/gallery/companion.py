"""Scenes of companion tables: pads and displays."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Look, Scene, nobody, nothing
from tests.realtime.phones import Phone


def pad(name: str, stage: str, look: Look = nothing) -> Scene:
    def phone(sample: SampleSite) -> Phone:
        return sample.pads[stage]

    return Scene(name, lambda sample: f"/t/{phone(sample).code}/", phone, ".pad-bar", look, live=True)


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
    return Scene(name, lambda sample: f"/t/{sample.pads[stage].code}/", nobody, ".stage", live=True)


def asked(name: str, which: int, ready: str = "main", look: Look = nothing, **more: Any) -> Scene:
    """The phone with a seat, or the one that asks for it."""
    return Scene(
        name, lambda sample: f"/t/{sample.asked[0].code}/", lambda sample: sample.asked[which], ready, look, **more
    )


def handed_over(name: str, which: int, ready: str = "main", look: Look = nothing, **more: Any) -> Scene:
    """The phone that had a seat, or the one that has it now."""
    return Scene(
        name,
        lambda sample: f"/t/{sample.handed_over[0].code}/",
        lambda sample: sample.handed_over[which],
        ready,
        look,
        **more,
    )


COMPANION = [
    pad("pad-piles", "piles"),
    pad("pad-scoring", "scoring"),
    pad("pad-every", "every"),
    pad("pad-one", "one"),
    pad("pad-two", "two", put_away),
    pad("pad-log", "one", tab("log")),
    pad("pad-table", "one", tab("table")),
    pad("pad-end", "end"),
    pad("pad-long-names", "long"),
    asked("pad-asked", 0, ".pad-bar", tab("table"), live=True),
    asked("asking", 1, "#asking"),
    handed_over("pad-handed-over", 1, ".pad-bar", tab("log"), live=True),
    handed_over("not-at-table", 0, status=(403,)),
    Scene(
        "display-code", lambda sample: f"/t/{sample.display.code}/", lambda sample: sample.display, ".stage", live=True
    ),
    display("display-one", "one"),
    display("display-two", "two"),
    display("display-end", "end"),
    display("display-long-names", "long"),
]
