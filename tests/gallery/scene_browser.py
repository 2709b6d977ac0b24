"""A browser that opens scenes in one language, as the person whom each is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from playwright.sync_api import Browser, Page, Route, ViewportSize

from tests.browser.visitor import DESK, Visitor
from tests.client import Person
from tests.gallery.admin import ADMIN
from tests.gallery.companion import COMPANION
from tests.gallery.errors import ERRORS
from tests.gallery.hosts import HOSTS
from tests.gallery.matches import MATCHES, REPLAYS
from tests.gallery.nights import NIGHTS
from tests.gallery.pages import PAGES
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Scene

SCENES: Sequence[Scene] = (*PAGES, *NIGHTS, *HOSTS, *MATCHES, *REPLAYS, *COMPANION, *ADMIN, *ERRORS)
REFUSED = "Failed to load resource"


class SceneBrowser:
    """A browser that visits a sample site in one language, in a single tab, since opening tabs takes long.

    Each person has their own cookies and nothing else. The errors of pages are in `complaints`.
    """

    def __init__(self, browser: Browser, sample: SampleSite, language: str, size: ViewportSize = DESK) -> None:
        self.browser, self.sample, self.language, self.size = browser, sample, language, size
        self.cookies: dict[str | None, list[Any]] = {}
        self.now: str | None = None
        """The session of the person who looks; empty for a visitor without a session."""

    @cached_property
    def visitor(self) -> Visitor:
        visitor = Visitor(self.browser, self.sample.site.url, viewport=self.size)
        visitor.tolerated = (REFUSED,)
        visitor.context.set_extra_http_headers({"Accept-Language": self.language})
        return visitor

    @cached_property
    def page(self) -> Page:
        return self.visitor.page()

    @property
    def complaints(self) -> list[str]:
        return [f"{self.language}: {one}" for one in self.visitor.complaints]

    @contextmanager
    def at(self, scene: Scene) -> Iterator[Page]:
        """The page of a scene, in its state; left afterwards."""
        path = scene.path(self.sample)
        self._become(scene.who(self.sample))
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        try:
            self._resume(scene, path)
            yield self.page
        finally:
            self._leave(scene)

    def close(self) -> None:
        self.visitor.context.close()

    def _resume(self, scene: Scene, path: str) -> None:
        page = self.page
        if scene.answer:
            page.route(f"**{path}", lambda route: self._answer(route, scene))
        answer = page.goto(path)
        assert answer
        assert answer.status in scene.status, f"{scene.name}: {answer.status}"
        page.locator(scene.ready).first.wait_for()
        scene.look(page)
        if scene.play:
            scene.play(self.sample)
        scene.after(page)

    def _leave(self, scene: Scene) -> None:
        """Leave a live page, whose socket would stay open, or one of another size, which would be drawn again."""
        page = self.page
        if scene.answer:
            page.unroute_all()
        page.evaluate("sessionStorage.clear(); localStorage.clear()")
        if scene.live or page.viewport_size != self.size:
            page.goto("about:blank")

    def _answer(self, route: Route, scene: Scene) -> None:
        assert scene.answer
        status, body = scene.answer(self.sample, self.language)
        route.fulfill(status=status, body=body, content_type="text/html; charset=utf-8")

    def _become(self, who: Person | None) -> None:
        """Change to the cookies of another person."""
        name = who.cookies.get("sessionid", str(id(who))) if who else ""
        context = self.visitor.context
        if name != self.now:
            self.cookies[self.now] = context.cookies()
            context.clear_cookies()
            context.add_cookies(self.cookies.get(name, []))
            self.now = name
        # A program of the person may have got a cookie since, as that of a phone at a table.
        present = {cookie["name"] for cookie in context.cookies()}
        context.add_cookies([cookie for cookie in self._first(who) if cookie["name"] not in present])

    def _first(self, who: Person | None) -> list[Any]:
        """The cookies of a program without its messages, which are in another language."""
        known = {**(who.cookies if who else {}), "django_language": self.language}
        return [
            {"name": name, "value": value, "url": self.sample.site.url}
            for name, value in known.items()
            if name != "messages"
        ]
