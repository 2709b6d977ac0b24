"""Forms of moderation actions: their arguments and durations."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH
from games.admin.action_form_base import ActionForm, Choices
from games.admin.display import escape_invisible
from games.admin.labels import get_device_label
from games.eventlog import event_store
from games.models import Game, User
from games.rules.cards import DECK
from games.texts.formatting import lazy_duration
from games.texts.table import format_card

_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)
DURATIONS: dict[str, tuple[Any, timedelta | None]] = {
    "day": (lazy_duration(_DAY), _DAY),
    "week": (lazy_duration(_WEEK), _WEEK),
    "permanent": (_("permanent"), None),
}
"""Label and duration of each choice for a mute or a suspension; None is for good."""


def compute_end(length: str) -> datetime | None:
    """Return the end of a duration of ``DURATIONS`` that begins now, None for good."""
    span = DURATIONS[length][1]
    return None if span is None else timezone.now() + span


def list_seat_choices(game: Any) -> Choices:
    """Return the choices of both seats, labelled with their names."""
    names = (*game.names.split("\n"), "", "")
    return [(str(seat), escape_invisible(names[seat]) or _("the free seat")) for seat in (0, 1)]


def _parse_seat(value: str) -> int:
    return int(value)


class WinnerForm(ActionForm):
    """Form that awards a game to a seat."""

    arguments = ("winner",)
    winner = forms.TypedChoiceField(label=_("Winner"), coerce=_parse_seat, widget=forms.RadioSelect)

    def set_choices(self) -> None:
        """Offer both seats."""
        self.set_field_choices("winner", list_seat_choices(self.target))


class ResultForm(WinnerForm):
    """Form that changes a result to a winner or a draw."""

    winner = forms.TypedChoiceField(
        label=_("Winner"), coerce=lambda value: None if value == "draw" else int(value), widget=forms.RadioSelect
    )

    def set_choices(self) -> None:
        """Offer both seats and a draw."""
        self.set_field_choices("winner", [*list_seat_choices(self.target), ("draw", _("Draw"))])


class PlaceForm(ActionForm):
    """Form that takes a seat from a device."""

    arguments = ("device", "seat")
    device = forms.TypedChoiceField(label=_("Device"), coerce=int)
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_parse_seat, widget=forms.RadioSelect)

    def set_choices(self) -> None:
        """Offer the devices and seats of the table."""
        self.set_field_choices("device", list_device_choices(self.target))
        self.set_field_choices("seat", list_seat_choices(self.target))


class GiveBackForm(ActionForm):
    """Form that gives a seat back to a device at a table, or to an account online."""

    arguments = ("seat", "to")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_parse_seat, widget=forms.RadioSelect)
    to = forms.CharField(label=_("Account"), help_text=_("The username, not the display name."))

    def set_choices(self) -> None:
        """Offer both seats, and at a table the devices."""
        self.set_field_choices("seat", list_seat_choices(self.target))
        if isinstance(self.target, Game) and self.target.at_table:
            self.fields["to"] = forms.TypedChoiceField(
                label=_("Device"), coerce=int, choices=list_device_choices(self.target)
            )

    def clean_to(self) -> int:
        """Return the number of the device or account."""
        account = self.cleaned_data["to"]
        if isinstance(account, int):
            return account
        account_id = User.objects.filter(username=account).values_list("pk", flat=True).first()
        if account_id is None:
            raise forms.ValidationError(_("Account not found."))
        return account_id


class EntryForm(ActionForm):
    """Form of an action on an entry of the log."""

    arguments: tuple[str, ...] = ("number",)
    number = forms.IntegerField(label=_("Entry"), min_value=1)


class CorrectForm(EntryForm):
    """Form that corrects an entry."""

    arguments = ("number", "value")
    value = forms.ChoiceField(label=_("Correct value"))

    def set_choices(self) -> None:
        """Offer all cards and leaders."""
        cards = [(str(card), format_card(card)) for card in dict.fromkeys(DECK)]
        leaders = [(seat, _("%(name)s leads") % {"name": name}) for seat, name in list_seat_choices(self.target)]
        self.set_field_choices("value", [("", "…"), (_("Card"), cards), (_("Leader"), leaders)])


class SeatNameForm(ActionForm):
    """Form that renames a seat."""

    arguments = ("seat", "name")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_parse_seat, widget=forms.RadioSelect)
    name = forms.CharField(label=_("New name"), max_length=MAX_LENGTH)

    def set_choices(self) -> None:
        """Offer both seats."""
        self.set_field_choices("seat", list_seat_choices(self.target))


class NameForm(ActionForm):
    """Form that renames a person."""

    arguments = ("name",)
    name = forms.CharField(label=_("New name"), max_length=MAX_LENGTH)


class UntilForm(ActionForm):
    """Form of an action for a duration, or until a time; None is for good."""

    arguments = ("until",)
    redundant_fields = ("length",)
    asked_fields = ("length", "until")
    length = forms.ChoiceField(
        label=_("Duration"),
        choices=[(key, label) for key, (label, _span) in DURATIONS.items()],
        widget=forms.RadioSelect,
        initial="week",
        required=False,
    )
    until = forms.DateTimeField(
        label=_("Until (UTC)"),
        required=False,
        help_text=_("Fill in to set another end; it replaces the duration."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"],
    )

    def clean(self) -> dict[str, Any]:
        """Set ``until`` from the duration, unless a time is given."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("until") is None and "until" not in self.errors:
            if not data.get("length"):
                self.add_error("length", self.fields["until"].error_messages["required"])
            else:
                data["until"] = compute_end(data["length"])
        return data

    def _get_display(self, name: str) -> str:
        return (
            gettext("permanent") if name == "until" and self.cleaned_data[name] is None else super()._get_display(name)
        )


def list_device_choices(game: Any) -> Choices:
    """Return the choices of the devices that are or were at a table."""
    table: Any = event_store.load_state(game.pk)
    return [(str(pk), escape_invisible(get_device_label(table, pk))) for pk in table.devices]
