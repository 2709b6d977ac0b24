"""Messages to one person on all their open pages."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.live.face import Listener
from games.store.news import Note
from games.wire.online import Told


async def show(note: Note, listeners: Iterable[Listener]) -> None:
    """Send a message that ``games.store.personal`` told to the sockets of its person, in the language of each."""
    for listener in listeners:
        if note.data["tag"] in listener.tags:
            await listener.send(_text(note.kind, listener.language))


def _text(code: str, language: str) -> str:
    with translation.override(language):
        message = _("The moderators have a message for you.")
    return Told(code=code, message=message, url=reverse("account_message")).model_dump_json()
