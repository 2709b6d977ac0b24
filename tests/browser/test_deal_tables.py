"""One deal at four tables: two online, and two with real cards on two phones each; compared with the rules."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from games.rules.cards import CODES, Card
from games.rules.moves import apply, legal_moves
from games.rules.record import read, replay
from games.rules.scoring import compute_votes
from games.rules.state import State
from games.texts.table import format_card
from tests.browser.conftest import Arrive
from tests.browser.pad_page import PadPage, log_trick, phone_at
from tests.browser.programs import Dealt, run_apart
from tests.browser.test_companion_scoring import numbers
from tests.browser.visitor import DESK, PHONE, SMALLEST, inspect
from tests.client import Person, Seat, code_of, play_out
from tests.services.companion.entries import ANA, after, full_table, item
from tests.services.companion.test_forced import by_site, logged
from tests.site_process import Site

pytestmark = pytest.mark.browser
NAMES = {format_card(card): card for card in CODES}
Pads = tuple[PadPage, PadPage]


def test_one_deal_at_four_tables_is_compared_seat_by_seat(arrive: Arrive, open_site: Site) -> None:
    dora = Person(open_site.url, "Dora")
    path = str(dora.post("/deals/")["url"])
    games = {"Fay": play_online(open_site, path), "Hal": play_against_bot(open_site, path)}

    pads = open_deal_table(arrive, open_site, path, ("Ana", "Bram"), "phones", "every")
    deal = set_up_deck(pads)
    assert deal.leader == 0
    state = games["Ana"] = play_cards(deal, 1)
    log_cards(pads, state)
    accept(pads)

    assert dora.post(f"{path}cards/")["status"] == 200
    assert list_deck(dora.get(f"{path}cards/")[1]) == list(deal.deck)
    other = open_deal_table(arrive, open_site, path, ("Cleo", "Emil"), "sorted", "piles")
    expect(other[0].page.locator("#setup")).to_have_count(0)
    games["Cleo"] = play_cards(deal, 2)
    other[0].count(*numbers(games["Cleo"]))
    accept(other)

    page = pads[0].page
    page.locator(".end").get_by_role("link", name="Compare results").click()
    expect(page).to_have_url(re.compile(f"{path}$"))
    assert_results(page, games)
    inspect(page, SMALLEST, PHONE, DESK)
    own, online = list_cards(state), list_cards(games["Fay"])
    ply = next(ply for ply in range(52) if own[ply] != online[ply])
    row = page.locator("tbody tr", has_text=re.compile("^\\s*Fay"))
    row.get_by_role("link", name=f"{format_card(online[ply])} instead of {format_card(own[ply])}").click()
    expect(page).to_have_url(re.compile(rf"/m/.*step={ply}"))
    expect(page.locator("h1")).to_contain_text("Fay")
    other[0].page.goto(path)
    other[0].page.locator("tbody tr", has_text=re.compile("^\\s*Ana")).get_by_role("link", name="Replay").click()
    expect(other[0].page).to_have_url(re.compile("/t/.*/replay/"))


def play_online(site: Site, path: str) -> State:
    fay, gus = Person(site.url, "Fay"), Person(site.url, "Gus")
    made = fay.post(f"{path}play/", opponent="friend")
    code = code_of(made["url"])
    assert gus.post(f"/m/{code}/join/", token=str(made["link"]).split("/")[-2])["status"] == 200
    Dealt(code, fay, gus).play(52)
    return read_game(fay, code)


def play_against_bot(site: Site, path: str) -> State:
    hal = Person(site.url, "Hal")
    code = code_of(hal.post(f"{path}play/", opponent="page")["url"])

    async def play() -> None:
        async with hal.socket(code) as socket:
            await play_out(Seat(socket))

    run_apart(play())
    return read_game(hal, code)


def read_game(person: Person, code: str) -> State:
    return replay(read(json.loads(person.get(f"/m/{code}/record/")[1])))


def open_deal_table(arrive: Arrive, site: Site, path: str, names: tuple[str, str], deck: str, depth: str) -> Pads:
    """Open a table of a deal on one phone, and join it with another."""
    (_, first), (_, second) = phone_at(arrive, site), phone_at(arrive, site)
    first.goto(path)
    form = first.locator("form", has_text="Play with real cards")
    form.get_by_role("textbox", name="Your name").fill(names[0])
    form.locator(f"[name=deck][value={deck}]").check()
    form.locator(f"[name=depth][value={depth}]").check()
    form.get_by_role("button", name="Open table").click()
    host = PadPage(first).ready()
    second.goto(str(first.request.get(f"{first.url}invite/").json()["invite"]["link"]))
    second.get_by_role("radio", name="Player 2").check()
    second.get_by_role("textbox", name="Your name").fill(names[1])
    second.get_by_role("button", name=f"Join as {names[1]}").click()
    return host, PadPage(second).ready()


def set_up_deck(pads: Pads) -> State:
    """Follow the steps of both phones with real cards; return what lies on the table then."""
    for pad in pads:
        pad.page.locator("#setup").click()
        pad.page.locator(".deck-setup").wait_for()
        inspect(pad.page, SMALLEST, PHONE)
    sorter, dealer = (pad.page for pad in pads)
    chips = sorter.locator(".deck-setup td .chip").evaluate_all("all => all.map((one) => one.ariaLabel)")
    targets = dealer.locator(".deck-setup td").evaluate_all(
        "all => all.map((one) => one.querySelector('span')?.className ?? one.textContent.trim())"
    )
    lying = list(zip(targets, [NAMES[name] for name in chips], strict=True))
    hands = [tuple(card for target, card in lying if target == mark) for mark in ("theirs", "mine")]
    deck = sorted((int(target), card) for target, card in lying if target.isdigit())
    box = sorter.get_by_role("checkbox").first
    box.check()
    sorter.reload()
    expect(box).to_be_checked()
    for pad in pads:
        pad.page.get_by_role("link", name="Go to the pad").click()
        pad.ready()
    return State(0, (hands[0], hands[1]), tuple(card for _, card in deck))


def list_deck(page: str) -> list[Card]:
    """The deck in the organizer's lists."""
    return [NAMES[name] for name in re.findall(r"<li>(\w+ \d)</li>", page)]


def play_cards(state: State, seed: int) -> State:
    """Play a whole game by the rules."""
    chance = random.Random(seed)
    while moves := legal_moves(state):
        state = apply(state, chance.choice(moves))
    return state


def log_cards(pads: Pads, state: State) -> None:
    """Log every card but the blind ones and those that the site logs by itself."""
    table = after(full_table(), ANA, item("lead", seat=0))
    for trick in state.tricks:
        table = logged(table, trick, without=("blind",))
    site = {(slot.phase, slot.number, slot.spot.value) for slot in by_site(table)}
    for trick in state.tricks:
        if not {(trick.phase, trick.number, name) for name in ("lead", "follow")} <= site:
            log_trick(pads, trick, site)


def accept(pads: Pads) -> None:
    for seat, pad in enumerate(pads):
        pad.page.locator(f"[data-accept='{seat}.yes']").click()
        pad.sent()


def list_cards(state: State) -> list[Card]:
    return [card for trick in state.tricks for card in (trick.lead, trick.follow)]


def assert_results(page: Page, games: dict[str, State]) -> None:
    """The table of the leaders has the votes and the matchpoints of an independent count."""
    votes = {name: [vote.seat for vote in compute_votes(state.score)] for name, state in games.items()}
    leads = {name: seats.count(0) - seats.count(1) for name, seats in votes.items()}
    leaders = page.locator("table", has_text="Leader's cards")
    expect(leaders.locator("tbody tr")).to_have_count(len(games))
    for name, lead in leads.items():
        others = [score for other, score in leads.items() if other != name]
        share = 100 * sum((lead > score) + (lead == score) / 2 for score in others) / len(others)
        cells = leaders.locator("tbody tr", has_text=re.compile(f"^\\s*{name}")).locator("td")
        expect(cells.nth(0)).to_have_text(f"{votes[name].count(0)}–{votes[name].count(1)}")
        expect(cells.nth(1)).to_have_text(f"{share:.1f}".removesuffix(".0") + "%")
