"""The kinds of entries in an online game's log."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Every kind of log entry, beside those by which moderators' acts are told."""

    OPENED = "opened"
    JOINED = "joined"
    DEALT = "dealt"
    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    CALLED_OFF = "called_off"
    REMATCH = "rematch"
    SUCCEEDED = "succeeded"
    HINTED = "hinted"
    TAKEN_BACK = "taken_back"
    TIMED_OUT = "timed_out"
    GRANTED = "granted"
    PAUSED = "paused"
