"""Scores of companion games through two pads: what each depth costs in taps, and the steps at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from games.rules.cards import Faction
from games.rules.scoring import compute_outcome, compute_votes
from games.rules.state import State
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, join_by_link, log_trick, open_new_table, phone_at, site_logs
from tests.browser.visitor import DESK, PHONE, inspect
from tests.realtime.sockets import stored
from tests.rules.random_games import random_game
from tests.site_process import Site

pytestmark = pytest.mark.browser


SEED = 8
TAPS = {"led", "stated", "logged", "corrected", "piles", "confirmed"}
"""Entries that are a tap each."""


def two_pads(arrive: Arrive, open_site: Site, depth: str) -> tuple[PadPage, PadPage]:
    (_, one), (_, two) = phone_at(arrive, open_site), phone_at(arrive, open_site)
    open_new_table(one, "0", depth)
    ana = PadPage(one).ready()
    link = one.request.get(f"{one.url}invite/").json()["invite"]["link"]
    bram = join_by_link(two, link, "Bram")
    for pad in (ana, bram):
        pad.looks = depth == "every"
    return ana, bram


def taps(pad: PadPage, open_site: Site) -> int:
    """What people tapped, the acceptance included and the site not counted."""
    code = pad.page.url.rstrip("/").rpartition("/")[2]
    return sum(one["kind"] in TAPS and one["data"]["device"] > 0 for one in stored(open_site, code))


def ended(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Both see the result of the rules, and accept it."""
    result = compute_outcome(state)
    assert result
    text = "A draw" if result.winner is None else f"{('Ana', 'Bram')[result.winner]} wins"
    for seat, pad in enumerate(pads):
        expect(pad.end.get_by_role("heading").first).to_contain_text(text)
        pad.page.locator(f"[data-accept='{seat}.yes']").click()
        pad.sent()


def test_every_card(arrive: Arrive, open_site: Site) -> None:
    pads, state = two_pads(arrive, open_site, "every"), random_game(SEED)[-1]
    pads[0].leads(state.tricks[0].leader)
    by_site = site_logs(SEED)
    for trick in state.tricks[:-1]:
        log_trick(pads, trick, by_site)
    ended(pads, state)
    looked_at_followers = 2
    assert taps(pads[0], open_site) + looked_at_followers <= 70


def test_what_scores(arrive: Arrive, open_site: Site) -> None:
    pads, state = two_pads(arrive, open_site, "scoring"), random_game(SEED)[-1]
    pads[1].leads(state.tricks[13].leader)
    for trick in state.tricks[13:]:
        log_trick(pads, trick)
    undecided(pads, state)
    ended(pads, state)
    assert taps(pads[0], open_site) <= 30


def undecided(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Where the Undead of phase one would decide, one number tells whose they were."""
    number = pads[0].page.locator(".digits")
    expect(number.or_(pads[0].end)).to_be_visible()
    played = {card for trick in state.tricks[:13] for card in (trick.lead, trick.follow)}
    if number.is_visible():
        won = sum(card in played and card.faction == "U" for card in state.score[0])
        pads[0].page.locator(f"[data-value='{won}']").click()


def test_the_final_piles(arrive: Arrive, open_site: Site) -> None:
    """One phone counts, and its thumb trembles; both accept."""
    pads, state = two_pads(arrive, open_site, "piles"), random_game(SEED)[-1]
    before, tapped = -1, 0
    for number in numbers(state):
        if number == before:
            pads[0].page.locator(".count[aria-pressed='true']").click()
        count(pads[0], number)
        before, tapped = number, tapped + 1
    ended(pads, state)
    assert tapped + len(pads) <= 13 + level(state) * 2


def numbers(state: State) -> Iterator[int]:
    """What the pad asks for, in its order: both counts of each faction and, where they are level, both highest."""
    for faction in Faction:
        piles = [[card.value for card in pile if card.faction is faction] for pile in state.score]
        yield from map(len, piles)
        if len(piles[0]) == len(piles[1]) > 0:
            yield from map(max, piles)


def level(state: State) -> int:
    return sum(1 for vote in compute_votes(state.score) if vote.counts[0] == vote.counts[1] > 0)


def count(pad: PadPage, number: int) -> None:
    """Two taps where one was meant."""
    asked = pad.page.locator("#ask").inner_text()
    pad.page.locator(f".digit[data-value='{number}']").evaluate("one => { one.click(); one.click(); }")
    expect(pad.page.locator("#ask").get_by_text(asked, exact=True)).to_have_count(0)


FINAL_COUNTS = (5, 4, 3, 3, 9, 8, 6, 4, 2, 7, 9, 1)
LONGEST = ("W" * 20, "名" * 20)
CUT = """() => [...document.querySelectorAll(".end *")].filter((one) => !one.closest("svg, .visually-hidden")
    && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.outerHTML)"""


def primary(pad: PadPage) -> Any:
    return pad.page.locator(".end .button.primary")


def count_all(pad: PadPage) -> None:
    pad.count(*FINAL_COUNTS)


def test_first_whether_it_is_right_then_a_rematch_that_both_want(arrive: Arrive, open_site: Site) -> None:
    (_, one), (_, two) = phone_at(arrive, open_site), phone_at(arrive, open_site)
    open_new_table(one, "0", "piles")
    ana = PadPage(one).ready()
    code = one.url.rstrip("/").rsplit("/", 1)[1]
    assert one.request.get(f"/t/{code}/picture/", headers={"Accept": "application/json"}).status == 409
    invite = one.request.get(f"/t/{code}/invite/").json()["invite"]
    bram = join_by_link(two, invite["link"], "Bram")
    ana.tab("pad")
    count_all(ana)
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
    assert ana.page.url == bram.page.url != f"{open_site.url}/t/{code}/"


@pytest.mark.parametrize("names", [("Ana", "Bram"), LONGEST])
def test_readable_with_any_names(arrive: Arrive, open_site: Site, names: tuple[str, str]) -> None:
    _, page = phone_at(arrive, open_site)
    page.route_web_socket("**/ws/t/*/", lambda socket: renamed(socket, names))
    open_new_table(page, "both", "piles")
    pad = PadPage(page).ready()
    count_all(pad)
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
