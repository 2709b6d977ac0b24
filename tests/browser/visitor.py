"""A person with a browser, which keeps the errors of its pages; and checks of accessibility."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize

from tests.browser.match_page import MatchPage
from tests.client import Person

PHONE = ViewportSize(width=360, height=640)
SMALLEST = ViewportSize(width=320, height=568)
SIDEWAYS = ViewportSize(width=640, height=360)
DESK = ViewportSize(width=1280, height=800)
LOOKED = 20_000
"""Milliseconds in which an open page asks again for notifications, which it does every few seconds."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
# Messages of a browser that cannot reach the server.
CUT_LINE = ("WebSocket connection to", "net::ERR_")
# Message of Playwright where service workers are blocked.
NO_WORKER = "Service Worker registration blocked by Playwright"
# Stops the timer of 5 s after which the page goes on from a finished trick: a slow machine needs longer.
PATIENT = """const later = window.setTimeout;
window.setTimeout = (call, delay, ...rest) => later(call, delay === 5000 ? 2 ** 30 : delay, ...rest);"""

INTRODUCED = """try { localStorage.setItem("table:introduced", "true"); } catch { /* on an empty page */ }"""
"""The page of a first game has shown its introduction."""

AXE_AT_HAND = f"window.readAxe = () => {{ {AXE_SCRIPT} }};"
"""An init script with axe, so that its half megabyte is not sent for each of many pages."""
OBJECTIONS = """([rules, which]) => {
  if (!("axe" in window)) window.readAxe?.();
  return "axe" in window && axe
    .run(which ? window[which] : document,
      {resultTypes: ["violations"], preload: {assets: ["media"]},
       ...(rules.length && {runOnly: {type: "rule", values: rules}})})
    .then((found) => ({...found, passes: [], incomplete: [], inapplicable: []}));
}"""
"""Runs axe without fetching style sheets, which none of the rules reads."""
TEXTS = """(name) => {
  const says = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const here = (one) => one.checkVisibility({ visibilityProperty: true });
  window[name] = [...document.querySelectorAll("body *")].filter((one) => says(one) && here(one));
}"""
"""Stores the visible elements with text under a name."""
REST = """([name, all, seen]) => {
  const known = new Set(seen.flatMap((one) => window[one] ?? []));
  window[name] = window[all].filter((one) => one.isConnected && !known.has(one));
  return window[name].length;
}"""
"""Stores the elements of ``all`` that are not among ``seen``, and counts them."""
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""Rules whose result depends on the colour scheme."""


class Visitor:
    """A browser context, with the session of `program` when that is given.

    `program` is the same person over HTTP. Animations are off unless `motion` is set, and a finished trick stays until
    a key or a tap unless `hasty` is. Only a `newcomer` sees the introduction before a first game. Service workers are
    blocked, so that tests can answer requests of a page.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        program: Person | None = None,
        *,
        motion: bool = False,
        hasty: bool = False,
        newcomer: bool = False,
        **options: Any,
    ) -> None:
        self.url, self.program = url, program
        self.complaints: list[str] = []
        self.tolerated: tuple[str, ...] = ()
        moves = "no-preference" if motion else "reduce"
        options = {"viewport": DESK, "service_workers": "block", "reduced_motion": moves, **options}
        self.context: BrowserContext = browser.new_context(base_url=url, **options)
        self.context.set_default_timeout(20_000)
        if not hasty:
            self.context.add_init_script(PATIENT)
        if not newcomer:
            self.context.add_init_script(INTRODUCED)
        if program:
            jar = program.cookies.items()
            self.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in jar])

    def page(self) -> Page:
        """A new tab whose errors are kept."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._fetched(request.url))
        return page

    def at(self, code: str) -> MatchPage:
        """A new tab at a game's table, the first view drawn."""
        table = MatchPage(self.page())
        table.page.goto(f"/m/{code}/")
        table.ready()
        return table

    def expect_cut_line(self) -> None:
        """Tolerate messages about lost connections from now on."""
        self.tolerated = CUT_LINE

    def _heard(self, message: ConsoleMessage) -> None:
        expected = any(known in message.text for known in (*self.tolerated, NO_WORKER))
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _fetched(self, url: str) -> None:
        ours = url.startswith("data:") or urlsplit(url).netloc == urlsplit(self.url).netloc
        if not ours:
            self.complaints.append(f"fetched {url}")


def fits(page: Page) -> bool:
    """Whether the page does not scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def objections(page: Page, only: tuple[str, ...] = (), which: str | None = None) -> AxeResults:
    """Run axe with all of its rules or some, on the whole page or on the elements stored under the name `which`."""
    asked = [list(only), which]
    found = page.evaluate(OBJECTIONS, asked)
    if not found:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(OBJECTIONS, asked)
    return AxeResults(found)


def inspect(page: Page, *sizes: ViewportSize) -> None:
    """Check a page with axe, and its width, at these sizes, light and dark.

    Each size is checked in one scheme, and each text in both: a text that was seen at another size in the other scheme
    is not checked again, since its colours take the most time.
    """
    seen: dict[str, list[str]] = {scheme: [] for scheme in SCHEMES}
    sizes = sizes or (SMALLEST, DESK)
    page.wait_for_load_state()
    for number, size in enumerate(sizes):
        page.set_viewport_size(size)
        scheme, other = SCHEMES[:: -1 if number % 2 else 1]
        dressed(page, scheme)
        agreed(objections(page), size, scheme)
        assert fits(page), f"{page.url} is wider than {size}"
        page.evaluate(TEXTS, f"texts{number}")
        seen[scheme].append(f"texts{number}")
        if number:
            rest(page, number, size, other, seen)
    rest(page, 0, sizes[0], SCHEMES[1], seen)


def rest(page: Page, number: int, size: ViewportSize, scheme: Scheme, seen: dict[str, list[str]]) -> None:
    """Check the colours of the texts of a size that were not seen in a scheme."""
    if page.evaluate(REST, ["rest", f"texts{number}", seen[scheme]]):
        page.set_viewport_size(size)
        dressed(page, scheme)
        agreed(objections(page, OF_COLOURS, "rest"), size, scheme)


def dressed(page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def agreed(found: AxeResults, size: ViewportSize, scheme: Scheme) -> None:
    assert found.violations_count == 0, f"{size} {scheme}\n{found.generate_report()}"
