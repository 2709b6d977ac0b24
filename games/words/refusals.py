"""Codes to sentences: what a person reads when something is refused."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules import errors
from games.words.moderation import SENTENCES as IN_MODERATION
from games.words.refusals_people import SENTENCES as OF_PEOPLE
from games.words.refusals_table import SENTENCES as AT_TABLE

SENTENCES: dict[str, str] = {
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
    "already_begun": _("The first card has been played, so the game can no longer be called off. You may resign."),
    "too_many_waiting": _(
        "At most %(limit)s of your invitations may be open at a time. Call one off before you make another."
    ),
    "bad_part": _("That is no part of a deal: it is 64 of the digits 0-9 and a-f. Load the page again."),
    "no_such_level": _("There is no opponent of that level. Choose one of those shown."),
    "not_against_site": _("Hints and taking back are for games against an opponent of the site."),
    "nothing_to_take_back": _("You have not played a card yet, so there is nothing to take back."),
    "no_hint": _("No hint was found just now. Ask again in a moment."),
    "not_over": _("The game is still being played."),
    "nothing_left": _("No card is left to play there. Go back to an earlier card, and play on from it."),
    "nothing_to_review": _("No card of this game is left to look back at: it was called off, or nothing was played."),
    "not_all_logged": _("Not every card of this game was logged, so nobody can say how the cards lay."),
    "not_away": _("Your opponent has not been away for %(time)s yet."),
    "by_the_day": _("This game is played by the day, so your opponent need not be here."),
    "time_is_out": _("Your time ran out, so this card came too late."),
    "time_left": _("Your opponent's time has not run out."),
    "no_rematch": _("There is no rematch of a game that was called off. Start a new one from the lobby."),
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
    "no_such_word": _("There is no such phrase or gesture. Choose one of those shown."),
    "too_soon": _("One thing in %(time)s: wait a moment before you say something else."),
    "site_hears_nothing": _("An opponent of the site hears nothing of what you say."),
    "not_among_friends": _("Free text is for friends at a private game. Say it with a phrase or a gesture."),
    "not_agreed": _("Both of you agree to free text first. Until then there are phrases and gestures."),
    "text_long": _("At most %(limit)s characters fit. Say it in fewer words."),
    "too_many_asking": _("Too many devices ask for a seat here. Let somebody at the table answer them first."),
}

CODES = frozenset(SENTENCES) | {"bad_card", "not_in_hand", "must_follow", "game_over"}
"""Every code that a refusal or a closing message of an online game may carry."""


def sentence(refusal: errors.Refusal) -> str:
    """The sentence of a refusal in the language that is active."""
    key = refusal.key
    known = (one[key] for one in (SENTENCES, AT_TABLE, IN_MODERATION, OF_PEOPLE) if key in one)
    template = next(known, None) or errors.SENTENCES[key]
    return gettext(template) % refusal.params
