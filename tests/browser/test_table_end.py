"""The end of a game on two phones: one thing to do at a time, nothing cut off, and nobody pulled along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage
from tests.browser.tables import joined, opened, phone
from tests.browser.visitor import DESK, PHONE, inspect
from tests.server import Site

pytestmark = pytest.mark.browser
COUNTS = (5, 4, 3, 3, 9, 8, 6, 4, 2, 7, 9, 1)
LONGEST = ("W" * 20, "名" * 20)
CUT = """() => [...document.querySelectorAll(".end *")].filter((one) => !one.closest("svg, .visually-hidden")
    && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.outerHTML)"""


def primary(pad: PadPage) -> Any:
    return pad.page.locator(".end .button.primary")


def counted(pad: PadPage) -> None:
    pad.count(*COUNTS)


def test_first_whether_it_is_right_then_a_rematch_that_both_want(arrive: Arrive, house: Site) -> None:
    (_, one), (_, two) = phone(arrive, house), phone(arrive, house)
    opened(one, "0", "piles")
    ana = PadPage(one).ready()
    code = one.url.rstrip("/").rsplit("/", 1)[1]
    assert one.request.get(f"/t/{code}/picture/", headers={"Accept": "application/json"}).status == 409
    invite = one.request.get(f"/t/{code}/invite/").json()["invite"]
    bram = joined(two, invite["link"], "Bram")
    ana.tab("pad")
    counted(ana)
    for pad in (ana, bram):
        expect(primary(pad)).to_have_text("That is right")
    bram.page.get_by_role("button", name="Not so").click()
    expect(primary(bram)).to_have_text("Look at the log")
    bram.page.get_by_role("button", name="That is right").click()
    expect(primary(bram)).to_have_text("Rematch")
    primary(bram).click()
    expect(bram.end).to_contain_text("You asked for a rematch. Waiting for Ana")
    expect(primary(bram)).to_have_count(0)
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    expect(primary(ana)).to_have_text("That is right")
    primary(ana).click()
    ana.page.get_by_role("button", name="No, thank you").click()
    expect(bram.end).to_contain_text("Ana does not want a rematch now.")
    assert {pad.page.url for pad in (ana, bram)} == {one.url}
    bram.page.get_by_role("button", name="Take it back").click()
    primary(bram).click()
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    picture = one.request.get(one.locator("#picture").get_attribute("href") or "")
    assert picture.body()[:8] == b"\x89PNG\r\n\x1a\n"
    primary(ana).click()
    for pad in (ana, bram):
        expect(pad.ask).to_contain_text("Goblins: how many has Ana?")
    assert ana.page.url == bram.page.url != f"{house.url}/t/{code}/"


@pytest.mark.parametrize("names", [("Ana", "Bram"), LONGEST])
def test_readable_with_any_names(arrive: Arrive, house: Site, names: tuple[str, str]) -> None:
    _, page = phone(arrive, house)
    page.route_web_socket("**/ws/t/*/", lambda socket: renamed(socket, names))
    opened(page, "both", "piles")
    pad = PadPage(page).ready()
    counted(pad)
    for width in (320, 360, 1280):
        page.set_viewport_size(ViewportSize(width=width, height=640))
        assert page.evaluate(CUT) == []
    inspect(page, PHONE, DESK)
    for name in names:
        expect(page.locator(".votes thead")).to_contain_text(name)
    expect(page.locator(".votes .won .drawing")).to_have_count(5)
    expect(page.locator(".recap p")).to_have_count(5)
    page.set_viewport_size(PHONE)
    expect(page.locator(".end .button.primary")).to_be_in_viewport()


def renamed(socket: WebSocketRoute, names: tuple[str, str]) -> None:
    """The real table, its players called otherwise."""
    server = socket.connect_to_server()

    def to_page(frame: str | bytes) -> None:
        text = str(frame)
        if json.loads(text)["type"] == "table":
            for old, new in zip(("Ana", "Bram"), names, strict=True):
                text = text.replace(old, new)
        socket.send(text)

    server.on_message(to_page)
