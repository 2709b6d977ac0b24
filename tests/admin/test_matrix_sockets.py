"""Every message of the sockets against everybody, over a real site: one table for games and one for tables.

A cell says what the message gets: the type of the answer, or the code of the refusal; ``-`` for no answer at all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from games.schemas.match import from_client
from games.schemas.table_commands import from_device
from tests.admin.staff import Staff
from tests.client import Person
from tests.realtime.phones import Phone
from tests.realtime.sockets import soon
from tests.site_process import Site, copy_var

GAME_ROLES = ("visitor", "guest", "ana", "bram", "watcher", "mona", "sara")
GAME = """
          visitor     guest       ana              bram             watcher     mona        sara
play      not_seated  not_seated  stale_ply        stale_ply        not_seated  not_seated  not_seated
hint      not_seated  not_seated  not_against_site not_against_site not_seated  not_seated  not_seated
take_back not_seated  not_seated  not_against_site not_against_site not_seated  not_seated  not_seated
say       not_seated  not_seated  accepted         accepted         not_seated  not_seated  not_seated
write     not_seated  not_seated  not_among_friends not_among_friends not_seated not_seated  not_seated
agree     not_seated  not_seated  not_among_friends not_among_friends not_seated not_seated  not_seated
words     not_seated  not_seated  words            words            not_seated  not_seated  not_seated
sync      view        view        view             view             view        view        view
here      -           -           -                -                -           -           -
nonsense  bad_message bad_message bad_message      bad_message      bad_message bad_message bad_message
"""

TABLE_ROLES = ("stranger", "host", "other", "display", "mona", "sara")
TABLE = """
             stranger     host            other           display      mona         sara
log          not_at_table accepted        accepted        not_at_table not_at_table not_at_table
undo         not_at_table nothing_to_undo nothing_to_undo not_at_table not_at_table not_at_table
stand        not_at_table no_such_slip    no_such_slip    not_at_table not_at_table not_at_table
lead         not_at_table accepted        accepted        not_at_table not_at_table not_at_table
state_leader not_at_table accepted        accepted        not_at_table not_at_table not_at_table
undead       not_at_table wrong_depth     wrong_depth     not_at_table not_at_table not_at_table
pile         not_at_table wrong_depth     wrong_depth     not_at_table not_at_table not_at_table
name         not_at_table accepted        accepted        not_at_table not_at_table not_at_table
depth        not_at_table accepted        accepted        not_at_table not_at_table not_at_table
confirm      not_at_table not_over        not_over        not_at_table not_at_table not_at_table
rematch      not_at_table not_over        not_over        not_at_table not_at_table not_at_table
close        not_at_table accepted        accepted        not_at_table not_at_table not_at_table
entries      not_at_table nothing_to_undo nothing_to_undo not_at_table not_at_table not_at_table
sync         table        table           table           table        table        table
here         -            -               -               -            -            -
nonsense     bad_message  bad_message     bad_message     bad_message  bad_message  bad_message
"""

PLAYS: dict[str, dict[str, Any]] = {
    "play": {"card": "G3", "ply": 40, "id": "m1"},
    "hint": {"ply": 0, "line": 0},
    "take_back": {"ply": 0, "line": 0},
    "say": {"word": "hello"},
    "write": {"text": "Hello"},
    "agree": {"on": True},
    "words": {},
    "sync": {},
    "here": {"version": 1},
    "nonsense": {},
}
ITEMS: dict[str, dict[str, Any]] = {
    "log": {"phase": 1, "trick": 1, "place": "revealed", "card": "U5"},
    "undo": {"number": 999},
    "stand": {"slip": "x"},
    "lead": {"seat": 0},
    "state_leader": {"phase": 1, "trick": 2, "seat": 1},
    "undead": {"seat": 0, "card": "U5"},
    "pile": {"faction": "G", "counts": [1, 0]},
    "name": {"seat": "{seat}", "name": "Lily"},
    "depth": {"depth": "scoring"},
    "confirm": {"seat": "{seat}", "accept": True},
    "rematch": {},
    "close": {},
    "entries": {"items": [{"type": "undo", "number": 998, "id": "q1"}]},
    "sync": {},
    "here": {"version": 1},
    "nonsense": {},
}


WITHOUT_ID = ("sync", "here", "entries", "nonsense", "words")


@pytest.fixture(scope="module")
def site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(copy_var(prepared_var, tmp_path_factory.mktemp("matrix")), {"RATE_LIMITS": "0"}).start()
    yield site
    site.stop()
    assert site.crash() == ""


@pytest.fixture(scope="module")
def staff(site: Site) -> dict[str, Person]:
    return {"mona": Staff(site, "Mona"), "sara": Staff(site, "Sara", "--superuser")}


def test_the_tables_name_every_message() -> None:
    assert set(PLAYS) - {"nonsense"} == kinds(from_client)
    assert set(ITEMS) - {"nonsense"} == kinds(from_device)


async def test_messages_at_a_game(site: Site, staff: dict[str, Person]) -> None:
    people = {name: Person(site.url, name.title()) for name in ("guest", "ana", "bram", "watcher")}
    code = people["ana"].open_game(lead="creator")
    people["bram"].join(code)
    everybody = {"visitor": nobody(site), **people, **staff}
    found = {role: await answers(everybody[role].socket(code), PLAYS) for role in GAME_ROLES}
    assert found == columns(GAME)


async def test_messages_at_a_table(site: Site, staff: dict[str, Person]) -> None:
    found = {}
    for role in TABLE_ROLES:
        host, other, display, stranger = (Phone(site.url) for _ in range(4))
        code = host.open_table()
        other.take(host.token(), "1", code)
        display.take(host.token(), "display", code)
        there: dict[str, Person] = {"host": host, "other": other, "display": display, "stranger": stranger, **staff}
        address: Callable[..., Any] = Phone.phone_socket
        items = for_seat(1 if role == "other" else 0)
        found[role] = await answers(address(there[role], code), items)
    assert found == columns(TABLE)


def kinds(adapter: Any) -> set[str]:
    """Every type of message that a socket understands."""
    schema = adapter.json_schema()
    return set(schema["discriminator"]["mapping"])


def nobody(site: Site) -> Person:
    """A browser without a session."""
    person = Person.__new__(Person)
    person.url, person.name, person.cookies = site.url, "", {}
    return person


def for_seat(seat: int) -> dict[str, dict[str, Any]]:
    return {
        kind: {name: seat if value == "{seat}" else value for name, value in fields.items()}
        for kind, fields in ITEMS.items()
    }


async def answers(address: Any, messages: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What each message gets, one after the other on one socket."""
    found = {}
    async with address as socket:
        await soon(socket.recv())
        for number, (kind, fields) in enumerate(messages.items()):
            own = {} if kind in WITHOUT_ID else {"id": f"x{number}"}
            await socket.send(json.dumps({"type": kind, **own, **fields}))
            found[kind] = await answer(socket, kind)
    return found


async def answer(socket: ClientConnection, kind: str) -> str:
    """The first message that is an answer; views and beats come by themselves."""
    if kind == "here":
        return "-"  # A refusal would come as the answer to the next message.
    wanted = {"sync": ("view", "table"), "words": ("words", "refused")}.get(kind, ("accepted", "refused"))
    async with asyncio.timeout(20):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] in wanted:
                return str(message["code"] if message["type"] == "refused" else message["type"])


def columns(text: str) -> dict[str, dict[str, str]]:
    """A table as its columns."""
    head, *lines = text.strip("\n").splitlines()
    rows = [line.split() for line in lines]
    return {role: {row[0]: row[at + 1] for row in rows} for at, role in enumerate(head.split())}
