"""docs/api.md names every address of the API, and every field and value of its requests and responses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.api.api import api
from games.api.schemas import Seated, Terms
from games.services.bots.bot_games import MAX_PROGRAM_GAMES
from games.texts.opponents import OPPONENTS
from tests.realtime.documents import quoted, read

DOCUMENT = read("api.md")
SCHEMA: dict[str, Any] = api.get_openapi_schema(path_prefix="/api/")
NUMBERS = {3: "three"}
JsonSchema = dict[str, Any]


def resolve(schema: JsonSchema) -> JsonSchema:
    """Follow a reference, and leave the null of an optional value out."""
    if "$ref" in schema:
        referenced: JsonSchema = SCHEMA["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return referenced
    kinds = [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"]
    return resolve(kinds[0]) if len(kinds) == 1 else schema


def walk(schema: JsonSchema, name: str = "") -> Iterator[tuple[str, JsonSchema]]:
    """Yield each field without fields of its own. A view is one field: protocol.md describes it."""
    schema = resolve(schema)
    if schema.get("title") == "View":
        yield name.removesuffix("[]"), schema
    elif "properties" in schema:
        for field, kind in schema["properties"].items():
            yield from walk(kind, f"{name}.{field}" if name else field)
    elif schema.get("type") == "array":
        yield from walk(schema["items"], f"{name}[]")
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from walk(schema["additionalProperties"], f"{name}.<kind>")
    else:
        yield name, schema


def list_operations() -> Iterator[tuple[str, JsonSchema]]:
    """Yield the heading of each address, such as ``GET /api/me``, and its operation."""
    for path, methods in SCHEMA["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path.replace('{', '<').replace('}', '>')}", operation


OPERATIONS = dict(list_operations())


def get_answer(operation: JsonSchema) -> JsonSchema:
    (answer,) = (answer for status, answer in operation["responses"].items() if str(status) < "300")
    schema: JsonSchema = answer["content"]["application/json"]["schema"]
    return schema


def list_fields(heading: str, section: str) -> Iterator[tuple[str, JsonSchema]]:
    """Yield the fields of request and answer; those of another address where the section refers to it."""
    operation = OPERATIONS[heading]
    if "requestBody" in operation:
        yield from walk(operation["requestBody"]["content"]["application/json"]["schema"])
    for parameter in operation["parameters"]:
        if parameter["in"] == "query":
            yield parameter["name"], resolve(parameter["schema"])
        elif parameter["name"] == "act":
            yield from ((act, {}) for act in parameter["schema"]["enum"])
    answer = get_answer(operation)
    if same := re.search(r"Answers as \[`([^`]+)`\]", section):
        assert get_answer(OPERATIONS[same[1]]) == answer
    elif answer != {"title": "Response", "type": "string"}:
        yield from walk(answer)


def test_every_address_has_a_section() -> None:
    assert set(re.findall(r"^### `([^`]+)`$", DOCUMENT.text, re.MULTILINE)) == set(OPERATIONS)


@pytest.mark.parametrize("heading", OPERATIONS)
def test_tables_name_the_fields_of_an_address_and_no_others(heading: str) -> None:
    section = DOCUMENT.section(f"`{heading}`")
    fields = dict(list_fields(heading, section))
    assert {name for row in DOCUMENT.rows(f"`{heading}`") for name in quoted(row[0])} == set(fields)


@pytest.mark.parametrize("heading", OPERATIONS)
def test_tables_name_the_values_of_a_field(heading: str) -> None:
    section = DOCUMENT.section(f"`{heading}`")
    values = {value for _, schema in list_fields(heading, section) for value in schema.get("enum", ()) if value}
    assert values <= set(quoted(section))


def list_request_fields() -> Iterator[tuple[str, str, JsonSchema]]:
    """Yield the heading, name and schema of each field of a body."""
    for heading, operation in OPERATIONS.items():
        if "requestBody" in operation:
            fields = walk(operation["requestBody"]["content"]["application/json"]["schema"])
            yield from ((heading, name, schema) for name, schema in fields)


def test_the_schema_describes_every_field_of_a_body_with_an_example() -> None:
    for heading, name, schema in list_request_fields():
        assert schema["description"], (heading, name)
        assert schema["examples"], (heading, name)


def test_the_example_of_a_new_game_has_every_field() -> None:
    request, answer = DOCUMENT.section("`POST /api/games`").split("```json\n")[1:]
    terms = json.loads(request.split("```")[0])
    assert set(terms) == set(Terms.model_validate(terms).model_dump())
    assert Seated.model_validate_json(answer.split("```")[0])


def test_the_opponents_are_those_of_the_site() -> None:
    assert ["", *OPPONENTS] == Terms.model_json_schema()["properties"]["opponent"]["enum"]


def test_the_limit_of_games_against_bots_is_that_of_the_code() -> None:
    assert f"may play {NUMBERS[MAX_PROGRAM_GAMES]} games against bots at a time" in DOCUMENT.text
