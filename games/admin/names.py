"""Names instead of numbers: devices, seats and people where only a number is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.admin.lists import called
from games.admin.show import plain
from games.live.table.tricks import device_name
from games.models import Act, Device, Game, User
from games.store import log
from games.stories.table import Table
from games.words.choices import ENDINGS, MODES, STATUSES
from games.words.phrases import spoken


def device_label(table: Table, device: int) -> str:
    """A device by its name at the table and its place in the order of coming, as names may be the same."""
    name = device_name(table, device) or table.devices.get(device, "") or _("Without a name")
    return _("%(name)s, device %(order)s") % {"name": name, "order": device_order(table, device) or "–"}


def device_order(table: Table, device: int) -> int:
    """Which device this was to come to the table; 0 for one that never had a place there."""
    known = sorted(table.devices)
    return known.index(device) + 1 if device in known else 0


def device_of(game: Game, device: int) -> str:
    """The same, from the game's log."""
    story: Any = log.load(game.pk)
    return device_label(story, device)


def devices_of(game: Game, devices: Iterable[Device]) -> list[tuple[Device, str]]:
    """Devices with what they are called."""
    story: Any = log.load(game.pk)
    return [(one, device_label(story, one.pk)) for one in devices] if game.at_table else []


def snapshot_told(kept: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The moment of a report as labels and texts."""
    names = [str(name) for name in (*kept.get("names", ()), "", "")[:2]]
    winner = kept.get("winner")
    told = {
        _("names"): " · ".join(filter(None, names)),
        _("entry"): kept.get("version"),
        _("kind"): _label(MODES, kept.get("mode")),
        _("status"): _label(STATUSES, kept.get("status")),
        _("phase"): kept.get("phase"),
        _("trick"): kept.get("trick"),
        _("ending"): _label(ENDINGS, kept.get("ending")),
        _("winner"): names[winner] if winner in (0, 1) else None,
    }
    return ((label, plain(text)) for label, text in told.items() if text not in (None, ""))


def said_told(kept: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What was said at the game of a report: by whom, and what."""
    names = [str(name) for name in (*kept.get("names", ()), "", "")[:2]]
    for one in kept.get("said", ()):
        yield names[one["seat"]], plain(spoken(one["word"]) if "word" in one else one["text"])


def details_told(act: Act) -> Iterator[tuple[str, str]]:
    """The details of an act as labels and texts, with people, devices and seats by their names."""
    names = [*(act.game.names if act.game else "").split("\n"), "", ""]
    people = _people(act.data)
    for label, value in _flat(act.data):
        text = value
        match label.rsplit(" · ", 1)[-1]:
            case "winner" | "was" | "seat" | "only" if value in (0, 1) and not isinstance(value, bool):
                text = names[value] or value
            case "user":
                text = people.get(value, value)
            case "device" if act.game is not None and isinstance(value, int):
                text = device_of(act.game, value)
        if text not in (None, ""):
            yield label, plain(text)


def _flat(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key} · ")
        else:
            yield f"{before}{key}", value


def _people(data: Mapping[str, Any]) -> dict[int, str]:
    number = data.get("user")
    return {one.pk: called(one) for one in User.objects.filter(pk=number)} if number else {}


def _label(labels: Any, value: Any) -> str:
    return str(dict(labels).get(value, ""))
