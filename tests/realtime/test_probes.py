"""Health checks and metrics, and access to them."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from pytest_django import Settings

from games.operations.monitoring import MonitoringMiddleware, is_allowed
from tests.client import Person
from tests.realtime.servers import Redis
from tests.realtime.sockets import at_version, get_plain, seats, soon
from tests.site_process import Site, copy_var

PATHS = ["/healthz", "/readyz", "/metrics"]
TOKEN = "a-token-of-our-own"


def value(site: Site, name: str, labels: str = "") -> float:
    """The value of a metric; 0 where there is none yet."""
    found = re.search(rf"^{re.escape(name + labels)} (\S+)$", get_plain(site, "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def from_(address: str, *headers: tuple[bytes, bytes]) -> dict[str, object]:
    return {"client": (address, 1234), "headers": list(headers)}


LOCAL, FOREIGN = "127.0.0.1", "192.0.2.7"


class TestAccess:
    @pytest.mark.parametrize("address", [LOCAL, "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    def test_this_machine_is_allowed(self, address: str) -> None:
        assert is_allowed(from_(address))

    @pytest.mark.parametrize("address", [FOREIGN, "2001:db8::1", "::ffff:192.0.2.7", "", "unix"])
    def test_other_addresses_are_refused(self, address: str) -> None:
        assert not is_allowed(from_(address))

    @pytest.mark.parametrize("header", [b"X-Forwarded-For", b"forwarded", b"x-real-ip"])
    def test_an_untrusted_proxy_is_refused(self, header: bytes) -> None:
        assert not is_allowed(from_(LOCAL, (header, b"127.0.0.1")))

    def test_the_trusted_proxy_names_the_address(self, settings: Settings) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"
        local, foreign, forwarded = (b"x-real-ip", b"127.0.0.1"), (b"x-real-ip", b"192.0.2.7"), b"x-forwarded-for"
        for allowed in ((), (local, (forwarded, b"127.0.0.1"))):
            assert is_allowed(from_(LOCAL, *allowed))
        for refused in ((foreign,), (local, foreign), ((forwarded, b"127.0.0.1"),)):
            assert not is_allowed(from_(LOCAL, *refused))

    def test_a_request_with_the_token_is_allowed(self, settings: Settings) -> None:
        empty, latin = b"Bearer ", "Bearer ü".encode("latin1")
        assert not is_allowed(from_(FOREIGN, (b"authorization", empty)))
        settings.METRICS_TOKEN = TOKEN
        assert is_allowed(from_(FOREIGN, (b"authorization", f"Bearer {TOKEN}".encode())))
        for wrong in (empty, latin):
            assert not is_allowed(from_(FOREIGN, (b"authorization", wrong)))


@pytest.mark.parametrize("path", PATHS)
async def test_probes_do_not_exist_for_other_addresses(path: str) -> None:
    """The pages of the site answer, as for any unknown address."""
    handed: list[object] = []

    async def pages(scope: object, receive: object, send: object) -> None:
        handed.append(scope)

    scope = {**from_(FOREIGN), "path": path, "method": "GET"}
    await MonitoringMiddleware(pages)(scope, None, None)
    assert handed == [scope]


@pytest.mark.parametrize("path", PATHS)
def test_probes_answer_with_any_host_name(path: str, open_site: Site) -> None:
    assert get_plain(open_site, path)[0] == 200
    assert get_plain(open_site, path, **{"X-Forwarded-For": "127.0.0.1"})[0] in (400, 404)


async def test_metrics_count_cards_refusals_and_sockets(
    open_site: Site, ana_there: Person, bram_there: Person, table: str
) -> None:
    names = ("claim_commit_seconds_count", "claim_delivery_seconds_count")
    played, refused = '{kind="played",mode="online"}', '{code="stale_ply"}'
    before = [value(open_site, name) for name in names]
    plays, refusals = value(open_site, "claim_moves_total", played), value(open_site, "claim_refusals_total", refused)
    async with seats(table, ana_there, bram_there) as (here, there):
        await soon(count_sockets(open_site, sockets=2, rooms=1))
        card = here.view["board"]["legal"][0]
        await here.play(card)
        assert (await soon(here.until("accepted", "refused")))["type"] == "accepted"
        await at_version(there, here.view["version"] + 1 if here.view["board"]["ply"] == 0 else here.view["version"])
        await here.play(card, ply=0)
        assert (await soon(here.until("refused")))["code"] == "stale_ply"
        assert value(open_site, "claim_moves_total", played) == plays + 1
        assert value(open_site, "claim_refusals_total", refused) == refusals + 1
        assert [value(open_site, name) for name in names] == [before[0] + 1, before[1] + 1]
    assert value(open_site, "claim_writer_queue") == 0


async def count_sockets(site: Site, sockets: int, rooms: int) -> None:
    """Wait until the site counts so many: those of earlier tests may still be closing."""
    while (value(site, "claim_sockets"), value(site, "claim_rooms")) != (sockets, rooms):  # noqa: ASYNC110 (no event)
        await asyncio.sleep(0.05)


@pytest.mark.redis
@pytest.mark.parametrize("way", [Redis.kill, Redis.freeze], ids=["gone", "frozen"])
def test_a_process_without_redis_is_ready_and_degraded(
    way: Callable[[Redis], None], prepared_var: Path, tmp_path: Path
) -> None:
    (tmp_path / "redis").mkdir()
    redis = Redis(tmp_path / "redis").start()
    site = Site(copy_var(prepared_var, tmp_path), {"CHANNEL_URL": redis.url}).start()
    try:
        assert get_plain(site, "/readyz") == (200, json.dumps({"ready": True, "degraded": False}))
        way(redis)
        degraded = {"ready": True, "degraded": True, "layer": "it does not answer"}
        assert get_plain(site, "/readyz") == (200, json.dumps(degraded))
        assert get_plain(site, "/healthz") == (200, "alive\n")
    finally:
        site.close()
        redis.kill()


def test_a_process_with_outdated_tables_is_not_ready(prepared_var: Path, tmp_path: Path) -> None:
    site = Site(copy_var(prepared_var, tmp_path)).start()
    try:
        with closing(sqlite3.connect(tmp_path / "var" / "db.sqlite3", isolation_level=None)) as database:
            database.execute(
                "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations WHERE app = 'games')"
            )
        status, body = get_plain(site, "/readyz")
        assert (status, json.loads(body)["migrations"]) == (503, "the tables are not up to date")
    finally:
        site.close()
