"""Access to sockets: origins, addresses, sessions, limits, and every closing code."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from games import circuit_breaker, socket_counts
from games.server.websocket_protocol import MAX_OVERRUNS, MAX_UNITS
from tests.client import Person
from tests.realtime.servers import Redis
from tests.realtime.sockets import farewell, seats, soon
from tests.site_process import Site


def stranger(site: Site) -> Person:
    """Somebody without any cookie."""
    person = Person.__new__(Person)
    person.url, person.cookies = site.url, {}
    return person


class TestOrigin:
    @pytest.mark.parametrize(
        "origin",
        [
            None,
            "null",
            "",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:{other}",
            "https://127.0.0.1:{port}",
            "ws://127.0.0.1:{port}",
            "http://127.0.0.1:{port}.evil.example",
            "http://evil.example/127.0.0.1:{port}",
        ],
    )
    async def test_pages_of_others_are_refused(self, open_site: Site, table: str, origin: str | None) -> None:
        sent = None if origin is None else Origin(origin.format(port=open_site.port, other=open_site.port - 1))
        for _time in ("judged", "remembered"):
            with pytest.raises(InvalidStatus, match=r"40[03]"):
                await connect(f"{open_site.socket_url}/ws/m/{table}/", origin=sent)

    async def test_our_own_are_let_in(self, open_site: Site, table: str) -> None:
        address = f"{open_site.socket_url}/ws/m/{table}/"
        for _time in ("judged", "remembered"):
            async with connect(address, origin=Origin(open_site.url)) as socket:
                assert '"type":"view"' in str(await soon(socket.recv()))


class TestAddress:
    @pytest.mark.parametrize(
        "path", ["/ws/m/AAAAAAAA/", "/ws/m/x/", "/ws/m//", "/ws/", "/", "/ws/m/AAAAAAAA", "/guest/"]
    )
    async def test_where_nothing_is(self, open_site: Site, path: str) -> None:
        async with connect(open_site.socket_url + path, origin=Origin(open_site.url)) as socket:
            assert await farewell(socket) == ("no_such_game", 4404)

    async def test_a_code_in_small_letters_is_the_same_game(self, ana_there: Person, table: str) -> None:
        async with seats(table.lower(), ana_there) as (ana,):
            assert ana.view["game"] == table

    async def test_a_private_invitation_does_not_exist_for_strangers(
        self, open_site: Site, ana_there: Person, cleo_there: Person
    ) -> None:
        code = ana_there.open_game(who="private")
        for somebody in (cleo_there, stranger(open_site)):
            async with somebody.socket(code) as socket:
                assert await farewell(socket) == ("no_such_game", 4404)
        async with seats(code, ana_there) as (ana,):
            assert ana.view["status"] == "waiting"

    async def test_nor_when_it_was_called_off(self, ana_there: Person, cleo_there: Person) -> None:
        code = ana_there.open_game(who="private")
        ana_there.post(f"/m/{code}/call-off/")
        async with cleo_there.socket(code) as socket:
            assert await farewell(socket) == ("no_such_game", 4404)

    async def test_its_link_opens_it(self, ana_there: Person, bram_there: Person) -> None:
        code = ana_there.open_game(who="private", watch="")
        assert bram_there.join(code)["status"] == 404
        found = re.search(rf"/i/{code}/([\w-]+)/$", json.loads(ana_there.get(f"/m/{code}/")[1])["invitation"])
        assert found
        assert bram_there.post(f"/m/{code}/join/", token=found[1])["status"] == 200
        async with seats(code, bram_there) as (bram,):
            assert (bram.view["you"], bram.view["options"]["listed"]) == (1, False)


class TestWatching:
    async def test_a_game_without_watchers(self, ana_there: Person, bram_there: Person, cleo_there: Person) -> None:
        code = ana_there.open_game(watch="")
        async with cleo_there.socket(code) as waiting:
            await soon(waiting.recv())
            bram_there.join(code)
            assert await farewell(waiting) == ("may_not_watch", 4403)
        async with cleo_there.socket(code) as late:
            assert await farewell(late) == ("may_not_watch", 4403)

    async def test_a_watcher_sees_what_a_bystander_sees(self, cleo_there: Person, table: str) -> None:
        async with seats(table, cleo_there) as (cleo,):
            board = cleo.view["board"]
        assert (cleo.view["you"], board["hand"], board["recruits"], board["legal"]) == (None, None, None, [])
        assert (board["sizes"], board["reasons"]) == ([13, 13], [])


class TestSession:
    async def test_logging_out_closes_the_sockets_of_that_session_alone(
        self, ana_there: Person, bram_there: Person, table: str
    ) -> None:
        async with seats(table, ana_there, ana_there, bram_there) as (one, two, bram):
            assert ana_there.post("/account/logout/")["status"] == 200
            begun = time.monotonic()
            for tab in (one, two):
                assert await farewell(tab.socket) == ("session_ended", 4401)
            assert time.monotonic() - begun < 2
            await bram.send(type="sync")
            assert await soon(bram.until("view"))

    async def test_changing_the_password_closes_all_of_ones_sockets(self, open_site: Site, bram_there: Person) -> None:
        dora = Person(open_site.url, "Dora")
        name, old, new = f"dora{open_site.port}", "seven-dull-dwarves", "nine-loud-knights"
        assert dora.post("/account/signup/", username=name, password1=old)["status"] == 200
        phone = Person(open_site.url, "Phone")
        phone.post("/account/logout/")
        assert phone.post("/account/login/", login=name, password=old)["status"] == 200
        code = dora.open_game()
        bram_there.join(code)
        async with seats(code, dora, phone, bram_there) as (desk, couch, bram):
            assert (desk.view["you"], couch.view["you"]) == (0, 0)
            changed = dora.post("/account/password/change/", oldpassword=old, password1=new, password2=new)
            begun = time.monotonic()
            assert changed["status"] == 200
            for seat in (desk, couch):
                assert await farewell(seat.socket) == ("session_ended", 4401)
            assert time.monotonic() - begun < 2
            await bram.send(type="sync")
            assert await soon(bram.until("view"))

    async def test_a_session_that_is_over_opens_a_watchers_place_at_most(self, ana_there: Person, table: str) -> None:
        cookies = dict(ana_there.cookies)
        ana_there.post("/account/logout/")
        ana_there.cookies = cookies
        async with seats(table, ana_there) as (ana,):
            assert (ana.view["you"], ana.view["board"]["hand"]) == (None, None)


class TestLimits:
    """A site with its limits; every test has one of its own, since they count by address."""

    @pytest.fixture
    def site(self, daphne_site: Callable[..., Site]) -> Site:
        return daphne_site(TRUSTED_IP_HEADER="X-Real-IP")

    async def test_all_of_them(self, site: Site) -> None:
        ana, bram = Person(site.url, "Ana"), Person(site.url, "Bram")
        code = ana.open_game(lead="creator")
        bram.join(code)
        await self.flood(ana, bram, code)
        await self.many_connections(site, bram, code)
        await asyncio.to_thread(self.many_guests, site)

    async def flood(self, ana: Person, bram: Person, code: str) -> None:
        async with seats(code, ana, bram) as (loud, quiet):
            for number in range((MAX_OVERRUNS + 1) * MAX_UNITS):
                await loud.send(type="play", card="G0", ply=51, id=f"flood-{number}")
            assert await farewell(loud.socket) == ("too_many", 4429)
            await quiet.send(type="sync")
            assert await soon(quiet.until("view"))

    async def many_connections(self, site: Site, bram: Person, code: str) -> None:
        """From one address; people elsewhere notice nothing."""
        shown_out = 0
        for _ in range(121):
            async with self.socket_from(site, code, "203.0.113.7") as socket:
                first = str(await soon(socket.recv()))
                shown_out += "too_many_connections" in first
                if shown_out:
                    assert (await farewell(socket))[1] == 4429
                    break
        assert shown_out == 1
        async with self.socket_from(site, code, "203.0.113.8") as socket:
            assert '"view"' in str(await soon(socket.recv()))

    def socket_from(self, site: Site, code: str, address: str) -> connect:
        """A socket through a proxy that says whose it is."""
        where = f"{site.socket_url}/ws/m/{code}/"
        return connect(where, origin=Origin(site.url), additional_headers={"X-Real-IP": address}, close_timeout=1)

    def many_guests(self, site: Site) -> None:
        answers = [stranger(site) for _ in range(12)]
        codes = []
        for person in answers:
            person.get("/guest/")
            codes.append(person.post("/guest/", name="Gus")["status"])
        assert codes[:8] == [200] * 8
        assert codes[-1] == 429


@pytest.mark.usefixtures("quiet_log")
async def test_a_door_slammed_at_any_moment_leaves_no_trace(open_site: Site, ana_there: Person, table: str) -> None:
    for pause in (0, 0, 0.001, 0.01, 0.05):
        socket = await ana_there.socket(table)
        await asyncio.sleep(pause)
        socket.transport.abort()
    async with seats(table, ana_there) as (ana,):
        assert ana.view["version"] == 4


ADDRESS = "192.0.2.9"


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


class Process:
    """The counts of one process; whatever is done is done in its name."""

    def __init__(self, name: str, patch: pytest.MonkeyPatch) -> None:
        self.name, self.patch = name, patch
        self.open: Counter[str] = Counter()

    def opens(self, many: int = 1) -> bool:
        """Whether the last of them is let in."""
        self._speaks()
        return [socket_counts.add_socket(ADDRESS) and not socket_counts.is_over_limit(ADDRESS) for _ in range(many)][-1]

    def closes(self) -> None:
        self._speaks()
        socket_counts.remove_socket(ADDRESS)
        socket_counts.publish_count(ADDRESS)

    def _speaks(self) -> None:
        self.patch.setattr(socket_counts, "_process_id", self.name)
        self.patch.setattr(socket_counts, "_open", self.open)


@pytest.fixture
def two(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> tuple[Process, Process]:
    monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
    socket_counts._get_client.cache_clear()
    socket_counts._get_client().flushdb()
    return Process("one", monkeypatch), Process("two", monkeypatch)


@pytest.mark.redis
def test_those_of_all_processes_count(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(40)
    assert other.opens(20)
    assert not other.opens()
    assert not one.opens()


@pytest.mark.redis
def test_who_leaves_makes_room_everywhere(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(socket_counts.MAX_PER_ADDRESS)
    assert not other.opens()
    other.closes()
    one.closes()
    assert one.opens()
    one.closes()
    assert other.opens()


@pytest.mark.redis
def test_a_process_that_was_killed_counts_no_more(two: tuple[Process, Process]) -> None:
    one, other = two
    assert one.opens(socket_counts.MAX_PER_ADDRESS)
    socket_counts._get_client().delete("claim:process:one")
    assert other.opens(socket_counts.MAX_PER_ADDRESS)
    assert not other.opens()


@pytest.mark.redis
def test_without_redis_each_process_keeps_its_own(
    two: tuple[Process, Process], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker.redis, "is_open", lambda: False)
    one, other = two
    assert one.opens(socket_counts.MAX_PER_ADDRESS)
    redis.kill()
    try:
        assert other.opens(socket_counts.MAX_PER_ADDRESS)
        assert not other.opens()
    finally:
        redis.start()
