"""Access to sockets: origins, addresses, sessions, limits, and every closing code."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable

import pytest
from django.conf import settings
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from games import circuit_breaker, rate_limits, socket_counts
from games.server.websocket_protocol import MAX_OVERRUNS, MAX_UNITS
from tests.client import Person, Seat
from tests.realtime.servers import Redis
from tests.realtime.sockets import deal, farewell, seats, soon
from tests.site_process import Site


def visitor(site: Site) -> Person:
    """A person without any cookie."""
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
    async def test_foreign_origins_are_refused(self, open_site: Site, table: str, origin: str | None) -> None:
        sent = None if origin is None else Origin(origin.format(port=open_site.port, other=open_site.port - 1))
        for _first_and_cached in range(2):
            with pytest.raises(InvalidStatus, match=r"40[03]"):
                await connect(f"{open_site.socket_url}/ws/m/{table}/", origin=sent)

    async def test_the_origin_of_the_site_is_accepted(self, open_site: Site, table: str) -> None:
        address = f"{open_site.socket_url}/ws/m/{table}/"
        for _first_and_cached in range(2):
            async with connect(address, origin=Origin(open_site.url)) as socket:
                assert '"type":"view"' in str(await soon(socket.recv()))


class TestAddress:
    @pytest.mark.parametrize(
        "path", ["/ws/m/AAAAAAAA/", "/ws/m/x/", "/ws/m//", "/ws/", "/", "/ws/m/AAAAAAAA", "/guest/"]
    )
    async def test_an_unknown_address_closes_the_socket(self, open_site: Site, path: str) -> None:
        async with connect(open_site.socket_url + path, origin=Origin(open_site.url)) as socket:
            assert await farewell(socket) == ("no_such_game", 4404)

    async def test_a_code_in_small_letters_is_the_same_game(self, ana_there: Person, table: str) -> None:
        async with seats(table.lower(), ana_there) as (ana,):
            assert ana.view["game"] == table

    async def test_a_private_invitation_exists_for_its_creator_alone(
        self, open_site: Site, ana_there: Person, cleo_there: Person
    ) -> None:
        code = ana_there.open_game(who="private")
        for person in (cleo_there, visitor(open_site)):
            async with person.socket(code) as socket:
                assert await farewell(socket) == ("no_such_game", 4404)
        async with seats(code, ana_there) as (ana,):
            assert ana.view["status"] == "waiting"
        ana_there.post(f"/m/{code}/call-off/")
        async with cleo_there.socket(code) as socket:
            assert await farewell(socket) == ("no_such_game", 4404)

    async def test_the_link_of_a_private_invitation_gives_a_seat(self, ana_there: Person, bram_there: Person) -> None:
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


class TestSession:
    async def test_logging_out_closes_the_sockets_of_that_session_alone(
        self, ana_there: Person, bram_there: Person, table: str
    ) -> None:
        cookies = dict(ana_there.cookies)
        async with seats(table, ana_there, ana_there, bram_there) as (*tabs, bram):
            assert ana_there.post("/account/logout/")["status"] == 200
            await self.check_closed(tabs, bram)
        ana_there.cookies = cookies
        async with seats(table, ana_there) as (ana,):
            assert (ana.view["you"], ana.view["board"]["hand"]) == (None, None)

    async def test_changing_the_password_closes_all_sockets_of_the_user(
        self, open_site: Site, bram_there: Person
    ) -> None:
        dora, phone = Person(open_site.url, "Dora"), Person(open_site.url, "Phone")
        name, old, new = f"dora{open_site.port}", "seven-dull-dwarves", "nine-loud-knights"
        assert dora.post("/account/signup/", username=name, password1=old)["status"] == 200
        phone.post("/account/logout/")
        assert phone.post("/account/login/", login=name, password=old)["status"] == 200
        code = dora.open_game()
        bram_there.join(code)
        async with seats(code, dora, phone, bram_there) as (*own, bram):
            assert [seat.view["you"] for seat in own] == [0, 0]
            changed = dora.post("/account/password/change/", oldpassword=old, password1=new, password2=new)
            assert changed["status"] == 200
            await self.check_closed(own, bram)

    async def check_closed(self, ended: list[Seat], other: Seat) -> None:
        """Check that these sockets are closed within two seconds, and another is served."""
        begun = time.monotonic()
        for seat in ended:
            assert await farewell(seat.socket) == ("session_ended", 4401)
        assert time.monotonic() - begun < 2
        await other.send(type="sync")
        assert await soon(other.until("view"))


class TestLimits:
    """A site with its limits, which count by address."""

    async def test_limits_disconnect_their_client_alone(self, daphne_site: Callable[..., Site]) -> None:
        site = await asyncio.to_thread(daphne_site, TRUSTED_IP_HEADER="X-Real-IP")
        ana, bram, code = deal(site.url)
        assert await self.flood(ana, bram, code) == ("too_many", 4429)
        assert await self.connect_too_often(site, code, "203.0.113.7") == 4429
        async with self.socket_from(site, code, "203.0.113.8") as socket:
            assert '"view"' in str(await soon(socket.recv()))

    async def flood(self, ana: Person, bram: Person, code: str) -> tuple[str | None, int | None]:
        """Send too many cards; return the farewell. The opponent is served all the same."""
        async with seats(code, ana, bram) as (loud, quiet):
            for number in range((MAX_OVERRUNS + 1) * MAX_UNITS):
                await loud.send(type="play", card="G0", ply=51, id=f"flood-{number}")
            said = await farewell(loud.socket)
            await quiet.send(type="sync")
            assert await soon(quiet.until("view"))
        return said

    async def connect_too_often(self, site: Site, code: str, address: str) -> int | None:
        """Connect until the address is refused; return the code of the refusal, None if that never happens."""
        for _ in range(rate_limits.SCOPES["connect"][0].amount + 1):
            async with self.socket_from(site, code, address) as socket:
                if "too_many_connections" in str(await soon(socket.recv())):
                    return (await farewell(socket))[1]
        return None

    def socket_from(self, site: Site, code: str, address: str) -> connect:
        """A socket through a proxy that names the address of the client."""
        where = f"{site.socket_url}/ws/m/{code}/"
        return connect(where, origin=Origin(site.url), additional_headers={"X-Real-IP": address}, close_timeout=1)


@pytest.mark.usefixtures("quiet_log")
async def test_a_reset_at_any_moment_leaves_no_trace(open_site: Site, ana_there: Person, table: str) -> None:
    for pause in (0, 0, 0.001, 0.01, 0.05):
        socket = await ana_there.socket(table)
        await asyncio.sleep(pause)
        socket.transport.abort()
    async with seats(table, ana_there) as (ana,):
        assert ana.view["version"] == 4


ADDRESS = "192.0.2.9"


class Process:
    """The counts of a process."""

    def __init__(self, name: str, patch: pytest.MonkeyPatch) -> None:
        self.name, self.patch = name, patch
        self.open: Counter[str] = Counter()

    def opens(self, many: int = 1) -> bool:
        """Whether the last of these sockets is accepted."""
        self._activate()
        return [socket_counts.add_socket(ADDRESS) and not socket_counts.is_over_limit(ADDRESS) for _ in range(many)][-1]

    def closes(self) -> None:
        self._activate()
        socket_counts.remove_socket(ADDRESS)
        socket_counts.publish_count(ADDRESS)

    def _activate(self) -> None:
        self.patch.setattr(socket_counts, "_process_id", self.name)
        self.patch.setattr(socket_counts, "_open", self.open)


@pytest.mark.redis
class TestCounts:
    """Sockets of an address are counted over all processes."""

    @pytest.fixture
    def one(self, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Process:
        monkeypatch.setattr(settings, "CHANNEL_URL", redis.url)
        socket_counts._get_client.cache_clear()
        socket_counts._get_client().flushdb()
        return Process("one", monkeypatch)

    @pytest.fixture
    def two(self, one: Process, monkeypatch: pytest.MonkeyPatch) -> Process:
        return Process("two", monkeypatch)

    def test_open_sockets_of_all_processes_count(self, one: Process, two: Process) -> None:
        assert one.opens(40)
        assert two.opens(socket_counts.MAX_PER_ADDRESS - 40)
        for process in (one, two):
            assert not process.opens()
            process.closes()
        one.closes()
        assert two.opens()
        assert not one.opens()

    def test_sockets_of_a_killed_process_do_not_count(self, one: Process, two: Process) -> None:
        assert one.opens(socket_counts.MAX_PER_ADDRESS)
        socket_counts._get_client().delete("claim:process:one")
        assert two.opens(socket_counts.MAX_PER_ADDRESS)
        assert not two.opens()

    def test_without_redis_each_process_counts_its_own(
        self, one: Process, two: Process, redis: Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(circuit_breaker.redis, "is_open", lambda: False)
        assert one.opens(socket_counts.MAX_PER_ADDRESS)
        redis.kill()
        try:
            assert two.opens(socket_counts.MAX_PER_ADDRESS)
            assert not two.opens()
        finally:
            redis.start()
