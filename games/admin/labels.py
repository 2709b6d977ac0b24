"""Labels of people, devices and seats, where only a number is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.display import EMPTY, escape_invisible, render_text, render_time
from games.eventlog import event_store
from games.models import Act, Appeal, Device, Game, Proposal, User
from games.models.moderation import Ruling
from games.realtime.companion.tricks import get_device_name
from games.rules.cards import CARDS_BY_CODE
from games.state.game_state import Status
from games.state.table_state import TableState
from games.texts.chat import get_phrase
from games.texts.choices import ACTS, ENDINGS, MODES, STATUSES
from games.texts.moderation import translate_reason
from games.texts.table import format_card

LOG_LABELS: dict[str, str | Promise] = {
    **dict(ACTS),
    "claim": gettext_lazy("Claim"),
    "release": gettext_lazy("Release"),
    "decide": gettext_lazy("Decide"),
    "note": gettext_lazy("Write note"),
    "confirm": gettext_lazy("Confirm proposed action"),
    "turn-down": gettext_lazy("Decline proposed action"),
}
"""Labels of the messages in Django's admin log, by their first word."""

DETAIL_LABELS: dict[str, str | Promise] = {
    "winner": gettext_lazy("winner"),
    "was": gettext_lazy("before"),
    "now": gettext_lazy("after"),
    "seat": gettext_lazy("seat"),
    "device": gettext_lazy("device"),
    "user": gettext_lazy("user"),
    "guest": gettext_lazy("guest"),
    "name": gettext_lazy("name"),
    "number": gettext_lazy("entry"),
    "value": gettext_lazy("value"),
    "display_name": gettext_lazy("display name"),
    "moderation_message": gettext_lazy("message"),
    "muted_until": gettext_lazy("muted until"),
    "muted_for_good": gettext_lazy("muted permanently"),
    "suspended_until": gettext_lazy("suspended until"),
    "closed_at": gettext_lazy("closed"),
    "warned_at": gettext_lazy("warned, unread"),
}
"""Labels of the details of actions, by their keys."""


def get_person_label(person: User) -> str:
    """Return the display name of a person, followed by the user name of an account if it differs."""
    name = person.display_name or person.username
    if person.opponent:
        return _("computer opponent: %(level)s") % {"level": person.opponent}
    if person.is_guest:
        return _("%(name)s (guest)") % {"name": name}
    return name if name.casefold() == person.username.casefold() else f"{name} ({person.username})"


PAUSED_LABEL = gettext_lazy("paused")
RUNNING_STATUSES = (Status.WAITING, Status.PLAYING)


def get_status_label(game: Game, is_paused: bool) -> str:
    """Return the status of a game, which for a running one that a moderator paused is ``PAUSED_LABEL``."""
    return str(PAUSED_LABEL if is_paused and game.status in RUNNING_STATUSES else game.get_status_display())


def render_person(person: User | None) -> Any:
    """Render the label of a person; a dash for none."""
    return EMPTY if person is None else render_text(get_person_label(person))


def get_device_label(table: TableState, device: int) -> str:
    """Return the name and the order of arrival of a device at a table, since devices may share a name."""
    name = get_device_name(table, device) or table.devices.get(device, "") or _("Unnamed")
    return _("%(name)s, device %(order)s") % {"name": name, "order": get_device_order(table, device) or "–"}


def get_device_order(table: TableState, device: int) -> int:
    """Return the order of arrival of a device at a table, from 1; 0 if it never had a place there."""
    numbers = sorted(table.devices)
    return numbers.index(device) + 1 if device in numbers else 0


def get_device_label_of_game(game: Game, device: int) -> str:
    """Return the label of a device in a game."""
    table: Any = event_store.load_state(game.pk)
    return get_device_label(table, device)


def list_devices(game: Game, devices: Iterable[Device]) -> list[tuple[Device, str]]:
    """Return devices of a table with their labels; an online game has none."""
    table: Any = event_store.load_state(game.pk)
    return [(device, get_device_label(table, device.pk)) for device in devices] if game.at_table else []


def list_snapshot_details(snapshot: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return an iterator over the labels and texts of a report's snapshot."""
    names = [str(name) for name in (*snapshot.get("names", ()), "", "")[:2]]
    winner = snapshot.get("winner")
    details = {
        _("names"): " · ".join(filter(None, names)),
        _("entry"): snapshot.get("version"),
        _("kind"): _get_label(MODES, snapshot.get("mode")),
        _("status"): _get_label(STATUSES, snapshot.get("status")),
        _("phase"): snapshot.get("phase"),
        _("trick"): snapshot.get("trick"),
        _("ending"): _get_label(ENDINGS, snapshot.get("ending")),
        _("winner"): names[winner] if winner in (0, 1) else None,
    }
    return ((label, escape_invisible(text)) for label, text in details.items() if text not in (None, ""))


def list_chat_messages(snapshot: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the sender's name and the text of each chat message in a report's snapshot."""
    names = [str(name) for name in (*snapshot.get("names", ()), "", "")[:2]]
    for message in snapshot.get("said", ()):
        yield (
            names[message["seat"]],
            escape_invisible(get_phrase(message["word"]) if "word" in message else message["text"]),
        )


def describe_log_message(message: str) -> str:
    """Return a message of Django's admin log in words; a message of another form stays as it is.

    A message is a key of ``LOG_LABELS`` and, where there is one, the number of the action or proposal.
    """
    kind, _separator, number = message.partition(" · ")
    label = LOG_LABELS.get(kind)
    if label is None:
        return message
    if number.endswith("?"):
        return _("%(what)s (proposed)") % {"what": label}
    if number and kind not in ("confirm", "turn-down"):
        return _("%(what)s (action %(number)s)") % {"what": label, "number": number}
    return str(label)


def get_act_label(act: Act | Proposal) -> str:
    """Return the kind of an act; for an undo, also the kind of the act that it undoes."""
    kind = act.get_what_display()
    return kind if act.undoes is None else f"{kind}: {act.undoes.get_what_display()}"


def describe_appeal_outcome(appeal: Appeal) -> str:
    """Return the outcome of an appeal; for a granted one, also whether the act was undone, as the person reads it."""
    outcome = appeal.get_outcome_display()
    if appeal.outcome != Ruling.GRANTED:
        return outcome
    is_undone = hasattr(appeal.act, "undone_by")
    effect = _("The moderator's decision was undone.") if is_undone else _("The moderator's decision was not undone.")
    return f"{outcome} · {effect}"


def list_act_details(act: Act) -> Iterator[tuple[str, SafeString]]:
    """Yield the labels and values of an act's details, with names for people, devices and seats.

    The act that an undo undoes is no detail: it has a field of its own.
    """
    names = [*(act.game.names if act.game else "").split("\n"), "", ""]
    people = _get_people(act.data)
    for keys, value in _flatten(act.data):
        key = keys[-1]
        text = people.get(value, value) if key == "user" else _format_detail(act, key, value, names)
        if key != "undoes" and text not in (None, ""):
            label = " · ".join(str(DETAIL_LABELS.get(key, key)) for key in keys)
            yield label, render_time(text) if isinstance(text, datetime) else render_text(text)


def _format_detail(act: Act, key: str, value: Any, names: Sequence[str]) -> Any:
    """Return the text of a detail of an act, or a time. ``names`` are those of both seats."""
    match key:
        case "winner" | "was" | "seat" | "only" if value in (0, 1) and not isinstance(value, bool):
            return names[value] or value
        case "device" if act.game is not None and isinstance(value, int):
            return get_device_label_of_game(act.game, value)
        case "value":
            return _format_entry_value(value, names)
        case "moderation_message":
            return translate_reason(value)
        case _ if key.endswith(("_until", "_at")) and isinstance(value, str):
            return datetime.fromisoformat(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value


def _format_entry_value(value: Any, names: Sequence[str]) -> Any:
    """Return the text of the value that an entry was corrected to: a card, or the seat of a leader."""
    if value in CARDS_BY_CODE:
        return format_card(CARDS_BY_CODE[value])
    return names[int(value)] if value in ("0", "1") else value


def describe_log_object(entry: LogEntry) -> str:
    """Return the row of an entry of Django's admin log in words: a number with its kind, or a name."""
    kind = entry.content_type
    if kind is not None and kind.model in ("act", "report", "appeal"):
        return f"{capfirst(kind.name)} {entry.object_id}"
    return entry.object_repr


def _flatten(data: Mapping[str, Any], *prefix: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, *prefix, key)
        else:
            yield (*prefix, key), value


def _get_people(data: Mapping[str, Any]) -> dict[int, str]:
    number = data.get("user")
    return {person.pk: get_person_label(person) for person in User.objects.filter(pk=number)} if number else {}


def _get_label(labels: Any, value: Any) -> str:
    return str(dict(labels).get(value, ""))
