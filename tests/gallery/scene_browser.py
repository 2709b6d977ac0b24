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
from tests.gallery.matches import MATCHES, REPLAYS
from tests.gallery.pages import PAGES
from tests.gallery.sample_site import SampleSite
from tests.gallery.scene import Scene

SCENES: Sequence[Scene] = (*PAGES, *MATCHES, *REPLAYS, *COMPANION, *ADMIN, *ERRORS)
REFUSED = "Failed to load resource"


class SceneBrowser:
    """Visits to one sample site by one browser in one language, all in one tab: to open another costs more than a page.

    Each person has their own cookies and nothing else. What any page complained of is in `complaints`.
    """

    def __init__(self, browser: Browser, sample: SampleSite, language: str, size: ViewportSize = DESK) -> None:
        self.browser, self.sample, self.language, self.size = browser, sample, language, size
        self.cookies: dict[str | None, list[Any]] = {}
        self.now: str | None = None
        """The session of whoever looks; empty for a visitor who was never here."""

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
        """A live page would go on hearing, and any would be drawn once more at another size.

        The others stay: it is the next page that takes their place.
        """
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
        """What the site gave somebody comes back with them."""
        name = who.cookies.get("sessionid", str(id(who))) if who else ""
        if name == self.now:
            return
        context = self.visitor.context
        self.cookies[self.now] = context.cookies()
        context.clear_cookies()
        context.add_cookies(self.cookies.get(name) or self._first(who))
        self.now = name

    def _first(self, who: Person | None) -> list[Any]:
        """A program's cookies, but what it was told in the language of programs."""
        known = {**(who.cookies if who else {}), "django_language": self.language}
        return [
            {"name": name, "value": value, "url": self.sample.site.url}
            for name, value in known.items()
            if name != "messages"
        ]
