"""Messages to one person on all their open pages."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.live.listener import Listener
from games.store.news import Note
from games.wire.personal import Challenged, Told
from games.words.people import challenge_text


async def show(note: Note, listeners: Iterable[Listener]) -> None:
    """Send a message that ``games.store.personal`` told to the sockets of its person, in the language of each."""
    for listener in listeners:
        if note.data["tag"] in listener.tags:
            with translation.override(listener.language):
                text = _TEXTS.get(note.kind, _told)(note)
            await listener.send(text)


def _told(note: Note) -> str:
    message = _("The moderators have a message for you.")
    return Told(code=note.kind, message=message, url=reverse("account_message")).model_dump_json()


def _challenged(note: Note) -> str:
    game, name = note.data["game"], note.data["name"]
    url, join, decline = (reverse(to, args=[game]) for to in ("game", "join", "decline"))
    told: dict[str, str] = {"game": game, "name": name, "message": challenge_text(name), "url": url}
    found = Challenged.model_validate({**told, "join": join, "decline": decline, "commitment": note.data["commitment"]})
    return found.model_dump_json()


_TEXTS = {"challenged": _challenged}
