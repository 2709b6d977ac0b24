"""The page of a match: what a player sees and does, the clocks, and plays by finger and keyboard."""

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
from tests.client import Person
from tests.realtime.sockets import stored
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_a_card_is_played_by_mouse_finger_keyboard_and_by_carrying_it(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana, has_touch=True).at(dealt.code)
    bram = arrive(dealt.bram).at(dealt.code)
    for way in (click, tap, press, drag):
        code = random.choice(ana.codes())
        way(ana, code)
        ana.sent(13)
        expect(bram.page.locator(".slot.far .card .letter")).to_have_text(code[0])
        expect(bram.page.locator(".slot.far .card b")).to_have_text(code[1])
        game = dealt.another()
        for table in (ana, bram):
            table.page.goto(f"/m/{game}/")
            expect(table.hand).to_have_count(13)


def test_a_card_dropped_on_the_hand_goes_back(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    box = ana.hand.first.bounding_box()
    assert box
    ana.page.mouse.move(box["x"] + 12, box["y"] + 40)
    ana.page.mouse.down()
    ana.page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    expect(ana.page.locator(".hand [data-drag]")).to_have_count(1)
    ana.page.mouse.up()
    expect(ana.page.locator(".hand [data-drag]")).to_have_count(0)
    expect(ana.hand).to_have_count(13)
    ana.tells("lead any card")


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


def test_digits_and_arrows_lead_along_the_hand(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    codes, keyboard = ana.codes(), ana.page.keyboard
    keyboard.press("ArrowRight")
    assert ana.focused() == codes[0]
    keyboard.press("ArrowRight")
    assert ana.focused() == codes[1]
    keyboard.press("End")
    assert ana.focused() == codes[-1]
    for digit in sorted({code[1] for code in codes}):
        keyboard.press(digit)
        assert (ana.focused() or "")[1:] == digit
    assert ana.codes() == codes


def test_the_question_mark_opens_the_help_and_escape_closes_it(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    for key, words in {"?": "Enter", "p": "Score piles", "l": "Last trick"}.items():
        ana.page.keyboard.press(key)
        expect(ana.dialog).to_be_visible()
        expect(ana.dialog).to_contain_text(words)
        ana.page.keyboard.press("Escape")
        expect(ana.dialog).to_be_hidden()


def test_title_and_status_line_say_whose_turn_it_is(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    expect(ana.status).to_have_attribute("aria-live", "polite")
    expect(ana.page).to_have_title(re.compile("Your turn"))
    expect(bram.page).not_to_have_title(re.compile("Your turn"))
    ana.tells("Your turn: lead any card.")
    bram.tells("Ana leads.")
    click(ana, ana.codes()[0])
    expect(bram.page).to_have_title(re.compile("Your turn"))
    expect(ana.page).not_to_have_title(re.compile("Your turn"))
    bram.tells("Your turn: answer")
    ana.tells("Bram answers.")


def test_the_finished_trick_stays_until_it_has_been_seen(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = arrive(dealt.ana).at(dealt.code), arrive(dealt.bram).at(dealt.code)
    click(ana, ana.codes()[0])
    expect(bram.laid).to_have_count(1)
    click(bram, bram.codes(legal=True)[0])
    for table in (ana, bram):
        expect(table.go_on).to_be_visible()
        expect(table.laid).to_have_count(2)
        table.tells("the trick:")
        expect(table.page.locator(".spoils .share")).to_have_count(2)
    ana.page.keyboard.press("Space")
    expect(ana.go_on).to_have_count(0)
    expect(ana.progress).to_contain_text("trick 2 of 13")
    assert ana.open("last").get_by_role("img").count() == 3


def test_a_trick_that_nobody_dismisses_goes_after_a_while(arrive: Arrive, dealt: Dealt) -> None:
    ana, bram = arrive(dealt.ana, hasty=True).at(dealt.code), arrive(dealt.bram, hasty=True).at(dealt.code)
    click(ana, ana.codes()[0])
    expect(bram.laid).to_have_count(1)
    click(bram, bram.codes(legal=True)[0])
    for table in (ana, bram):
        expect(table.progress).to_contain_text("trick 2 of 13", timeout=PATIENCE * 1000)
        expect(table.laid).to_have_count(0, timeout=PATIENCE * 1000)


def test_own_followers_are_for_the_own_eyes_and_hidden_where_memory_is_strict(arrive: Arrive, open_site: Site) -> None:
    for strict in (False, True):
        options = {"strict": "on"} if strict else {}
        dealt = deal(open_site.url, ("Ana", "Bram"), **options)
        dealt.play(6)
        ana = arrive(dealt.ana).at(dealt.code)
        assert ana.page.locator("button#followers").count() == (not strict)
        if not strict:
            assert ana.open("followers").get_by_role("img").count() == 3


def test_the_language_is_switched_at_the_table(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    for name, tag in {"Bahasa Indonesia": "id", "繁體中文": "zh-Hant", "Nederlands": "nl"}.items():
        ana.page.locator("header details:has(button[name=language])").locator("summary").click()
        ana.page.get_by_role("button", name=name).click()
        ana.ready()
        expect(ana.page.locator("html")).to_have_attribute("lang", re.compile(f"^{tag}$", re.IGNORECASE))
        expect(ana.hand).to_have_count(13)


def test_little_time_warns_who_plays_and_no_time_asks_who_waits(arrive: Arrive, open_site: Site) -> None:
    ana, bram = Person(open_site.url, "Ana"), Person(open_site.url, "Bram")
    code = ana.open_game(lead="creator", clock="own", minutes="1", seconds="0")
    bram.join(code)
    dealt = Dealt(code, ana, bram)
    dealt.play(2)
    seat = dealt.boards()[0]["turn"]
    late, waits = (in_hand(arrive(dealt.people[one]), code) for one in (seat, 1 - seat))
    expect(late.page.locator(".near .clock.runs b")).to_have_text(re.compile(r"0:5\d"))
    expect(late.page.locator(".far .clock b")).to_have_text("1:00")
    for table in (late, waits):
        # It has heard nothing for so long that it connects anew, which must not be under way when time leaps again.
        with table.page.expect_websocket() as line:
            table.page.clock.fast_forward(52_000)
        line.value.wait_for_event("framereceived")
    expect(late.page.locator(".near .clock.low b")).to_have_text(re.compile(r"\d\.\d"))
    expect(late.note).to_have_text("Ten seconds left.")
    for table in (late, waits):
        table.page.clock.fast_forward(10_000)
    expect(waits.page.locator(".decision button")).to_have_text(["Take the win", "Call it a draw", "Give 15 seconds"])
    expect(waits.asked).to_contain_text("has no time left")
    expect(late.page.locator(".decision")).to_have_count(0)
    expect(late.asked).to_contain_text("Your time is out.")


def in_hand(visitor: Visitor, code: str) -> MatchPage:
    """The page of a game, whose clock goes on as it is told to."""
    visitor.context.clock.install()
    return visitor.at(code)


BEGUN, SHOWN = 20, 32
"""Plies between which the pages are played on: phase two begins there."""
RELOADED, OFFLINE = 22, 28
"""Plies after which the phone is reloaded, a trick half played, and during which it is offline."""


def test_into_phase_two_by_finger_and_keyboard(arrive: Arrive, dealt: Dealt, open_site: Site) -> None:
    dealt.play(BEGUN)
    phone = arrive(dealt.ana, viewport=PHONE, has_touch=True, is_mobile=True)
    ana, bram = phone.at(dealt.code), arrive(dealt.bram).at(dealt.code)
    ways: dict[MatchPage, Callable[[MatchPage, str], None]] = {ana: tap, bram: press}
    phone.expect_cut_line()
    for ply in range(BEGUN, SHOWN):
        mover = next_to_play(ana, bram)
        offline = ply == OFFLINE
        code, before = random.choice(mover.codes(legal=True)), mover.hand.count()
        if offline:
            phone.context.set_offline(True)
            expect(ana.wire).to_have_count(1)
        ways[mover](mover, code)
        if offline:
            phone.context.set_offline(False)
            ana.back()
        mover.sent(before)
        if ply == RELOADED:
            reloaded(ana)
    assert [entry["kind"] for entry in stored(open_site, dealt.code)].count("played") == SHOWN


def reloaded(table: MatchPage) -> None:
    """The page shows what it showed before."""
    table.see_the_trick()
    expect(table.laid).to_have_count(1)
    before = table.shown()
    table.page.reload()
    table.ready()
    assert table.shown() == before
