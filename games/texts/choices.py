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
        Status.PLAYING: _("being played"),
        Status.FINISHED: _("finished"),
        Status.CALLED_OFF: _("called off"),
    }
)

ENDINGS = build_choices(
    {
        Ending.VOTES: _("by the votes"),
        Ending.RESIGNED: _("by resignation"),
        Ending.AWAY: _("the opponent stayed away"),
        Ending.TIME: _("time ran out"),
        Ending.CALLED_OFF: _("called off"),
        Ending.JUDGED: _("decided by a moderator"),
    }
)

OUTCOMES = build_choices({Outcome.WON: _("won"), Outcome.LOST: _("lost"), Outcome.DRAW: _("draw")})

SORTS = build_choices(
    {
        OpponentKind.PEOPLE: _("against people"),
        OpponentKind.SITE: _("against the site"),
        OpponentKind.TABLE: _("with the real deck"),
        OpponentKind.PROGRAM: _("with programs"),
    }
)

POOLS = build_choices({RatingPool.LIVE: _("in real time"), RatingPool.DAYS: _("by the day")})

LEADS = build_choices(
    {
        Lead.RANDOM: _("by chance"),
        Lead.CREATOR: _("the creator of the game"),
        Lead.OTHER: _("the other player"),
        Lead.CHOSEN: _("the players choose"),
    },
)

LAST_TRICKS = build_choices(
    {
        LastTrick.LEAD: _("until the next card is led"),
        LastTrick.TRICK: _("until the next trick is complete"),
        LastTrick.ALL: _("all tricks to the end"),
    },
)

DRAWS = build_choices(
    {Draw.VOTES: _("more votes win, equally many are a draw"), Draw.THREE: _("fewer than three votes are a draw")},
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
        ActKind.UNDO: _("Undo"),
    }
)
