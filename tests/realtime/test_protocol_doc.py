"""docs/protocol.md, forms.md and record.md are true: examples are messages, and tables name what the code has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from games import rate_limits, socket_counts
from games.accounts import names
from games.messaging import presence
from games.models.chat import MAX_MESSAGE_LENGTH
from games.queries import conduct
from games.realtime import base_consumer, heartbeat
from games.schemas import common, match, review
from games.schemas import match as messages
from games.schemas.common import Message
from games.schemas.match import CLOSING, TOO_MUCH, FromClient, FromServer
from games.schemas.review import ReviewShown
from games.server import websocket_protocol
from games.services.matches import clocks, lobby
from games.services.social import chat
from games.state import clock as agreed
from games.texts import refusals as texts
from games.texts.chat import PHRASES_AND_GESTURES
from games.texts.formatting import format_duration
from tests.client import Person
from tests.realtime.documents import DOCUMENTS, FORMS, ONLINE, RECORD, TABLE, known_rates, quoted, rates, read
from tests.realtime.sockets import play_plies, seats
from tests.reducer import reduced
from tests.site_process import Site

ANSWERS: tuple[set[str], ...] = (
    {"ok", "url"},
    {"ok", "url", "link", "deal"},
    {"code", "message"},
    {"ticket", "commitment"},
    {"game", "deal"},
    {"to_play", "outcome", "margin", "nodes", "cards"},
    {"state"},
    set(ReviewShown.model_fields),
)
"""Fields of the answers over HTTP, and of what `manage.py engine solve` prints (tests/minds)."""

PARTS: dict[str, type[BaseModel]] = {
    "ending": messages.Result,
    "asked": messages.Rematch,
    "appeal": messages.NoticeShown,
    "may_hint": match.AidShown,
    "by": common.CancelShown,
}
"""Parts of a view by a field that no other one has."""

SERVER: dict[str, type[BaseModel]] = {model.model_fields["type"].default: model for model in get_args(FromServer)}
CLIENT: dict[str, type[BaseModel]] = {
    get_args(model.model_fields["type"].annotation)[0]: model for model in get_args(get_args(FromClient)[0])
}


def test_every_phrase_and_gesture_is_told() -> None:
    assert set(re.findall(r"`(\w+)`", ONLINE.section("`say`, `write`, `agree`, `words`"))) >= set(PHRASES_AND_GESTURES)


def model_of(example: dict[str, Any]) -> type[BaseModel]:
    """The model of a message, or of a part of the view."""
    if "type" in example:
        # What is asked for and the answer go by the same name.
        asked = CLIENT.get(example["type"]) if len(example) == 1 else None
        return asked or {**CLIENT, **SERVER}[example["type"]]
    return next(model for key, model in PARTS.items() if key in example)


@pytest.mark.parametrize("example", ONLINE.examples(), ids=str)
def test_every_example_is_a_message(example: dict[str, Any]) -> None:
    model_of(example).model_validate_json(json.dumps(example))


@pytest.mark.parametrize("example", FORMS.examples() + RECORD.examples(), ids=str)
def test_every_example_over_http_has_the_fields_of_an_answer(example: dict[str, Any]) -> None:
    assert set(example) in ANSWERS


def test_the_card_of_the_page_makes_a_view_of_the_view_of_the_page() -> None:
    """The second card goes on from the view, which the first one has led to."""
    (view,) = (one for one in ONLINE.examples() if one.get("type") == "view")
    led, answered = (one for one in ONLINE.examples() if one.get("type") == "card")
    assert [view["board"][name] for name in ("ply", "turn", "legal")] == [led["ply"], led["turn"], led["legal"]]
    after = reduced(view, answered)
    messages.View.model_validate_json(json.dumps(after))
    assert (after["board"]["last"]["follow"], after["board"]["trick"]) == (answered["card"], 4)


def test_the_review_is_as_the_page_says() -> None:
    (example,) = (one for one in RECORD.examples() if one.get("format") == "claim-review/1")
    ReviewShown.model_validate_json(json.dumps(example))
    told = set(re.findall(r"`(\w+)`", RECORD.section("The review")))
    models = [one for one in Message.__subclasses__() if one.__module__ == review.__name__]
    assert {name for model in models for name in model.model_fields} - {"state"} <= told


def test_every_message_has_a_heading_and_an_example() -> None:
    titles = re.findall(r"^### (`.*)$", ONLINE.text, re.MULTILINE)
    shown = {example.get("type") for example in ONLINE.examples()} - {None}
    assert {name for title in titles for name in quoted(title)} == shown == set(SERVER) | set(CLIENT)


@pytest.mark.parametrize("model", [*SERVER.values(), *CLIENT.values(), *Message.__subclasses__()])
def test_every_field_is_explained(model: type[BaseModel]) -> None:
    told = set(re.findall(r"`(?:\w+\.)?(\w+)`", ONLINE.text))
    if model.__module__ in {one.__name__ for one in (messages, match, common, common)}:
        assert set(model.model_fields) - {"type"} <= told


def test_every_code_is_told() -> None:
    told = {code for row in ONLINE.rows("Codes") for code in quoted(row[0])}
    assert told <= texts.REFUSAL_CODES | {"muted", "text_needed"}
    everywhere = {code for document in (*DOCUMENTS, read("api.md")) for code in re.findall(r"`(\w+)`", document.text)}
    assert everywhere >= texts.REFUSAL_CODES


def test_the_closing_codes_are_those_of_the_code() -> None:
    rows = ONLINE.rows("Closing codes")
    assert {row[0].strip("`"): int(row[1]) for row in rows} == CLOSING
    assert all((int(row[1]) < 4400 or int(row[1]) == TOO_MUCH) == row[2].startswith("yes") for row in rows)


def test_the_limits_are_those_of_the_code() -> None:
    told = dict(ONLINE.rows("Limits")) | dict(FORMS.rows("Limits of forms"))
    assert told["A frame that is read"].startswith(
        f"{base_consumer.MAX_FRAME} bytes; up to {websocket_protocol.MAX_FRAME} "
    )
    sent = told["What a connection sends"]
    assert sent.startswith(f"{websocket_protocol.MAX_UNITS} frames in {websocket_protocol.WINDOW:.0f} seconds")
    assert f"each whole {websocket_protocol.UNIT_BYTES} bytes" in sent
    assert websocket_protocol.MAX_OVERRUNS == 3
    assert (
        told["Bytes that wait for you to read them"]
        == f"{websocket_protocol.MAX_UNSENT}, else {websocket_protocol.CLOSE_UNREAD}"
    )
    assert told["Unreadable frames of a connection"].startswith(f"{base_consumer.MAX_BAD_FRAMES},")
    assert told["Silence of a connection"] == f"{heartbeat.MAX_SILENCE:.0f} seconds"
    assert told["Between two beats"] == f"{presence.HEARTBEAT_INTERVAL:.0f} seconds"
    assert told["Silence until a player counts as away"] == f"{presence.PRESENCE_LEASE.seconds} seconds"
    assert told["Away in one's turn until the win may be claimed"] == f"{presence.CLAIM_AFTER.seconds} seconds"
    first_card = told["The first card of a seat in real time, before its clock starts"]
    assert first_card == f"{agreed.FIRST_CARD.seconds} seconds"
    assert told["A card of a rated game that is not by the day"] == f"{clocks.ABANDONED_AFTER.days} days"
    alone = f"{conduct.MAX_CANCELLED} in {format_duration(conduct.CANCEL_WINDOW)}, else `too_many_cancelled`"
    assert told["Cancelling dealt games alone, for a person"] == alone
    assert told["Connections of an address at once"].startswith(f"{socket_counts.MAX_PER_ADDRESS},")
    assert told["Invitations of a person that wait at once"].startswith(f"{lobby.MAX_WAITING},")
    assert told["Something that a player says"].startswith(f"one in {chat.MIN_INTERVAL.seconds} seconds,")
    assert told["Free text"] == f"{MAX_MESSAGE_LENGTH} characters"
    assert told["A name"] == f"{names.MAX_LENGTH} characters"
    assert told["`Retry-After` of `slow_down`"] == f"{rate_limits.SHORTEST.total_seconds():g} seconds"


def test_every_rate_is_told_but_those_of_no_program() -> None:
    tables = ONLINE.rows("Limits"), FORMS.rows("Limits of forms"), TABLE.rows("Limits")
    told = {scope: rate for rows in tables for scope, rate in rates(dict(rows)).items()}
    apart = {"report", "second_factor", "export", "prefer", "learn", "puzzle", "puzzle_tried", "signals"}
    assert told == known_rates(rate_limits.SCOPES.keys() - apart)


async def test_what_a_site_sends_is_what_the_page_says(
    ana_there: Person, bram_there: Person, cleo_there: Person, table: str
) -> None:
    """Every frame of a whole game, read with the models that the page was checked against."""
    async with seats(table, ana_there, bram_there, cleo_there) as everybody:
        for seat in everybody:
            checked(seat.view)
        receive = type(everybody[0]).receive
        frames: list[dict[str, Any]] = []

        async def keep(seat: Any) -> dict[str, Any]:
            message = await receive(seat)
            frames.append(message)
            return message

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(everybody[0]), "receive", keep)
            await play_plies(everybody, 52)
    for frame in frames:
        checked(frame)
    assert {frame["type"] for frame in frames} >= {"card", "accepted"}


def checked(frame: dict[str, Any]) -> None:
    SERVER[frame["type"]].model_validate_json(json.dumps(frame))


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_of_the_page_make_a_guest(open_site: Site, tmp_path: Path) -> None:
    (script,) = FORMS.blocks("sh")
    script = script.replace("http://127.0.0.1:8000", open_site.url)
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"ok": True, "url": "/"}
