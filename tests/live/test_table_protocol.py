"""docs/protocol-table.md says what the socket of a table says: every example, every message, every code."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from pydantic import BaseModel, TypeAdapter

from games.live.table.consumer import CLOSING
from games.wire import online as messages
from games.wire.entries import FromDevice, from_device
from games.wire.table import TableView, ToDevice
from games.words.refusals import SENTENCES
from games.words.refusals_table import CODES
from games.words.refusals_table import SENTENCES as AT_TABLE
from tests.live.documents import TABLE

EXAMPLES = [text for text in TABLE.blocks("json") if "type" in json.loads(text)]
"""Those of the socket; the answers over HTTP have no type."""
to_device: TypeAdapter[ToDevice] = TypeAdapter(ToDevice)


def kind(model: type[BaseModel]) -> str:
    """The value of ``type``."""
    return str(get_args(model.model_fields["type"].annotation)[0])


def all_kinds() -> list[str]:
    return [kind(model) for model in [*get_args(FromDevice), *get_args(ToDevice)]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_message(example: str) -> None:
    sent = json.loads(example)["type"] in {kind(model) for model in get_args(FromDevice)}
    (from_device if sent else to_device).validate_json(example)


def test_every_message_has_an_example() -> None:
    assert sorted({json.loads(example)["type"] for example in EXAMPLES}) == sorted(set(all_kinds()))


def test_every_field_of_the_view_is_in_it() -> None:
    assert [name for name in TableView.model_fields if f'"{name}"' not in TABLE.text] == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_in_it(code: str) -> None:
    assert f"`{code}`" in TABLE.text


def test_every_closing_code_has_a_sentence() -> None:
    assert CLOSING.keys() <= SENTENCES.keys() | AT_TABLE.keys()
    assert set(CLOSING) - set(messages.CLOSING) <= CODES
