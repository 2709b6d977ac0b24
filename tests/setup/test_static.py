"""Collected files: whatever order the disk lists them in, every import names the file as it is served, and where there
is a bundler a page gets one file for many."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from pytest_django import Settings

from games.run import prepare
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


SMALL = {
    "js/online/main.js": 'import { two } from "./two.js";\nconsole.log(two);\n',
    "js/online/two.js": "export const two = 2;\n",
    "css/together/site.css": '@import "../base.css";\n',
    "css/base.css": "p { color: red; }\n",
}


@pytest.fixture
def collected(tmp_path: Path) -> Callable[[], Storage]:
    """Collects a script and a sheet, each made of two files."""

    def collect() -> Storage:
        for name, text in SMALL.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        made = Storage(location=tmp_path, base_url="/static/")
        told = made.post_process({name: (made, name) for name in SMALL})
        assert [error for _, _, error in told if isinstance(error, Exception)] == []
        return made

    return collect


@pytest.mark.esbuild
def test_a_page_that_names_a_script_or_a_sheet_gets_its_bundle(collected: Callable[[], Storage]) -> None:
    storage = collected()
    served = {name: storage.stored_name(name) for name in ("js/online/main.js", "css/together/site.css")}
    assert all(name.startswith("bundled/") for name in served.values())
    script, sheet = (Path(storage.path(name)).read_text() for name in served.values())
    assert script.strip() == "console.log(2);"
    assert sheet.strip() == "p{color:red}"
    assert Storage(location=storage.location, base_url="/static/").stored_name("js/online/main.js") in served.values()


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """Puts a bundler first on the PATH that does this."""
    folder.mkdir()
    (folder / "esbuild").write_text(f"#!/bin/sh\n{does}\n")
    (folder / "esbuild").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.fixture
def no_packages(settings: Settings, tmp_path: Path) -> None:
    """As where nobody has installed what package-lock.json names."""
    settings.BASE_DIR = tmp_path / "nowhere"


@pytest.mark.usefixtures("no_packages")
def test_without_a_bundler_each_file_is_served_as_it_is(
    collected: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert collected().stored_name("js/online/main.js").startswith("js/online/main.")


@pytest.mark.usefixtures("no_packages")
def test_a_bundler_that_fails_is_told_and_keeps_nobody_waiting(
    collected: Callable[[], Storage],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    caplog: pytest.LogCaptureFixture,
) -> None:
    program(tmp_path_factory.mktemp("path") / "bin", monkeypatch, "echo 'Unexpected end of file' >&2; exit 1")
    assert collected().stored_name("js/online/main.js").startswith("js/online/main.")
    assert "Unexpected end of file" in caplog.text


@pytest.mark.usefixtures("no_packages")
def test_files_are_collected_anew_once_there_is_a_bundler(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("PATH", "")
    before = prepare.fingerprint()
    program(tmp_path_factory.mktemp("path") / "bin", monkeypatch, "exit 0")
    assert prepare.fingerprint() != before
