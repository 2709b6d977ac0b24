"""Fixtures for a real site in a process of its own."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from games.run.prepare import fingerprint
from tests.database import MADE_OF, PROJECT, digest_of
from tests.server import Site, copied, prepared
from tests.shared import once

PREPARED_BY = {*MADE_OF, *PROJECT.glob("games/run/*.py"), *PROJECT.glob("games/management/commands/*.py")}
"""What else than the files that the browser loads decides how a site is prepared."""


@pytest.fixture(scope="session")
def prepared_var(run_folder: Path, pytestconfig: pytest.Config) -> Path:
    """Tables and collected files, made once for all sites of this run; those of an earlier one where nothing that they
    follow from is another."""
    cache = getattr(pytestconfig, "cache", None)
    make = prepared if cache is None else partial(as_before, cache.mkdir("prepared"))
    return once(run_folder / "prepared", make) / "var"


def as_before(folder: Path, place: Path) -> None:
    """`prepared` in `place`, or a copy of what `folder` keeps of an earlier run."""
    name = hashlib.sha256(f"{digest_of(PREPARED_BY)} {fingerprint()}".encode()).hexdigest()
    shutil.copytree(once(folder / name, partial(instead_of_others, folder)), place)


def instead_of_others(folder: Path, place: Path) -> None:
    for old in folder.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
    prepared(place)


@pytest.fixture(scope="module")
def daphne_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts sites that end with the module: `daphne_site()`, or with settings, `daphne_site(DEBUG="1")`.

    Each call gives a site with its own port, key and database. Never together with `db`.
    """
    sites: list[Site] = []

    def start(kind: type[Site] = Site, **environment: str) -> Site:
        folder = copied(prepared_var, tmp_path_factory.mktemp("site"))
        sites.append(kind(folder, environment))
        return sites[-1].start()

    yield start
    for site in sites:
        site.close()
