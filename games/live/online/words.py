"""What players say to each other, on its way from a socket and to the sockets of a game."""

from __future__ import annotations

from django.utils import translation

from games.models import Word
from games.rules.state import Seat
from games.services.words import saying
from games.services.words.heard import Heard
from games.store.broadcast import Note
from games.wire.words import Agree, AskWords, FreeShown, Hear, Said, Say, TieShown, WordsShown, Write
from games.words.phrases import spoken

Spoken = Say | Write | Agree | AskWords


def store(message: Say | Write | Agree, game_id: int, user_id: int | None) -> None:
    """Do what a message asks for, in the thread that writes; refused as ``games.services.words.saying``."""
    match message:
        case Say(word=word, id=name):
            saying.say(game_id, user_id, word, name)
        case Write(text=text, id=name):
            saying.write(game_id, user_id, text, name)
        case Agree(on=on):
            saying.agree(game_id, user_id, on)


def shown(note: Note, audience: Seat | None, language: str) -> str | None:
    """A note of what was said, as an audience hears it; None where it is not to.

    Watchers hear phrases and gestures. A text that came a way on which texts do not travel is to be asked for.
    """
    if note.kind == "hear":
        return None if audience is None else Hear().model_dump_json()
    if note.kind != "said":
        return None
    said, text = note.data, note.private.get("text", "")
    if (said["hushed"] and audience not in (said["seat"], None)) or (audience is None and not said["word"]):
        return None
    if not (said["word"] or text):
        return Hear().model_dump_json()
    return _said(said["number"], said["seat"], said["word"], text, said["at"], language).model_dump_json()


def written(heard: Heard, language: str) -> str:
    """All that somebody hears."""
    free = None if heard.free is None else FreeShown(mine=heard.free[0], theirs=heard.free[1])
    other = TieShown(follows=heard.follows, muted=heard.muted, blocked=heard.blocked, may_follow=heard.may_follow)
    said = tuple(_row(one, language) for one in heard.said)
    return WordsShown(may=heard.may, free=free, other=other, said=said).model_dump_json()


def _row(word: Word, language: str) -> Said:
    return _said(word.pk, word.seat, word.word, word.text, word.at.isoformat(), language)


def _said(number: int, seat: int, word: str, text: str, at: str, language: str) -> Said:
    with translation.override(language):
        said = spoken(word) if word else text
        return Said(number=number, seat=0 if seat == 0 else 1, word=word or None, text=said, at=at)
