"""Choices with labels, for the fields of models and forms."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import Draw, LastTrick, Lead
from games.state.game_state import Ending, Mode, Status
from games.state.moderation import ActKind
from games.state.result import OpponentKind, Outcome, RatingPool

Choices = list[tuple[str, "str | Promise"]]


def build_choices(labels: Mapping[StrEnum, str | Promise]) -> Choices:
    """Return labels as the ``choices`` of a field."""
    return [(value.value, label) for value, label in labels.items()]


MODES = build_choices({Mode.ONLINE: _("online"), Mode.TABLE: _("at the table")})

STATUSES = build_choices(
    {
        Status.WAITING: _("waiting for a player"),
        Status.PLAYING: _("in progress"),
        Status.FINISHED: _("finished"),
        Status.CALLED_OFF: _("cancelled"),
    }
)

ENDINGS = build_choices(
    {
        Ending.VOTES: _("by votes"),
        Ending.RESIGNED: _("by resignation"),
        Ending.AWAY: _("the opponent left"),
        Ending.TIME: _("time ran out"),
        Ending.CALLED_OFF: _("cancelled"),
        Ending.JUDGED: _("decided by a moderator"),
    }
)

OUTCOMES = build_choices({Outcome.WON: _("won"), Outcome.LOST: _("lost"), Outcome.DRAW: _("draw")})

SORTS = build_choices(
    {
        OpponentKind.PEOPLE: _("against people"),
        OpponentKind.SITE: _("against the computer"),
        OpponentKind.TABLE: _("with real cards"),
        OpponentKind.PROGRAM: _("with programs"),
    }
)

POOLS = build_choices({RatingPool.LIVE: _("live"), RatingPool.DAYS: _("correspondence")})

LEADS = build_choices(
    {
        Lead.RANDOM: _("random"),
        Lead.CREATOR: _("the creator"),
        Lead.OTHER: _("the creator's opponent"),
        Lead.CHOSEN: _("the players choose"),
    },
)

LAST_TRICKS = build_choices(
    {
        LastTrick.LEAD: _("until the next lead"),
        LastTrick.TRICK: _("until the end of the next trick"),
        LastTrick.ALL: _("all tricks, for the whole game"),
    },
)

DRAWS = build_choices(
    {Draw.VOTES: _("more votes win"), Draw.THREE: _("three votes needed to win")},
)

ACTS = build_choices(
    {
        ActKind.CALL_OFF: _("call a game off"),
        ActKind.AWARD: _("award a game"),
        ActKind.CHANGE_RESULT: _("change the result of a game"),
        ActKind.REOPEN: _("reopen a game"),
        ActKind.FREEZE: _("freeze a game"),
        ActKind.PUT_OFF: _("put a device off a seat"),
        ActKind.GIVE_BACK: _("give a seat back to its owner"),
        ActKind.CORRECT: _("correct an entry of a physical game"),
        ActKind.STRIKE: _("strike an entry of a physical game"),
        ActKind.RENAME_SEAT: _("rename a seat"),
        ActKind.RENAME: _("rename a person"),
        ActKind.WARN: _("warn a person"),
        ActKind.MUTE: _("mute a person"),
        ActKind.SUSPEND: _("suspend an account"),
        ActKind.CLOSE: _("close an account"),
        ActKind.END_SESSIONS: _("end the sessions of a person"),
        ActKind.RESET_LINK: _("make a link for a new password"),
        ActKind.REVEAL: _("reveal the hidden cards of a game"),
        ActKind.UNDO: _("undo an act"),
    }
)
