"""How the sockets of a room get what is new: those at the table at once, watchers in portions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from functools import partial
from typing import Any

from games.live.face import Face, Ready, Room, Steady
from games.live.line import tell_all
from games.live.listener import Audience, Listener
from games.live.text import text_of
from games.live.views import Key, Views
from games.store import presence
from games.store.played import Played
from games.stories.story import Story
from games.wire.online import Accepted, here

PORTION, PAUSE = 20, 0.005
"""Watchers that are sent something before the loop of all sockets has a turn, and the seconds of that turn."""
SPREAD = 0.6
"""The part of a beat over which beats go out to a crowd of watchers, who all answer."""
LONGEST = 0.1
"""Seconds between two portions at most."""
ASKED = 0.25
"""Seconds between two views that one socket asks for."""
NOBODY = None, ""
"""In the place of as whom, and in which language, somebody was shown a game who was not yet: no seat's."""


async def show(room: Room, listener: Listener, *, again: bool = False) -> None:
    """Send the view to one socket, or what changed of it, unless it was sent it, or a newer one, before.

    The same may be sent ``again``, and is whole then: whoever asks for it has missed something.
    """
    story, views = room.story, room.views
    key = room.face.audience(story, listener), listener.language
    follows = not again and _follows(listener, views, key)
    text = await (views.change(key) if follows else views.whole(key))
    if listener.shown < story.version or (again and listener.shown == story.version):
        for one in _messages(room.face, story, listener, key, text, follows=follows):
            await listener.send(one)


def at_once(room: Room) -> bool:
    """``deliver`` to those at the table, without a task and without waiting for anybody. False, and nothing is sent,
    where it has to be ``deliver``."""
    story, face = room.story, room.face
    if face.slow or room.watchers:
        return False
    behind = []
    for listener in room.seated:
        line, seat = listener.line, face.audience(story, listener)
        if line is None or (seat is None and not face.may_look(story, listener)):
            return False
        if listener.shown < story.version:
            behind.append((listener, line, (seat, listener.language)))
    views = room.views
    for listener, line, key in behind:
        follows = _follows(listener, views, key)
        text = views.at_once(key, follows=follows)
        for one in _messages(face, story, listener, key, text, follows=follows):
            line.tell(one)
    return True


def card_at_once(room: Room, card: Played) -> bool:
    """``at_once`` for a card that the room has just followed: whoever sits there, and folds, is sent what is shown of
    it. False, and nothing is sent, where anybody has to be shown it otherwise."""
    version, shown, texts = card.version, card.shown, []
    ready = room.ready or _ready(room, version - 1)
    room.ready = ()
    change = f'{{"type":"change","after":{version - 1},"version":{version},'
    for one in ready:
        waits, seat = one.unanswered, one.seat
        if not waits:
            begin = f'{change}"view":'
        elif seat == card.seat and len(waits) == 1 and (asked := card.asked) in waits:
            # Both seats may use the same ids.
            begin = f'{change}"accepted":["{asked}"],"view":'
        else:
            return False
        texts.append((one, shown.seen(seat, one.language, begin, "}")))
    for one, text in texts:
        one.shown = version
        if one.unanswered:
            one.unanswered.clear()
        if one.line is not None:
            one.line.tell(text)
    room.ready = ready
    return bool(ready)


def _ready(room: Room, version: int) -> Ready:
    """Those at the table, where all of them show this version and fold, and nobody watches; else none."""
    found = []
    for one in room.seated:
        seat, language = one.shown_as or NOBODY
        folds = one.folds and language == one.language
        if not isinstance(seat, int) or one.shown != version or one.line is None or not folds:
            return ()
        one.seat = seat
        found.append(one)
    return () if room.watchers else tuple(found)


def _follows(listener: Listener, views: Views, key: Key) -> bool:
    """Whether a socket is sent what changed: it folds, and shows the version before to the same eyes."""
    return listener.folds and listener.shown_as == key and views.changes(listener.shown)


def _messages(face: Face, story: Any, listener: Listener, key: Key, text: str, *, follows: bool) -> list[str]:
    """What a socket is sent of a version, ``text`` and the answers that are due with it; it shows that from now on."""
    ids = listener.told_with(story.version, partial(face.answer, story, key[0])) if listener.unanswered else []
    messages = [_change(listener.shown, story.version, ids, text)] if follows else [text, *_accepted(story, ids)]
    listener.shown, listener.shown_as = story.version, key
    return messages


async def answer(room: Room, listener: Listener) -> None:
    """Send the view to a socket that asks for it. However often it asks, one answer is under way at a time."""
    if listener.asking:
        return
    listener.asking = True
    try:
        await asyncio.sleep(listener.answered_at + ASKED - time.monotonic())
        listener.answered_at = time.monotonic()
        await show(room, listener, again=True)
    finally:
        listener.asking = False


async def deliver(room: Room) -> None:
    """Send the view to every socket that was not sent this version yet, and show out who may not look any more."""
    for listener in tuple(room.seated):
        await _update(room, listener)
    if room.watchers and not room.streaming:
        room.streaming = True
        try:
            await _stream(room)
        finally:
            room.streaming = False


async def tell(room: Room, *, regular: bool = False) -> None:
    """Send the beat to every socket. Answers to ``regular`` beats must keep up with the versions they tell."""
    texts: dict[Audience, str] = {}
    room.here = room.face.here(room)
    for listener in tuple(room.seated):
        await _beat(room, listener, texts, regular=regular)
    if not room.telling:
        room.telling = True
        try:
            async for listener in _watchers(room, SPREAD * presence.BEAT * PORTION / (len(room.watchers) or 1)):
                await _beat(room, listener, texts, regular=regular)
        finally:
            room.telling = False


def tick(room: Room) -> bool:
    """Send a regular beat to a room in which all are here: one text for everybody, and no task. False, and nothing is
    sent, where it has to be ``tell``."""
    listeners = room.listeners
    lines = tuple([one.line for one in listeners if one.line is not None])
    if not lines or len(room.watchers) > PORTION or room.telling or len(lines) < len(listeners):
        return False
    lasts = room.whole == room.version and room.face.lasts(room.basis)
    text = room.beat if lasts and room.beat else room.face.beat(room, None)
    room.beat = text if lasts else ""
    for one in listeners:
        one.beaten(one.shown)
    beat = Steady(room.version, lines[0].written(text), lines)
    if room.beat and all(one.due == one.told == room.version for one in listeners):
        room.steady = beat
        for line in lines:
            line.awaited = here(room.version)
    _told(room, beat)
    return True


def again(room: Room, oldest: float) -> bool:
    """``tick`` where all is as it was with the one before, which was told after ``oldest``, and everybody has answered
    that: then nobody is looked at. False, and nothing is sent, elsewhere."""
    steady, version = room.steady, room.version
    if steady is None or room.asked_at <= oldest or not steady.version == version == room.whole or steady.owed:
        return False
    _told(room, steady)
    return True


def _told(room: Room, beat: Steady) -> None:
    room.asked_at = time.monotonic()
    for line in beat.lines:
        line.owes = True
    tell_all(beat.lines, beat.frame)


async def show_out(listeners: Iterable[Listener], code: str) -> None:
    """Say goodbye to some sockets."""
    for listener in listeners:
        await listener.close(code)


async def greet(room: Room, listener: Listener) -> None:
    """Send what a socket begins with: the view, and the beat."""
    await show(room, listener)
    await _beat(room, listener, {}, regular=True)


async def _stream(room: Room) -> None:
    """Bring the watchers to the newest version. A game that moves on meanwhile is seen by all, not by the first few."""
    version = None
    while version != room.version:
        version = room.version
        async for listener in _watchers(room):
            await _update(room, listener)


async def _watchers(room: Room, pause: float = PAUSE) -> AsyncIterator[Listener]:
    for number, listener in enumerate(tuple(room.watchers), 1):
        if listener in room.watchers:
            yield listener
        if number % PORTION == 0:
            await asyncio.sleep(min(pause, LONGEST))


async def _update(room: Room, listener: Listener) -> None:
    if not room.face.may_look(room.basis, listener):
        await listener.close(room.face.farewell(room.basis, listener))
    elif listener.shown < room.version:
        await show(room, listener)


async def _beat(room: Room, listener: Listener, texts: dict[Audience, str], *, regular: bool) -> None:
    audience = room.face.audience(room.basis, listener)
    if audience not in texts:
        texts[audience] = room.face.beat(room, audience)
    if regular:
        listener.beaten(listener.shown)
    await listener.send(texts[audience])


def _change(before: int, version: int, ids: list[str], text: str) -> str:
    """The message with a change whose text is made already; ``wire.online.Change`` describes it."""
    accepted = f'"accepted":{text_of(ids)},' if ids else ""
    return f'{{"type":"change","after":{before},"version":{version},{accepted}"view":{text}}}'


def _accepted(story: Story, ids: list[str]) -> list[str]:
    return [Accepted(id=one, version=story.version).model_dump_json() for one in ids]
