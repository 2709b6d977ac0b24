"""Scores of companion games on two pads: the taps that each log depth takes, and the steps at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.rules.cards import Faction
from games.rules.scoring import compute_outcome
from games.rules.state import State
from tests.browser.conftest import Arrive
from tests.browser.pad_page import AS_A_PHONE, PadPage, log_trick, open_new_table, pads_at, phone_at, site_logs
from tests.browser.programs import LONGEST, run_apart
from tests.browser.visitor import DESK, PHONE, inspect
from tests.realtime.phones import Phone, entry, two_phones
from tests.realtime.phones import pads as open_sockets
from tests.realtime.phones import taps as list_taps
from tests.realtime.sockets import stored
from tests.rules.random_games import random_game
from tests.site_process import Site

pytestmark = pytest.mark.browser


SEED = 8
TAPS = {"led", "stated", "logged", "corrected", "piles"}
"""Kinds of entries that are a tap each until the result stands. Both players then confirm it with a tap."""
CONFIRMATIONS = 2


def two_pads(arrive: Arrive, open_site: Site, depth: str) -> tuple[PadPage, PadPage]:
    ana, bram, _ = pads_at(arrive, open_site, depth)
    return ana, bram


def taps(pad: PadPage, open_site: Site) -> int:
    """The taps of both players until the result stands."""
    code = pad.page.url.rstrip("/").rpartition("/")[2]
    return sum(entry["kind"] in TAPS and entry["data"]["device"] > 0 for entry in stored(open_site, code))


def assert_result(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Both pads show the result of the rules, and their players accept it."""
    result = compute_outcome(state)
    assert result
    text = "A draw" if result.winner is None else f"{('Ana', 'Bram')[result.winner]} wins"
    for seat, pad in enumerate(pads):
        expect(pad.end.get_by_role("heading").first).to_contain_text(text)
        pad.page.locator(f"[data-accept='{seat}.yes']").click()
        pad.sent()


def test_logging_every_card_takes_at_most_70_taps(arrive: Arrive, open_site: Site) -> None:
    pads, state = two_pads(arrive, open_site, "every"), random_game(SEED)[-1]
    pads[0].leads(state.tricks[0].leader)
    by_site = site_logs(SEED)
    for trick in state.tricks[:-1]:
        log_trick(pads, trick, by_site)
    assert_result(pads, state)
    assert taps(pads[0], open_site) + CONFIRMATIONS <= 70


def test_logging_what_scores_takes_at_most_30_taps(arrive: Arrive, open_site: Site) -> None:
    """Phase one is a row of Undead, of which none is logged here."""
    pads, state = two_pads(arrive, open_site, "scoring"), random_game(SEED)[-1]
    expect(pads[1].page.locator(".undead-row .chip")).to_have_text(list("9876543210"))
    pads[1].page.locator("#phase-two").click()
    pads[1].leads(state.tricks[13].leader)
    for trick in state.tricks[13:]:
        log_trick(pads, trick)
    undecided(pads, state)
    assert_result(pads, state)
    steps_to_phase_two = 1
    assert taps(pads[0], open_site) + steps_to_phase_two <= 30


def undecided(pads: tuple[PadPage, PadPage], state: State) -> None:
    """Where the Undead of phase one decide, enter how many of them Ana won."""
    number = pads[0].page.locator(".digits")
    expect(number.or_(pads[0].end)).to_be_visible()
    played = {card for trick in state.tricks[:13] for card in (trick.lead, trick.follow)}
    if number.is_visible():
        won = sum(card in played and card.faction == "U" for card in state.score[0])
        pads[0].page.locator(f"[data-value='{won}']").click()


def test_counting_the_final_piles_takes_ten_taps_and_two_more_where_level(arrive: Arrive, open_site: Site) -> None:
    """Ana counts with a trembling thumb; both accept."""
    pads, state = two_pads(arrive, open_site, "piles"), random_game(SEED)[-1]
    for before, number in pairwise((-1, *numbers(state))):
        if number == before:
            pads[0].page.locator(".count[aria-pressed='true']").click()
        count(pads[0], number)
    assert_result(pads, state)


def numbers(state: State) -> Iterator[int]:
    """Yield what the pad asks for: both counts of each faction and, where they are level, both highest cards."""
    for faction in Faction:
        piles = [[card.value for card in pile if card.faction is faction] for pile in state.score]
        yield from map(len, piles)
        if len(piles[0]) == len(piles[1]) > 0:
            yield from map(max, piles)


def count(pad: PadPage, number: int) -> None:
    """Tap a number twice instead of once, which counts once."""
    asked = pad.page.locator("#ask").inner_text()
    pad.page.locator(f".digit[data-value='{number}']").evaluate("digit => { digit.click(); digit.click(); }")
    expect(pad.page.locator("#ask").get_by_text(asked, exact=True)).to_have_count(0)


FINAL_COUNTS = (5, 4, 3, 3, 9, 8, 6, 4, 2, 7, 9, 1)
"""The numbers that end a game with four votes against one."""
COUNT_LOCKS = """let locks = 0;
  const count = (change) => { locks += change; document.documentElement.dataset.locks = locks; };
  Object.defineProperty(navigator, "wakeLock", { value: { async request() {
    count(1);
    return Object.assign(new EventTarget(), { async release() { count(-1); } });
  } } });"""
"""Counts the wake locks of the screen that a page holds, in an attribute."""
CUT = """() => [...document.querySelectorAll(".end *")].filter((one) => !one.closest("svg, .visually-hidden")
    && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.outerHTML)"""
"""The parts of the end whose text is cut."""


def primary(pad: PadPage) -> Locator:
    return pad.page.locator(".end .button.primary")


def test_both_confirm_the_result_before_a_rematch_that_both_want(arrive: Arrive, open_site: Site) -> None:
    ana, bram = two_pads(arrive, open_site, "piles")
    first = ana.page.url
    ana.tab("pad")
    ana.count(*FINAL_COUNTS)
    for pad in (ana, bram):
        expect(primary(pad)).to_have_text("Confirm")
    bram.page.get_by_role("button", name="Dispute").click()
    expect(primary(bram)).to_have_text("Open log")
    bram.page.get_by_role("button", name="Confirm").click()
    expect(primary(bram)).to_have_text("Rematch")
    primary(bram).click()
    expect(bram.end).to_contain_text("You asked for a rematch. Waiting for Ana")
    expect(primary(bram)).to_have_count(0)
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    expect(primary(ana)).to_have_text("Confirm")
    primary(ana).click()
    ana.page.get_by_role("button", name="No, thank you").click()
    expect(bram.end).to_contain_text("Ana declined the rematch.")
    assert {pad.page.url for pad in (ana, bram)} == {first}
    bram.page.get_by_role("button", name="Cancel request").click()
    primary(bram).click()
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    picture = ana.page.request.get(ana.page.locator("#picture").get_attribute("href") or "")
    assert picture.body()[:8] == b"\x89PNG\r\n\x1a\n"
    primary(ana).click()
    for pad in (ana, bram):
        expect(pad.ask).to_contain_text("Goblins: how many does Ana have?")
    assert ana.page.url == bram.page.url != first


def sleep(page: Page) -> None:
    """Unload a page, as a phone does with one that is not looked at; ``page.go_back()`` wakes it up."""
    page.goto("about:blank")


def begin_rematch(pad: PadPage) -> None:
    """Count the piles of a game on the phone of both players, and go on to the next game."""
    game = pad.page.url
    pad.count(*FINAL_COUNTS)
    primary(pad).click()
    primary(pad).click()
    expect(pad.page).not_to_have_url(game)
    pad.ready()


def test_a_phone_that_slept_through_the_beginning_of_the_rematch_wakes_up_in_it(
    arrive: Arrive, open_site: Site
) -> None:
    ana, bram = two_pads(arrive, open_site, "piles")
    first = ana.page.url
    ana.tab("pad")
    ana.count(*FINAL_COUNTS)
    for pad in (bram, ana):
        primary(pad).click()
    primary(bram).click()
    for pad in (bram, ana):
        pad.page.reload()
    expect(bram.end).to_contain_text("You asked for a rematch. Waiting for Ana")
    expect(ana.end).to_contain_text("Bram asks for a rematch.")
    sleep(bram.page)
    primary(ana).click()
    expect(ana.ask).to_contain_text("Goblins: how many does Ana have?")
    bram.page.go_back()
    expect(bram.ask).to_contain_text("Goblins: how many does Ana have?")
    assert bram.page.url == ana.page.url != first
    bram.page.goto(first)
    expect(primary(bram)).to_have_text("Go to rematch")


def test_a_display_and_a_spectator_follow_into_rematches_which_they_slept_through(
    arrive: Arrive, open_site: Site
) -> None:
    _, phone = phone_at(arrive, open_site)
    open_new_table(phone, "both", "piles")
    pad, first = PadPage(phone).ready(), phone.url
    link = str(phone.request.get(f"{phone.url}invite/").json()["invite"]["link"])
    screens = [phone_at(arrive, open_site)[1] for _ in ("show", "watch")]
    for screen, way in zip(screens, ("show", "watch"), strict=True):
        screen.goto(link)
        screen.locator(f"#{way}").click()
        screen.locator(".stage").wait_for()
    begin_rematch(pad)
    for screen in screens:
        expect(screen).to_have_url(phone.url)
        screen.locator(".stage").wait_for()
        sleep(screen)
    begin_rematch(pad)
    begin_rematch(pad)
    for screen in screens:
        screen.go_back()
        expect(screen).to_have_url(phone.url)
        screen.goto(first)
        expect(screen.get_by_role("link", name="Watch the rematch")).to_be_visible()


def test_the_screen_stays_on_until_the_end_and_again_in_the_rematch(arrive: Arrive, open_site: Site) -> None:
    visitor, page = phone_at(arrive, open_site)
    visitor.context.add_init_script(COUNT_LOCKS)
    open_new_table(page, "both", "piles")
    pad, game = PadPage(page).ready(), page.url
    expect(page.locator("html")).to_have_attribute("data-locks", "1")
    pad.count(*FINAL_COUNTS)
    expect(page.locator("html")).to_have_attribute("data-locks", "0")
    primary(pad).click()
    primary(pad).click()
    expect(page).not_to_have_url(game)
    expect(page.locator("html")).to_have_attribute("data-locks", "1")


def test_the_end_is_readable_with_the_longest_names(arrive: Arrive, open_site: Site) -> None:
    _, page = phone_at(arrive, open_site)
    open_new_table(page, "both", "piles", LONGEST)
    pad = PadPage(page).ready()
    pad.count(*FINAL_COUNTS)
    expect(pad.end).to_contain_text(f"{LONGEST[0]} wins by 4 votes to 1.")
    for width in (320, 360, 1280):
        page.set_viewport_size(ViewportSize(width=width, height=640))
        assert page.evaluate(CUT) == []
    inspect(page, PHONE, DESK)
    for name in LONGEST:
        expect(page.locator(".votes thead")).to_contain_text(name)
    expect(page.locator(".votes .won .drawing")).to_have_count(5)
    expect(page.locator(".recap p")).to_have_count(5)
    page.set_viewport_size(PHONE)
    expect(primary(pad)).to_be_in_viewport()


def test_the_leader_of_phase_two_is_asked_once_phase_one_is_over(arrive: Arrive, open_site: Site) -> None:
    ana, bram = two_pads(arrive, open_site, "scoring")
    for pad in (ana, bram):
        pad.tab("pad")
        expect(pad.page.locator(".undead-row")).to_have_count(10)
        expect(pad.page.locator("[data-leader]")).to_have_count(0)
    expect(ana.page.locator("#live")).to_have_text("Undead won in phase one")
    expect(ana.page.locator(".status .line")).to_have_text("")
    ana.page.locator("[data-undead='U9.0']").click()
    ana.sent()
    ana.page.get_by_role("button", name="Phase two").click()
    expect(ana.ask).to_have_text("Who leads trick 1 of phase two?")
    expect(bram.page.locator("[data-undead='U9.0']")).to_have_attribute("aria-pressed", "true")
    ana.leads(1)
    for pad in (ana, bram):
        expect(pad.page.locator(".headline p")).to_have_text("Phase two, trick 1 of 13")
        expect(pad.place("lead").locator(".who")).to_have_text("Bram")


def test_followers_are_noted_between_the_phases_until_a_tap_that_still_counts(arrive: Arrive, open_site: Site) -> None:
    state = random_game(SEED)[-1]
    phones = run_apart(two_phones(open_site.url))
    run_apart(log_phase_one(phones, state))
    pads = []
    for phone in phones:
        page = arrive(phone, url=open_site.url, **AS_A_PHONE).page()
        page.goto(f"/t/{phone.code}/")
        pads.append(PadPage(page).ready())
    leader, follower = pads[state.tricks[13].leader], pads[1 - state.tricks[13].leader]
    for pad in pads:
        expect(pad.page.locator("#hand-note")).to_have_text("13 followers, all known.")
        expect(pad.sheet).to_have_count(0)
    follower.tab("log")
    expect(follower.page.locator(".panel-log")).to_be_visible()
    expect(follower.page.locator("#hand-note")).to_have_count(0)
    leader.page.reload()
    expect(leader.page.locator("#hand-note")).to_be_visible()
    leader.tap(str(state.tricks[13].lead))
    leader.sent()
    expect(leader.page.locator("#hand-note")).to_have_count(0)


async def log_phase_one(phones: tuple[Phone, Phone], state: State) -> None:
    """Log all of phase one by sockets, each player's blind cards too."""
    async with open_sockets(*phones) as sockets:
        await sockets[0].queue([entry(type="lead", seat=state.tricks[0].leader)])
        for trick in state.tricks[:13]:
            for seat, tap in list_taps(trick):
                await sockets[seat].queue([tap])


def test_an_undead_that_moved_to_the_other_player_returns_with_one_undo(arrive: Arrive, open_site: Site) -> None:
    ana, bram = two_pads(arrive, open_site, "scoring")
    for pad, seat in ((ana, 0), (bram, 1)):
        pad.page.locator(f"[data-undead='U9.{seat}']").click()
        pad.sent()
    expect(ana.page.locator("[data-undead='U9.1']")).to_have_attribute("aria-pressed", "true")
    bram.page.get_by_role("button", name="Undo: Undead 9").click()
    for pad in (ana, bram):
        expect(pad.page.locator("[data-undead='U9.0']")).to_have_attribute("aria-pressed", "true")


def test_the_question_of_a_count_is_whole_beside_the_way_back_to_the_cards(arrive: Arrive, open_site: Site) -> None:
    _, page = phone_at(arrive, open_site)
    open_new_table(page, "both")
    PadPage(page).ready().leads(0)
    page.locator("#count").click()
    expect(page.get_by_role("button", name="Log cards")).to_be_visible()
    for width in (320, 360):
        page.set_viewport_size(ViewportSize(width=width, height=640))
        assert page.locator("#ask").evaluate("ask => ask.scrollWidth <= ask.clientWidth")


ICON_CONTRAST = """(keys) => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  return Object.fromEntries(keys.map((key) => {
    const icon = getComputedStyle(key.querySelector(".drawing"));
    const [a, b] = [icon.color, getComputedStyle(key).backgroundColor].map(luminance);
    return [key.dataset.faction, icon.opacity === "1" ? Math.max(a, b) / Math.min(a, b) : 0];
  }));
}"""
"""The contrast of the icon of each faction with its key."""


def test_the_signs_of_cards_that_the_seat_did_not_recruit_can_be_told_apart(arrive: Arrive, open_site: Site) -> None:
    phones, state = run_apart(two_phones(open_site.url)), random_game(SEED)[-1]
    run_apart(log_phase_one(phones, state))
    page = arrive(phones[0], url=open_site.url, **AS_A_PHONE).page()
    page.goto(f"/t/{phones[0].code}/")
    PadPage(page).ready()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.locator(".key.odd[aria-disabled='false']").evaluate_all(ICON_CONTRAST)
        assert set(contrasts) == set("GKUDP")
        assert min(contrasts.values()) >= 3, contrasts


async def log_and_correct(phones: tuple[Phone, Phone], state: State) -> None:
    """Log the first trick of phase two; then Bram corrects the leader's card to that of the next trick."""
    first, second = state.tricks[13:15]
    async with open_sockets(*phones) as sockets:
        for seat, tap in list_taps(first):
            await sockets[seat].queue([tap])
        log = {"type": "log", "phase": 2, "trick": 1, "place": "lead"}
        await sockets[1].queue([entry(**log, card=str(second.follow), instead=str(first.lead))])


def test_a_note_about_a_correction_is_shown_to_its_end(arrive: Arrive, open_site: Site) -> None:
    phones, state = run_apart(two_phones(open_site.url)), random_game(SEED)[-1]
    run_apart(log_phase_one(phones, state))
    page = arrive(phones[0], url=open_site.url, **AS_A_PHONE).page()
    page.goto(f"/t/{phones[0].code}/")
    pad = PadPage(page).ready()
    run_apart(log_and_correct(phones, state))
    expect(pad.note).to_contain_text("This changed 1 trick.")
    assert pad.note.locator("span").evaluate("note => note.scrollHeight <= note.clientHeight")


def test_no_crown_stands_over_a_result_that_is_open(arrive: Arrive, open_site: Site) -> None:
    """Ana ends a game without a single count; then the counts decide it."""
    ana, bram = two_pads(arrive, open_site, "piles")
    _, screen = phone_at(arrive, open_site)
    screen.goto(ana.page.url)
    ana.tab("pad")
    ana.count(5, 4)
    ana.tab("table")
    ana.page.locator("#close-game").click()
    ana.page.locator("#close-yes").click()
    for pad in (ana, bram):
        expect(pad.end.get_by_role("heading").first).to_have_text("The log isn't enough to decide the game.")
        expect(pad.page.locator(".end > .crown")).to_have_count(0)
    expect(screen.locator(".ending")).to_be_visible()
    expect(screen.locator(".ending .crown")).to_have_count(0)
