"""Fixtures of sites in processes of their own: a pytest plugin."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from games.server.startup import get_static_fingerprint
from tests.database import PROJECT, SCHEMA_FILES, digest_of
from tests.shared_resources import make_once
from tests.site_process import Site, copy_var, prepare_var

PREPARATION_FILES = {
    *SCHEMA_FILES,
    *PROJECT.glob("games/server/*.py"),
    *PROJECT.glob("games/management/commands/*.py"),
}
"""Files beside those for the browser that decide how a site is prepared."""


@pytest.fixture(scope="session")
def prepared_var(run_folder: Path, pytestconfig: pytest.Config) -> Path:
    """`var` folder with tables and collected files for all sites of a run, kept between runs while it is current."""
    cache = getattr(pytestconfig, "cache", None)
    make = prepare_var if cache is None else partial(_copy_prepared, cache.mkdir("prepared"))
    return make_once(run_folder / "prepared", make) / "var"


def _copy_prepared(folder: Path, place: Path) -> None:
    """Copy the prepared `var` that `folder` keeps to `place`; make it anew where a file that decides it has changed."""
    name = hashlib.sha256(f"{digest_of(PREPARATION_FILES)} {get_static_fingerprint()}".encode()).hexdigest()
    shutil.copytree(make_once(folder / name, partial(_replace_prepared, folder)), place)


def _replace_prepared(folder: Path, place: Path) -> None:
    for old in folder.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
    prepare_var(place)


@pytest.fixture(scope="module")
def daphne_site(prepared_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Start sites that end with the module: `daphne_site()`, or with settings, `daphne_site(DEBUG="1")`.

    Each call gives a site with its own port, key and database. Never together with `db`.
    """
    sites: list[Site] = []

    def start(kind: type[Site] = Site, **environment: str) -> Site:
        folder = copy_var(prepared_var, tmp_path_factory.mktemp("site"))
        sites.append(kind(folder, environment))
        return sites[-1].start()

    yield start
    for site in sites:
        site.close()
