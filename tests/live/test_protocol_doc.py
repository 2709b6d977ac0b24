"""docs/protocol.md is true: its examples are messages, its tables name what the code has, and its client plays."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from games import limits, sockets
from games.live import decoding, pace, pulse, talk
from games.models.words import LONGEST
from games.people import names
from games.rules import errors
from games.run import bounds
from games.services.online import lobby
from games.services.words import saying
from games.store import presence
from games.wire import aid, clock, options, review
from games.wire import online as messages
from games.wire.message import Message
from games.wire.online import CLOSING, TOO_MUCH, FromClient, FromServer
from games.wire.review import ReviewShown
from games.words import refusals as texts
from games.words.phrases import KNOWN
from tests.client import Person
from tests.live.documents import ONLINE, TABLE, known_rates, rates
from tests.live.matches import PATIENCE, play_plies, seats
from tests.server import Site

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
"""The shapes of what is answered over HTTP, and of what `manage.py engine solve` prints (tests/minds)."""

SERVER: dict[str, type[BaseModel]] = {model.model_fields["type"].default: model for model in get_args(FromServer)}
CLIENT: dict[str, type[BaseModel]] = {
    get_args(model.model_fields["type"].annotation)[0]: model for model in get_args(get_args(FromClient)[0])
}


def test_every_phrase_and_gesture_is_told() -> None:
    assert set(re.findall(r"`(\w+)`", ONLINE.section("`say`"))) >= set(KNOWN)


def model_of(example: dict[str, Any]) -> type[BaseModel] | None:
    """The model of an example, None for the answers over HTTP."""
    if "type" in example:
        # What is asked for and the answer go by the same name.
        asked = CLIENT.get(example["type"]) if len(example) == 1 else None
        return asked or {**CLIENT, **SERVER}[example["type"]]
    parts: dict[str, type[BaseModel]] = {
        "ending": messages.Result,
        "asked": messages.Rematch,
        "parts": options.DealShown,
        "daily": clock.ClockShown,
        "appeal": messages.NoticeShown,
        "may_hint": aid.AidShown,
    }
    return next((model for key, model in parts.items() if key in example), None)


@pytest.mark.parametrize("text", ONLINE.blocks("json"))
def test_every_example_is_a_message(text: str) -> None:
    example = json.loads(text)
    model = model_of(example)
    if model is None:
        assert set(example) in ANSWERS
    else:
        model.model_validate_json(text)


def test_the_review_is_as_the_page_says() -> None:
    text = next(text for text in ONLINE.blocks("json") if '"claim-review/1"' in text)
    ReviewShown.model_validate_json(text)
    told = set(re.findall(r"`(\w+)`", ONLINE.section("The review")))
    models = [one for one in Message.__subclasses__() if one.__module__ == review.__name__]
    assert {name for model in models for name in model.model_fields} - {"state"} <= told


def test_every_message_has_a_heading_and_an_example() -> None:
    headings = set(re.findall(r"^#### `(\w+)`", ONLINE.text, re.MULTILINE))
    shown = {json.loads(text).get("type") for text in ONLINE.blocks("json")} - {None}
    assert headings == shown == set(SERVER) | set(CLIENT)


@pytest.mark.parametrize("model", [*SERVER.values(), *CLIENT.values(), *Message.__subclasses__()])
def test_every_field_is_explained(model: type[BaseModel]) -> None:
    told = set(re.findall(r"`(?:\w+\.)?(\w+)`", ONLINE.text))
    if model.__module__ in {one.__name__ for one in (messages, aid, clock, options)}:
        assert set(model.model_fields) - {"type"} <= told


def test_the_refusals_are_those_of_the_code() -> None:
    told = {row[0].strip("`"): row[1] for row in ONLINE.rows("Codes")}
    assert set(told) <= texts.CODES
    assert set(re.findall(r"`(\w+)`", ONLINE.section("Codes"))) >= texts.CODES
    known = {**errors.SENTENCES, **texts.SENTENCES, "must_follow": errors.SENTENCES["must_follow_D"]}
    assert told == {code: known[code] for code in told}


def test_the_closing_codes_are_those_of_the_code() -> None:
    rows = ONLINE.rows("Closing codes")
    assert {row[0].strip("`"): int(row[1]) for row in rows} == CLOSING
    assert all((int(row[1]) < 4400 or int(row[1]) == TOO_MUCH) == row[2].startswith("yes") for row in rows)


def test_the_limits_are_those_of_the_code() -> None:
    told = dict(ONLINE.rows("Limits"))
    told_rates = rates(told)
    assert set(told_rates) == {
        *("connect", "guest", "create", "join", "replay", "profile", "ties"),
        *("tokens", "api", "api_token", "api_games"),
    }
    assert told_rates == known_rates(told_rates)
    assert told["A frame that is read"].startswith(f"{decoding.LARGEST} bytes; up to {bounds.LARGEST_FRAME} ")
    assert told["Frames of a connection"].startswith(f"{pace.FRAMES} in {pace.WINDOW:.0f} seconds")
    assert told["`here` and `sync` of a connection"].startswith(f"{pace.FRAMES} in {pace.WINDOW:.0f} seconds;")
    assert pace.OVERRUNS == 3
    assert told["Bytes that wait for you to read them"] == f"{bounds.UNSENT}, else {bounds.UNREAD}"
    assert told["Unreadable frames of a connection"].startswith(f"{talk.BAD_FRAMES},")
    assert told["Silence of a connection"] == f"{pulse.SILENCE:.0f} seconds"
    assert told["Between two beats"] == f"{presence.BEAT:.0f} seconds"
    assert told["Silence until somebody counts as away"] == f"{presence.LEASE.seconds} seconds"
    assert told["Away until the win may be claimed"] == f"{presence.CLAIM_AFTER.seconds} seconds"
    assert told["Connections of an address at once"].startswith(f"{sockets.MOST},")
    assert told["Invitations of a person that wait at once"].startswith(f"{lobby.WAITING},")
    assert told["Something that a player says"].startswith(f"one in {saying.PACE.seconds} seconds,")
    assert told["A text of one's own"] == f"{LONGEST} characters"
    assert told["A name"] == f"{names.MAX_LENGTH} characters"
    assert told["`Retry-After` of `slow_down`"] == f"{limits.SHORTEST.total_seconds():g} seconds"


def test_between_the_two_documents_every_rate_is_told_but_those_of_no_program() -> None:
    told = rates(dict(ONLINE.rows("Limits"))) | rates(dict(TABLE.rows("Limits")))
    apart = {"report", "second_factor", "export", "prefer", "learn", "puzzle", "puzzle_tried", "signals"}
    assert told == known_rates(limits.SCOPES.keys() - apart)


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
    assert {frame["type"] for frame in frames} >= {"view", "accepted"}


def checked(frame: dict[str, Any]) -> None:
    SERVER[frame["type"]].model_validate_json(json.dumps(frame))


async def test_the_client_of_the_page_plays_a_game(open_site: Site, tmp_path: Path) -> None:
    """Two of it, written to a file as a stranger would."""
    file = tmp_path / "client.py"
    (text,) = ONLINE.blocks("python")
    file.write_text(text)
    ana = await started(file, open_site.url, "Ana")
    assert ana.stdout is not None
    code = (await asyncio.wait_for(ana.stdout.readline(), PATIENCE)).decode().strip()
    bram = await started(file, open_site.url, "Bram", code)
    outputs = await asyncio.wait_for(asyncio.gather(ana.communicate(), bram.communicate()), 2 * PATIENCE)
    ends = [json.loads(output) for output, _ in outputs]
    assert ends[0] == ends[1]
    assert ends[0]["ending"] == "votes"


async def started(file: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(sys.executable, str(file), *arguments, stdout=asyncio.subprocess.PIPE)


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_of_the_page_make_a_guest(open_site: Site, tmp_path: Path) -> None:
    (script,) = ONLINE.blocks("sh")
    script = script.replace("http://127.0.0.1:8000", open_site.url)
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"ok": True, "url": "/"}
