"""What moderators fill in before an act: what it takes, the reason, the message that people read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.lengths import LENGTHS, ends
from games.admin.names import device_label
from games.admin.reason_fields import lines, ready_words
from games.admin.show import plain
from games.models import Act, Game, Report, User
from games.models.moderation import LONGEST
from games.people.names import MAX_LENGTH
from games.rules.cards import DECK
from games.store import log
from games.words.reasons import REASONS, in_words
from games.words.table import card_text

Target = Game | User | Act
Choices = list[tuple[str, Any]]
_LINES = lines()


class ActForm(forms.Form):
    """The words that every act takes. ``arguments`` are the fields that say what exactly is done."""

    arguments: tuple[str, ...] = ()
    message_needed = False
    unsaid: tuple[str, ...] = ("canned",)
    """Fields whose answers another field says already."""
    asked: tuple[str, ...] = ()
    """The fields from which the arguments follow, where they are others."""

    canned = ready_words(_("Ready words"))
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        required=False,
        widget=_LINES,
        help_text=_("For the record. Players read it too, unless you write them a message."),
    )
    message = forms.CharField(
        label=_("Message to the people concerned"), max_length=LONGEST, required=False, widget=_LINES
    )
    report = forms.ModelChoiceField(label=_("Because of the report"), queryset=Report.objects.none(), required=False)

    def __init__(self, target: Target, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.target = target
        self.order_fields([*(self.asked or self.arguments), "canned", "reason", "message", "report"])
        self._offer_reports()
        self.offer()

    def offer(self) -> None:
        """Fill in the choices that depend on the target."""

    def clean(self) -> dict[str, Any]:
        """The ready words stand for whatever has no words of its own."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        ready = REASONS.get(given.get("canned", ""), "")
        for name in ("reason", *(["message"] if self.message_needed else [])):
            given[name] = given.get(name) or ready
            if not given[name] and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return given

    @property
    def about(self) -> dict[str, Any]:
        """The act's own arguments by name."""
        return {name: self.cleaned_data[name] for name in self.arguments}

    @property
    def spoken(self) -> dict[str, str]:
        """Those of the arguments that people read otherwise than services do."""
        about = self.about
        return {name: self._shown(name) for name in about if name in ("value", "until") and about[name]}

    def answers(self) -> list[tuple[str, str]]:
        """What was filled in, as labels and texts, to be looked at once more."""
        return [
            (str(self.fields[name].label), self._shown(name))
            for name in self.fields
            if self.cleaned_data.get(name) != "" and name not in self.unsaid
        ]

    def _shown(self, name: str) -> str:
        value, field = self.cleaned_data[name], self.fields[name]
        if name in ("reason", "message"):
            return in_words(value)
        if isinstance(value, datetime):
            return f"{date_format(value, 'DATETIME_FORMAT')} UTC"
        if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
            return str(dict(_flat(field.choices)).get(str(self.data.get(name)), value))
        return "–" if value is None else str(self.data.get(name, value))

    def choose(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = list(choices)

    def _offer_reports(self) -> None:
        field: Any = self.fields["report"]
        field.queryset = reports_of(self.target)
        field.label_from_instance = lambda report: f"{report.pk} · {report.get_category_display()}"


def reports_of(target: Target) -> Any:
    """The reports that an act on this target may answer, newest first."""
    if isinstance(target, Act):
        about = target.game or target.person
        return Report.objects.none() if about is None else reports_of(about)
    mine = {"game": target} if isinstance(target, Game) else {"person": target}
    return Report.objects.filter(**mine).order_by("-pk")


def seats(game: Any) -> Choices:
    """Both seats by the names on the game's row."""
    names = (*game.names.split("\n"), "", "")
    return [(str(seat), plain(names[seat]) or _("the free seat")) for seat in (0, 1)]


def _seat(value: str) -> int:
    return int(value)


def _flat(choices: Any) -> Iterable[tuple[str, Any]]:
    """Choices without their groups."""
    for value, label in choices:
        if isinstance(label, list | tuple):
            yield from label
        else:
            yield value, label


class WinnerForm(ActForm):
    arguments = ("winner",)
    winner = forms.TypedChoiceField(label=_("Winner"), coerce=_seat, widget=forms.RadioSelect)

    def offer(self) -> None:
        self.choose("winner", seats(self.target))


class ResultForm(WinnerForm):
    winner = forms.TypedChoiceField(
        label=_("Winner"), coerce=lambda value: None if value == "draw" else int(value), widget=forms.RadioSelect
    )

    def offer(self) -> None:
        self.choose("winner", [*seats(self.target), ("draw", _("nobody: a draw"))])


class PlaceForm(ActForm):
    """A device with its seat."""

    arguments = ("device", "seat")
    device = forms.TypedChoiceField(label=_("Device"), coerce=int)
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_seat, widget=forms.RadioSelect)

    def offer(self) -> None:
        self.choose("device", devices(self.target))
        self.choose("seat", seats(self.target))


class GiveBackForm(ActForm):
    """A seat, and the device at the table, or the account online, that it belongs to."""

    arguments = ("seat", "to")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_seat, widget=forms.RadioSelect)
    to = forms.CharField(label=_("Account"), help_text=_("The user name, without the name shown."))

    def offer(self) -> None:
        self.choose("seat", seats(self.target))
        if isinstance(self.target, Game) and self.target.at_table:
            self.fields["to"] = forms.TypedChoiceField(label=_("Device"), coerce=int, choices=devices(self.target))

    def clean_to(self) -> int:
        to = self.cleaned_data["to"]
        if isinstance(to, int):
            return to
        found = User.objects.filter(username=to).values_list("pk", flat=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no such account."))
        return found


class EntryForm(ActForm):
    arguments: tuple[str, ...] = ("number",)
    number = forms.IntegerField(label=_("Entry"), min_value=1)


class CorrectForm(EntryForm):
    arguments = ("number", "value")
    value = forms.ChoiceField(label=_("It should be"))

    def offer(self) -> None:
        cards = [(str(card), card_text(card)) for card in dict.fromkeys(DECK)]
        leads = [(seat, _("%(name)s leads") % {"name": name}) for seat, name in seats(self.target)]
        self.choose("value", [("", "…"), (_("Card"), cards), (_("Leader"), leads)])


class SeatNameForm(ActForm):
    arguments = ("seat", "name")
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=_seat, widget=forms.RadioSelect)
    name = forms.CharField(label=_("New name"), max_length=MAX_LENGTH)

    def offer(self) -> None:
        self.choose("seat", seats(self.target))


class NameForm(ActForm):
    arguments = ("name",)
    name = forms.CharField(label=_("New name"), max_length=MAX_LENGTH)


class UntilForm(ActForm):
    """For how long, or until when; for good is None."""

    arguments = ("until",)
    message_needed = True
    unsaid = ("canned", "length")
    asked = ("length", "until")
    length = forms.ChoiceField(
        label=_("For how long"),
        choices=[(key, label) for key, (label, _span) in LENGTHS.items()],
        widget=forms.RadioSelect,
        initial="week",
        required=False,
    )
    until = forms.DateTimeField(
        label=_("Until (UTC)"),
        required=False,
        help_text=_("Only for another length: this moment counts then."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d"],
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get("until") is None and "until" not in self.errors:
            if not given.get("length"):
                self.add_error("length", self.fields["until"].error_messages["required"])
            else:
                given["until"] = ends(given["length"])
        return given

    def _shown(self, name: str) -> str:
        return gettext("for good") if name == "until" and self.cleaned_data[name] is None else super()._shown(name)


class MessageForm(ActForm):
    message_needed = True


def devices(game: Any) -> Choices:
    """The devices that are or were at a table."""
    table: Any = log.load(game.pk)
    return [(str(pk), plain(device_label(table, pk))) for pk in table.devices]
