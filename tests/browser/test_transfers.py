"""A game of two browsers that moves to the table and back, in both phases, and is finished with the printed deck."""

from __future__ import annotations

import re
from functools import reduce

import pytest
from playwright.sync_api import Page, expect

from games.rules.cards import Card
from games.rules.moves import apply, start
from games.rules.moves import legal_moves as legal
from games.rules.scoring import compute_outcome
from games.rules.state import State
from games.state.match_state import parse_cards
from games.texts.table import format_card
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage
from tests.browser.programs import Dealt
from tests.browser.visitor import PHONE
from tests.realtime.sockets import stored
from tests.site_process import Site

pytestmark = pytest.mark.browser
CODE = re.compile(r"/[mt]/([A-Z2-9]{8})/")


def test_a_game_moves_to_the_table_and_back_in_both_phases(arrive: Arrive, dealt: Dealt, open_site: Site) -> None:
    dealt.play(9)
    pages = tuple(arrive(person, viewport=PHONE).page() for person in dealt.people)
    for page in pages:
        page.goto(f"/m/{dealt.code}/")

    before = state_of(open_site, dealt.code)
    move_to_table(pages)
    assert set_up_by_steps(pages) == sorted(map(str, before.hands[1]))
    online = move_online(pages, before)
    after = state_of(open_site, online)
    assert [sorted(hand) for hand in after.hands] == [sorted(hand) for hand in before.hands]
    assert (after.tricks, after.lead, after.followers) == (before.tricks, before.lead, before.followers)

    Dealt(online, *dealt.people).play(33)
    before = state_of(open_site, online)
    move_to_table(pages)
    for page, hand in zip(pages, before.hands, strict=True):
        for card in hand:
            expect(page.locator(".deck-setup")).to_contain_text(str(card.value))
    online = move_online(pages)
    assert state_of(open_site, online) == before

    Dealt(online, *dealt.people).play(4)
    before = state_of(open_site, online)
    move_to_table(pages)
    finish_at_table(pages, before, open_site)


def state_of(site: Site, code: str) -> State:
    """The cards of an online game by its log."""
    log = stored(site, code)
    data = next(entry["data"] for entry in log if entry["kind"] == "dealt")
    hands = parse_cards(data["hands"][0]), parse_cards(data["hands"][1])
    begun = start(hands, parse_cards(data["deck"]), data["leader"])
    played = [*data.get("plays", []), *(entry["data"]["card"] for entry in log if entry["kind"] == "played")]
    return reduce(apply, parse_cards(played), begun)


def move_to_table(pages: tuple[Page, ...]) -> None:
    """Ana offers, Bram agrees where his page tells him, and both phones come to the setup."""
    ana, bram = pages
    ana.locator("#help").click()
    ana.locator("#to-table").click()
    ana.get_by_role("button", name="Offer this").click()
    expect(ana.locator("#transfer")).to_contain_text("Waiting for Bram")
    bram.locator("#transfer a").click()
    bram.get_by_role("button", name="Agree").click()
    for page in pages:
        expect(page).to_have_url(re.compile(r"/t/\w+/setup/$"))


def set_up_by_steps(pages: tuple[Page, ...]) -> list[str]:
    """Bram's hand, as he takes it from the cards that Ana arranged."""
    ana, bram = pages
    order = ana.locator(".deck-setup td .chip").evaluate_all("all => all.map((one) => one.ariaLabel)")
    takes = bram.locator(".deck-setup td").evaluate_all("all => all.map((one) => !!one.querySelector('.mine'))")
    names = {format_card(card): str(card) for card in map(Card.parse, all_codes())}
    return sorted(names[name] for name, is_taken in zip(order, takes, strict=True) if is_taken)


def all_codes() -> list[str]:
    return [f"{letter}{value}" for letter in "GKUDP" for value in range(10) if letter != "K" or value > 1]


def move_online(pages: tuple[Page, ...], state: State | None = None) -> str:
    """Bram offers at the pad, Ana agrees; in a ``state`` of phase one both enter their hands. The code of the game."""
    ana, bram = pages
    for page in pages:
        page.get_by_role("link", name="Go to the pad").click()
        PadPage(page).ready()
    PadPage(bram).tab("table")
    bram.locator("#to-online").click()
    bram.get_by_role("button", name="Offer this").click()
    ana.locator("#transfer a").click()
    ana.get_by_role("button", name="Agree").click()
    if state is not None:
        enter_hand(ana, state, 0)
        expect(ana.locator("#transfer")).to_contain_text("Waiting for Bram's hand")
        bram.locator("#transfer a").click()
        enter_hand(bram, state, 1)
    for page in pages:
        expect(page).to_have_url(re.compile("/m/"))
        expect(page.locator("#online .cloth")).to_be_visible()
    found = CODE.search(ana.url)
    assert found
    return found[1]


def enter_hand(page: Page, state: State, seat: int) -> None:
    for card in set(state.hands[seat]):
        boxes = page.locator(f"[name=card][value={card}]")
        for number in range(state.hands[seat].count(card)):
            boxes.nth(number).check()
    page.get_by_role("button", name="Enter hand").click()


def finish_at_table(pages: tuple[Page, ...], state: State, site: Site) -> None:
    """Log the last tricks; the pads show the winner by the rules."""
    found, pads = CODE.search(pages[0].url), []
    assert found
    for page in pages:
        page.get_by_role("link", name="Go to the pad").click()
        pads.append(PadPage(page).ready())
    while not state.finished:
        seat, place = state.to_play, "lead" if state.lead is None else "follow"
        assert seat is not None
        card = legal(state)[0]
        if not is_logged(site, found[1], state, place):
            pads[seat].at(state.phase, state.number)
            pads[seat].log(place, str(card))
            pads[seat].sent()
        state = apply(state, card)
    outcome = compute_outcome(state)
    assert outcome is not None
    winner = None if outcome.winner is None else ("Ana", "Bram")[outcome.winner]
    for pad in pads:
        expect(pad.end).to_contain_text(winner or "draw", ignore_case=True)


def is_logged(site: Site, code: str, state: State, place: str) -> bool:
    """Whether the site has logged the next card, about which the public cards leave no choice."""
    slot = (state.phase, state.number, place)
    logged = [entry["data"] for entry in stored(site, code) if entry["kind"] == "logged"]
    return slot in [(data["phase"], data["trick"], data["place"]) for data in logged]
