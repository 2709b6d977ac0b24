"""Forms of moderation actions: their arguments, reasons, messages and durations."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.names import MAX_LENGTH
from games.admin.display import escape_invisible
from games.admin.labels import get_device_label
from games.eventlog import event_store
from games.models import Act, Game, Report, User
from games.models.moderation import MAX_TEXT_LENGTH
from games.rules.cards import DECK
from games.texts.formatting import lazy_duration
from games.texts.moderation import REASONS, translate_reason
from games.texts.table import format_card

_DAY, _WEEK = timedelta(days=1), timedelta(weeks=1)
DURATIONS: dict[str, tuple[Any, timedelta | None]] = {
    "day": (lazy_duration(_DAY), _DAY),
    "week": (lazy_duration(_WEEK), _WEEK),
    "good": (_("permanent"), None),
}
"""The label and the duration of each choice; None is for good."""


def compute_end(length: str) -> datetime | None:
    """Return the end of a duration of ``DURATIONS`` that begins now, None for good."""
    span = DURATIONS[length][1]
    return None if span is None else timezone.now() + span


def build_textarea(rows: int = 3) -> forms.Textarea:
    """Return the widget of a text of several lines."""
    return forms.Textarea(attrs={"rows": rows, "cols": 60, "maxlength": MAX_TEXT_LENGTH})


def build_reason_field(label: Any) -> forms.ChoiceField:
    """Return a field to choose a prepared reason, which is shown in the reader's language; empty for free text."""

    def options() -> list[tuple[str, str]]:
        return [("", gettext("none")), *((key, gettext(text)) for key, text in REASONS.items())]

    return forms.ChoiceField(label=label, choices=options, required=False)


Target = Game | User | Act
Choices = list[tuple[str, Any]]
_LINES = build_textarea()


class ActionForm(forms.Form):
    """Form of a moderation action. ``arguments`` are the fields that are passed to the action."""

    arguments: tuple[str, ...] = ()
    requires_message = False
    redundant_fields: tuple[str, ...] = ("canned",)
    """Fields that the confirmation leaves out: another field says the same."""
    asked_fields: tuple[str, ...] = ()
    """Fields to show in place of ``arguments``; empty where they are the same."""

    canned = build_reason_field(_("Preset reason"))
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_TEXT_LENGTH,
        required=False,
        widget=_LINES,
        help_text=_("Goes into the log. Players see it too, unless you write them a message."),
    )
    message = forms.CharField(label=_("Message"), max_length=MAX_TEXT_LENGTH, required=False, widget=_LINES)
    report = forms.ModelChoiceField(label=_("Related report"), queryset=Report.objects.none(), required=False)

    def __init__(self, target: Target, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.target = target
        self.order_fields([*(self.asked_fields or self.arguments), "canned", "reason", "message", "report"])
        self._set_report_choices()
        self.set_choices()

    def set_choices(self) -> None:
        """Set the choices that depend on the target."""

    def clean(self) -> dict[str, Any]:
        """Fill an empty reason, and an empty message that is required, with the prepared reason."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        canned = REASONS.get(data.get("canned", ""), "")
        for name in ("reason", *(["message"] if self.requires_message else [])):
            data[name] = data.get(name) or canned
            if not data[name] and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return data

    @property
    def argument_values(self) -> dict[str, Any]:
        """The arguments of the action, by name."""
        return {name: self.cleaned_data[name] for name in self.arguments}

    @property
    def argument_texts(self) -> dict[str, str]:
        """The display texts of the arguments ``value`` and ``until``, where they are set, by name."""
        values = self.argument_values
        return {name: self._get_display(name) for name in values if name in ("value", "until") and values[name]}

    def list_answers(self) -> list[tuple[str, str]]:
        """Return the labels and texts of the filled-in fields, for the confirmation."""
        return [
            (str(self.fields[name].label), self._get_display(name))
            for name in self.fields
            if self.cleaned_data.get(name) != "" and name not in self.redundant_fields
        ]

    def _get_display(self, name: str) -> str:
        value, field = self.cleaned_data[name], self.fields[name]
        if name in ("reason", "message"):
            return translate_reason(value)
        if isinstance(value, datetime):
            return f"{date_format(value, 'DATETIME_FORMAT')} UTC"
        if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
            return str(dict(_flatten_choices(field.choices)).get(str(self.data.get(name)), value))
        return "–" if value is None else str(self.data.get(name, value))

    def set_field_choices(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        """Set the choices of a field."""
        field: Any = self.fields[name]
        field.choices = list(choices)

    def _set_report_choices(self) -> None:
        field: Any = self.fields["report"]
        field.queryset = query_reports(self.target)
        field.label_from_instance = lambda report: f"{report.pk} · {report.get_category_display()}"


def query_reports(target: Target) -> Any:
    """Return the reports about a target, newest first, that an action may answer."""
    if isinstance(target, Act):
        subject = target.game or target.person
        return Report.objects.none() if subject is None else query_reports(subject)
    lookup = {"game": target} if isinstance(target, Game) else {"person": target}
    return Report.objects.filter(**lookup).order_by("-pk")


def list_seat_choices(game: Any) -> Choices:
    """Return the choices of both seats, labelled with their names."""
    names = (*game.names.split("\n"), "", "")
    return [(str(seat), escape_invisible(names[seat]) or _("the free seat")) for seat in (0, 1)]


def _parse_seat(value: str) -> int:
    return int(value)


def _flatten_choices(choices: Any) -> Iterable[tuple[str, Any]]:
    """Yield choices without their groups."""
    for value, label in choices:
        if isinstance(label, list | tuple):
            yield from label
        else:
            yield value, label


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
    requires_message = True
    redundant_fields = ("canned", "length")
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
        data = super().clean()
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


class MessageForm(ActionForm):
    """Form of an action whose message is required."""

    requires_message = True


def list_device_choices(game: Any) -> Choices:
    """Return the choices of the devices that are or were at a table."""
    table: Any = event_store.load_state(game.pk)
    return [(str(pk), escape_invisible(get_device_label(table, pk))) for pk in table.devices]
