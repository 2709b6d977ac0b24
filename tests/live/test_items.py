"""What devices send, and what the services are told: every message of the wire has one meaning with its fields."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import pytest

from games.live.table.items import MEANT
from games.services.table import said
from games.wire import entries


def test_every_entry_of_a_device_means_something_that_services_know() -> None:
    assert set(MEANT) == set(get_args(entries.Item))
    assert set(MEANT.values()) == set(get_args(said.Item))


@pytest.mark.parametrize(("message", "kind"), MEANT.items(), ids=lambda kind: kind.__name__)
def test_a_message_and_its_meaning_have_the_same_fields_and_defaults(message: Any, kind: Any) -> None:
    sent = {name: field.get_default() for name, field in message.model_fields.items() if not field.is_required()}
    needed = {name for name, field in message.model_fields.items() if field.is_required()} - {"type"}
    meant = {field.name: field.default for field in fields(kind)}
    assert {name for name in meant if name not in sent} == needed
    assert {name: meant[name] for name in sent} == sent
