"""Sentences of refusals, by code."""

from __future__ import annotations

import re

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.rules import errors
from games.state.seating import DepartureReason
from games.texts.moderation import MODERATION_REFUSALS as IN_MODERATION
from games.texts.names import translate_name
from games.texts.tournaments import TOURNAMENT_SENTENCES

# Refusals about other people, notifications and tokens.

PEOPLE_SENTENCES: dict[str, str] = {
    "accounts_only": _("Both of you need an account for this. Guests can sign up and keep their games."),
    "not_yourself": _("That's you. Choose someone else."),
    "no_such_person": _("No player there: the seat is free, or they have left."),
    "you_blocked": _("You blocked this player. Unblock them first, under Friends."),
    "too_many_ties": _("Your list is full (%(limit)s people). Remove someone first."),
    "no_challenges": _("This player doesn't accept challenges from you. Create a game in the lobby instead."),
    "no_push": _("This browser's push service isn't supported. Try another browser."),
    "already_challenged": _("You've already challenged this player. Wait for their answer."),
    "account_for_tokens": _("Tokens need an account. Sign up first; you'll keep your games."),
    "no_such_scope": _("Choose what the token can do: read or play."),
    "token_unnamed": _("Give the token a name, such as the name of your program."),
    "too_many_tokens": _("You can have at most %(limit)s tokens. Revoke one before you create another."),
}

# Refusals on the pages of shared deals.

DEAL_SENTENCES: dict[str, str] = {
    "not_your_deal": _("Only the person who created this deal can do this."),
    "deal_in_play": _("You're playing this deal. Finish your game first."),
    "too_many_deals": _("You can have at most %(limit)s open deals. Close one before you create another."),
}

# Refusals of transfers between the site and the printed deck.

TRANSFER_SENTENCES: dict[str, str] = {
    "transfer_declined": _("Your opponent wants to continue here. You can offer it again after the next card."),
    "transfer_over": _("The offer is gone: a card was played, or your opponent took it back. Offer it again."),
    "transfer_gaps": _(
        "The log lacks a card, or has a slip. Complete it first. In phase one, also log the card that's at stake now."
    ),
    "own_phones": _("Each of you needs your own phone or browser, with your own seat and name."),
    "blind_missing": _("Log all your blind cards on the pad first, then enter your hand."),
    "bad_hand": _("These cards don't fit the log. Check your hand and the tricks."),
    "hand_conflict": _("Your hands and the log didn't fit together twice. Finish phase one with real cards."),
    "transfer_people": _("Only games between two people can continue with real cards."),
    "transfer_shared": _("Others play this deal too, so it can't continue with real cards."),
    "transfer_shared_table": _("Others play this deal too, so it can't continue online."),
}

# Refusals at a table with the printed deck.

TABLE_SENTENCES: dict[str, str] = {
    "not_seated_here": _("This device has no seat. Take one with the table's code to log cards."),
    "not_your_seat": _("Only the player who takes a blind card can log it."),
    "blind_too_early": _("Log both cards of this trick first: they decide who takes the blind card."),
    "bad_slot": _("Tricks in this phase have no such card."),
    "already_logged_owned": _("%(name)s's card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_revealed": _("The revealed card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_lead": _("The first card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_follow": _("The second card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_logged_blind": _("Your blind card is logged as %(there_text)s. Change it to %(card)s?"),
    "already_led": _("%(name)s is logged as the leader. Change it to %(wanted)s?"),
    "changed_meanwhile": _("Someone just changed this. Check it and try again."),
    "nothing_to_undo": _("Nothing left to undo. Tap a trick to correct it."),
    "no_such_slip": _("That slip is gone: the log was corrected."),
    "not_undead": _("%(card)s isn't an Undead. Only Undead go to the score piles in phase one."),
    "undead_elsewhere": _("%(card)s is logged for %(name)s. Remove it there first."),
    "wrong_depth": _("This table logs the game differently. Check what the pad asks for."),
    "bad_pile": _("That doesn't fit the cards of this faction. Count again."),
    "already_counted": _("These piles are counted as %(first)s and %(second)s. Change them?"),
    "nothing_logged": _("Nothing is logged yet, so there's nothing to end."),
    "bad_name": _("You can't use that name. %(detail)s"),
    "taken_over": _("This card was played online, so the log is right. Check the cards on the table."),
    "table_over": _("This game is closed. Continue with the next one."),
    DepartureReason.TAKEN_OVER: _("Another device has your seat now. Scan the table's code to rejoin."),
    DepartureReason.TAKEN_WHILE_AWAY: _(
        "Another device took your seat while this one was away. Reload the page to take it back."
    ),
    DepartureReason.PUT_OFF: _(
        "A moderator took this device's seat away. The table's page says why and how to appeal."
    ),
    DepartureReason.REMOVED: _("The host removed this device from the table."),
}

_TABLE_CODES = {"not_undead": "bad_card", "not_seated_here": "not_at_table"}
_GENERAL_CODES = {"busy", "unavailable", "no_such_game", "not_over", "may_not_watch", "frozen", "muted"}

TABLE_REFUSAL_CODES = (
    frozenset(_TABLE_CODES.get(key, re.sub("^already_logged_.*", "already_logged", key)) for key in TABLE_SENTENCES)
    | _GENERAL_CODES
)
"""Codes of the refusals and closing messages of a table's WebSocket; some have several sentences."""

REFUSAL_SENTENCES: dict[str, str] = {
    "not_seated": _("You aren't playing in this game. You can watch it if its creator allows spectators."),
    "not_started": _("The game hasn't started: it's waiting for a second player."),
    "not_your_turn": _("It's your opponent's turn. Wait for their card."),
    "stale_ply": _("The game has moved on. Check the table and choose again."),
    "seat_taken": _("Someone else just took the last seat."),
    "own_game": _("This is your own invitation. Send the link to someone else."),
    "not_waiting": _("This invitation is no longer open."),
    "account_needed": _("You need an account to play rated. Sign up or log in, or choose a casual game."),
    "people_only": _("This game isn't open to programs. Choose one that is."),
    "own_hand": _("This seat is played by hand. Have the program create or join a game with its own token."),
    "not_for_programs": _("Programs can only play cards. Do this on the site."),
    "token_needed": _("This needs a token. Create one in your preferences."),
    "read_only": _("This token is read-only. Create one that can play in your preferences."),
    "bad_token": _(
        "This token isn't valid: it was revoked, or part of it is missing. Create a new one in your preferences."
    ),
    "token_ended": _("This token was revoked. Create a new one in your preferences."),
    "not_invited": _("You need the private link to join this game. Ask the player who created it."),
    "not_challenged": _("This challenge is for another player. Find a game in the lobby."),
    "already_begun": _("The first card has been played, so you can't cancel the game. You can resign."),
    "offer_declined": _("Your opponent wants to keep playing. You can offer to cancel again after the next card."),
    "too_many_cancelled": _("You can't cancel more than %(limit)s games in %(time)s. Play this one or resign."),
    "too_many_against_site": _(
        "Your program is already playing %(limit)s games against the computer. Finish one first."
    ),
    "too_many_waiting": _("You can have at most %(limit)s open invitations. Cancel one before you create another."),
    "bad_part": _("A part of a deal has 64 digits, 0-9 and a-f. Reload the page."),
    "no_such_level": _("There's no opponent at that level. Choose one from the list."),
    "not_against_site": _("You can only use hints and undo against a computer opponent."),
    "nothing_to_take_back": _("You haven't played a card yet, so there's nothing to undo."),
    "no_hint": _("No hint available right now. Try again in a moment."),
    "not_over": _("The game isn't over yet."),
    "nothing_left": _("There are no cards left to play there. Go back to an earlier card and play on from it."),
    "nothing_to_review": _("There's nothing to review: the game was cancelled, or no card was played."),
    "not_all_logged": _("Some cards of this game weren't logged, so the deal isn't known."),
    "your_turn": _("It's your turn. Play a card; you can only claim victory when it's your opponent's turn."),
    "not_away": _("Your opponent has %(time)s to come back and play before you can claim victory."),
    "by_the_day": _("This is a correspondence game, so your opponent doesn't have to be online."),
    "time_is_out": _("Too late: your time ran out."),
    "time_left": _("Your opponent still has time left."),
    "deal_played": _("You or your opponent has already been dealt these cards. Each person plays a deal once."),
    "deal_closed": _("This deal is closed to new games."),
    "deal_open": _("You can play on from here once the deal is closed to new games."),
    "no_aid": _("There are no hints and no undo in a deal that others play too."),
    "no_rematch": _("A cancelled game has no rematch. Start a new one from the lobby."),
    "may_not_watch": _("This game is closed to spectators."),
    "no_such_game": _("There's no game at this address. Check the code."),
    "busy": _("Too much happened at once. Try again."),
    "unavailable": _("The site can't save anything right now. Your card wasn't played; try again in a moment."),
    "bad_message": _("Invalid message: %(detail)s."),
    "too_large": _("Message too long: the limit is %(limit)s bytes."),
    "not_text": _("Send JSON as text; binary frames aren't accepted."),
    "too_many": _("Too many messages. Wait a moment."),
    "too_many_bad": _("Too many invalid messages. Reload the page."),
    "too_many_connections": _("Too many connections from your address. Close some tabs and wait %(time)s."),
    "silent": _("This page lost contact with the server."),
    "session_ended": _("You've logged out or your session has ended. Reload the page."),
    "frozen": _("A moderator has paused this game. Wait until it resumes."),
    "suspended": _("This account is suspended. Reload the page to see why and how to appeal."),
    "account_closed": _("This account is closed. Reload the page to see why and how to appeal."),
    "restarting": _("The site is restarting. This page will reconnect on its own."),
    "slow_down": _("Too many attempts. Try again in %(time)s."),
    "not_at_table": _("This device isn't at the table. Scan the table's code, or ask for your seat."),
    "not_host": _("Only the device that opened this table can do that."),
    "wrong_code": _("No table has this code. Codes expire; ask at the table for the current one."),
    "table_full": _("Both seats are taken. If one is yours, ask for it or for a code at the table."),
    "crowded": _("This table can't take more devices. The host can remove some."),
    "bad_choice": _("This code doesn't offer that. Choose one of the options shown."),
    "one_phone_each": _("Every table plays this deal with one phone for each player."),
    "leader_fixed": _("This deal says who leads first, so that all tables are the same."),
    "no_such_device": _("That device is no longer at the table."),
    "no_request": _("That device is no longer asking for a seat."),
    "not_your_seat_code": _("Only %(name)s's phone and the host's can create a code for that seat."),
    "seat_in_use": _("%(name)s's phone has this seat. It has to allow this or be away for %(time)s first."),
    "seat_kept": _("%(name)s is playing on that device, so nobody else can move it."),
    "seat_not_away": _("%(name)s is playing on that device. You can remove it after it's been away for %(time)s."),
    "no_such_word": _("There's no such phrase or gesture. Choose one from the list."),
    "too_soon": _("You can send one message every %(time)s. Wait a moment."),
    "site_hears_nothing": _("Computer opponents don't chat."),
    "not_among_friends": _("Free text is for friends in a private game. Use a phrase or a gesture."),
    "not_agreed": _("You both have to agree to free text first. Until then, use phrases and gestures."),
    "text_long": _("Too long: at most %(limit)s characters."),
    "too_many_asking": _("Too many devices are asking for a seat. Someone at the table has to answer them first."),
}

_SENTENCE_CODES = {
    "not_your_seat_code": "not_your_seat",
    "one_phone_each": "bad_choice",
    "seat_kept": "seat_in_use",
    "seat_not_away": "seat_in_use",
}

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
    catalogues = (
        *(REFUSAL_SENTENCES, TABLE_SENTENCES, IN_MODERATION, PEOPLE_SENTENCES, DEAL_SENTENCES),
        *(TRANSFER_SENTENCES, TOURNAMENT_SENTENCES),
    )
    template = next((sentences[key] for sentences in catalogues if key in sentences), None) or errors.SENTENCES[key]
    names = {key: translate_name(str(refusal.params[key])) for key in _NAME_PARAMS if key in refusal.params}
    return gettext(template) % {**refusal.params, **names}
