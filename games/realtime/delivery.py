"""Delivery of events, views, heartbeats and notes to the connections of a room: players at once, watchers in batches.

A failure at one connection is logged, and the others are still served.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Iterable

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.messaging import presence
from games.messaging.messages import Note
from games.realtime.connection import Audience, Connection
from games.realtime.room import Room
from games.schemas.common import ChallengeReceived, PersonalMessage
from games.texts.accounts import describe_challenge

logger = logging.getLogger(__name__)

BATCH_SIZE, BATCH_PAUSE = 20, 0.005
"""Watchers in a batch, and the seconds of pause after it, in which the event loop runs other tasks."""
HEARTBEAT_SPREAD = 0.6
"""Fraction of the heartbeat interval over which heartbeats to watchers are spread, since all watchers answer."""
MAX_PAUSE = 0.1
"""Maximum seconds between two batches."""
VIEW_INTERVAL = 0.25
"""Minimum seconds between two views that one connection requests."""


async def send_update(room: Room, connection: Connection, *, again: bool = False) -> None:
    """Send the newest version to a connection, unless it has that version or a newer one.

    A connection that shows the previous version, with the same audience and language, gets the event; every other one
    gets the view. With ``again`` the view is sent even if the connection has this version: a client that requests it
    has missed something.
    """
    state, views = room.state, room.views
    key = room.presenter.get_audience(state, connection), connection.language
    text = views.get_event(key, connection.shown) if connection.shown_as == key and not again else None
    if text is None:
        text = await views.get_view(key)
    if connection.shown < state.version or (again and connection.shown == state.version):
        connection.shown, connection.shown_as = state.version, key
        await connection.send(text)


async def send_requested_view(room: Room, connection: Connection) -> None:
    """Send the view to a connection that requests it. Ignore further requests while one is pending."""
    if connection.is_view_pending:
        return
    connection.is_view_pending = True
    try:
        await asyncio.sleep(connection.view_sent_at + VIEW_INTERVAL - time.monotonic())
        connection.view_sent_at = time.monotonic()
        await send_update(room, connection, again=True)
    finally:
        connection.is_view_pending = False


async def send_update_to_room(room: Room) -> None:
    """Send the newest version to every connection, and close those that may no longer see the game."""
    for connection in tuple(room.seated):
        await send_isolated(_update_connection(room, connection))
    if room.watchers and not room.is_updating_watchers:
        room.is_updating_watchers = True
        try:
            await _update_watchers(room)
        finally:
            room.is_updating_watchers = False


async def send_heartbeat(room: Room, *, regular: bool = False) -> None:
    """Send the heartbeat to every connection.

    Only a ``regular`` one raises the version that answers must reach (``Connection.record_heartbeat``).
    """
    texts: dict[Audience, str] = {}
    room.sent_presence = room.presenter.list_present(room)
    for connection in tuple(room.seated):
        await send_isolated(_send_heartbeat_to(room, connection, texts, regular=regular))
    if not room.is_sending_heartbeat:
        room.is_sending_heartbeat = True
        try:
            async for connection in _iterate_watchers(
                room, HEARTBEAT_SPREAD * presence.HEARTBEAT_INTERVAL * BATCH_SIZE / (len(room.watchers) or 1)
            ):
                await send_isolated(_send_heartbeat_to(room, connection, texts, regular=regular))
        finally:
            room.is_sending_heartbeat = False


async def close_connections(connections: Iterable[Connection], code: str) -> None:
    """Close connections with a code."""
    for connection in connections:
        await send_isolated(connection.close(code))


async def send_initial(room: Room, connection: Connection) -> None:
    """Send the view and a heartbeat to a new connection."""
    await send_update(room, connection)
    await _send_heartbeat_to(room, connection, {}, regular=True)


async def send_isolated(sending: Awaitable[None]) -> None:
    """Await a send to one of several connections, and log its failure."""
    try:
        await sending
    except Exception:
        logger.exception("could not serve a socket")


async def _update_watchers(room: Room) -> None:
    """Send the newest version to all watchers. Start over if a newer one appears meanwhile."""
    version = None
    while version != room.version:
        version = room.version
        async for connection in _iterate_watchers(room):
            await send_isolated(_update_connection(room, connection))


async def _iterate_watchers(room: Room, pause: float = BATCH_PAUSE) -> AsyncIterator[Connection]:
    for number, connection in enumerate(tuple(room.watchers), 1):
        if connection in room.watchers:
            yield connection
        if number % BATCH_SIZE == 0:
            await asyncio.sleep(min(pause, MAX_PAUSE))


async def _update_connection(room: Room, connection: Connection) -> None:
    if not room.presenter.can_view(room.state, connection):
        await connection.close(room.presenter.get_closing_code(room.state, connection))
    elif connection.shown < room.version:
        await send_update(room, connection)


async def _send_heartbeat_to(room: Room, connection: Connection, texts: dict[Audience, str], *, regular: bool) -> None:
    audience = room.presenter.get_audience(room.state, connection)
    if audience not in texts:
        texts[audience] = room.presenter.render_heartbeat(room, audience)
    if regular:
        connection.record_heartbeat(connection.shown)
    await connection.send(texts[audience])


async def send_note(room: Room, note: Note) -> None:
    """Send a note to the connections of a room whose audience gets it."""
    for connection in room.connections:
        await send_isolated(_send_note_to(room, connection, note))


async def _send_note_to(room: Room, connection: Connection, note: Note) -> None:
    audience = room.presenter.get_audience(room.state, connection)
    text = room.presenter.render_note(room.state, note, audience, connection.language)
    if text is not None and room.presenter.can_view(room.state, connection):
        await connection.send(text)


async def send_personal_note(note: Note, connections: Iterable[Connection]) -> None:
    """Send a note to the connections of the person to whom it is addressed, each in its own language."""
    for connection in connections:
        if note.data["tag"] in connection.tags:
            await send_isolated(_send_personal_note_to(connection, note))


async def _send_personal_note_to(connection: Connection, note: Note) -> None:
    with translation.override(connection.language):
        text = _RENDERERS.get(note.kind, _render_moderation)(note)
    await connection.send(text)


def _render_moderation(note: Note) -> str:
    message = _("The moderators have a message for you.")
    return PersonalMessage(code=note.kind, message=message, url=reverse("account_message")).model_dump_json()


def _render_challenge(note: Note) -> str:
    game, name = note.data["game"], note.data["name"]
    url, join, decline = (reverse(view, args=[game]) for view in ("game", "join", "decline"))
    message = ChallengeReceived.model_validate(
        {
            "game": game,
            "name": name,
            "message": describe_challenge(name),
            "url": url,
            "join": join,
            "decline": decline,
            "commitment": note.data["commitment"],
        }
    )
    return message.model_dump_json()


_RENDERERS = {"challenged": _render_challenge}
"""Renderers of personal notes by kind; every other kind is a message of the moderators."""
