"""The end of a game: votes, resignation, cancellation, a claimed victory and the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import MatchPage, click, next_to_play
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import PHONE, SMALLEST, inspect
from tests.client import Person, code_of
from tests.realtime.sockets import stored
from tests.site_process import Site, TimedSite

pytestmark = pytest.mark.browser
FACTIONS = ["Goblins", "Knights", "Undead", "Dwarves", "Doppelgängers"]


def both(arrive: Arrive, dealt: Dealt) -> tuple[MatchPage, MatchPage]:
    return arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)


def counted(row: Locator) -> tuple[int, int]:
    """The cards of a faction that either side counts."""
    near, far = (int(text) for text in row.locator("td > b").all_inner_texts())
    return near, far


def test_the_end_shows_counts_votes_and_the_winner(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(51)
    ana, bram = both(arrive, dealt)
    last = next_to_play(ana, bram)
    click(last, last.codes()[0])
    for table in (ana, bram):
        expect(table.go_on).to_be_visible()
        table.see_the_trick()
        the_votes_add_up(table)
        expect(table.page).to_have_title(re.compile("Game over"))
    rows = [table.page.locator(".end tbody tr") for table in (ana, bram)]
    assert [counted(row) for row in rows[0].all()] == [counted(row)[::-1] for row in rows[1].all()]


def the_votes_add_up(table: MatchPage) -> None:
    """Each faction's counts, one vote at most, and the votes' sum says who wins."""
    rows = table.page.locator(".end tbody tr").all()
    assert len(rows) == len(FACTIONS)
    votes = [0, 0]
    for faction, row in zip(FACTIONS, rows, strict=True):
        expect(row.locator("th")).to_contain_text(faction)
        counts = counted(row)
        got = [cell.get_attribute("class") == "vote" for cell in row.locator("td").all()]
        votes = [sum(pair) for pair in zip(votes, got, strict=True)]
        if counts[0] != counts[1]:
            assert got == [counts[0] > counts[1], counts[1] > counts[0]]
        elif counts[0]:
            expect(row.locator("td .chip")).to_have_count(2)
    assert [int(text) for text in table.page.locator(".end tfoot td").all_inner_texts()] == votes
    verdict = "You claim" if votes[0] > votes[1] else "draw" if votes[0] == votes[1] else "claims the throne"
    expect(table.outcome).to_contain_text(verdict)


def test_winner_votes_and_rematch_are_in_sight_on_a_phone_and_the_rest_behind_more(
    arrive: Arrive, dealt: Dealt
) -> None:
    dealt.play(52)
    table = arrive(dealt.ana, viewport=PHONE).at(dealt.code)
    rematch = table.page.get_by_role("button", name="Rematch")
    for seen in (table.page.locator(".wreath"), table.outcome, table.page.locator(".end table"), rematch):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".end .primary:visible")).to_have_count(1)
    expect(table.end.get_by_role("link", name="Replay and review")).to_be_visible()
    expect(table.end.get_by_role("button", name="Share")).to_be_visible()
    lobby = table.end.get_by_role("link", name="Lobby")
    expect(lobby).to_be_hidden()
    table.page.get_by_text("More").click()
    expect(lobby).to_be_visible()
    inspect(table.page, SMALLEST)


def test_a_bot_that_wins_shows_its_face(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    code = code_of(ana.post("/play/", level="page")["url"])
    ana.post(f"/m/{code}/resign/")
    expect(arrive(ana).at(code).page.locator(".crowned .portrait")).to_be_visible()


def test_a_tap_of_each_player_leads_both_to_a_rematch_which_the_other_leads(arrive: Arrive, dealt: Dealt) -> None:
    """A page loaded again keeps the offer, and a spectator goes along."""
    dealt.resign()
    ana, bram = both(arrive, dealt)
    cleo = arrive().at(dealt.code)
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.end).to_contain_text("You asked for a rematch")
    for table in (ana, bram):
        table.page.reload()
    expect(ana.end).to_contain_text("You asked for a rematch")
    expect(bram.end).to_contain_text("Ana asks for a rematch")
    inspect(bram.page, SMALLEST)
    bram.page.get_by_role("button", name="Play again").click()
    for table in (ana, bram):
        expect(table.page).not_to_have_url(re.compile(dealt.code))
        expect(table.hand).to_have_count(13)
    expect(cleo.page).not_to_have_url(re.compile(dealt.code))
    cleo.ready()
    assert ana.page.url == bram.page.url == cleo.page.url
    bram.tells("Your turn: lead any card.")
    later = arrive(dealt.ana).at(dealt.code)
    expect(later.end.get_by_role("link", name="Go to next game")).to_be_visible()


def test_resigning_is_asked_twice_and_ends_the_game(arrive: Arrive, dealt: Dealt, open_site: Site) -> None:
    """The live region that said everything before says the end, and the result gets the focus."""
    dealt.play(3)
    ana, bram = both(arrive, dealt)
    region = bram.status.element_handle()
    ana.open("leave").get_by_text("can't undo").wait_for()
    ana.page.get_by_role("button", name="Close").click()
    assert stored(open_site, dealt.code)[-1]["kind"] == "played"
    ana.open("leave").get_by_role("button", name="Resign").click()
    expect(ana.end).to_contain_text("You resigned.")
    expect(bram.outcome).to_have_text("You claim the throne!")
    expect(bram.end).to_contain_text("Ana resigned.")
    expect(bram.status).to_contain_text("You claim the throne! Ana resigned.")
    for table in (ana, bram):
        expect(table.outcome).to_be_focused()
    assert bram.page.evaluate("region => region.isConnected", region)


def test_a_player_cancels_a_casual_game_before_the_first_card(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = both(arrive, dealt)
    bram.open("leave").get_by_role("button", name="Cancel game").click()
    for table in (ana, bram):
        expect(table.outcome).to_contain_text("cancelled")
    ana.page.get_by_role("link", name="Lobby").click()
    expect(ana.page.get_by_role("heading", name="Lobby")).to_be_visible()


def test_after_the_first_card_both_players_cancel_a_game(arrive: Arrive, dealt: Dealt) -> None:
    dealt.play(3)
    ana, bram = both(arrive, dealt)
    offers = {table: table.page.locator(".judged") for table in (ana, bram)}
    bram.open("leave").get_by_role("button", name="Offer to cancel").click()
    expect(offers[bram]).to_contain_text("You offered to cancel. Waiting for Ana")
    expect(bram.dialog).not_to_be_visible()
    expect(offers[ana]).to_contain_text("Bram wants to cancel the game.")
    ana.page.get_by_role("button", name="Keep playing").click()
    expect(offers[bram]).to_contain_text("Ana wants to keep playing.")
    expect(offers[ana]).to_have_count(0)
    bram.open("leave").get_by_text("can't undo").wait_for()
    expect(bram.page.locator("#cancel-offer")).to_have_count(0)
    bram.page.get_by_role("button", name="Close").click()
    ana.open("leave").get_by_role("button", name="Offer to cancel").click()
    bram.page.get_by_role("button", name="Cancel game").click()
    for table in (ana, bram):
        expect(table.outcome).to_have_text("This game was cancelled.")


def test_who_stays_away_can_be_claimed_against(arrive: Arrive, daphne_site: Callable[..., Site]) -> None:
    """Only while the turn of the absent player lasts, and by two presses; two minutes are four seconds here."""
    impatient_site = daphne_site(TimedSite, RATE_LIMITS="0", BEAT="0.5", LEASE="2", CLAIM_AFTER="4")
    dealt = deal(impatient_site.url)
    dealt.play(1)
    ana = arrive(dealt.ana, url=impatient_site.url).at(dealt.code)
    gone = arrive(dealt.bram, url=impatient_site.url)
    bram = gone.at(dealt.code)
    claim = ana.page.locator("#claim")
    expect(ana.page.locator(".player.far .away")).to_have_count(0)
    bram.page.close()
    expect(ana.page.locator(".player.far .away")).to_contain_text("away")
    expect(claim).to_have_text("Bram left the game: claim victory")
    sheet = ana.open("claim")
    expect(sheet).to_contain_text("Bram left the game. You can claim victory or wait.")
    again = gone.at(dealt.code)
    expect(ana.dialog).not_to_be_visible()
    expect(claim).to_have_count(0)
    again.page.close()
    ana.open("claim").get_by_role("button", name="Close").click()
    assert stored(impatient_site, dealt.code)[-1]["kind"] == "played"
    ana.open("claim").get_by_role("button", name="Claim victory").click()
    expect(ana.outcome).to_have_text("You claim the throne!")
    expect(ana.end).to_contain_text("Bram left the game.")
    expect(gone.at(dealt.code).end).to_contain_text("You left the game.")
