"""Collected scripts: whatever order the disk lists them in, every import names the file as it is served."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder

from games.run.static import Storage

IMPORTED = re.compile(r'(?:from\s*|import\()"(\.[^"]+)"')

Paths = dict[str, tuple[Any, str]]


def links(paths: Paths, name: str) -> list[str]:
    """What a file imports, by the names that the site gives."""
    storage, path = paths[name]
    source = Path(storage.path(path))
    found = (source.parent / link for link in IMPORTED.findall(source.read_text()))
    return [str(link.resolve().relative_to(Path(storage.location).resolve())) for link in found]


def depth(paths: Paths) -> Callable[[str], int]:
    """How long the longest chain of imports is that begins with a script."""
    known: dict[str, int] = {}

    def measure(name: str) -> int:
        if name not in known:
            known[name] = max((1 + measure(link) for link in links(paths, name)), default=0)
        return known[name]

    return measure


@pytest.fixture
def scripts() -> Paths:
    found = FileSystemFinder().list([])
    return {path: (storage, path) for path, storage in found if path.endswith((".js", ".js.map"))}


@pytest.mark.parametrize("importers_first", [True, False], ids=["importers first", "imported first"])
def test_every_import_is_followed_to_its_hash(scripts: Paths, tmp_path: Path, importers_first: bool) -> None:
    measure = depth(scripts)
    order = sorted(scripts, key=measure, reverse=importers_first)
    for name in order:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(Path(scripts[name][0].path(name)).read_bytes())
    storage = Storage(location=tmp_path, base_url="/static/")
    told = list(storage.post_process({name: scripts[name] for name in order}))
    assert [processed for _, _, processed in told if isinstance(processed, Exception)] == []
    final = {tmp_path / name for name in storage.hashed_files.values()}
    for path in final:
        for link in IMPORTED.findall(path.read_text()):
            assert (path.parent / link).resolve() in final, (path, link)
