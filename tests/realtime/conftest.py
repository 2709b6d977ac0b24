"""Fixtures of tests of sockets: a real site, its people, and a hub of this process.

A test that takes the site never takes `db`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from games.messaging import broadcast
from games.realtime.hub import Hub
from tests.client import Person
from tests.realtime.fake_hub import CountingPresenter, FakeHub, yield_to_loop
from tests.realtime.servers import Redis, migrated, postgres_with_tables
from tests.shared_resources import make_once
from tests.site_process import Site, copy_var

Postgres = Callable[[Path], AbstractContextManager[str]]


@pytest.fixture(scope="session")
def open_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site without rate limits, shared by all tests that do not change its state."""
    folder = copy_var(prepared_var, tmp_path_factory.mktemp("open-site"))
    site = Site(folder, {"RATE_LIMITS": "off"}).start()
    yield site
    site.close()


@pytest.fixture(scope="session")
def tables_there(prepared_var: Path, run_folder: Path) -> Postgres:
    """Starts a PostgreSQL in a folder, as `postgres` does, that has all tables."""
    return partial(postgres_with_tables, make_once(run_folder / "postgres", partial(migrated, prepared_var)))


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def quiet_log(open_site: Site) -> Iterator[None]:
    """Check that the site logs no error during the test."""
    before = len(open_site.text())
    yield
    written = open_site.text()[before:]
    assert "Traceback" not in written
    assert "ERROR" not in written


@pytest.fixture
def ana_there(open_site: Site) -> Person:
    return Person(open_site.url, "Ana")


@pytest.fixture
def bram_there(open_site: Site) -> Person:
    return Person(open_site.url, "Bram")


@pytest.fixture
def cleo_there(open_site: Site) -> Person:
    return Person(open_site.url, "Cleo")


@pytest.fixture
def table(ana_there: Person, bram_there: Person) -> str:
    """The code of a game of Ana and Bram, dealt, Ana to lead."""
    code = ana_there.open_game(lead="creator")
    bram_there.join(code)
    return code


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """A hub without other processes, whose heartbeats the test makes."""
    monkeypatch.setattr(broadcast, "_local", None)
    made = Hub()
    monkeypatch.setattr(made._heartbeat, "beat_forever", yield_to_loop)
    return made


@pytest.fixture
def fake_hub(monkeypatch: pytest.MonkeyPatch) -> FakeHub:
    return FakeHub(CountingPresenter(), monkeypatch)
