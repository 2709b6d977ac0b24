"""Programs play at a real site with a token and without cookies, until the token ends."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.client import Person, Seat
from tests.people import PASSWORD
from tests.realtime.documents import ONLINE
from tests.realtime.sockets import at_version, farewell, seats, soon
from tests.site_process import Site, clean_environment


class Program:
    """A program of a new account, with a token of this scope."""

    def __init__(self, site: Site, name: str, scope: str = "play") -> None:
        self.site, self.person = site, Person(site.url, name)
        assert self.person.post("/account/signup/", username=name, password1=PASSWORD)["status"] == 200
        made = self.person.post("/account/tokens/", name="Random cards", scope=scope)
        self.secret, self.number = made["secret"], made["id"]
        self.headers = {"Authorization": f"Bearer {self.secret}"}

    def ask(self, path: str, body: object = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.site.url + path, data, headers)) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                found = json.load(refusal)
        return found

    def opened(self) -> str:
        return str(self.ask("/api/games", {"lead": "creator"})["game"])

    def socket(self, code: str, **more: str) -> connect:
        address = f"{self.site.socket_url}/ws/m/{code}/"
        return connect(address, additional_headers={**self.headers, **more}, compression=None)


async def refusal(socket: ClientConnection, **message: object) -> str:
    """The code with which a message is refused."""
    seat = Seat(socket)
    await seat.send(**message)
    return str((await soon(seat.until("refused")))["code"])


@pytest.fixture(scope="module")
def gita(open_site: Site) -> Program:
    return Program(open_site, "Gita")


@pytest.fixture(scope="module")
def hugo(open_site: Site) -> Program:
    return Program(open_site, "Hugo")


COMMANDS = {"play.py": (sys.executable,), "play.mjs": ("node", "--experimental-websocket")}
"""How the clients of the page of the API are run."""


def find_client(page: str, name: str) -> str:
    """Return the text of a client on the page of the API."""
    found = re.search(rf'<pre id="{name.replace(".", "-")}"[^>]*>(.*?)</pre>', page, re.DOTALL)
    assert found, name
    return html.unescape(found[1])


@pytest.fixture
def clients(gita: Program, tmp_path: Path) -> dict[str, Path]:
    """The clients of the page of the API in files."""
    with urllib.request.urlopen(f"{gita.site.url}/api/") as answer:
        page = answer.read().decode()
    files = {name: tmp_path / name for name in COMMANDS}
    for name, file in files.items():
        file.write_text(find_client(page, name))
        assert len(file.read_text().splitlines()) <= 30
    return files


def started(file: Path, who: Program, *argument: str) -> subprocess.Popen[str]:
    """Start a client: against a bot of that level, at the game of that code, or at a new one."""
    environment = clean_environment(SITE=who.site.url, TOKEN=who.secret)
    command = [*COMMANDS[file.name], str(file), *argument]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def waiting(file: Path, who: Program) -> tuple[subprocess.Popen[str], str]:
    """A client that opened a game and waits at it, and the code of the game."""
    process = started(file, who)
    assert process.stdout
    return process, process.stdout.readline().strip()


def results(*processes: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """The result that each client prints at the end of the game."""
    printed = [process.communicate(timeout=60)[0].splitlines()[-1] for process in processes]
    assert {process.returncode for process in processes} == {0}
    return [json.loads(line) for line in printed]


def test_the_clients_of_the_page_and_of_the_protocol_are_the_same(clients: dict[str, Path]) -> None:
    documented = {"play.py": ONLINE.blocks("python"), "play.mjs": ONLINE.blocks("js")}
    assert documented == {name: [file.read_text()] for name, file in clients.items()}


def test_the_clients_play_whole_games_against_a_bot(gita: Program, clients: dict[str, Path]) -> None:
    gita.person.post("/preferences/", pace="quick")
    processes = [started(file, gita, "page") for file in clients.values()]
    printed = [process.communicate(timeout=300)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    for code, result in printed:
        game = gita.ask(f"/api/games/{code}")
        assert json.loads(result) == game["view"]["result"]
        assert len(game["record"]["plays"]) == 52
        assert [one["program"] for one in game["view"]["players"]] == [True, False]


def test_the_clients_play_a_whole_game_against_each_other(
    gita: Program, hugo: Program, clients: dict[str, Path]
) -> None:
    first, code = waiting(clients["play.py"], gita)
    ends = results(first, started(clients["play.mjs"], hugo, code))
    game = gita.ask(f"/api/games/{code}")
    assert ends == [game["view"]["result"]] * 2
    assert len(game["record"]["plays"]) == 52
    assert game["record"]["programs"] == [True, True]
    assert [one["program"] for one in game["view"]["players"]] == [True, True]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_client_comes_back_after_a_restart(
    daphne_site: Callable[..., Site], clients: dict[str, Path], name: str
) -> None:
    client, site = clients[name], daphne_site()
    gita, hugo = Program(site, "Gita"), Program(site, "Hugo")
    first, code = waiting(client, gita)
    site.restart()
    ends = results(first, started(client, hugo, code))
    assert ends[0] == ends[1] == gita.ask(f"/api/games/{code}")["view"]["result"]


async def test_a_program_is_shown_as_a_program(gita: Program, bram_there: Person) -> None:
    code = gita.opened()
    bram_there.join(code)
    async with gita.socket(code) as socket, seats(code, bram_there) as (bram,):
        seat = Seat(socket)
        await soon(seat.until("view"))
        assert (seat.view["you"], len(seat.view["board"]["hand"])) == (0, 13)
        answer = await soon(seat.play_any())
        assert answer["type"] == "accepted"
        assert [one["program"] for one in (await at_version(bram, answer["version"]))["players"]] == [True, False]
        await soon(bram.until("beat"))
        assert bram.beat["here"] == [True, True]


async def test_a_program_may_only_play_cards_and_not_with_a_read_token(gita: Program, bram_there: Person) -> None:
    reader = gita.person.post("/account/tokens/", name="Reader", scope="read")
    code = gita.opened()
    bram_there.join(code)
    async with gita.socket(code) as socket, gita.socket(code, Authorization=f"Bearer {reader['secret']}") as read_only:
        assert await refusal(socket, type="say", word="hello", id="a") == "not_for_programs"
        assert await refusal(socket, type="words") == "not_for_programs"
        assert await refusal(socket, type="hint", ply=0, line=0, id="b") == "not_for_programs"
        view = await soon(Seat(read_only).until("view"))
        assert len(view["board"]["hand"]) == 13
        assert await refusal(read_only, type="play", card=view["board"]["legal"][0], ply=0, id="a") == "read_only"


async def test_a_program_only_watches_at_a_seat_taken_by_hand(gita: Program, bram_there: Person) -> None:
    code = gita.person.open_game(lead="creator")
    bram_there.join(code)
    async with gita.socket(code) as socket, seats(code, bram_there) as (bram,):
        seat = Seat(socket)
        await soon(seat.until("view"))
        assert await refusal(socket, type="play", card=seat.view["board"]["legal"][0], ply=0, id="a") == "own_hand"
        assert [one["program"] for one in seat.view["players"]] == [False, False]
        await soon(bram.until("beat"))
        assert bram.beat["here"] == [False, True]


async def test_ending_a_token_closes_its_sockets(open_site: Site, bram_there: Person) -> None:
    ilja = Program(open_site, "Ilja")
    code = ilja.opened()
    bram_there.join(code)
    async with ilja.socket(code) as socket, seats(code, ilja.person):
        await soon(socket.recv())
        ilja.person.post("/account/tokens/end/", token=ilja.number)
        assert await farewell(socket) == ("token_ended", 4401)
        assert ilja.ask("/api/me")["code"] == "bad_token"
        async with ilja.socket(code) as again:
            assert await farewell(again) == ("bad_token", 4401)


async def test_logging_out_of_a_browser_closes_no_socket_of_a_program(gita: Program, bram_there: Person) -> None:
    code = gita.opened()
    bram_there.join(code)
    browser = Person(gita.site.url, "Visitor")
    assert browser.post("/account/login/", login="Gita", password=PASSWORD)["status"] == 200
    async with gita.socket(code) as socket:
        await soon(socket.recv())
        browser.post("/account/logout/")
        seat = Seat(socket)
        await seat.send(type="sync")
        assert (await soon(seat.until("view")))["you"] == 0


async def test_a_token_replaces_the_origin_only_without_cookies(gita: Program, ana_there: Person, table: str) -> None:
    """A browser sends cookies along from any page. With the origin of the site, the token is the user."""
    cookies = "; ".join(f"{name}={value}" for name, value in ana_there.cookies.items())
    for headers in ({"Cookie": cookies}, *({"Authorization": header} for header in ("Basic Z2l0YTp4", "Bearer", ""))):
        with pytest.raises(InvalidStatus, match="403"):
            await gita.socket(table, **headers)
    headers = {**gita.headers, "Cookie": cookies}
    address = f"{gita.site.socket_url}/ws/m/{table}/"
    async with connect(address, additional_headers=headers, origin=Origin(gita.site.url)) as socket:
        view = json.loads(await soon(socket.recv()))
    assert (view["you"], view["board"]["hand"]) == (None, None)


async def test_the_log_contains_no_token(open_site: Site, gita: Program, table: str) -> None:
    async with gita.socket(table) as socket:
        await soon(socket.recv())
    gita.ask("/api/games/AAAAAAAA")
    gita.ask("/api/games", {"clock": "nonsense"})
    assert gita.secret not in open_site.text()
    assert not re.search(r"claim_[\w-]{20}", open_site.text())
