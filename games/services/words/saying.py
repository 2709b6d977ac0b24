"""Saying something at a game. Called in the thread that writes, as cards are, so that what was said is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.models import Player, Word
from games.models.words import LONGEST
from games.people import ties
from games.people.plain import clean_text
from games.rules.errors import Refusal
from games.services.words.place import Place, place_of
from games.store import broadcast
from games.store.clock import clock
from games.store.news import Note
from games.words.phrases import KNOWN
from games.words.spans import duration

PACE = timedelta(seconds=3)
"""One thing that somebody says at a game, whatever it is."""


def say(game_id: int, user_id: int | None, word: str, client_id: str) -> None:
    """Say a phrase, or make a gesture; the same ``client_id`` again is harmless.

    Refused as ``place_of``, and with ``muted``, ``game_over``, ``no_such_word`` and ``too_soon``. The trap: who is not
    heard, because the other player muted or blocked them, gets the same answer as who is.
    """
    place = place_of(game_id, user_id)
    _require_voice(place)
    if word not in KNOWN:
        raise Refusal("no_such_word")
    _speak(place, client_id, word=word)


def write(game_id: int, user_id: int | None, text: str, client_id: str) -> None:
    """Write something of one's own: one line, of visible characters, of ``LONGEST`` at most.

    Refused as ``say``, and with ``not_among_friends``, ``not_agreed``, ``text_needed`` and ``text_long``.
    """
    place = place_of(game_id, user_id)
    _require_voice(place)
    if not place.private:
        raise Refusal("not_among_friends")
    if not all(place.agreed):
        raise Refusal("not_agreed")
    _speak(place, client_id, text=_line(text))


def agree(game_id: int, user_id: int | None, on: bool) -> None:
    """Agree that both may write at this game, or take that back, which is always possible.

    Refused as ``place_of``, and with ``muted`` and ``not_among_friends``.
    """
    place = place_of(game_id, user_id)
    if on:
        _require_voice(place)
        if not place.private:
            raise Refusal("not_among_friends")
    Player.objects.filter(game=game_id, seat=place.seat).update(writes=on)
    _tell(Note(game_id, "hear"))


def _require_voice(place: Place) -> None:
    if place.me.muted or place.me.barred:
        raise Refusal("muted")
    if place.late:
        raise Refusal("game_over")


def _line(text: str) -> str:
    line = " ".join(clean_text(text, len(text)).split("\n"))
    if not line:
        raise Refusal("text_needed")
    if len(line) > LONGEST:
        raise Refusal("text_long", limit=LONGEST)
    return line


def _speak(place: Place, client_id: str, **said: Any) -> None:
    if Word.objects.filter(game=place.game, seat=place.seat, client_id=client_id).exists():
        return
    _require_pace(place)
    hushed = not ties.hears(place.other, place.me)
    made = Word.objects.create(
        game=place.game, seat=place.seat, user=place.me, hushed=hushed, client_id=client_id, **said
    )
    data = {"number": made.pk, "seat": made.seat, "word": made.word, "hushed": hushed, "at": made.at.isoformat()}
    _tell(Note(place.game.pk, "said", data, {"text": made.text} if made.text else {}))


def _require_pace(place: Place) -> None:
    """Claims the moment in one statement, so that two pages of one person are one."""
    now = clock.read()
    free = Q(spoke_at=None) | Q(spoke_at__lte=now - PACE)
    if not Player.objects.filter(free, game=place.game, seat=place.seat).update(spoke_at=now):
        raise Refusal("too_soon", time=duration(PACE))


def _tell(note: Note) -> None:
    transaction.on_commit(lambda: broadcast.note(note))
