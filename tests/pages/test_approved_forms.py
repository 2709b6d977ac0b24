"""Every form as it was approved: its fields with all that people and browsers are told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django import forms
from django.utils import translation

from games.pages.online.against import PlayForm
from games.pages.online.forms import NameForm, NewGameForm
from games.pages.people.account_forms import LoginForm, SignupForm
from games.pages.people.preferences import PreferencesForm
from games.pages.reports.forms import AppealForm, ReportForm
from games.pages.table.forms import NewTableForm, OptionalNameForm
from tests.approval import approved

FORMS: dict[str, Callable[[], forms.Form]] = {
    "name": NameForm,
    "new game": NewGameForm,
    "new table": NewTableForm,
    "play now": PlayForm,
    "preferences": PreferencesForm,
    "optional name": OptionalNameForm,
    "report": lambda: ReportForm([("1", "Bram")]),
    "appeal": AppealForm,
    "sign-up": SignupForm,
    "log-in": LoginForm,
}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def told(form: forms.Form) -> str:
    """A line for a field and one for each thing that is said of it."""
    return "\n".join(line for name, field in form.fields.items() for line in (name, *_field(field)))


def _field(field: forms.Field) -> list[str]:
    said = {
        "kind": f"{type(field).__name__} {type(field.widget).__name__}",
        "required": field.required,
        "label": field.label,
        "help": field.help_text,
        "initial": field.initial,
        "attributes": dict(sorted(field.widget.attrs.items())),
        "choices": [[str(part) for part in choice] for choice in getattr(field, "choices", ())],
        "longest": getattr(field, "max_length", None),
    }
    return [f"    {what}: {value}" for what, value in said.items() if value not in ("", None, [], {})]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_as_approved(name: str, db: None) -> None:
    approved(f"forms/{name.replace(' ', '-')}", told(FORMS[name]()))


def test_what_each_depth_costs_and_gives_is_as_approved(db: None) -> None:
    depths = [f"{words.name} / {words.costs} / {words.gives} / {best}" for _, words, best in NewTableForm().depths()]
    approved("forms/depths", "\n".join(depths))
