"""What kind a game is, where it stands, and how it came to its end."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """The kinds of game."""

    ONLINE = "online"
    TABLE = "table"


class Status(StrEnum):
    """Where a game is between its invitation and its end."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    CALLED_OFF = "called_off"


class Ending(StrEnum):
    """Why a game is over."""

    VOTES = "votes"
    RESIGNED = "resigned"
    AWAY = "away"
    TIME = "time"
    CALLED_OFF = "called_off"
    JUDGED = "judged"
