"""The HTTP side of the two documents is that of the code: addresses, fields and their values, refusals, limits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import URLPattern, resolve
from pydantic import BaseModel

from games.models import CODE_LENGTH, JoinToken
from games.pages import urls
from games.pages.online.forms import NameForm, NewGameForm
from games.pages.table.forms import NewTableForm
from games.people import devices, names
from games.rules import record
from games.rules.cards import Faction
from games.rules.logged import record as table_record
from games.rules.logged.slots import CARD_SPOTS
from games.rules.state import Phase
from games.services.table import asking, companion, places, tables, tokens
from games.services.table.places import Choice
from games.wire import entries
from games.words.refusals_table import CODES
from tests.live.documents import ONLINE, TABLE, Document, quoted
from tests.live.source import reached

FORMS: dict[str, tuple[Document, list[str]]] = {
    address: (document, row)
    for document, title in ((ONLINE, "Make or join a game"), (TABLE, "All forms"))
    for row in document.tables(title)[0]
    for address in quoted(row[0])
}
"""Every documented POST with its row: address, fields, what it does, refusals."""

ADDRESSES = set(re.findall(r"GET (/[^\s`]*/)", ONLINE.text + TABLE.text)) | set(FORMS)

PAGES = {"lobby", "lobby_fragment", "rules", "rulings", "game", "invitation", "table", "join_table", "verify"}
PAGES |= {"privacy", "my_data", "my_data_file", "erase", "learn", "lesson", "lesson_at", "preferences", "set_language"}
PAGES |= {"daily_puzzle", "next_puzzle", "puzzle", "puzzle_at", "replay", "table_replay", "watch", "watch_tables"}
PAGES |= {"my_games", "profile", "leaderboard", "engine", "components", "signals", "manifest", "worker", "offline"}
PAGES |= {"tokens", "token_end", "friends", "tie_listed", "replay_picture", "table_replay_picture"}
PAGES |= {"push", "push_off", "letters_off"}
"""What people look at and programs have no use for: the socket's view has all of it."""

NAMES = {"name_empty", "name_long", "name_reserved"}
EVERYWHERE = {"busy", "forbidden", "not_found", "post_only", "slow_down"}
"""What the tables of refusals tell for all addresses at once."""

NEVER = {"not_seated", "not_invited", "no_such_game", "bad_deal", "people_only"}
"""What the services refuse others with: the pages have answered 403 or 404 before, deals are the site's own, and
programs with a token come to the API."""

TIES = ("/@/<name>/tie/", "/m/<code>/across/")
NEVER_AT = {
    "/play/": {*("account_needed", "own_game", "seat_taken", "not_waiting", "frozen", "no_choice", "you_blocked")},
    "/m/<code>/opponent/": {"account_needed", "own_game", "bad_part", "you_blocked"},
    "/m/<code>/call-off/": {"seat_taken"},
    "/seek/": {*("own_game", "seat_taken", "not_waiting", "frozen", "no_choice", "already_begun", "game_over")}
    | {"you_blocked"},
    **{one: {"seat_taken", "no_choice", "already_begun", "game_over", "frozen"} for one in TIES},
    "/@/<name>/challenge/": {"account_needed"},
    "/m/<code>/rematch/": {"no_choice"},
    **{f"/{one}/<code>/replay/play-on/": {"no_choice", "game_over", "not_in_hand", "must_follow"} for one in "mt"},
}
"""What a service that others use too refuses: the seat of a game just
made is free, an opponent of the site's own invites nobody and sends no part, every level may be preferred, who looks
for somebody is taken past whatever cannot be joined, and the cards of a game that is over were allowed when they were
played. Whoever blocks calls off their challenges where that can still be done; whoever challenges has an account."""


def view_at(address: str) -> Callable[..., Any]:
    found: Callable[..., Any] = resolve(address.replace("<code>", "K7MPX2QA").replace("<name>", "ana")).func
    return found


def pattern_of(pattern: URLPattern) -> str:
    return "/" + str(pattern.pattern).replace("<code:code>", "<code>").replace("<str:name>", "<name>")


def test_every_address_for_programs_is_told() -> None:
    known = {pattern_of(one) for one in urls.urlpatterns if one.name not in PAGES and one.name is not None}
    assert known <= ADDRESSES


def test_every_address_that_is_told_leads_somewhere() -> None:
    told = set(re.findall(r"`(/(?:guest|new|play|seek|account/\w+|[mtj@]/[\w<>/-]+)/)`", ONLINE.text + TABLE.text))
    assert told >= set(FORMS)
    for address in told | ADDRESSES:
        assert callable(view_at(address)), address


@pytest.mark.parametrize("address", FORMS)
def test_the_fields_of_a_form_are_those_that_are_read(address: str) -> None:
    assert set(quoted(FORMS[address][1][1])) == reached(view_at(address)).fields


@pytest.mark.parametrize("address", FORMS)
def test_its_refusals_are_those_that_can_come(address: str) -> None:
    told = set(quoted(FORMS[address][1][3]))
    never = NEVER | NEVER_AT.get(address, set())
    assert told == reached(view_at(address)).codes - EVERYWHERE - never - NAMES


@pytest.mark.parametrize("address", [one for one, (_, row) in FORMS.items() if "codes of a name" in row[3]])
def test_where_the_codes_of_a_name_are_told_they_can_come(address: str) -> None:
    assert reached(view_at(address)).codes >= NAMES


@pytest.mark.parametrize("document", [ONLINE, TABLE], ids=["online", "table"])
def test_every_refusal_of_a_form_has_a_status(document: Document) -> None:
    """Those of an online game are 409 unless they are named; those of a table are all named."""
    told = {code for row in document.rows("Refusals over HTTP") for code in quoted(row[0])}
    named = {code for kept, row in FORMS.values() if kept is document for code in quoted(row[3])}
    if document is ONLINE:
        assert told - {"name_needed", "invalid"} >= NAMES | EVERYWHERE - {"busy"}
    else:
        assert told == named | {"forbidden"}


def test_every_field_has_its_values() -> None:
    told = {
        code
        for title, document in (("Make or join a game", ONLINE), ("All forms", TABLE))
        for row in document.tables(title)[1]
        for code in quoted(row[0])
    }
    opened = {code for row in TABLE.rows("Open a table") for code in quoted(row[0])}
    fields = {field for _, row in FORMS.values() for field in quoted(row[1])}
    assert fields - {"code"} == told | opened


def values(document: Document, title: str, field: str) -> set[str]:
    (cell,) = (row[1] for row in document.rows(title) if field in quoted(row[0]) and len(row) == 2)
    return set(quoted(cell))


def choices(form: Any, field: str) -> set[str]:
    return {value for value, _ in form.base_fields[field].choices}


def test_the_values_of_a_new_game_and_a_new_table() -> None:
    for field in ("who", "lead", "last_trick", "draw"):
        assert values(ONLINE, "Make or join a game", field) == choices(NewGameForm, field)
    for field in ("depth", "device", "lead"):
        assert values(TABLE, "Open a table", field) == choices(NewTableForm, field)
    assert values(TABLE, "All forms", "as") == set(Choice)


def test_how_long_a_name_may_be() -> None:
    told = {row[0].strip("`"): row[2] for row in ONLINE.rows("Refusals over HTTP")}
    assert f"more than {names.MAX_LENGTH} characters" in told["name_long"]
    raw: Any = NameForm.base_fields["name"]
    assert f"more than {raw.max_length} characters" in told["max_length"]
    assert f"1 to {names.MAX_LENGTH} characters" in ONLINE.text
    assert f"up to {names.MAX_LENGTH} characters" in TABLE.text


def test_the_limits_of_a_table() -> None:
    told = dict(TABLE.rows("Limits"))
    assert told["A name"] == f"{names.MAX_LENGTH} characters"
    assert told["Devices at a table"] == str(tables.CROWD)
    assert told["Devices that ask at once"] == str(asking.CROWD)
    assert told["Life of a code that works once"] == f"{tokens.ONCE_FOR.seconds // 60} minutes"
    assert told["Life of a table's code without anything happening"] == f"{tokens.IDLE.seconds // 3600} hours"
    away = told["Absence of the host until a player's device may act for it"]
    assert away == f"{places.HOST_AWAY.seconds // 60} minutes"
    assert told["Entries in a frame"] == str(schema(entries.Entries, "items")["maxItems"])
    longest = told["Characters of an entry's `id`"]
    assert schema(entries.Undo, "id")["pattern"].endswith(f"{{1,{longest}}}$")


def schema(model: type[BaseModel], field: str) -> dict[str, Any]:
    found: dict[str, Any] = model.model_json_schema()["properties"][field]
    return found


def test_the_cookie_of_a_device() -> None:
    assert f"`{devices.COOKIE}`" in TABLE.text
    assert f"{len(devices.new_secret())} characters" in TABLE.section("Who may")
    assert devices.AGE == 365 * 24 * 3600


def test_the_shape_of_codes() -> None:
    way_in = {row[0]: row[1] for row in TABLE.tables("Come to a table")[0]}
    assert f"{CODE_LENGTH} letters and digits" in way_in["`code`"]
    assert set(quoted(way_in["`purpose`"])) == set(JoinToken.Purpose.values)


def test_the_refusals_of_the_socket_are_those_of_the_code() -> None:
    told = {code for row in TABLE.rows("Refusals") for code in quoted(row[0])}
    services = reached(companion.act).codes.union(*(reached(one).codes for one in companion._DECIDERS.values()))
    assert told == (services - NEVER - NAMES) | {"unavailable", "bad_message", "too_large", "not_text"}
    assert told - {"bad_message", "too_large", "not_text"} <= CODES


def test_the_fields_of_the_records() -> None:
    online = {code for row in ONLINE.rows("The record") for code in quoted(row[0])}
    assert (
        online
        == {
            "format",
            "seats",
            "leader",
            "hands",
            "deck",
            "plays",
            "shuffle",
            "rulings",
            "opponents",
            "helped",
            "programs",
            "played",
            "origin",
        }
        == set(record.Record.__dataclass_fields__) | {"format"}
    )
    told = {row[0].strip("`"): quoted(row[1]) for row in TABLE.rows("The record")}
    assert set(told) == {"format", "seats"} | table_record.OPTIONAL
    assert set(told["phase_one"]) == {place.value for place in CARD_SPOTS[Phase.ONE]} | {"leader"}
    assert set(told["phase_two"]) == {place.value for place in CARD_SPOTS[Phase.TWO]}
    assert told["piles"] == [*(faction.key for faction in Faction), "counts", "highest"]
    assert (told["format"], quoted(dict(ONLINE.rows("The record"))["`format`"])) == (
        [table_record.FORMAT],
        [record.FORMAT],
    )
