"""What a person reads when something is refused at a table with the real deck."""

from __future__ import annotations

import re

from django.utils.translation import gettext_noop as _

from games.stories.seating import Gone

SENTENCES: dict[str, str] = {
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
    Gone.TAKEN_OVER: _("Another device has your seat now. Scan the table's code to come back."),
    Gone.PUT_OFF: _("A moderator put this device off its seat. The table's page says why, and how to appeal."),
    Gone.REMOVED: _("The host has sent this device away from the table."),
}

_KEYS = {"not_undead": "bad_card", "not_seated_here": "not_at_table"}
_GENERAL = {"busy", "unavailable", "no_such_game", "not_over", "may_not_watch", "frozen", "muted"}

CODES = frozenset(_KEYS.get(key, re.sub("^already_logged_.*", "already_logged", key)) for key in SENTENCES) | _GENERAL
"""Every code that a refusal or a closing message of a table's socket may carry; some have several sentences."""
