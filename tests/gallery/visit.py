"""Goes to a scene in a language, as the person whom it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize

from tests.browser.visitor import DESK, Visitor
from tests.client import Person
from tests.gallery.desk import DESKS
from tests.gallery.errors import ERRORS
from tests.gallery.matches import MATCHES
from tests.gallery.pages import PAGES
from tests.gallery.replays import REPLAYS
from tests.gallery.scene import Scene
from tests.gallery.tables import TABLES
from tests.gallery.town import Town

SCENES: Sequence[Scene] = (*PAGES, *MATCHES, *REPLAYS, *TABLES, *DESKS, *ERRORS)
REFUSED = "Failed to load resource"


class Walk:
    """Visits to one town by one browser in one language. What anybody's page complained of is in `complaints`."""

    def __init__(self, browser: Browser, town: Town, language: str, size: ViewportSize = DESK) -> None:
        self.browser, self.town, self.language, self.size = browser, town, language, size
        self.tabs: dict[str, Page] = {}
        self.visitors: dict[str, Visitor] = {}

    @property
    def complaints(self) -> list[str]:
        return [f"{self.language}: {one}" for visitor in self.visitors.values() for one in visitor.complaints]

    @contextmanager
    def at(self, scene: Scene) -> Iterator[Page]:
        """The page of a scene, in its state; left afterwards. Each person has one tab: a new one costs more."""
        path = scene.path(self.town)
        page = self._tab(scene.who(self.town))
        page.set_viewport_size(self.size)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        try:
            self._open(page, scene, path)
            yield page
        finally:
            page.unroute_all()
            page.evaluate("sessionStorage.clear()")
            page.goto("about:blank")

    def close(self) -> None:
        for visitor in self.visitors.values():
            visitor.context.close()

    def _open(self, page: Page, scene: Scene, path: str) -> None:
        if scene.answer:
            page.route(f"**{path}", lambda route: self._answer(route, scene))
        answer = page.goto(path)
        assert answer
        assert answer.status in scene.status, f"{scene.name}: {answer.status}"
        page.locator(scene.ready).first.wait_for()
        scene.look(page)
        if scene.play:
            scene.play(self.town)
        scene.after(page)

    def _answer(self, route: Route, scene: Scene) -> None:
        assert scene.answer
        status, body = scene.answer(self.town, self.language)
        route.fulfill(status=status, body=body, content_type="text/html; charset=utf-8")

    def _tab(self, who: Person | None) -> Page:
        visitor = self._visitor(who)
        name = next(name for name, one in self.visitors.items() if one is visitor)
        if name not in self.tabs:
            self.tabs[name] = visitor.page()
        return self.tabs[name]

    def _visitor(self, who: Person | None) -> Visitor:
        name = who.cookies.get("sessionid", str(id(who))) if who else ""
        if name not in self.visitors:
            visitor = Visitor(self.browser, self.town.site.url, who, viewport=self.size)
            visitor.tolerated = (REFUSED,)
            self._speak(visitor.context)
            # What programs were told, in the language of programs.
            visitor.context.clear_cookies(name="messages")
            self.visitors[name] = visitor
        return self.visitors[name]

    def _speak(self, context: BrowserContext) -> None:
        context.set_extra_http_headers({"Accept-Language": self.language})
        cookie = {"name": "django_language", "value": self.language, "url": self.town.site.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
