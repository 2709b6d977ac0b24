"""Base form of moderation actions: the reason, which is its one text, and the report behind the action."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Act, Game, Report, User
from games.models.moderation import MAX_TEXT_LENGTH, QueueStatus
from games.services.moderation.permissions import Justification
from games.texts.moderation import REASONS, restore_reason, translate_reason


def build_textarea(rows: int = 3) -> forms.Textarea:
    """Return the widget of a text of several lines."""
    return forms.Textarea(attrs={"rows": rows, "cols": 60, "maxlength": MAX_TEXT_LENGTH})


READY_TEXT_PARAMETER = "ready"
"""Parameter of a URL that fills in a prepared reason, by its key."""


def list_ready_texts() -> list[tuple[str, str]]:
    """Return the keys and texts of the prepared reasons, in the active language."""
    return [(key, gettext(text)) for key, text in REASONS.items()]


def get_ready_text(key: str) -> str:
    """Return a prepared reason in the active language, empty for an unknown key."""
    return gettext(REASONS[key]) if key in REASONS else ""


class ReasonField(forms.CharField):
    """Field for the one text of an action: the people concerned read it, and the log keeps it.

    A prepared reason is stored in English, so that each reader sees it in their own language.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(label=_("Reason"), max_length=MAX_TEXT_LENGTH, widget=build_textarea(), **options)

    def clean(self, value: Any) -> Any:
        """Return the text, in English for a prepared reason."""
        return restore_reason(super().clean(value))


Target = Game | User | Act
Choices = list[tuple[str, Any]]


class ActionForm(forms.Form):
    """Form of a moderation action. ``arguments`` are the fields that are passed to the action."""

    arguments: tuple[str, ...] = ()
    is_announced = True
    """Whether the people concerned read the reason."""
    redundant_fields: tuple[str, ...] = ()
    """Fields that the confirmation leaves out: another field says the same."""
    asked_fields: tuple[str, ...] = ()
    """Fields to show in place of ``arguments``; empty where they are the same."""

    reason = ReasonField(help_text=_("The people concerned read it, and the log keeps it."))
    report = forms.ModelChoiceField(
        label=_("Related report"), queryset=Report.objects.none(), required=False, widget=forms.HiddenInput
    )

    def __init__(self, target: Target, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.target = target
        self.order_fields([*(self.asked_fields or self.arguments), "reason", "report"])
        self.fields["report"].queryset = query_reports(target)  # type: ignore[attr-defined]
        self.set_choices()

    def set_choices(self) -> None:
        """Set the choices that depend on the target."""

    @property
    def justification(self) -> Justification:
        """The justification of the action."""
        text = self.cleaned_data["reason"]
        return Justification(text, text if self.is_announced else "", self.cleaned_data["report"])

    def get_report(self) -> Report | None:
        """Return the report that the action will be linked to, None without one."""
        value = self["report"].value()
        try:
            return value if isinstance(value, Report) else self.fields["report"].clean(value)
        except forms.ValidationError:
            return None

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
            if name != "report" or self.cleaned_data[name] is not None
        ]

    def _get_display(self, name: str) -> str:
        value, field = self.cleaned_data[name], self.fields[name]
        if isinstance(value, Report):
            return get_report_label(value)
        if name == "reason":
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


class UnannouncedForm(ActionForm):
    """Form of an action that only moderators see."""

    is_announced = False
    reason = ReasonField(help_text=_("The log keeps it."))


def get_report_label(report: Report) -> str:
    """Return the number and the category of a report."""
    return f"{report.pk} · {report.get_category_display()}"


def find_claimed_report(moderator: User, target: Target) -> Report | None:
    """Return the report about a target that a moderator claimed last and did not decide, None without one."""
    claimed = query_reports(target).filter(status=QueueStatus.CLAIMED, claimed_by=moderator)
    report: Report | None = claimed.order_by("-claimed_at").first()
    return report


def query_reports(target: Target) -> Any:
    """Return the reports about a target, newest first, that an action may answer."""
    if isinstance(target, Act):
        subject = target.game or target.person
        return Report.objects.none() if subject is None else query_reports(subject)
    lookup = {"game": target} if isinstance(target, Game) else {"person": target}
    return Report.objects.filter(**lookup).order_by("-pk")


def _flatten_choices(choices: Any) -> Iterable[tuple[str, Any]]:
    """Yield choices without their groups."""
    for value, label in choices:
        if isinstance(label, list | tuple):
            yield from label
        else:
            yield value, label
