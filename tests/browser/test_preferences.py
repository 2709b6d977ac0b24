"""Preferences, which hold at once on all devices; sounds, and calls of a player on another page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import PHONE, inspect
from tests.client import Person
from tests.site_process import Site

pytestmark = pytest.mark.browser
LISTENING = """const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  document.documentElement.dataset.rung = "yes";
  return start.apply(this, when);
};"""
LOUDEST = """async () => {
  const { SOUNDS, play } = await import("/static/js/shared/sounds.js");
  const render = async (name) => {
    const context = new OfflineAudioContext(1, 44_100, 44_100);
    play(context, name, 0);
    return Math.max(...(await context.startRendering()).getChannelData(0).map(Math.abs));
  };
  return Promise.all(Object.keys(SOUNDS).map(render));
}"""
"""The loudest sample of each sound, 1 being the loudest that a device plays."""


def chosen(page: Page) -> None:
    expect(page.get_by_text("Saved.")).to_be_visible()


def test_a_choice_holds_at_once_and_on_the_other_devices_of_the_account(arrive: Arrive, open_site: Site) -> None:
    ana = Person(open_site.url, "Ana")
    phone, desk = arrive(ana, viewport=PHONE).page(), arrive(ana).page()
    phone.goto("/preferences/")
    phone.get_by_role("radio", name="dark").check()
    chosen(phone)
    phone.get_by_role("checkbox", name="Large numbers on cards").check()
    expect(phone.locator("html[data-large]")).to_have_attribute("data-theme", "dark")
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


def test_the_theme_switch_changes_the_preference_on_open_pages(arrive: Arrive) -> None:
    visitor = arrive(color_scheme="light")
    page, other = visitor.page(), visitor.page()
    other.goto("/preferences/")
    expect(other.get_by_role("radio", name="same as device")).to_be_checked()
    page.goto("/rules/")
    page.get_by_role("button", name="Dark colours").click()
    for one in (page, other):
        expect(one.locator("html")).to_have_attribute("data-theme", "dark")
    expect(other.get_by_role("radio", name="dark")).to_be_checked()


def test_each_sound_is_audible_and_not_distorted(arrive: Arrive) -> None:
    page = arrive().page()
    page.goto("/preferences/")
    loudest = page.evaluate(LOUDEST)
    assert loudest
    assert 0.2 < min(loudest) <= max(loudest) < 0.95


def test_a_player_on_another_page_is_called_by_sound_and_title_when_an_opponent_sits_down(
    arrive: Arrive, open_site: Site
) -> None:
    """A message that was closed stays closed, and the title goes on saying it."""
    ana = Person(open_site.url, "Ana")
    page = arrive(ana).page()
    page.add_init_script(LISTENING)
    with page.expect_response("**/sounds*.js"):
        page.goto("/preferences/")
        page.get_by_role("checkbox", name="Sound").check()
    code = ana.open_game()
    with page.expect_response("**/notifications/"), page.expect_response("**/sounds*.js"):
        page.goto("/rules/")
        page.locator("h1").click()
    Person(open_site.url, "Bram").join(code)
    expect(page.get_by_role("status").get_by_text("Bram joined your game.")).to_be_visible()
    assert page.title().startswith("● Bram joined your game.")
    expect(page.locator("html")).to_have_attribute("data-rung", "yes")
    inspect(page)
    page.goto("/preferences/")
    expect(page.get_by_role("link", name="Go to game")).to_have_attribute("href", f"/m/{code}/")
    page.get_by_role("button", name="Close").click()
    page.goto("/privacy/")
    expect(page).to_have_title(re.compile("^● Bram joined your game"))
    expect(page.locator(".notification")).to_have_count(0)
