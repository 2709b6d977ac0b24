"""Tests of the health checks and metrics, and of their access."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games.operations.monitoring import MonitoringMiddleware, is_allowed
from tests.client import Person
from tests.realtime.servers import Redis
from tests.realtime.sockets import at_version, get_plain, seats, soon
from tests.site_process import Site, copy_var

PATHS = ["/healthz", "/readyz", "/metrics"]
TOKEN = "a-token-of-our-own"


def value(site: Site, name: str, labels: str = "") -> float:
    """A figure of the metrics; 0 where there is none yet."""
    found = re.search(rf"^{re.escape(name + labels)} (\S+)$", get_plain(site, "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def from_(address: str, *headers: tuple[bytes, bytes]) -> dict[str, object]:
    return {"client": (address, 1234), "headers": list(headers)}


class TestWhoMayAsk:
    @pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    def test_this_machine(self, address: str) -> None:
        assert is_allowed(from_(address))

    @pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "", "unix"])
    def test_nobody_else(self, address: str) -> None:
        assert not is_allowed(from_(address))

    @pytest.mark.parametrize("header", [b"X-Forwarded-For", b"forwarded", b"x-real-ip"])
    def test_nobody_through_a_proxy_that_is_not_trusted(self, header: bytes) -> None:
        assert not is_allowed(from_("127.0.0.1", (header, b"127.0.0.1")))

    def test_whom_the_trusted_proxy_names(self, settings: pytest.FixtureRequest) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"  # type: ignore[attr-defined]
        assert is_allowed(from_("127.0.0.1"))
        assert is_allowed(from_("127.0.0.1", (b"x-real-ip", b"127.0.0.1"), (b"x-forwarded-for", b"127.0.0.1")))
        assert not is_allowed(from_("127.0.0.1", (b"x-real-ip", b"192.0.2.7")))
        assert not is_allowed(from_("127.0.0.1", (b"x-real-ip", b"127.0.0.1"), (b"x-real-ip", b"192.0.2.7")))
        assert not is_allowed(from_("127.0.0.1", (b"x-forwarded-for", b"127.0.0.1")))

    def test_who_has_the_token(self, settings: pytest.FixtureRequest) -> None:
        right, wrong = (b"authorization", f"Bearer {TOKEN}".encode()), (b"authorization", b"Bearer ")
        assert not is_allowed(from_("192.0.2.7", wrong))
        settings.METRICS_TOKEN = TOKEN  # type: ignore[attr-defined]
        assert is_allowed(from_("192.0.2.7", right))
        assert not is_allowed(from_("192.0.2.7", wrong))
        assert not is_allowed(from_("192.0.2.7", (b"authorization", "Bearer ü".encode("latin1"))))


@pytest.mark.parametrize("path", PATHS)
async def test_to_a_stranger_they_are_no_addresses(path: str) -> None:
    """The pages answer, as for any address that the site does not have."""
    handed: list[object] = []

    async def pages(scope: object, receive: object, send: object) -> None:
        handed.append(scope)

    scope = {**from_("192.0.2.7"), "path": path, "method": "GET"}
    await MonitoringMiddleware(pages)(scope, None, None)
    assert handed == [scope]


@pytest.mark.parametrize("path", PATHS)
def test_they_answer_by_whatever_name(path: str, open_site: Site) -> None:
    assert get_plain(open_site, path)[0] == 200
    assert get_plain(open_site, path, **{"X-Forwarded-For": "127.0.0.1"})[0] in (400, 404)


async def test_a_game_is_counted(open_site: Site, ana_there: Person, bram_there: Person, table: str) -> None:
    names = ("claim_commit_seconds_count", "claim_delivery_seconds_count")
    played, refused = '{kind="played",mode="online"}', '{code="stale_ply"}'
    before = [value(open_site, name) for name in names]
    plays, refusals = value(open_site, "claim_moves_total", played), value(open_site, "claim_refusals_total", refused)
    async with seats(table, ana_there, bram_there) as (here, there):
        assert (value(open_site, "claim_sockets"), value(open_site, "claim_rooms")) == (2, 1)
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


def test_ready_is_when_the_tables_are_up_to_date(prepared_var: Path, tmp_path: Path) -> None:
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
