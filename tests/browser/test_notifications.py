"""Notifications: the bell of every page, and web push from the button in the preferences to the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.conftest import Arrive
from tests.browser.programs import Dealt, deal
from tests.browser.visitor import PHONE, Visitor, inspect
from tests.push_service import PushBrowser, PushService, serve_pushes
from tests.site_process import Site

pytestmark = pytest.mark.browser


def test_the_bell_counts_a_game_when_it_is_the_players_turn_and_leads_there(arrive: Arrive, dealt: Dealt) -> None:
    page = arrive(dealt.bram).page()
    page.goto("/rules/")
    bell = page.locator("[data-bell]")
    expect(bell.locator(".bell-count")).to_be_hidden()
    dealt.play(1)
    expect(bell.locator(".bell-count")).to_have_text("1")
    expect(bell.locator("[data-bell-label]")).to_have_text("1 game is waiting for you")
    bell.locator("summary").click()
    bell.get_by_role("link", name="It's your turn against Ana.").click()
    expect(page).to_have_url(re.compile(f"/m/{dealt.code}/$"))
    expect(page.locator("[data-bell] .bell-count")).to_be_hidden()


ALLOWED = """(keys) => {
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer;
  const made = (key) => ({
    endpoint: keys.endpoint, options: { applicationServerKey: bytes(key) }, getKey: (name) => bytes(keys[name]),
    unsubscribe: async () => { delete localStorage.subscribed; return true; },
  });
  PushManager.prototype.getSubscription = async () => localStorage.subscribed ? made(localStorage.subscribed) : null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.subscribed = applicationServerKey;
    return made(applicationServerKey);
  };
  Object.defineProperty(Notification, "permission", { get: () => localStorage.permission ?? "default" });
  Notification.requestPermission = async () => localStorage.permission = "granted";
}"""
"""Stands in for the push service of the browser's maker and for the answer to its question."""
SHOWING = """() => {
  self.shown = [];
  const show = async (title, options) => self.shown.push({ title, ...options });
  ServiceWorkerRegistration.prototype.showNotification = show;
}"""
"""Stands in for the system that shows notifications."""
SHOWN = """async () => {
  while (!self.shown.length) await new Promise((go) => setTimeout(go, 20));
  return self.shown;
}"""
TAP = """async () => {
  const opened = [], waits = [];
  self.clients.openWindow = async (url) => opened.push(url);
  const event = new Event("notificationclick");
  const notification = { close: () => opened.push("closed"), data: self.shown[0].data };
  Object.assign(event, { notification, waitUntil: (work) => waits.push(work) });
  self.dispatchEvent(event);
  await Promise.all(waits);
  return opened;
}"""


@pytest.fixture(scope="module")
def push_service() -> Iterator[PushService]:
    with serve_pushes() as running:
        yield running


@pytest.fixture(scope="module")
def push_site(push_service: PushService, daphne_site: Callable[..., Site]) -> Iterator[Site]:
    site = daphne_site(RATE_LIMITS="0", PUSH_SERVICES=push_service.url)
    yield site
    assert site.crash() == ""


def open_preferences(arrive: Arrive, game: Dealt, phone: PushBrowser, push_site: Site) -> tuple[Visitor, Page, Worker]:
    """Bram's preferences, in a browser that allows notifications when it is asked, and its service worker."""
    visitor = arrive(game.bram, url=push_site.url, service_workers="allow")
    visitor.context.add_init_script(f"({ALLOWED})({json.dumps(phone.fields)})")
    page = visitor.page()
    with visitor.context.expect_event("serviceworker") as worker:
        page.goto("/preferences/")
    return visitor, page, worker.value


def test_a_browser_that_was_asked_shows_a_notification_which_leads_to_the_game(
    arrive: Arrive, push_service: PushService, push_site: Site
) -> None:
    game, phone = deal(push_site.url), PushBrowser(push_service.url)
    visitor, page, worker = open_preferences(arrive, game, phone, push_site)
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.locator("[data-message=on]")).to_be_visible()
    game.play_alone(game.ana)
    worker.evaluate(SHOWING)
    deliver_push(visitor, page, json.dumps(phone.reads(push_service.next())))
    (shown,) = worker.evaluate(SHOWN)
    path = f"/m/{game.code}/"
    assert (shown["title"], shown["body"]) == ("Five Votes", "It's your turn against Ana.")
    assert (shown["tag"], shown["lang"], shown["data"]) == (game.code, "en", {"url": path})
    assert worker.evaluate(TAP) == ["closed", path]
    page.goto(path)
    expect(page.locator(".hand .card").first).to_be_visible()


def test_preferences_say_whether_this_browser_shows_notifications(
    arrive: Arrive, push_service: PushService, push_site: Site
) -> None:
    _, page, _ = open_preferences(arrive, deal(push_site.url), PushBrowser(push_service.url, "other"), push_site)
    on = page.get_by_role("button", name="Turn on notifications")
    off = page.get_by_role("button", name="Turn off notifications")
    on.click()
    expect(off).to_be_visible()
    inspect(page, PHONE)
    page.reload()
    off.click()
    expect(page.locator("[data-message=off]")).to_be_visible()
    page.reload()
    expect(on).to_be_visible()
    page.evaluate("localStorage.permission = 'denied'")
    page.reload()
    expect(page.locator("[data-message=denied]")).to_be_visible()
    expect(on).to_be_hidden()


def deliver_push(visitor: Visitor, page: Page, data: str) -> None:
    """Deliver a message as the push service of the browser does."""
    wire, found = visitor.context.new_cdp_session(page), list[str]()
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    while not found:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wire.send("ServiceWorker.deliverPushMessage", {"origin": visitor.url, "registrationId": found[0], "data": data})
