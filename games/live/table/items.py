"""From what a device sends to what the services are told: the same words, without the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from games.services.table import said
from games.wire import entries

MEANT: Mapping[type[Any], type[Any]] = {
    getattr(entries, kind.__name__): kind
    for kind in (
        said.Log,
        said.Undo,
        said.Stand,
        said.Lead,
        said.StateLeader,
        said.Undead,
        said.Pile,
        said.SetDepth,
        said.Close,
        said.Confirm,
        said.Again,
        said.Name,
    )
}
"""What each kind of message means. Message and meaning have the same fields, beside the message's ``type``."""


def meant(item: entries.Item) -> said.Item:
    """What a message says."""
    kind = MEANT[type(item)]
    said_so: said.Item = kind(**{one.name: getattr(item, one.name) for one in fields(kind)})
    return said_so
