"""The acts as the desk offers them: on what, with which form, when they make sense, and the service that does them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.admin.act_forms import (
    ActForm,
    CorrectForm,
    EntryForm,
    GiveBackForm,
    MessageForm,
    NameForm,
    PlaceForm,
    ResultForm,
    SeatNameForm,
    Target,
    UntilForm,
    WinnerForm,
)
from games.models import Act, Game, User
from games.rules.errors import Refusal
from games.services import moderation
from games.services.moderation import Judge, may
from games.stories.act_kinds import ActKind, permission_of
from games.stories.status import Status


@dataclass(frozen=True, slots=True)
class Deed:
    """One kind of act. ``button`` is what the desk calls it; ``grave`` ones look so."""

    kind: ActKind
    button: Any
    do: Callable[..., Any]
    form: type[ActForm] = ActForm
    fits: Callable[[Any], bool] = lambda target: True
    grave: bool = False
    listed: bool = True


_OVER = (Status.FINISHED, Status.CALLED_OFF)


def _running(game: Game) -> bool:
    return game.status not in _OVER


def _table(game: Game) -> bool:
    return game.at_table


_ALL = (
    Deed(ActKind.FREEZE, _("Stop for now"), moderation.freeze, fits=_running),
    Deed(ActKind.AWARD, _("Award"), moderation.award, WinnerForm, lambda game: game.status == Status.PLAYING),
    Deed(
        ActKind.CHANGE_RESULT,
        _("Change the result"),
        moderation.change_result,
        ResultForm,
        lambda game: game.status == Status.FINISHED,
    ),
    Deed(ActKind.REOPEN, _("Reopen"), moderation.reopen, fits=lambda game: not _running(game)),
    Deed(ActKind.PUT_OFF, _("Put a device off"), moderation.put_off, PlaceForm, _table),
    Deed(ActKind.GIVE_BACK, _("Give a seat back"), moderation.give_back, GiveBackForm),
    Deed(ActKind.CORRECT, _("Correct an entry"), moderation.correct, CorrectForm, _table, listed=False),
    Deed(ActKind.STRIKE, _("Strike an entry"), moderation.strike, EntryForm, _table, listed=False),
    Deed(ActKind.RENAME_SEAT, _("Rename a seat"), moderation.rename_seat, SeatNameForm),
    Deed(ActKind.REVEAL, _("Reveal hidden cards"), moderation.reveal),
    Deed(
        ActKind.CALL_OFF,
        _("Call off"),
        moderation.call_off,
        fits=lambda game: game.status != Status.CALLED_OFF,
        grave=True,
    ),
    Deed(ActKind.RENAME, _("Rename"), moderation.rename, NameForm),
    Deed(ActKind.WARN, _("Warn"), moderation.warn, MessageForm),
    Deed(ActKind.MUTE, _("Mute"), moderation.mute, UntilForm),
    Deed(ActKind.SUSPEND, _("Suspend"), moderation.suspend, UntilForm, grave=True),
    Deed(
        ActKind.CLOSE,
        _("Close the account"),
        moderation.close,
        MessageForm,
        lambda person: person.closed_at is None,
        grave=True,
    ),
    Deed(ActKind.END_SESSIONS, _("End the sessions"), moderation.end_sessions),
    Deed(
        ActKind.RESET_LINK,
        _("Link for a new password"),
        moderation.reset_link,
        fits=lambda person: not person.is_guest and person.closed_at is None,
    ),
    Deed(ActKind.UNDO, _("Undo"), moderation.undo, fits=lambda act: act.undoable),
)
ON_GAMES, ON_PEOPLE, ON_ACTS = _ALL[:11], _ALL[11:18], _ALL[18:]


def of_kind(deeds: tuple[Deed, ...], kind: str) -> Deed | None:
    """The deed of this kind, if it is one of these."""
    return next((deed for deed in deeds if deed.kind.value == kind), None)


def refusal(by: Judge, deed: Deed, target: Target) -> Refusal | None:
    """Why a moderator may not do this, as far as the rights go; the service itself checks that again, and more."""
    if isinstance(target, Act):
        own = may(by, ActKind(target.what), target.game, target.person)
        return own or may(by, deed.kind, target.game, target.person)
    return may(by, deed.kind, **_about(target))


def offered(by: Judge, deeds: tuple[Deed, ...], target: Target) -> tuple[list[Deed], Refusal | None]:
    """What a moderator may do to a target now, and why none of it may be done. The rights cost a few queries in all."""
    allowed = [deed for deed in deeds if by.user.has_perm(permission_of(deed.kind))]
    if not allowed:
        return [], None
    barred = refusal(by, allowed[0], target)
    return ([], barred) if barred else ([deed for deed in allowed if deed.fits(target)], None)


def _about(target: Game | User) -> Mapping[str, Any]:
    return {"game": target} if isinstance(target, Game) else {"person": target}
