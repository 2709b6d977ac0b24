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
    "cheating": _("Using cards or information you shouldn't have is cheating, and isn't allowed here."),
    "name": _("This name is offensive. Choose another one."),
    "behaviour": _("Unfair or hostile behaviour isn't allowed here."),
    "away": _("Leaving or stalling on purpose spoils the game for your opponent."),
    "error": _("Something went wrong with this game."),
    "other": _("This breaks the rules of this site."),
}
"""Suggested reasons for an act, by the category of the report."""
APPEAL_GRANTED = _("The appeal against this decision was granted.")
GAMES_GIVEN_AWAY = _(
    "Automatic report: this player resigned several rated games early, all against the same opponent. Check whether "
    "they lost on purpose."
)
_ALL = frozenset({*REASONS.values(), APPEAL_GRANTED, GAMES_GIVEN_AWAY})
_REWORDED: dict[str, str] = {
    "Playing with cards or knowledge that you should not have is not allowed here.": REASONS["cheating"],
    "This name is offensive. Choose one that everybody can play with.": REASONS["name"],
    "Unfair or hostile behaviour is not allowed here.": REASONS["behaviour"],
    "Staying away or delaying on purpose spoils the game for the other player.": REASONS["away"],
    "What was reported is against the rules of this site.": REASONS["other"],
    "Noticed by the site: this player gave up several rated games early, all to the same opponent. Look whether they "
    "were lost on purpose.": GAMES_GIVEN_AWAY,
}
"""Predefined reasons as stored by earlier releases."""


def translate_reason(text: str) -> str:
    """Return a reason in the active language if it is a predefined one, otherwise as the moderator wrote it."""
    text = _REWORDED.get(text, text)
    return gettext(text) if text in _ALL else text


def restore_reason(text: str) -> str:
    """Return the English of a predefined reason that is written in the active language, or another text as it is."""
    return next((reason for reason in REASONS.values() if text.strip() == gettext(reason)), text)


MODERATION_REFUSALS: dict[str, str] = {
    "not_permitted": _("You don't have permission to do this."),
    "plays_here": _("You are or were a player in this game, so another moderator has to decide."),
    "own_account": _("This is about you, so another moderator has to decide."),
    "above_you": _("This is a staff account. Only a superuser can act on it."),
    "reason_needed": _("Enter a reason."),
    "message_needed": _("Enter a message to the user."),
    "already_so": _("Already done. Nothing was changed."),
    "wrong_mode": _("This can't be done in this kind of game."),
    "nothing_to_reopen": _("This game was played to the end. Change its result instead."),
    "not_ended": _("This game has no result yet. Award the win instead."),
    "no_opponent": _("The other seat is still free, so there's no win to award."),
    "no_such_seat": _("This device doesn't have that seat."),
    "no_such_person": _("Account not found."),
    "held": _(
        "Because of a moderator's decision, this browser or network can't get a new name until %(until)s. If you have "
        "an account, log in. If this is a mistake, contact the site's operator."
    ),
    "warned": _("The moderators have a message for you. Open /account/message/ and confirm that you've read it."),
    "no_such_entry": _("This entry doesn't exist, or is too old to change."),
    "replaced": _("This entry was replaced by a later one. Change that one instead."),
    "secret_entry": _("This card is hidden until the game ends. You can strike it, but not correct it."),
    "bad_value": _("That's not valid here. Check what you entered and try again."),
    "bad_date": _("Choose a time in the future."),
    "already_undone": _("This action was already undone."),
    "not_undoable": _("This action can't be undone."),
    "changed_since": _("Things have changed since, so this action can't be undone. Take a new action instead."),
    "muted": _("You're muted. Your account page says why."),
    "already_reported": _("You've already reported this. A moderator will look at it."),
    "bad_category": _("Choose what it's about."),
    "text_needed": _("Describe briefly what happened."),
    "no_such_target": _("Choose the game or one of its players."),
    "claimed_by_other": _("Another moderator has claimed this."),
    "not_claimed": _("Claim this first, so that nobody else works on it too."),
    "already_decided": _("This has already been decided."),
    "same_moderator": _("You took or confirmed this action, so another moderator has to decide the appeal."),
    "second_needed": _("You viewed this game's hidden cards, so another moderator has to confirm this."),
    "same_proposer": _("You proposed this, so another moderator has to confirm it."),
    "not_concerned": _("This decision isn't about you or one of your games."),
    "already_appealed": _("You've already appealed this decision. Another moderator will look at it."),
}
"""Sentences of refusals of moderation, reports and appeals, by code."""

_NOTICES: dict[ActKind, str] = {
    ActKind.CALL_OFF: _("A moderator cancelled this game. Nobody wins or loses."),
    ActKind.AWARD: _("A moderator awarded the win to %(winner)s."),
    ActKind.CHANGE_RESULT: _("A moderator changed the result: %(winner)s wins."),
    ActKind.REOPEN: _("A moderator reopened this game."),
    ActKind.FREEZE: _("A moderator paused this game. Nobody can play until it resumes."),
    ActKind.PUT_OFF: _("A moderator removed a device from the seat of %(name)s."),
    ActKind.GIVE_BACK: _("A moderator returned the seat of %(name)s to its owner."),
    ActKind.CORRECT: _("A moderator corrected an entry in the log."),
    ActKind.STRIKE: _("A moderator struck an entry from the log."),
    ActKind.RENAME_SEAT: _("A moderator changed a name in this game."),
    ActKind.RENAME: _("A moderator changed a name in this game."),
    ActKind.UNDO: _("A moderator undid an earlier decision about this game."),
}
_DRAW = _("A moderator changed the result to a draw.")
_RESUMED = _("A moderator ended the pause of this game.")

_PREVIEWS: dict[ActKind, str] = {
    ActKind.CALL_OFF: _("The game ends at once, without a winner."),
    ActKind.AWARD: _("The game ends at once, and %(winner)s wins."),
    ActKind.CHANGE_RESULT: _("New result: %(winner)s wins."),
    ActKind.REOPEN: _("The result is removed. Play continues where it stopped, unless the game is paused."),
    ActKind.FREEZE: _("Nobody can play, resign or claim the win until this is undone."),
    ActKind.PUT_OFF: _("The device loses the seat of %(name)s, and the table gets a new code."),
    ActKind.GIVE_BACK: _("The owner gets the seat of %(name)s back from the player who has it now."),
    ActKind.CORRECT: _("Entry %(number)s becomes %(value)s, and later tricks are recalculated."),
    ActKind.STRIKE: _("Entry %(number)s no longer counts, and later tricks are recalculated."),
    ActKind.RENAME_SEAT: _("The seat of %(name)s is renamed %(new)s, in this game only."),
    ActKind.RENAME: _("%(name)s is renamed %(new)s, also in their games."),
    ActKind.WARN: _("%(name)s sees your message on the next page they open. There's no other penalty."),
    ActKind.MUTE: _(
        "%(name)s can't chat, report or choose a name, and appears as “Player” in new games, until %(until)s."
    ),
    ActKind.SUSPEND: _("%(name)s is logged out everywhere and can't log in until %(until)s."),
    ActKind.CLOSE: _("%(name)s is logged out everywhere and can't log in again."),
    ActKind.END_SESSIONS: _(
        "%(name)s is logged out everywhere, but can log in again. Guests continue with one tap in the same browser."
    ),
    ActKind.RESET_LINK: _(
        "You'll see a link, once. Anyone who opens it within %(time)s can choose a new password for %(name)s, so make "
        "sure you're talking to the right person. The log will show that you created it, and why."
    ),
    ActKind.REVEAL: _("You'll see all hidden cards. The log will show that you viewed them, and why."),
    ActKind.UNDO: _("The effect of the action is reversed, and the players see a notice."),
}
_DRAW_PREVIEW = _("New result: a draw.")
_RESUME_PREVIEW = _("The pause ends, and the players see a notice.")
_FOR_GOOD: dict[ActKind, str] = {
    ActKind.MUTE: _("%(name)s can't chat, report or choose a name, and appears as “Player” in new games, permanently."),
    ActKind.SUSPEND: _PREVIEWS[ActKind.CLOSE],
}


def describe_notice(notice: Notice, names: Sequence[str]) -> str:
    """Return the text of a notice to the players and watchers of a game. ``names`` are those of both seats."""
    data = notice.data
    if notice.undone is ActKind.FREEZE:
        return gettext(_RESUMED)
    if notice.kind is ActKind.CHANGE_RESULT and data["winner"] is None:
        return gettext(_DRAW)
    seats = {"winner": data.get("winner"), "name": data.get("seat")}
    params = {key: names[seat] for key, seat in seats.items() if seat is not None}
    return gettext(_NOTICES[notice.kind]) % params


def describe_waiting_act(anybody: bool) -> str:
    """Return the text for an act that awaits confirmation; ``anybody`` is whether another moderator may confirm it."""
    if anybody:
        return gettext("You viewed this game's hidden cards. Nothing changes until another moderator confirms.")
    return gettext(
        "You viewed this game's hidden cards. Nothing changes until another moderator confirms, and no other moderator "
        "can do that now."
    )


def describe_preview(kind: ActKind, names: Sequence[str] = ("", ""), **about: Any) -> str:
    """Return the preview of an act's effect, for the confirmation page.

    ``about`` are the arguments of the act by name: winner, seat, number, value, name (the new one), person, until (None
    means without end), undoes (the kind of the act that is undone). ``names`` are those of both seats.
    """
    if about.get("undoes") is ActKind.FREEZE:
        return gettext(_RESUME_PREVIEW)
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
