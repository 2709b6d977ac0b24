"""Texts of moderation: reasons, refusals, notices to players, and previews of acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.state.moderation import ActKind, Notice
from games.texts.formatting import format_duration

# Predefined reasons are stored in English and translated for each reader.

REASONS: dict[str, str] = {
    "cheating": _("Playing with cards or knowledge that you should not have is not allowed here."),
    "name": _("This name is offensive. Choose one that everybody can play with."),
    "behaviour": _("Unfair or hostile behaviour is not allowed here."),
    "away": _("Staying away or delaying on purpose spoils the game for the other player."),
    "error": _("Something went wrong with this game."),
    "other": _("What was reported is against the rules of this site."),
}
"""Suggested reasons for an act, by the category of the report."""
APPEAL_GRANTED = _("The appeal against this decision was granted.")
GAMES_GIVEN_AWAY = _(
    "Noticed by the site: this player gave up several rated games early, all to the same opponent. Look whether they "
    "were lost on purpose."
)
_ALL = frozenset({*REASONS.values(), APPEAL_GRANTED, GAMES_GIVEN_AWAY})


def translate_reason(text: str) -> str:
    """Return a reason in the active language if it is a predefined one, otherwise as the moderator wrote it."""
    return gettext(text) if text in _ALL else text


MODERATION_REFUSALS: dict[str, str] = {
    "not_permitted": _("Your account does not have the permission for this."),
    "plays_here": _("You play or played in this game, so another moderator has to judge it."),
    "own_account": _("This is about yourself, so another moderator has to decide it."),
    "above_you": _("This account belongs to the staff. Only a superuser may act on it."),
    "reason_needed": _("Say why: an act without a reason cannot be understood later."),
    "message_needed": _("Write the message that the person will read."),
    "already_so": _("That is so already; nothing was changed."),
    "wrong_mode": _("That cannot be done to a game of this kind."),
    "nothing_to_reopen": _("This game was played to its end. Change its result instead."),
    "not_ended": _("The game has no result yet. Award it instead."),
    "no_opponent": _("Nobody has the other seat yet, so there is nothing to award."),
    "no_such_seat": _("That device does not have this seat."),
    "no_such_person": _("There is no such account."),
    "held": _(
        "After a decision of the moderators no new names are given to this browser or network before %(until)s. Log in "
        "if you have an account. If this is a mistake, ask whoever runs the site."
    ),
    "warned": _("The moderators have a message for you. Open the page /account/message/ and say that you read it."),
    "no_such_entry": _("There is no such entry to correct, or it is too long ago."),
    "replaced": _("That entry was replaced by a later one. Act on the later one."),
    "secret_entry": _("This card is hidden as long as the game goes on. It can be struck, but not set."),
    "bad_value": _("That does not fit this entry."),
    "bad_date": _("Choose a moment in the future."),
    "already_undone": _("That act was undone before."),
    "not_undoable": _("That act cannot be undone."),
    "changed_since": _("Things have changed since, so that act cannot be undone any more. Act on what is there now."),
    "muted": _("You cannot write anything here for now. Your account page says why."),
    "already_reported": _("You have reported this already. Somebody will look at it."),
    "bad_category": _("Choose what it is about."),
    "text_needed": _("Tell in a few words what happened."),
    "no_such_target": _("Choose the game or somebody who plays in it."),
    "claimed_by_other": _("Another moderator is dealing with this."),
    "not_claimed": _("Claim it first, so that nobody else does the same work."),
    "already_decided": _("This is decided."),
    "same_moderator": _("An appeal is decided by another moderator than the one who acted."),
    "second_needed": _("You looked at the hidden cards of this game, so another moderator has to confirm this."),
    "same_proposer": _("You proposed this yourself, so another moderator has to confirm it."),
    "not_concerned": _("That decision is not about you or a game of yours."),
    "already_appealed": _("You have appealed against this decision. Another moderator will look at it."),
}
"""Sentences of refusals of moderation, reports and appeals, by code."""

_NOTICES: dict[ActKind, str] = {
    ActKind.CALL_OFF: _("A moderator called this game off. Nobody wins or loses."),
    ActKind.AWARD: _("A moderator gave this game to %(winner)s."),
    ActKind.CHANGE_RESULT: _("A moderator changed the result: %(winner)s wins."),
    ActKind.REOPEN: _("A moderator reopened this game. It goes on where it was."),
    ActKind.FREEZE: _("A moderator stopped this game for now. Nobody can play until it goes on."),
    ActKind.PUT_OFF: _("A moderator put a device off the seat of %(name)s."),
    ActKind.GIVE_BACK: _("A moderator gave the seat of %(name)s back to its owner."),
    ActKind.CORRECT: _("A moderator corrected an entry of this game."),
    ActKind.STRIKE: _("A moderator struck an entry of this game."),
    ActKind.RENAME_SEAT: _("A moderator changed a name at this game."),
    ActKind.RENAME: _("A moderator changed a name at this game."),
    ActKind.UNDO: _("A moderator took a decision about this game back."),
}
_DRAW = _("A moderator changed the result: a draw.")

_PREVIEWS: dict[ActKind, str] = {
    ActKind.CALL_OFF: _("The game ends at once, for both players and everybody who watches. It has no winner."),
    ActKind.AWARD: _("The game ends at once and %(winner)s wins it."),
    ActKind.CHANGE_RESULT: _("The result becomes: %(winner)s wins."),
    ActKind.REOPEN: _("The game goes on where it was, and its result is gone."),
    ActKind.FREEZE: _("Nobody can play, resign or claim the win until this is undone."),
    ActKind.PUT_OFF: _("The device loses the seat of %(name)s, and the table gets a new code."),
    ActKind.GIVE_BACK: _("Whoever has the seat of %(name)s now loses it to its owner."),
    ActKind.CORRECT: _("Entry %(number)s becomes %(value)s. The tricks after it are worked out anew."),
    ActKind.STRIKE: _("Entry %(number)s does not count any more. The tricks after it are worked out anew."),
    ActKind.RENAME_SEAT: _("The seat of %(name)s gets the name %(new)s."),
    ActKind.RENAME: _("%(name)s is called %(new)s from now on, in all games."),
    ActKind.WARN: _("%(name)s reads your message on the next page they open, and nothing else changes."),
    ActKind.MUTE: _("%(name)s cannot write reports or names, and is shown as “Player” in new games until %(until)s."),
    ActKind.SUSPEND: _("%(name)s is logged out everywhere at once and cannot log in until %(until)s."),
    ActKind.CLOSE: _("%(name)s is logged out everywhere at once and cannot log in any more."),
    ActKind.END_SESSIONS: _(
        "%(name)s is logged out everywhere at once and may log in again. A guest goes on by a tap in the same browser."
    ),
    ActKind.RESET_LINK: _(
        "You will see a link, once. Whoever opens it within %(time)s chooses a new password for %(name)s, so make sure "
        "that you are talking to them. The record will say that you made it, and why."
    ),
    ActKind.REVEAL: _("You will see all hidden cards. The record will say that you looked, and why."),
    ActKind.UNDO: _("What the act changed is set back, and everybody at the game is told."),
}
_DRAW_PREVIEW = _("The result becomes: a draw.")
_FOR_GOOD: dict[ActKind, str] = {
    ActKind.MUTE: _("%(name)s cannot write reports or names, and is shown as “Player” in new games, for good."),
    ActKind.SUSPEND: _PREVIEWS[ActKind.CLOSE],
}


def describe_notice(notice: Notice, names: Sequence[str]) -> str:
    """Return the text of a notice to the players and watchers of a game. ``names`` are those of both seats."""
    data = notice.data
    if notice.kind is ActKind.CHANGE_RESULT and data["winner"] is None:
        return gettext(_DRAW)
    seats = {"winner": data.get("winner"), "name": data.get("seat")}
    params = {key: names[seat] for key, seat in seats.items() if seat is not None}
    return gettext(_NOTICES[notice.kind]) % params


def describe_waiting_act(anybody: bool) -> str:
    """Return the text for an act that awaits confirmation; ``anybody`` is whether another moderator may confirm it."""
    if anybody:
        return gettext("You looked at the hidden cards of this game. Nothing changes until another moderator confirms.")
    return gettext(
        "You looked at the hidden cards of this game. Nothing changes until another moderator confirms, and nobody "
        "else has the permission for it now."
    )


def describe_preview(kind: ActKind, names: Sequence[str] = ("", ""), **about: Any) -> str:
    """Return the preview of an act's effect, for the confirmation page.

    ``about`` are the arguments of the act by name: winner, seat, number, value, name (the new one), person, until (None
    means without end). ``names`` are those of both seats.
    """
    if kind is ActKind.CHANGE_RESULT and about.get("winner") is None:
        return gettext(_DRAW_PREVIEW)
    if "until" in about and about["until"] is None:
        return gettext(_FOR_GOOD[kind]) % _format_arguments(names, about)
    return gettext(_PREVIEWS[kind]) % _format_arguments(names, about)


def _format_arguments(names: Sequence[str], about: Mapping[str, Any]) -> dict[str, Any]:
    winner, seat, person = about.get("winner"), about.get("seat"), about.get("person")
    name = person.shown if person is not None else "" if seat is None else names[seat]
    return {
        "winner": "" if winner is None else names[winner],
        "name": name,
        "time": format_duration(timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)),
        "new": about.get("name", ""),
        "number": about.get("number", ""),
        "value": about.get("value", ""),
        "until": about.get("until", ""),
    }
