"""A whole game at each depth through the pads of two phones: what it costs, and that it ends as the rules say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.rules.scoring import outcome
from games.rules.state import State
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, log_trick
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
    for trick in state.tricks[:-1]:
        log_trick(pads, trick)
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
