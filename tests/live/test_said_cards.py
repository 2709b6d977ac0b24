"""A card as pages write it is read by a pattern, which finds what the model of the message finds, or nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.wire.online import PLAY, Play, from_client

CARDS = [
    {"type": "play", "card": "G0", "ply": 0, "id": "a"},
    {"type": "play", "card": "P9", "ply": 51, "id": "0-51_" + "x" * 31},
    {"type": "play", "card": "K3", "ply": 10, "id": "3f0c5f0e-8a55-4f2b-9d59-5f8c6f6f0a11", "line": 0},
    {"type": "play", "card": "D7", "ply": 9, "id": "a", "line": 999999},
]
ODD = [
    {"card": "G0", "type": "play", "ply": 0, "id": "a"},
    {"type": "play", "card": "G0", "ply": 52, "id": "a"},
    {"type": "play", "card": "G0", "ply": -1, "id": "a"},
    {"type": "play", "card": "G0", "ply": 1.0, "id": "a"},
    {"type": "play", "card": "G0", "ply": 0, "id": "x" * 37},
    {"type": "play", "card": "G0", "ply": 0, "id": ""},
    {"type": "play", "card": "G0", "ply": 0, "id": "a", "line": None},
    {"type": "play", "card": "G0", "ply": 0, "id": "a", "line": 1000000},
    {"type": "play", "card": "G0", "ply": 0, "id": "a", "thought": 5},
    {"type": "play", "card": "G0", "ply": 0, "id": "a", "more": 1},
    {"type": "play", "card": "none", "ply": 0, "id": "a"},
]


def found(text: str) -> dict[str, Any] | None:
    """What the pattern finds, as the message has it."""
    said = PLAY.fullmatch(text)
    if said is None:
        return None
    card, ply, name, line = said.groups()
    return {"card": card, "ply": int(ply), "id": name, "line": None if line is None else int(line), "thought": None}


def meant(text: str) -> dict[str, Any] | None:
    """What the model finds in a card."""
    try:
        message = from_client.validate_json(text)
    except ValidationError:
        return None
    return message.model_dump(exclude={"type"}) if isinstance(message, Play) else None


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
@pytest.mark.parametrize("card", CARDS)
def test_every_usual_one_is_found(card: dict[str, Any], separators: tuple[str, str]) -> None:
    text = json.dumps(card, separators=separators)
    assert found(text) == meant(text) == {"line": None, "thought": None} | {k: card[k] for k in card if k != "type"}


@pytest.mark.parametrize("card", ODD)
def test_every_other_one_is_for_the_model(card: dict[str, Any]) -> None:
    assert found(json.dumps(card)) is None


@given(st.data())
def test_whatever_is_found_is_what_the_model_finds(data: st.DataObject) -> None:
    """In texts that are nearly one."""
    text = json.dumps(data.draw(st.sampled_from(CARDS)), separators=(",", ":"))
    for _ in range(data.draw(st.integers(0, 3))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 2))
        text = text[:begin] + data.draw(st.text('0123456789GKUDPx"{}[]:,. -_\\\n\u0660é', max_size=2)) + text[end:]
    assert found(text) in (None, meant(text))
