"""Sentences of refusals, by code."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules import errors
from games.state.seating import DepartureReason
from games.texts.moderation import MODERATION_REFUSALS as IN_MODERATION
from games.texts.names import translate_name

# Refusals about other people, notifications and tokens.

PEOPLE_SENTENCES: dict[str, str] = {
    "accounts_only": _("This is for two accounts. Guests can sign up, and keep their games."),
    "not_yourself": _("That is you. Choose somebody else."),
    "no_such_person": _("There is nobody to do that with: the seat is free, or they have left."),
    "you_blocked": _("You have blocked this person. Take that back first, under Friends."),
    "too_many_ties": _("More than %(limit)s people are not kept. Take somebody out of the list first."),
    "no_challenges": _("This person takes no challenges from you. Open a game in the lobby instead."),
    "no_push": _("This site does not know the push service of this browser, so it cannot tell it anything."),
    "already_challenged": _("Your last challenge to this person still waits for an answer."),
    "account_for_tokens": _("Tokens are for accounts. Sign up first; your games stay with you."),
    "no_such_scope": _("A token either reads or plays. Choose one of the two."),
    "token_unnamed": _("Give the token a name by which you know it again, such as that of the program."),
    "too_many_tokens": _("At most %(limit)s tokens. End one that you do not use before you make another."),
}

# Refusals at a table with the printed deck.

TABLE_SENTENCES: dict[str, str] = {
    "not_seated_here": _("This device has no seat at the table. Take one by the table's code to log cards."),
    "not_your_seat": _("Only the seat that takes a card unseen may log it."),
    "blind_too_early": _("Log both cards of this trick first: they decide who takes the card unseen."),
    "bad_slot": _("There is no such card in a trick of this phase."),
    "already_logged_owned": _("%(name)s's card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_revealed": _("The revealed card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_lead": _("The card that leads is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_follow": _("The card that answers is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_blind": _("Your blind card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_led": _("%(name)s is logged as the leader. Change it to %(wanted)s?"),
    "changed_meanwhile": _("Somebody changed this a moment ago. Look at it again."),
    "nothing_to_undo": _("There is nothing left to take back. Tap the trick to correct it."),
    "no_such_slip": _("That slip is not there any more: the log was corrected."),
    "not_undead": _("%(card)s is no Undead. Only Undead go to the score piles in phase one."),
    "undead_elsewhere": _("%(card)s is logged for %(name)s. Take it away there first."),
    "wrong_depth": _("This table logs its game otherwise. Look at the pad for what it asks."),
    "bad_pile": _("The deck does not hold such cards of this faction. Count again."),
    "already_counted": _("These piles are counted as %(first)s and %(second)s. Change them?"),
    "nothing_logged": _("Nothing is logged yet, so there is nothing to end."),
    "bad_name": _("That name cannot be used. %(detail)s"),
    "table_over": _("This game is closed. Go on with the next one."),
    DepartureReason.TAKEN_OVER: _("Another device has your seat now. Scan the table's code to come back."),
    DepartureReason.TAKEN_WHILE_AWAY: _(
        "Another device took your seat while this one was away. Load the page again to take it back."
    ),
    DepartureReason.PUT_OFF: _(
        "A moderator put this device off its seat. The table's page says why, and how to appeal."
    ),
    DepartureReason.REMOVED: _("The host has sent this device away from the table."),
}

_TABLE_CODES = {"not_undead": "bad_card", "not_seated_here": "not_at_table"}
_GENERAL_CODES = {"busy", "unavailable", "no_such_game", "not_over", "may_not_watch", "frozen", "muted"}

TABLE_REFUSAL_CODES = (
    frozenset(_TABLE_CODES.get(key, re.sub("^already_logged_.*", "already_logged", key)) for key in TABLE_SENTENCES)
    | _GENERAL_CODES
)
"""Codes of the refusals and closing messages of a table's WebSocket; some have several sentences."""

REFUSAL_SENTENCES: dict[str, str] = {
    "not_seated": _("You have no seat in this game. You may watch it where its creator allows that."),
    "not_started": _("The game has not begun: it still waits for a second player."),
    "not_your_turn": _("It is the other player's turn. Wait for their card."),
    "stale_ply": _("The game has moved on since then. Look at the table and choose again."),
    "seat_taken": _("Somebody else took the last seat a moment ago."),
    "own_game": _("This is your own invitation. Send its link to somebody else."),
    "not_waiting": _("This invitation is no longer open."),
    "account_needed": _("Rated games are for people with an account. Sign up or log in, or choose a casual game."),
    "people_only": _("Whoever opened this game waits for a person. Choose another one, which takes programs."),
    "own_hand": _("This seat is played by hand. Let the program open or join a game itself, with its token."),
    "not_for_programs": _("A program plays cards and nothing else. Do this on the site."),
    "token_needed": _("This takes a token, which you make among your preferences."),
    "read_only": _("This token only reads. Make one that may play, among your preferences."),
    "bad_token": _(
        "This token opens nothing: it was ended, or is not complete. Make another one among your preferences."
    ),
    "token_ended": _("This token was ended. Make another one among your preferences."),
    "not_invited": _("Joining this game takes its private link. Ask the player who invites for it."),
    "not_challenged": _("This challenge is for another player. Find a game in the lobby."),
    "already_begun": _("The first card has been played, so the game can no longer be cancelled. You may resign."),
    "offer_declined": _("Your opponent wants to play on. You can offer to cancel again after the next card."),
    "too_many_cancelled": _("You can cancel at most %(limit)s games within %(time)s. Play this one, or resign."),
    "too_many_against_site": _(
        "Your program already plays %(limit)s games against the site. Finish one of them first."
    ),
    "too_many_waiting": _(
        "At most %(limit)s of your invitations may be open at a time. Cancel one before you make another."
    ),
    "bad_part": _("That is no part of a deal: it is 64 of the digits 0-9 and a-f. Load the page again."),
    "no_such_level": _("There is no opponent of that level. Choose one of those shown."),
    "not_against_site": _("Hints and taking back are for games against an opponent of the site."),
    "nothing_to_take_back": _("You have not played a card yet, so there is nothing to take back."),
    "no_hint": _("No hint was found just now. Ask again in a moment."),
    "not_over": _("The game is still being played."),
    "nothing_left": _("No card is left to play there. Go back to an earlier card, and play on from it."),
    "nothing_to_review": _("No card of this game is left to look back at: it was cancelled, or nothing was played."),
    "not_all_logged": _("Not every card of this game was logged, so nobody can say how the cards lay."),
    "your_turn": _("It is your turn. Play a card; you can claim the win only while your opponent is to play."),
    "not_away": _("Your opponent has %(time)s to come back and play before you can claim the win."),
    "by_the_day": _("This game is played by the day, so your opponent need not be here."),
    "time_is_out": _("Your time ran out, so this card came too late."),
    "time_left": _("Your opponent's time has not run out."),
    "no_rematch": _("There is no rematch of a cancelled game. Start a new one from the lobby."),
    "may_not_watch": _("The players of this game play without watchers."),
    "no_such_game": _("There is no game at this address. Check the code."),
    "busy": _("Too much happened at once. Try again."),
    "unavailable": _("The site cannot store anything just now. Your card was not played; try again in a moment."),
    "bad_message": _("That message could not be understood: %(detail)s."),
    "too_large": _("That message is longer than %(limit)s bytes."),
    "not_text": _("Messages are JSON texts; binary frames are not read."),
    "too_many": _("Too many messages in a short time. Wait a moment."),
    "too_many_bad": _("Too many messages that could not be understood. Load the page again."),
    "too_many_connections": _("Too many connections from your address. Close some pages and wait %(time)s."),
    "silent": _("Nothing was heard from this page for a while."),
    "session_ended": _("You have logged out or your session has ended. Load the page again."),
    "frozen": _("A moderator stopped this game for now. Wait until it goes on."),
    "suspended": _("This account is suspended. Load the page again to read why, and how to appeal."),
    "account_closed": _("This account is closed. Load the page again to read why, and how to appeal."),
    "restarting": _("The site restarts. The page comes back by itself."),
    "slow_down": _("That was too often in a short time. Try again in %(time)s."),
    "not_at_table": _("This device is not at the table. Scan the code at the table, or ask for your seat."),
    "not_host": _("Only the device that opened this table may do that."),
    "wrong_code": _("This code leads to no table. Codes end; ask at the table for the one that is shown now."),
    "table_full": _("Both seats are taken. Ask for yours if your phone died, or have a code shown at the table."),
    "crowded": _("There are as many devices at this table as it takes. Its host can remove some."),
    "bad_choice": _("This code does not lead to that place. Choose one of those shown."),
    "no_such_device": _("That device is not at the table any more."),
    "no_request": _("That device does not ask for a seat any more."),
    "not_your_seat_code": _("Only %(name)s's phone and the host's can make a code for that seat."),
    "seat_in_use": _("%(name)s's phone has this seat. It must allow this, or be away for %(time)s first."),
    "seat_kept": _("%(name)s is playing on that device, so nobody else can move it."),
    "seat_not_away": _("%(name)s is playing on that device. You can remove it once it has been away for %(time)s."),
    "no_such_word": _("There is no such phrase or gesture. Choose one of those shown."),
    "too_soon": _("One thing in %(time)s: wait a moment before you say something else."),
    "site_hears_nothing": _("An opponent of the site hears nothing of what you say."),
    "not_among_friends": _("Free text is for friends at a private game. Say it with a phrase or a gesture."),
    "not_agreed": _("Both of you agree to free text first. Until then there are phrases and gestures."),
    "text_long": _("At most %(limit)s characters fit. Say it in fewer words."),
    "too_many_asking": _("Too many devices ask for a seat here. Let somebody at the table answer them first."),
}

_SENTENCE_CODES = {"not_your_seat_code": "not_your_seat", "seat_kept": "seat_in_use", "seat_not_away": "seat_in_use"}

REFUSAL_CODES = frozenset(_SENTENCE_CODES.get(key, key) for key in REFUSAL_SENTENCES) | {
    "bad_card",
    "not_in_hand",
    "must_follow",
    "game_over",
}
"""Codes of the refusals and closing messages of an online game; some have several sentences."""


_NAME_PARAMS = ("name", "wanted")
"""Parameters of refusals that are names of players."""


def get_refusal_sentence(refusal: errors.Refusal) -> str:
    """Return the sentence of a refusal in the active language."""
    key = refusal.key
    catalogues = (REFUSAL_SENTENCES, TABLE_SENTENCES, IN_MODERATION, PEOPLE_SENTENCES)
    template = next((sentences[key] for sentences in catalogues if key in sentences), None) or errors.SENTENCES[key]
    names = {key: translate_name(str(refusal.params[key])) for key in _NAME_PARAMS if key in refusal.params}
    return gettext(template) % {**refusal.params, **names}
