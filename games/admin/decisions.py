"""Decisions on reports and appeals: the outcomes to choose from, the action of each, and the forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.action_form_base import ReasonField, build_textarea
from games.admin.action_forms import DURATIONS, compute_end, list_seat_choices
from games.admin.actions import ModerationAction
from games.models import Game, Report, User
from games.models.moderation import MAX_TEXT_LENGTH, Outcome, Ruling
from games.services.moderation.permissions import Justification, Moderator
from games.state.moderation import ActKind
from games.texts.moderation import describe_preview

TIMED_KINDS = (ActKind.MUTE, ActKind.SUSPEND)
IMMEDIATE_KINDS = (ActKind.WARN, ActKind.END_SESSIONS)


@dataclass(frozen=True, slots=True)
class VerdictOption:
    """Outcome that a moderator may choose. Without an ``action``, it only answers the senders of the reports."""

    code: str
    label: str
    effect: str = ""
    outcome: Outcome = Outcome.ACTED
    action: ModerationAction | None = None
    target: Game | User | None = None
    get_arguments: Callable[[], Mapping[str, Any]] = field(default=dict)

    @property
    def is_destructive(self) -> bool:
        """Return whether the action is destructive."""
        return self.action is not None and self.action.is_destructive

    def perform(self, moderator: Moderator, justification: Justification) -> Any:
        """Perform the action and return its result, None without an action."""
        if self.action is None:
            return None
        return self.action.do(moderator, self.target, **self.get_arguments(), justification=justification)


def list_verdict_options(
    moderator: Moderator,
    report: Report,
    person_actions: Iterable[ModerationAction],
    game_actions: Iterable[ModerationAction],
) -> list[tuple[str, list[VerdictOption]]]:
    """Return the outcomes that this moderator may choose for a case now, grouped under headings."""
    person_options = (
        list(_list_person_options(moderator, report.person, person_actions)) if report.person is not None else []
    )
    answers = [VerdictOption(value, str(label), outcome=Outcome(value)) for value, label in Outcome.choices]
    groups = [
        (gettext("Answer only"), answers),
        (gettext("User"), person_options),
        (gettext("Game"), list(_list_game_options(report.game, game_actions))),
    ]
    return [(title, options) for title, options in groups if options]


def _list_person_options(
    moderator: Moderator, person: User, actions: Iterable[ModerationAction]
) -> Iterable[VerdictOption]:
    for action in actions:
        if action.kind in IMMEDIATE_KINDS:
            yield VerdictOption(
                action.kind.value,
                str(action.button),
                describe_preview(action.kind, person=person),
                action=action,
                target=person,
            )
        elif action.kind in TIMED_KINDS:
            yield from _list_timed_options(moderator, action, person)


def _list_timed_options(moderator: Moderator, action: ModerationAction, person: User) -> Iterable[VerdictOption]:
    """Yield an outcome for each duration.

    A suspension for good closes the account, so it needs the permission for that.
    """
    for length, (label, span) in DURATIONS.items():
        closes = action.kind is ActKind.SUSPEND and span is None
        if not closes or moderator.user.has_perm("games.act_close"):
            yield VerdictOption(
                f"{action.kind.value}:{length}",
                gettext("%(what)s: %(length)s") % {"what": action.button, "length": label},
                _describe_timed_effect(action.kind, person, label, span is None),
                action=action,
                target=person,
                get_arguments=partial(_build_end_argument, length),
            )


def _build_end_argument(length: str) -> Mapping[str, Any]:
    return {"until": compute_end(length)}


def _describe_timed_effect(kind: ActKind, person: User, label: Any, for_good: bool) -> str:
    """Return the preview of an outcome. It names the duration, because the end is known only once it begins."""
    if for_good:
        return describe_preview(kind, person=person, until=None)
    texts = {
        ActKind.MUTE: gettext(
            "%(name)s can't chat, report or choose a name for %(length)s, and appears as “Player” in new games."
        ),
        ActKind.SUSPEND: gettext("%(name)s is logged out everywhere and can't log in for %(length)s."),
    }
    return texts[kind] % {"name": person.shown, "length": label}


def _list_game_options(game: Game, actions: Iterable[ModerationAction]) -> Iterable[VerdictOption]:
    for action in actions:
        if action.kind is ActKind.AWARD:
            for seat, name in list_seat_choices(game):
                yield VerdictOption(
                    f"award:{seat}",
                    gettext("%(name)s wins the game") % {"name": name},
                    describe_preview(
                        action.kind, [str(label) for _seat, label in list_seat_choices(game)], winner=int(seat)
                    ),
                    action=action,
                    target=game,
                    get_arguments=partial(dict, winner=int(seat)),
                )
        elif action.kind in (ActKind.CALL_OFF, ActKind.FREEZE):
            yield VerdictOption(
                action.kind.value, str(action.button), describe_preview(action.kind), action=action, target=game
            )


# Forms of decisions.


class DecisionForm(forms.Form):
    """Form of a decision: the outcome, and a note to the sender."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note to the sender"), required=False, max_length=MAX_TEXT_LENGTH, widget=build_textarea(2)
    )

    def __init__(self, outcomes: Iterable[tuple[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["outcome"]
        field.choices = list(outcomes)


class VerdictForm(DecisionForm):
    """Form that decides a case: one choice does the action and answers all senders."""

    reason = ReasonField(
        required=False, help_text=_("The reported person reads it, and the log keeps it. Needed for an action.")
    )
    newest = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The newest report that the page showed; later ones stay open."""

    def __init__(self, groups: Iterable[tuple[str, list[VerdictOption]]], *args: Any, **kwargs: Any) -> None:
        self.groups = list(groups)
        self.options = {option.code: option for _title, options in self.groups for option in options}
        super().__init__([(code, option.label) for code, option in self.options.items()], *args, **kwargs)
        self.order_fields(["outcome", "reason", "note"])

    def clean(self) -> dict[str, Any]:
        """Require a reason for an action."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        option = self.options.get(data.get("outcome", ""))
        if option is not None and option.action is not None and not data.get("reason"):
            self.add_error("reason", self.fields["outcome"].error_messages["required"])
        return data

    @property
    def option(self) -> VerdictOption:
        """Return the chosen option."""
        return self.options[self.cleaned_data["outcome"]]

    def build_justification(self, report: Any) -> Justification:
        """Return the justification of the act."""
        return Justification(self.cleaned_data["reason"], self.cleaned_data["reason"], report)


UNDO_OUTCOME = "undo"


def list_appeal_outcomes(is_undoable: bool, is_undone: bool) -> list[tuple[str, Any]]:
    """Return the outcomes of an appeal against an act; for an undoable one, also to grant it and undo the act at once.

    Granting the appeal against an act that is not undone says that the act stays.
    """
    granted = Ruling.GRANTED.label if is_undone else _("Appeal granted, without undoing the action")
    undo = [(UNDO_OUTCOME, _("Appeal granted: undo the action now"))] if is_undoable else []
    return [(Ruling.UPHELD, Ruling.UPHELD.label), *undo, (Ruling.GRANTED, granted)]
