"""Fixtures for a real site in a process of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server import Site, copied, prepared


@pytest.fixture(scope="session")
def prepared_var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables and collected files, made once for all sites of this process."""
    return prepared(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="module")
def daphne_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts sites that end with the module: `daphne_site()`, or with settings, `daphne_site(DEBUG="1")`.

    Each call gives a site with its own port, key and database. Never together with `db`.
    """
    sites: list[Site] = []

    def start(**environment: str) -> Site:
        folder = copied(prepared_var, tmp_path_factory.mktemp("site"))
        sites.append(Site(folder, environment))
        return sites[-1].start()

    yield start
    for site in sites:
        site.stop()
