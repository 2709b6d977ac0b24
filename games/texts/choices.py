"""Choices with labels, for the fields of models and forms."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
        Ending.MOVED: _("moved"),
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
        ActKind.CALL_OFF: _("Cancel game"),
        ActKind.AWARD: _("Award win"),
        ActKind.CHANGE_RESULT: _("Change result"),
        ActKind.REOPEN: _("Reopen game"),
        ActKind.FREEZE: _("Pause game"),
        ActKind.PUT_OFF: _("Remove device"),
        ActKind.GIVE_BACK: _("Return seat"),
        ActKind.CORRECT: _("Correct entry"),
        ActKind.STRIKE: _("Strike entry"),
        ActKind.RENAME_SEAT: _("Rename seat"),
        ActKind.RENAME: _("Rename user"),
        ActKind.WARN: _("Warn"),
        ActKind.MUTE: _("Mute"),
        ActKind.SUSPEND: _("Suspend"),
        ActKind.CLOSE: _("Close account"),
        ActKind.END_SESSIONS: _("End sessions"),
        ActKind.RESET_LINK: _("Create reset link"),
        ActKind.REVEAL: _("View hidden cards"),
        ActKind.UNDO: pgettext_lazy("moderator action", "Undo"),
    }
)
