"""The documents of the protocol agree with the code: examples, fields, codes and limits."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel, TypeAdapter

from games import rate_limits, socket_counts
from games.accounts import names
from games.messaging import presence
from games.models.chat import MAX_MESSAGE_LENGTH
from games.queries import conduct
from games.realtime import base_consumer, heartbeat
from games.realtime.companion.consumer import CLOSING_CODES
from games.realtime.companion.view import render_view
from games.schemas import common, match, review
from games.schemas.common import Message
from games.schemas.match import CLOSING, TOO_MUCH, FromClient, FromServer
from games.schemas.review import ReviewShown
from games.schemas.table import TableView, ToDevice
from games.schemas.table_commands import FromDevice, from_device
from games.server import websocket_protocol
from games.services.matches import clocks, lobby
from games.services.social import chat
from games.state import clock as agreed
from games.texts import refusals as texts
from games.texts.chat import PHRASES_AND_GESTURES
from games.texts.formatting import format_duration
from games.texts.refusals import TABLE_REFUSAL_CODES
from tests.client import Person, Seat
from tests.realtime.documents import DOCUMENTS, FORMS, ONLINE, RECORD, TABLE, known_rates, quoted, rates, read
from tests.realtime.sockets import play_plies, seats
from tests.realtime.test_views import TABLES
from tests.reducer import reduced
from tests.services.companion.entries import ANA
from tests.site_process import Site

ANSWERS: tuple[set[str], ...] = (
    {"ok", "url"},
    {"ok", "url", "link", "deal"},
    {"code", "message"},
    {"ticket", "commitment"},
    {"game", "deal"},
    {"to_play", "outcome", "margin", "nodes", "cards"},
    {"score", "winner", "lines", "url"},
    {"state"},
    set(ReviewShown.model_fields),
)
"""Fields of the answers over HTTP, and of what `manage.py engine solve` prints (tests/minds)."""

PARTS: dict[str, type[BaseModel]] = {
    "ending": match.Result,
    "asked": match.Rematch,
    "appeal": match.NoticeShown,
    "may_hint": match.AidShown,
    "by": common.CancelShown,
    "entered": match.TransferShown,
}
"""Parts of a view by a field that no other one has."""

SERVER: dict[str, type[BaseModel]] = {model.model_fields["type"].default: model for model in get_args(FromServer)}
CLIENT: dict[str, type[BaseModel]] = {
    get_args(model.model_fields["type"].annotation)[0]: model for model in get_args(get_args(FromClient)[0])
}


def test_every_phrase_and_gesture_is_documented() -> None:
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
    model = model_of(example)
    assert isinstance(model.model_validate_json(json.dumps(example)), model)


@pytest.mark.parametrize("example", FORMS.examples() + RECORD.examples(), ids=str)
def test_every_example_over_http_has_the_fields_of_an_answer(example: dict[str, Any]) -> None:
    assert set(example) in ANSWERS


def test_the_examples_of_cards_and_view_belong_to_one_game() -> None:
    """The first card leads to the view, and the second card follows it."""
    (view,) = (one for one in ONLINE.examples() if one.get("type") == "view")
    led, answered = (one for one in ONLINE.examples() if one.get("type") == "card")
    assert [view["board"][name] for name in ("ply", "turn", "legal")] == [led["ply"], led["turn"], led["legal"]]
    after = reduced(view, answered)
    match.View.model_validate_json(json.dumps(after))
    assert (after["board"]["last"]["follow"], after["board"]["trick"]) == (answered["card"], 4)


def test_the_review_is_documented() -> None:
    (example,) = (one for one in RECORD.examples() if one.get("format") == "claim-review/1")
    ReviewShown.model_validate_json(json.dumps(example))
    documented = set(re.findall(r"`(\w+)`", RECORD.section("The review")))
    models = [one for one in Message.__subclasses__() if one.__module__ == review.__name__]
    assert {name for model in models for name in model.model_fields} - {"state"} <= documented


def test_every_message_has_a_heading_and_an_example() -> None:
    titles = re.findall(r"^### (`.*)$", ONLINE.text, re.MULTILINE)
    shown = {example.get("type") for example in ONLINE.examples()} - {None}
    assert {name for title in titles for name in quoted(title)} == shown == set(SERVER) | set(CLIENT)


@pytest.mark.parametrize("model", [*SERVER.values(), *CLIENT.values(), *Message.__subclasses__()])
def test_every_field_is_documented(model: type[BaseModel]) -> None:
    documented = set(re.findall(r"`(?:\w+\.)?(\w+)`", ONLINE.text))
    if model.__module__ in {one.__name__ for one in (match, common)}:
        assert set(model.model_fields) - {"type"} <= documented


def test_every_refusal_code_is_documented() -> None:
    documented = {code for row in ONLINE.rows("Codes") for code in quoted(row[0])}
    assert documented <= texts.REFUSAL_CODES | {"muted", "text_needed"}
    everywhere = {code for document in (*DOCUMENTS, read("api.md")) for code in re.findall(r"`(\w+)`", document.text)}
    assert everywhere >= texts.REFUSAL_CODES


def test_the_closing_codes_agree() -> None:
    rows = ONLINE.rows("Closing codes")
    assert {row[0].strip("`"): int(row[1]) for row in rows} == CLOSING
    assert all((int(row[1]) < 4400 or int(row[1]) == TOO_MUCH) == row[2].startswith("yes") for row in rows)


def test_the_limits_agree() -> None:
    documented = dict(ONLINE.rows("Limits")) | dict(FORMS.rows("Limits of forms"))
    protocol = websocket_protocol
    sent = f"{protocol.MAX_UNITS} frames in {protocol.WINDOW:.0f} seconds"
    alone = f"{conduct.MAX_CANCELLED} in {format_duration(conduct.CANCEL_WINDOW)}, else `too_many_cancelled`"
    starts = {
        "A frame that is read": f"{base_consumer.MAX_MESSAGE_SIZE} bytes; up to {protocol.MAX_FRAME_SIZE} ",
        "What a connection sends": sent,
        "Unreadable frames of a connection": f"{base_consumer.MAX_BAD_FRAMES},",
        "Connections of an address at once": f"{socket_counts.MAX_PER_ADDRESS},",
        "Invitations of a person that wait at once": f"{lobby.MAX_WAITING},",
        "Something that a player says": f"one in {chat.MIN_INTERVAL.seconds} seconds,",
    }
    exact = {
        "Bytes that wait for you to read them": f"{protocol.MAX_UNSENT}, else {protocol.CLOSE_UNREAD}",
        "Silence of a connection": f"{heartbeat.MAX_SILENCE:.0f} seconds",
        "Between two beats": f"{presence.HEARTBEAT_INTERVAL:.0f} seconds",
        "Silence until a player counts as away": f"{presence.PRESENCE_LEASE.seconds} seconds",
        "Away in one's turn until the win may be claimed": f"{presence.CLAIM_AFTER.seconds} seconds",
        "The first card of a seat in real time, before its clock starts": f"{agreed.FIRST_CARD.seconds} seconds",
        "A card of a rated game that is not by the day": f"{clocks.ABANDONED_AFTER.days} days",
        "Cancelling dealt games alone, for a person": alone,
        "Free text": f"{MAX_MESSAGE_LENGTH} characters",
        "A name": f"{names.MAX_LENGTH} characters",
        "`Retry-After` of `slow_down`": f"{rate_limits.SHORTEST.total_seconds():g} seconds",
    }
    assert {name: documented[name] for name in exact} == exact
    assert [name for name, start in starts.items() if not documented[name].startswith(start)] == []
    assert f"each whole {protocol.UNIT_BYTES} bytes" in documented["What a connection sends"]
    assert protocol.MAX_OVERRUNS == 3


def test_every_rate_for_programs_is_documented() -> None:
    tables = ONLINE.rows("Limits"), FORMS.rows("Limits of forms"), TABLE.rows("Limits")
    documented = {scope: rate for rows in tables for scope, rate in rates(dict(rows)).items()}
    apart = {"report", "second_factor", "export", "prefer", "learn", "puzzle", "puzzle_tried", "notifications"}
    assert documented == known_rates(rate_limits.SCOPES.keys() - apart)


async def test_every_frame_of_a_game_is_a_documented_message(
    ana_there: Person, bram_there: Person, cleo_there: Person, table: str
) -> None:
    frames: list[dict[str, Any]] = []
    receive = Seat.receive

    async def keep(seat: Seat) -> dict[str, Any]:
        frames.append(await receive(seat))
        return frames[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Seat, "receive", keep)
        async with seats(table, ana_there, bram_there, cleo_there) as everybody:
            await play_plies(everybody, 52)
    for frame in frames:
        SERVER[frame["type"]].model_validate_json(json.dumps(frame))
    assert {frame["type"] for frame in frames} >= {"view", "card", "accepted"}


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_documented_commands_make_a_guest(open_site: Site, tmp_path: Path) -> None:
    (script,) = FORMS.blocks("sh")
    script = script.replace("http://127.0.0.1:8000", open_site.url)
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"ok": True, "url": "/"}


TABLE_EXAMPLES = [example for example in TABLE.examples() if "type" in example]
"""Examples of the socket; answers over HTTP have no type."""
to_device: TypeAdapter[ToDevice] = TypeAdapter(ToDevice)


def kinds(union: Any) -> set[str]:
    """The values of ``type``."""
    return {get_args(model.model_fields["type"].annotation)[0] for model in get_args(union)}


@pytest.mark.parametrize("example", TABLE_EXAMPLES, ids=str)
def test_every_example_of_a_table_is_a_message(example: dict[str, Any]) -> None:
    message = (from_device if example["type"] in kinds(FromDevice) else to_device).validate_json(json.dumps(example))
    assert message.type == example["type"]


def test_every_message_and_field_of_a_table_is_documented() -> None:
    assert {example["type"] for example in TABLE_EXAMPLES} == kinds(FromDevice) | kinds(ToDevice)
    assert [name for name in TableView.model_fields if f'"{name}"' not in TABLE.text] == []


def test_the_size_of_the_view_of_a_complete_game_is_documented() -> None:
    stated = re.search(r"(\d+) kB of JSON after all 26 tricks", TABLE.text)
    assert stated
    assert round(len(render_view(TABLES["over"], ANA, "en").encode()) / 1000) == int(stated[1])


def test_every_refusal_code_of_a_table_is_documented() -> None:
    assert [code for code in sorted(TABLE_REFUSAL_CODES) if f"`{code}`" not in TABLE.text] == []


def test_every_closing_code_of_a_table_has_a_sentence() -> None:
    assert CLOSING_CODES.keys() <= texts.REFUSAL_SENTENCES.keys() | texts.TABLE_SENTENCES.keys()
    assert set(CLOSING_CODES) - set(CLOSING) <= TABLE_REFUSAL_CODES
