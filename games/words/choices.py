"""What the kinds, states and acts that stories know are called where a person chooses or reads them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.rulings import Draw, LastTrick, Lead
from games.stories.act_kinds import ActKind
from games.stories.result import Outcome, Pool, Sort
from games.stories.status import Ending, Mode, Status

Choices = list[tuple[str, "str | Promise"]]


def choices(labels: Mapping[StrEnum, str | Promise]) -> Choices:
    """The labels as a field takes them."""
    return [(value.value, label) for value, label in labels.items()]


MODES = choices({Mode.ONLINE: _("online"), Mode.TABLE: _("at the table")})

STATUSES = choices(
    {
        Status.WAITING: _("waiting for a player"),
        Status.PLAYING: _("being played"),
        Status.FINISHED: _("finished"),
        Status.CALLED_OFF: _("called off"),
    }
)

ENDINGS = choices(
    {
        Ending.VOTES: _("by the votes"),
        Ending.RESIGNED: _("by resignation"),
        Ending.AWAY: _("the opponent stayed away"),
        Ending.TIME: _("time ran out"),
        Ending.CALLED_OFF: _("called off"),
        Ending.JUDGED: _("decided by a moderator"),
    }
)

OUTCOMES = choices({Outcome.WON: _("won"), Outcome.LOST: _("lost"), Outcome.DRAW: _("draw")})

SORTS = choices(
    {
        Sort.PEOPLE: _("against people"),
        Sort.SITE: _("against the site"),
        Sort.TABLE: _("with the real deck"),
        Sort.PROGRAM: _("with programs"),
    }
)

POOLS = choices({Pool.LIVE: _("in real time"), Pool.DAYS: _("by the day")})

LEADS = choices(
    {
        Lead.RANDOM: _("by chance"),
        Lead.CREATOR: _("the creator of the game"),
        Lead.OTHER: _("the other player"),
        Lead.CHOSEN: _("the players choose"),
    },
)

LAST_TRICKS = choices(
    {
        LastTrick.LEAD: _("until the next card is led"),
        LastTrick.TRICK: _("until the next trick is complete"),
        LastTrick.ALL: _("all tricks to the end"),
    },
)

DRAWS = choices(
    {Draw.VOTES: _("more votes win, equally many are a draw"), Draw.THREE: _("fewer than three votes are a draw")},
)

ACTS = choices(
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
