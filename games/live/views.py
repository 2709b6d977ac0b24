"""What those who look at a game are sent of one version: the view, and what changed since the version before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

from pydantic_core import from_json

from games.live.text import text_of
from games.wire.changes import changed

Key = tuple[int | str | None, str]
"""Whoever sees the same: an audience, and its language."""
Texts = dict[Key, str | asyncio.Task[str]]


class Moved(Protocol):
    """What happened from one version to the next."""

    def seen(self, audience: Any, language: str) -> str:
        """What changes by it in the view of an audience, its version left out, as JSON text."""


class Renders(Protocol):
    """The part of a face that makes views."""

    slow: bool

    def render(self, story: Any, audience: Any, language: str) -> str: ...

    def view(self, story: Any, audience: Any, language: str) -> Mapping[str, Any]: ...

    def moved(self, before: Any, after: Any, earlier: Any) -> Moved | None: ...


class Views:
    """The texts of one version, each made once for all who see the same, whenever they come.

    ``before`` is what was shown last before it: changes begin there.
    """

    def __init__(self, story: Any, face: Renders, before: Views | None = None) -> None:
        self.story, self.face, self._before = story, face, before
        self.version: int = story.version
        self._wholes: Texts = {}
        self._changes: Texts = {}
        self._values: dict[Key, Mapping[str, Any]] = {}

    def next(self, story: Any, moved: Moved | None = None) -> Views:
        """Those of a newer story, and what ``moved`` to it, if that is known. What stood before these is forgotten."""
        self._before = None
        views = Views(story, self.face, self)
        if moved is not None:
            views._moved = moved
        return views

    def changes(self, version: int) -> bool:
        """Whether there is a change for whoever shows this version."""
        return self._before is not None and self._before.version == version

    async def whole(self, key: Key) -> str:
        """The view as JSON text, made in another thread where that takes long."""
        return await _kept(self._wholes, key, lambda: self._made(key))

    async def change(self, key: Key) -> str:
        """What changed of the view, as JSON text."""
        return await _kept(self._changes, key, lambda: self._changed(key))

    def at_once(self, key: Key, *, follows: bool) -> str:
        """``change`` where somebody follows, else ``whole``; of a face that is not slow, without waiting."""
        if not follows:
            return self._rendered(key)
        found = self._changes.get(key)
        if not isinstance(found, str):
            found = self._changes[key] = self._changed_at_once(key)
        return found

    @property
    def _earlier(self) -> Views:
        if self._before is None:
            raise ValueError("there is no version before")
        return self._before

    def _changed(self, key: Key) -> str | Awaitable[str]:
        if self.face.slow and self._moved is None:
            return self._apart(self._earlier, key)
        return self._changed_at_once(key)

    def _changed_at_once(self, key: Key) -> str:
        """The short way where the face knows one; else both views are made and compared."""
        moved = self._moved
        return told(self._earlier._view(key), self._view(key)) if moved is None else moved.seen(*key)

    @cached_property
    def _moved(self) -> Moved | None:
        before = self._before
        return None if before is None else self.face.moved(before.story, self.story, before._found)

    @property
    def _found(self) -> Moved | None:
        """``_moved``, as far as it was asked for."""
        found: Moved | None = self.__dict__.get("_moved")
        return found

    def _view(self, key: Key) -> Mapping[str, Any]:
        """The view of a face that is not slow, as a value."""
        if key not in self._values:
            self._values[key] = self.face.view(self.story, *key)
        return self._values[key]

    async def _apart(self, before: Views, key: Key) -> str:
        """The long way, in another thread. Nobody needs the older view any more."""
        there, here = await before.whole(key), await self.whole(key)
        before._wholes.pop(key, None)
        return await asyncio.to_thread(compared, there, here)

    def _rendered(self, key: Key) -> str:
        """The view of a face that is not slow, at once."""
        found = self._wholes.get(key)
        if not isinstance(found, str):
            found = self._wholes[key] = self.face.render(self.story, *key)
        return found

    def _made(self, key: Key) -> str | Awaitable[str]:
        return asyncio.to_thread(self.face.render, self.story, *key) if self.face.slow else self._rendered(key)


def compared(before: str, after: str) -> str:
    """The change between two views that are JSON texts, without their version, as JSON text."""
    return told(from_json(before), from_json(after))


def told(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """``compared`` for views that are values of JSON still: saves writing and reading both."""
    return text_of(changed({**there, "version": here["version"]}, here))


async def _kept(texts: Texts, key: Key, make: Callable[[], str | Awaitable[str]]) -> str:
    """What is known under a key, else what is made, once however many wait for it; a failure is not kept."""
    if key not in texts:
        made = make()
        texts[key] = made if isinstance(made, str) else asyncio.ensure_future(made)
    found = texts[key]
    if isinstance(found, str):
        return found
    try:
        return await asyncio.shield(found)
    except Exception:
        texts.pop(key, None)
        raise
