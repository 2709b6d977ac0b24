"""Labels of the kinds of log entries in the admin."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

EVENT_LABELS: dict[str, Promise] = {
    "opened": pgettext_lazy("entry", "game created"),
    "joined": pgettext_lazy("entry", "joined"),
    "dealt": pgettext_lazy("entry", "cards dealt"),
    "played": pgettext_lazy("entry", "card played"),
    "resigned": pgettext_lazy("entry", "resigned"),
    "claimed": pgettext_lazy("entry", "win claimed"),
    "called_off": pgettext_lazy("entry", "cancelled"),
    "cancel_offer": pgettext_lazy("entry", "offer to cancel"),
    "timed_out": pgettext_lazy("entry", "time ran out"),
    "granted": pgettext_lazy("entry", "time given"),
    "paused": pgettext_lazy("entry", "site outage"),
    "rematch": pgettext_lazy("entry", "rematch"),
    "succeeded": pgettext_lazy("entry", "rematch started"),
    "hinted": pgettext_lazy("entry", "hint given"),
    "taken_back": pgettext_lazy("entry", "card undone"),
    "placed": pgettext_lazy("entry", "device joined"),
    "removed": pgettext_lazy("entry", "device removed"),
    "locked": pgettext_lazy("entry", "table locked or unlocked"),
    "asked_in": pgettext_lazy("entry", "seat requested"),
    "turned_away": pgettext_lazy("entry", "request declined"),
    "named": pgettext_lazy("entry", "seat named"),
    "led": pgettext_lazy("entry", "first leader"),
    "stated": pgettext_lazy("entry", "leader logged"),
    "logged": pgettext_lazy("entry", "card logged"),
    "corrected": pgettext_lazy("entry", "card corrected"),
    "undone": pgettext_lazy("entry", "entry undone"),
    "stood": pgettext_lazy("entry", "slip let stand"),
    "depth": pgettext_lazy("entry", "logging level"),
    "undead": pgettext_lazy("entry", "Undead scored"),
    "piles": pgettext_lazy("entry", "pile counted"),
    "closed": pgettext_lazy("entry", "log closed or reopened"),
    "confirmed": pgettext_lazy("entry", "result confirmed"),
    "judged": pgettext_lazy("entry", "moderator action"),
    "transfer": pgettext_lazy("entry", "move offered or declined"),
    "transfer_hand": pgettext_lazy("entry", "hand entered"),
    "hand_conflict": pgettext_lazy("entry", "hands rejected"),
    "transferred": pgettext_lazy("entry", "game moved"),
    "erased": pgettext_lazy("entry", "name erased"),
}


def get_event_label(kind: str) -> str | Promise:
    """Return the label of a kind of log entry; an unknown kind is its own label."""
    return EVENT_LABELS.get(kind, kind)
