"""A whole game at each depth through the pads of two phones: what it costs, and that it ends as the rules say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from games.rules.cards import Faction
from games.rules.scoring import outcome, votes
from games.rules.state import State
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, log_trick, site_logs
from tests.browser.tables import joined, opened, phone
from tests.live.matches import stored
from tests.rules.random_games import random_game
from tests.server import Site

pytestmark = pytest.mark.browser
SEED = 8
TAPS = {"led", "stated", "logged", "corrected", "piles", "confirmed"}
"""Entries that are a tap each."""


def two_pads(arrive: Arrive, house: Site, depth: str) -> tuple[PadPage, PadPage]:
    (_, one), (_, two) = phone(arrive, house), phone(arrive, house)
    opened(one, "0", depth)
    ana = PadPage(one).ready()
    link = one.request.get(f"{one.url}invite/").json()["invite"]["link"]
    bram = joined(two, link, "Bram")
    for pad in (ana, bram):
        pad.looks = depth == "every"
    return ana, bram


def taps(pad: PadPage, house: Site) -> int:
    """What people tapped, the acceptance included and the site not counted."""
    code = pad.page.url.rstrip("/").rpartition("/")[2]
    return sum(one["kind"] in TAPS and one["data"]["device"] > 0 for one in stored(house, code))


def ended(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Both see the result of the rules, and accept it."""
    result = outcome(state)
    assert result
    text = "A draw" if result.winner is None else f"{('Ana', 'Bram')[result.winner]} wins"
    for seat, pad in enumerate(pads):
        expect(pad.end.get_by_role("heading").first).to_contain_text(text)
        pad.page.locator(f"[data-accept='{seat}.yes']").click()
        pad.sent()


def test_every_card(arrive: Arrive, house: Site) -> None:
    pads, state = two_pads(arrive, house, "every"), random_game(SEED)[-1]
    pads[0].leads(state.tricks[0].leader)
    by_site = site_logs(SEED)
    for trick in state.tricks[:-1]:
        log_trick(pads, trick, by_site)
    ended(pads, state)
    looked_at_followers = 2
    assert taps(pads[0], house) + looked_at_followers <= 70


def test_what_scores(arrive: Arrive, house: Site) -> None:
    pads, state = two_pads(arrive, house, "scoring"), random_game(SEED)[-1]
    pads[1].leads(state.tricks[13].leader)
    for trick in state.tricks[13:]:
        log_trick(pads, trick)
    undecided(pads, state)
    ended(pads, state)
    assert taps(pads[0], house) <= 30


def undecided(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Where the Undead of phase one would decide, one number tells whose they were."""
    number = pads[0].page.locator(".digits")
    expect(number.or_(pads[0].end)).to_be_visible()
    played = {card for trick in state.tricks[:13] for card in (trick.lead, trick.follow)}
    if number.is_visible():
        won = sum(card in played and card.faction == "U" for card in state.score[0])
        pads[0].page.locator(f"[data-value='{won}']").click()


def test_the_final_piles(arrive: Arrive, house: Site) -> None:
    """One phone counts, and its thumb trembles; both accept."""
    pads, state = two_pads(arrive, house, "piles"), random_game(SEED)[-1]
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
    return sum(1 for vote in votes(state.score) if vote.counts[0] == vote.counts[1] > 0)


def count(pad: PadPage, number: int) -> None:
    """Two taps where one was meant."""
    asked = pad.page.locator("#ask").inner_text()
    pad.page.locator(f".digit[data-value='{number}']").evaluate("one => { one.click(); one.click(); }")
    expect(pad.page.locator("#ask").get_by_text(asked, exact=True)).to_have_count(0)
