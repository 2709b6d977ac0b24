"""What a player sees and does at the table."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.match_page import PATIENCE, click, drag, open_part, press, tap
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import PHONE
from tests.live.matches import stored
from tests.server import Site

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


def test_illegal_cards_are_dimmed_say_why_and_stay(arrive: Arrive, dealt: Dealt, house: Site) -> None:
    table = arrive(dealt.people[dealt.bar()]).at(dealt.code)
    before, log = table.codes(), stored(house, dealt.code)
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
    assert stored(house, dealt.code) == log


def test_a_finger_reads_why_too(arrive: Arrive, dealt: Dealt) -> None:
    table = arrive(dealt.people[dealt.bar()], viewport=PHONE, has_touch=True, is_mobile=True).at(dealt.code)
    card = table.barred.first
    card.tap(force=True, position=open_part(card))
    expect(table.note).to_contain_text("You hold")
    card.tap(force=True, position=open_part(card))
    assert table.barred.count() > 0


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


def test_own_followers_are_for_the_own_eyes_and_hidden_where_memory_is_strict(arrive: Arrive, house: Site) -> None:
    for strict in (False, True):
        options = {"strict": "on"} if strict else {}
        dealt = deal(house.url, ("Ana", "Bram"), **options)
        dealt.play(6)
        ana = arrive(dealt.ana).at(dealt.code)
        assert ana.page.locator("button#followers").count() == (not strict)
        if not strict:
            assert ana.open("followers").get_by_role("img").count() == 3


def test_all_tricks_are_laid_out_where_that_was_chosen_and_the_game_says_so(arrive: Arrive, house: Site) -> None:
    dealt = deal(house.url, ("Ana", "Bram"), last_trick="all", draw="three")
    dealt.play(6)
    ana = arrive(dealt.ana).at(dealt.code)
    assert ana.open("last").get_by_role("img").count() == 9
    ana.page.keyboard.press("Escape")
    told = ana.open("help").locator("details.fold").text_content() or ""
    assert "All tricks may be looked at again" in told
    assert "It takes three votes to win" in told


def test_opening_the_table_changes_nothing(arrive: Arrive, dealt: Dealt, house: Site) -> None:
    before = stored(house, dealt.code)
    for person in (*dealt.people, None):
        table = arrive(*([person] if person else [])).at(dealt.code)
        table.page.reload()
        table.ready()
    assert stored(house, dealt.code) == before


def test_without_script_the_table_says_what_it_needs(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.ana, java_script_enabled=False).page()
    page.goto(f"/m/{dealt.code}/")
    expect(page.locator("#online noscript")).to_be_visible()
    assert "needs JavaScript" in page.content()


def test_the_language_is_switched_at_the_table(arrive: Arrive, dealt: Dealt) -> None:
    ana = arrive(dealt.ana).at(dealt.code)
    for name, tag in {"Bahasa Indonesia": "id", "繁體中文": "zh-Hant", "Nederlands": "nl"}.items():
        ana.page.locator("header details:has(button[name=language])").locator("summary").click()
        ana.page.get_by_role("button", name=name).click()
        ana.ready()
        expect(ana.page.locator("html")).to_have_attribute("lang", re.compile(f"^{tag}$", re.IGNORECASE))
        expect(ana.hand).to_have_count(13)
