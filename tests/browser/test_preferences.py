"""Tests of preferences, which hold at once on all devices, and of cues for a person who looks elsewhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import LOOKED, PHONE, inspect
from tests.client import Person
from tests.site_process import Site

pytestmark = pytest.mark.browser
LISTENING = """const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  document.documentElement.dataset.rung = "yes";
  return start.apply(this, when);
};"""
RENDERED = """async () => {
  const { SOUNDS, play } = await import("/static/js/shared/sounds.js");
  const heard = {};
  for (const name of Object.keys(SOUNDS)) {
    const context = new OfflineAudioContext(1, 44_100, 44_100);
    play(context, name, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const rms = (some) => Math.sqrt(some.reduce((sum, one) => sum + one * one, 0) / some.length);
    heard[name] = {
      loudest: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
      begins: Math.abs(samples[0]), ends: Math.abs(samples.at(-1)),
      shape: Array.from({ length: 10 }, (_, part) => rms(samples.slice(part * 4_410, (part + 1) * 4_410)).toFixed(4)),
    };
  }
  return heard;
}"""


def chosen(page: Page) -> None:
    expect(page.get_by_text("Kept.")).to_be_visible()


def test_a_choice_holds_at_once_and_on_ones_other_devices(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    phone, desk = arrive(ana, viewport=PHONE).page(), arrive(ana).page()
    phone.goto("/preferences/")
    inspect(phone)
    phone.get_by_role("radio", name="dark").check()
    chosen(phone)
    phone.get_by_role("checkbox", name="Large numbers on cards").check()
    html = phone.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-large", "")
    chosen(phone)
    desk.goto("/preferences/")
    large = desk.get_by_role("checkbox", name="Large numbers on cards")
    expect(desk.locator("html")).to_have_attribute("data-theme", "dark")
    expect(large).to_be_checked()
    large.uncheck()
    chosen(desk)
    expect(desk.locator("html[data-large]")).to_have_count(0)
    phone.reload()
    expect(phone.locator("html[data-large]")).to_have_count(1)


def test_the_switch_of_every_page_is_the_same_choice(arrive: Arrive) -> None:
    visitor = arrive(color_scheme="light")
    page, other = visitor.page(), visitor.page()
    other.goto("/preferences/")
    expect(other.get_by_role("radio", name="like the device")).to_be_checked()
    page.goto("/rules/")
    page.get_by_role("button", name="Dark colours").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.get_by_role("radio", name="dark")).to_be_checked()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_sounds_are_audible_short_and_each_its_own(arrive: Arrive) -> None:
    page = arrive().page()
    page.goto("/preferences/")
    heard = page.evaluate(RENDERED)
    assert len(heard) == 14
    for name, sound in heard.items():
        assert 0.2 < sound["loudest"] < 0.95, name
        assert sound["begins"] < 0.01, name
        assert sound["ends"] < 0.01, name
    assert len({tuple(sound["shape"]) for sound in heard.values()}) == 14


def test_whoever_looks_elsewhere_is_called_when_somebody_sits_down(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    page = arrive(ana).page()
    page.add_init_script(LISTENING)
    with page.expect_response("**/sounds*.js"):
        page.goto("/preferences/")
        page.get_by_role("checkbox", name="Sound").check()
    code = ana.open_game()
    with page.expect_response("**/signals/"), page.expect_response("**/sounds*.js"):
        page.goto("/rules/")
        page.locator("h1").click()
    Person(open_site.url, "Bram").join(code)
    expect(page.get_by_role("status").get_by_text("Bram sat down at your table.")).to_be_visible(timeout=LOOKED)
    assert page.title().startswith("● Bram sat down at your table.")
    expect(page.locator("html")).to_have_attribute("data-rung", "yes")
    inspect(page)
    page.goto("/preferences/")
    page.get_by_role("link", name="To the table").click()
    expect(page.locator("#online .hand")).to_be_visible()


def test_what_is_closed_stays_closed_and_the_tab_goes_on_saying_it(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    code = ana.open_game()
    Person(open_site.url, "Bram").join(code)
    page = arrive(ana, viewport=PHONE).page()
    page.goto("/rules/")
    page.get_by_role("button", name="Close").click()
    page.goto("/privacy/")
    expect(page).to_have_title(re.compile("^● Bram sat down"))
    expect(page.locator(".signal")).to_have_count(0)
