"""Scenes of companion tables: pads and displays."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from playwright.sync_api import Page

from tests.client import Person
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Look, Scene, nothing, visitor
from tests.realtime.phones import Phone


def pad(name: str, stage: str, look: Look = nothing) -> Scene:
    def phone(sample: SampleSite) -> Phone:
        return sample.pads[stage]

    return Scene(name, lambda sample: f"/t/{phone(sample).code}/", phone, ".pad-bar", look, live=True)


def tab(name: str) -> Look:
    def shown(page: Page) -> None:
        page.locator(f"#tab-{name}").click()

    return shown


def display(name: str, stage: str) -> Scene:
    """A table as a spectator sees it."""
    return Scene(name, lambda sample: f"/t/{sample.pads[stage].code}/", visitor, ".stage", live=True)


def deal_table(name: str, seat: int, page: str, ready: str, **options: Any) -> Scene:
    """A page of a player whose table plays a shared deal."""
    path = lambda sample: f"/t/{sample.deal_table[0].code}/{page}"  # noqa: E731
    return Scene(name, path, lambda sample: sample.deal_table[seat], ready, **options)


def handover(name: str, kind: str, which: int, ready: str = "main", look: Look = nothing, **options: Any) -> Scene:
    """A scene of a phone of `asked` or `handed_over`, of which the first has or had the seat."""
    phones: Callable[[SampleSite], tuple[Phone, Phone]] = attrgetter(kind)
    path, phone = (lambda sample: f"/t/{phones(sample)[0].code}/"), (lambda sample: phones(sample)[which])
    return Scene(name, path, phone, ready, look, **options)


def marked(page: Page) -> None:
    """Mark some cards of the hand."""
    for number in (0, 1, 9, 12):
        page.locator("[name=card]").nth(number).check()


def setup(name: str, phase: int, who: Callable[[SampleSite], Person]) -> Scene:
    """How a player sets up the deck for an online game that moved to the table."""
    return Scene(name, lambda sample: f"/t/{sample.transferred[phase]}/setup/", who, "#setup")


COMPANION = [
    Scene(
        "pad-transfer-offered",
        lambda sample: f"/t/{sample.going_online[0].code}/",
        lambda sample: sample.going_online[0],
        "#transfer",
        live=True,
    ),
    Scene(
        "transfer-to-online",
        lambda sample: f"/t/{sample.going_online[0].code}/transfer/",
        lambda sample: sample.going_online[0],
        ".transfer",
    ),
    Scene(
        "transfer-hand",
        lambda sample: f"/t/{sample.entering[0].code}/hand/",
        lambda sample: sample.entering[0],
        ".hand-form",
        marked,
    ),
    pad("pad-piles", "piles"),
    pad("pad-scoring", "scoring"),
    pad("pad-every", "every"),
    pad("pad-one", "one"),
    pad("pad-between", "between"),
    pad("pad-two", "two"),
    pad("pad-log", "one", tab("log")),
    pad("pad-table", "one", tab("table")),
    pad("pad-end", "end"),
    pad("pad-undecided", "undecided"),
    Scene(
        "pad-series",
        lambda sample: f"/t/{sample.table_series.code}/",
        lambda sample: sample.table_series,
        ".series",
        live=True,
    ),
    pad("pad-long-names", "long"),
    deal_table("pad-deal", 0, "", ".pad-bar", live=True),
    deal_table("setup-deal-sorter", 0, "setup/", "#setup"),
    deal_table("setup-deal-dealer", 1, "setup/", "#setup"),
    setup("setup-moved-sorter", 1, lambda sample: sample.ana),
    setup("setup-moved-dealer", 1, lambda sample: sample.bram),
    setup("setup-moved-two", 2, lambda sample: sample.ana),
    handover("pad-asked", "asked", 0, ".pad-bar", tab("table"), live=True),
    handover("asking", "asked", 1, "#asking"),
    handover("pad-handed-over", "handed_over", 1, ".pad-bar", tab("log"), live=True),
    handover("not-at-table", "handed_over", 0, status=(403,)),
    Scene(
        "display-code", lambda sample: f"/t/{sample.display.code}/", lambda sample: sample.display, ".stage", live=True
    ),
    display("display-one", "one"),
    display("display-two", "two"),
    display("display-end", "end"),
    Scene("display-series", lambda sample: f"/t/{sample.table_series.code}/", visitor, ".series", live=True),
    display("display-long-names", "long"),
]
