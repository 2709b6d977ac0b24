"""What a service manager and Prometheus ask, and who may."""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
from collections import OrderedDict
from contextlib import closing
from pathlib import Path

import pytest

from games import metrics
from games.run.probes import Probes, may_ask
from tests.client import Person
from tests.live.matches import PATIENCE, at_version, seats, soon
from tests.live.servers import Redis
from tests.server import Site, copied

PATHS = ["/healthz", "/readyz", "/metrics"]
TOKEN = "a-token-of-our-own"


def asked(site: Site, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Host": "whatever", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def value(site: Site, name: str, labels: str = "") -> float:
    """A figure of the metrics; 0 where there is none yet."""
    found = re.search(rf"^{re.escape(name + labels)} (\S+)$", asked(site, "/metrics")[1], re.MULTILINE)
    return float(found[1]) if found else 0.0


def from_(address: str, *headers: tuple[bytes, bytes]) -> dict[str, object]:
    return {"client": (address, 1234), "headers": list(headers)}


class TestWhoMayAsk:
    @pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    def test_this_machine(self, address: str) -> None:
        assert may_ask(from_(address))

    @pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "", "unix"])
    def test_nobody_else(self, address: str) -> None:
        assert not may_ask(from_(address))

    @pytest.mark.parametrize("header", [b"X-Forwarded-For", b"forwarded", b"x-real-ip"])
    def test_nobody_through_a_proxy_that_is_not_trusted(self, header: bytes) -> None:
        assert not may_ask(from_("127.0.0.1", (header, b"127.0.0.1")))

    def test_whom_the_trusted_proxy_names(self, settings: pytest.FixtureRequest) -> None:
        settings.TRUSTED_IP_HEADER = "X-Real-IP"  # type: ignore[attr-defined]
        assert may_ask(from_("127.0.0.1"))
        assert may_ask(from_("127.0.0.1", (b"x-real-ip", b"127.0.0.1"), (b"x-forwarded-for", b"127.0.0.1")))
        assert not may_ask(from_("127.0.0.1", (b"x-real-ip", b"192.0.2.7")))
        assert not may_ask(from_("127.0.0.1", (b"x-real-ip", b"127.0.0.1"), (b"x-real-ip", b"192.0.2.7")))
        assert not may_ask(from_("127.0.0.1", (b"x-forwarded-for", b"127.0.0.1")))

    def test_who_has_the_token(self, settings: pytest.FixtureRequest) -> None:
        right, wrong = (b"authorization", f"Bearer {TOKEN}".encode()), (b"authorization", b"Bearer ")
        assert not may_ask(from_("192.0.2.7", wrong))
        settings.METRICS_TOKEN = TOKEN  # type: ignore[attr-defined]
        assert may_ask(from_("192.0.2.7", right))
        assert not may_ask(from_("192.0.2.7", wrong))
        assert not may_ask(from_("192.0.2.7", (b"authorization", "Bearer ü".encode("latin1"))))


@pytest.mark.parametrize("path", PATHS)
async def test_to_a_stranger_they_are_no_addresses(path: str) -> None:
    """The pages answer, as for any address that the site does not have."""
    handed: list[object] = []

    async def pages(scope: object, receive: object, send: object) -> None:
        handed.append(scope)

    scope = {**from_("192.0.2.7"), "path": path, "method": "GET"}
    await Probes(pages)(scope, None, None)
    assert handed == [scope]


@pytest.mark.parametrize("path", PATHS)
def test_they_answer_by_whatever_name(path: str, open_site: Site) -> None:
    assert asked(open_site, path)[0] == 200
    assert asked(open_site, path, **{"X-Forwarded-For": "127.0.0.1"})[0] in (400, 404)


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


def test_what_nobody_looked_at_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_commits", OrderedDict())
    metrics.committed(7, 3, "online", ["played"])
    for number in range(metrics.REMEMBERED):
        metrics.committed(8, number, "online", [])
    assert (7, 3) not in metrics._commits
    assert len(metrics._commits) == metrics.REMEMBERED


@pytest.mark.redis
def test_ready_is_when_the_layer_answers(prepared_var: Path, tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    redis = Redis(tmp_path / "redis").start()
    site = Site(copied(prepared_var, tmp_path), {"CHANNEL_URL": redis.url}).start()
    try:
        assert asked(site, "/readyz") == (200, json.dumps({"ready": True}))
        redis.kill()
        assert asked(site, "/readyz") == (503, json.dumps({"ready": False, "layer": "it does not answer"}))
        assert asked(site, "/healthz") == (200, "alive\n")
    finally:
        site.close()
        redis.kill()


def test_ready_is_when_the_tables_are_up_to_date(prepared_var: Path, tmp_path: Path) -> None:
    site = Site(copied(prepared_var, tmp_path)).start()
    try:
        with closing(sqlite3.connect(tmp_path / "var" / "db.sqlite3", isolation_level=None)) as database:
            database.execute(
                "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations WHERE app = 'games')"
            )
        status, body = asked(site, "/readyz")
        assert (status, json.loads(body)["migrations"]) == (503, "the tables are not up to date")
    finally:
        site.close()
