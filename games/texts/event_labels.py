"""Labels of the kinds of log entries in the admin."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

EVENT_LABELS: dict[str, Promise] = {
    "opened": pgettext_lazy("entry", "game made"),
    "joined": pgettext_lazy("entry", "sat down"),
    "dealt": pgettext_lazy("entry", "cards dealt"),
    "played": pgettext_lazy("entry", "card played"),
    "resigned": pgettext_lazy("entry", "resigned"),
    "claimed": pgettext_lazy("entry", "win claimed"),
    "called_off": pgettext_lazy("entry", "called off"),
    "cancel_offer": pgettext_lazy("entry", "offer to call off"),
    "timed_out": pgettext_lazy("entry", "time ran out"),
    "granted": pgettext_lazy("entry", "time given"),
    "paused": pgettext_lazy("entry", "site was away"),
    "rematch": pgettext_lazy("entry", "rematch"),
    "succeeded": pgettext_lazy("entry", "rematch made"),
    "hinted": pgettext_lazy("entry", "hint given"),
    "taken_back": pgettext_lazy("entry", "card taken back"),
    "placed": pgettext_lazy("entry", "place given"),
    "removed": pgettext_lazy("entry", "device removed"),
    "locked": pgettext_lazy("entry", "way in closed or opened"),
    "asked_in": pgettext_lazy("entry", "asked to come in"),
    "turned_away": pgettext_lazy("entry", "turned away"),
    "named": pgettext_lazy("entry", "name given"),
    "led": pgettext_lazy("entry", "first leader"),
    "stated": pgettext_lazy("entry", "leader stated"),
    "logged": pgettext_lazy("entry", "card logged"),
    "corrected": pgettext_lazy("entry", "card corrected"),
    "undone": pgettext_lazy("entry", "taken back"),
    "stood": pgettext_lazy("entry", "slip let stand"),
    "depth": pgettext_lazy("entry", "depth of scoring"),
    "undead": pgettext_lazy("entry", "Undead scored"),
    "piles": pgettext_lazy("entry", "pile counted"),
    "closed": pgettext_lazy("entry", "log closed or opened"),
    "confirmed": pgettext_lazy("entry", "end confirmed"),
    "judged": pgettext_lazy("entry", "act of a moderator"),
    "erased": pgettext_lazy("entry", "name erased"),
}


def get_event_label(kind: str) -> str | Promise:
    """Return the label of a kind of log entry; an unknown kind is its own label."""
    return EVENT_LABELS.get(kind, kind)
