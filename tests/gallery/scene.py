"""One page in one state: its address, who looks at it, and what they do first."""

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
    """The page is looked at as it opens."""


def nobody(sample: SampleSite) -> None:
    """A visitor who was never here."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A page to look at. ``answer`` fetches what stands there where no browser comes to it by itself: an error."""

    name: str
    path: Callable[[SampleSite], str]
    who: Callable[[SampleSite], Person | None] = nobody
    ready: str = "main"
    look: Look = nothing
    play: Callable[[SampleSite], None] | None = None
    """What the others do once the page is open."""
    after: Look = nothing
    """What is waited for then."""
    answer: Callable[[SampleSite, str], Answer] | None = None
    status: tuple[int, ...] = field(default=(200,))
    live: bool = False
    """Whether a script draws it, which takes a while longer."""


def fixed(path: str) -> Callable[[SampleSite], str]:
    return lambda sample: path
