"""The page of a match: cards by mouse, finger and keyboard, finished tricks, clocks, and a game into phase two."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import PATIENCE, MatchPage, click, drag, next_to_play, open_part, press, tap
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import PHONE, Visitor
from tests.realtime.sockets import stored
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_a_card_is_played_by_mouse_finger_keyboard_and_drag(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana, has_touch=True).at(dealt.code)
    bram = arrive(dealt.bram).at(dealt.code)
    drop_on_the_hand(ana)
    expect(ana.hand).to_have_count(13)
    ana.tells("lead any card")
    for play in (click, tap, press, drag):
        code = random.choice(ana.codes())
        play(ana, code)
        ana.sent(13)
        expect(bram.page.locator(".slot.far .card .face")).to_have_attribute("data-faction", code[0])
        expect(bram.page.locator(".slot.far .card b")).to_have_text(code[1])
        game = dealt.another()
        for table in (ana, bram):
            table.page.goto(f"/m/{game}/")
            expect(table.hand).to_have_count(13)


def drop_on_the_hand(table: MatchPage) -> None:
    """Drag a card and drop it where it came from."""
    box, mouse = table.hand.first.bounding_box(), table.page.mouse
    assert box
    mouse.move(box["x"] + 12, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    expect(table.page.locator(".hand [data-drag]")).to_have_count(1)
    mouse.up()
    expect(table.page.locator(".hand [data-drag]")).to_have_count(0)


def test_illegal_cards_are_dimmed_say_why_and_stay(arrive: Arrive, dealt: Dealt, open_site: Site) -> None:
    table = arrive(dealt.people[dealt.bar()]).at(dealt.code)
    before, log = table.codes(), stored(open_site, dealt.code)
    assert table.barred.count() == len(before) - len(table.codes(legal=True))
    ways: list[Callable[[Locator], None]] = [
        lambda card: card.click(force=True, position=open_part(card)),
        lambda card: card.press("Enter"),
    ]
    for way in ways:
        card = table.barred.first
        reason = card.get_attribute("aria-label")
        assert reason
        assert "not playable: You hold" in reason
        way(card)
        expect(table.note).to_have_text(re.sub("^.*not playable: ", "", reason))
    assert card.get_attribute("aria-disabled") == "true"
    assert "brightness" in card.locator(".face").evaluate("face => getComputedStyle(face).filter")
    assert table.codes() == before
    assert stored(open_site, dealt.code) == log


def test_a_finished_trick_stays_until_its_player_goes_on_or_time_has_passed(arrive: Arrive, dealt: Dealt) -> None:
    """Bram does nothing. A reload shows Ana the same; title and status line say whose turn it is."""
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram, hasty=True).at(dealt.code)
    expect(ana.status).to_have_attribute("aria-live", "polite")
    expect(ana.page).to_have_title(re.compile("Your turn"))
    expect(bram.page).not_to_have_title(re.compile("Your turn"))
    ana.tells("Your turn: lead any card.")
    bram.tells("Ana leads.")
    click(ana, ana.codes()[0])
    expect(bram.page).to_have_title(re.compile("Your turn"))
    expect(ana.page).not_to_have_title(re.compile("Your turn"))
    bram.tells("Your turn: follow")
    ana.tells("Bram follows.")
    click(bram, bram.codes(legal=True)[0])
    for _ in range(2):
        expect(ana.go_on).to_be_visible()
        expect(ana.laid).to_have_count(2)
        ana.tells("the trick:")
        expect(ana.page.locator(".spoils .share")).to_have_count(2)
        ana.page.reload()
    expect(ana.go_on).to_be_visible()
    ana.page.keyboard.press("Space")
    expect(ana.go_on).to_have_count(0)
    ana.page.reload()
    ana.ready()
    expect(ana.go_on).to_have_count(0)
    assert ana.open("last").get_by_role("img").count() == 3
    for table in (ana, bram):
        expect(table.progress).to_contain_text("trick 2 of 13", timeout=PATIENCE * 1000)
        expect(table.laid).to_have_count(0)


def test_followers_and_cards_seen_are_one_tap_away_unless_memory_is_strict(arrive: Arrive, open_site: Site) -> None:
    for strict in (False, True):
        dealt = deal(open_site.url, ("Ana", "Bram"), **({"strict": "on"} if strict else {}))
        dealt.play(6)
        ana = arrive(dealt.ana).at(dealt.code)
        expect(ana.page.locator("#last")).to_have_count(1)
        for name in ("followers", "seen"):
            expect(ana.page.locator(f"button#{name}")).to_have_count(0 if strict else 1)
        if strict:
            ana.page.keyboard.press("c")
            expect(ana.dialog).to_contain_text("Strict memory")
        else:
            expect(ana.open("followers").get_by_role("img")).to_have_count(3)
            ana.page.keyboard.press("Escape")
            sheet = ana.open("seen")
            expect(sheet.locator(".spots > li")).to_have_count(52)
            expect(sheet.locator(".spot-gone:not(i)")).to_have_count(6)


def test_the_language_is_switched_at_the_table(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    ana.page.locator("header details:has(button[name=language])").locator("summary").click()
    ana.page.get_by_role("button", name="Nederlands").click()
    expect(ana.page.locator("html")).to_have_attribute("lang", "nl")
    expect(ana.hand).to_have_count(13)


def test_little_time_warns_the_player_and_no_time_asks_the_opponent(arrive: Arrive, open_site: Site) -> None:
    dealt = deal(open_site.url, clock="own", minutes="1", seconds="0")
    dealt.play(2)
    seat = dealt.boards()[0]["turn"]
    late, waits = (with_test_clock(arrive(dealt.people[one]), dealt.code) for one in (seat, 1 - seat))
    running = late.page.locator(".near .clock.runs b")
    expect(running).to_have_text(re.compile(r"0:[1-5]\d"))
    expect(late.page.locator(".far .clock b")).to_have_text("1:00")
    leap = 1000 * (int(running.inner_text().removeprefix("0:")) - 9)
    leap_ahead(late, leap)
    expect(late.page.locator(".near .clock.low b")).to_have_text(re.compile(r"\d\.\d"))
    expect(late.note).to_have_text("Ten seconds left.")
    leap_ahead(waits, leap)
    for table in (late, waits):
        table.page.clock.fast_forward(10_000)
    expect(waits.page.locator(".decision button")).to_have_text(["Claim victory", "Call it a draw", "Give 15 seconds"])
    expect(waits.asked).to_contain_text("ran out of time")
    expect(late.page.locator(".decision")).to_have_count(0)
    expect(late.asked).to_contain_text("You ran out of time.")
    assert late.codes(legal=True) == []
    for table in (late, waits):
        expect(table.page.locator(".player.turn, .plays")).to_have_count(0)


def leap_ahead(table: MatchPage, milliseconds: int) -> None:
    """Wait until the page, which connects anew after such a silence, is connected: time may then leap again."""
    with table.page.expect_websocket() as line:
        table.page.clock.fast_forward(milliseconds)
    line.value.wait_for_event("framereceived")


def with_test_clock(visitor: Visitor, code: str) -> MatchPage:
    """The page of a game with a clock that the test moves."""
    visitor.context.clock.install()
    return visitor.at(code)


FIRST_PLY, LAST_PLY = 20, 32
"""The plies played on the pages: phase two begins between them."""
RELOAD_PLY, OFFLINE_PLY = 22, 28
"""The ply after which the phone is reloaded, with half a trick on the table, and the ply that it plays offline."""


def test_two_players_reach_phase_two_by_finger_and_keyboard(arrive: Arrive, dealt: Dealt, open_site: Site) -> None:
    dealt.play(FIRST_PLY)
    phone = arrive(dealt.ana, viewport=PHONE, has_touch=True, is_mobile=True)
    ana, bram = phone.at(dealt.code), arrive(dealt.bram).at(dealt.code)
    ways: dict[MatchPage, Callable[[MatchPage, str], None]] = {ana: tap, bram: press}
    phone.expect_cut_line()
    for ply in range(FIRST_PLY, LAST_PLY):
        mover = next_to_play(ana, bram)
        offline = ply == OFFLINE_PLY
        code, before = random.choice(mover.codes(legal=True)), mover.hand.count()
        if offline:
            phone.context.set_offline(True)
            expect(ana.wire).to_have_count(1)
        ways[mover](mover, code)
        if offline:
            phone.context.set_offline(False)
            ana.back()
        mover.sent(before)
        if ply == RELOAD_PLY:
            check_reload(ana)
    assert [entry["kind"] for entry in stored(open_site, dealt.code)].count("played") == LAST_PLY


def check_reload(table: MatchPage) -> None:
    """The page shows what it showed before."""
    table.see_the_trick()
    expect(table.laid).to_have_count(1)
    before = table.shown()
    table.page.reload()
    table.ready()
    assert table.shown() == before
