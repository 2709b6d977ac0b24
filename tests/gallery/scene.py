"""A page in a state: its address, the person who opens it, and what they do first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.client import Person
from tests.gallery.sample_site import SampleSite

Look = Callable[[Page], object]
Answer = tuple[int, bytes]
"""A status, and a page."""


def nothing(page: Page) -> None:
    """Leave the page as it opens."""


def visitor(sample: SampleSite) -> None:
    """A visitor without a session."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A page to open. ``answer`` fetches a page that no browser reaches by itself, such as an error."""

    name: str
    path: Callable[[SampleSite], str]
    who: Callable[[SampleSite], Person | None] = visitor
    ready: str = "main"
    look: Look = nothing
    play: Callable[[SampleSite], None] | None = None
    """What other players do once the page is open."""
    after: Look = nothing
    """What to wait for then."""
    answer: Callable[[SampleSite, str], Answer] | None = None
    status: tuple[int, ...] = field(default=(200,))
    live: bool = False
    """Whether a script draws the page."""


def fixed(path: str) -> Callable[[SampleSite], str]:
    return lambda sample: path
