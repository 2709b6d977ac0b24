"""Fixtures for a real site in a process of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server import Site, copied, prepared
from tests.shared import once


@pytest.fixture(scope="session")
def prepared_var(run_folder: Path) -> Path:
    """Tables and collected files, made once for all sites of this run."""
    return once(run_folder / "prepared", prepared) / "var"


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
