"""The socket of a table speaks as docs/protocol-table.md says: every example, every message, every code."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest
from pydantic import BaseModel, TypeAdapter

from games.realtime.companion.consumer import CLOSING_CODES
from games.realtime.companion.view import render_view
from games.schemas import match as messages
from games.schemas.table import TableView, ToDevice
from games.schemas.table_commands import FromDevice, from_device
from games.texts.refusals import REFUSAL_SENTENCES, TABLE_REFUSAL_CODES
from games.texts.refusals import TABLE_SENTENCES as AT_TABLE
from tests.realtime.documents import TABLE
from tests.realtime.test_views import TABLES
from tests.services.companion.entries import ANA

EXAMPLES = [json.dumps(example) for example in TABLE.examples() if "type" in example]
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


def test_the_view_of_a_complete_game_is_as_large_as_the_page_says() -> None:
    stated = re.search(r"(\d+) kB of JSON after all 26 tricks", TABLE.text)
    assert stated
    assert round(len(render_view(TABLES["over"], ANA, "en").encode()) / 1000) == int(stated[1])


@pytest.mark.parametrize("code", sorted(TABLE_REFUSAL_CODES))
def test_every_code_is_in_it(code: str) -> None:
    assert f"`{code}`" in TABLE.text


def test_every_closing_code_has_a_sentence() -> None:
    assert CLOSING_CODES.keys() <= REFUSAL_SENTENCES.keys() | AT_TABLE.keys()
    assert set(CLOSING_CODES) - set(messages.CLOSING) <= TABLE_REFUSAL_CODES
