"""Static files: imports name files as they are served, bundles, and files of older releases."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from django.http import HttpResponseNotFound
from django.test import RequestFactory
from pytest_django import Settings

from games.server import startup
from games.server.static_files import BundleStorage, StaticFilesMiddleware

IMPORTED = re.compile(r'(?:from\s*|import\()"(\.[^"]+)"')

Paths = dict[str, tuple[Any, str]]


@pytest.fixture
def scripts() -> Paths:
    found = FileSystemFinder().list([])
    return {path: (storage, path) for path, storage in found if path.endswith((".js", ".js.map"))}


@pytest.mark.parametrize("seed", [1, 2])
def test_every_import_names_the_hashed_file_in_any_order_of_files(scripts: Paths, tmp_path: Path, seed: int) -> None:
    order = random.Random(seed).sample(sorted(scripts), len(scripts))
    for name in order:
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(Path(scripts[name][0].path(name)).read_bytes())
    storage = BundleStorage(location=tmp_path, base_url="/static/")
    results = [result for _, _, result in storage.post_process({name: scripts[name] for name in order})]
    assert [result for result in results if isinstance(result, Exception)] == []
    final = {tmp_path / name for name in storage.hashed_files.values()}
    for path in final:
        for link in IMPORTED.findall(path.read_text()):
            assert (path.parent / link).resolve() in final, (path, link)


SMALL = {
    "js/matches/main.js": 'import { two } from "./two.js";\nconsole.log(two);\n',
    "js/matches/two.js": "export const two = 2;\n",
    "css/bundles/site.css": '@import "../base.css";\n',
    "css/base.css": "p { color: red; }\n",
}


def write_sources(folder: Path) -> None:
    for name, text in SMALL.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def collected(tmp_path: Path) -> Callable[[], BundleStorage]:
    """Collects a script and a sheet, each made of two files."""

    def collect() -> BundleStorage:
        write_sources(tmp_path)
        made = BundleStorage(location=tmp_path, base_url="/static/")
        results = [result for _, _, result in made.post_process({name: (made, name) for name in SMALL})]
        assert [result for result in results if isinstance(result, Exception)] == []
        return made

    return collect


@pytest.mark.esbuild
def test_scripts_and_style_sheets_are_bundled(collected: Callable[[], BundleStorage]) -> None:
    storage = collected()
    served = {name: storage.stored_name(name) for name in ("js/matches/main.js", "css/bundles/site.css")}
    assert all(name.startswith("bundled/") for name in served.values())
    script, sheet = (Path(storage.path(name)).read_text() for name in served.values())
    assert script.strip() == "console.log(2);"
    assert sheet.strip() == "p{color:red}"
    assert (
        BundleStorage(location=storage.location, base_url="/static/").stored_name("js/matches/main.js")
        in served.values()
    )


@pytest.mark.esbuild
def test_a_broken_script_of_an_older_release_is_ignored(collected: Callable[[], BundleStorage], tmp_path: Path) -> None:
    old = tmp_path / "js" / "older" / "main.js"
    old.parent.mkdir(parents=True)
    old.write_text('import { gone } from "./gone.js";\nconsole.log(gone);\n')
    assert collected().stored_name("js/matches/main.js").startswith("bundled/")


class TestPreparing:
    """What `serve` collects, over what an older release left there."""

    @pytest.fixture
    def root(self, settings: Settings, tmp_path: Path) -> Path:
        """The collected files of a site whose sources are those of `SMALL`."""
        write_sources(tmp_path / "sources")
        settings.STATICFILES_DIRS = [tmp_path / "sources"]
        settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
        settings.STATIC_ROOT = tmp_path / "var" / "static"
        (tmp_path / "var").mkdir()
        return Path(settings.STATIC_ROOT)

    @pytest.mark.esbuild
    def test_a_source_replaces_a_newer_file_of_another_release(self, root: Path) -> None:
        """An older release is put back, or an archive keeps its times."""
        stale = root / "js" / "matches" / "two.js"
        stale.parent.mkdir(parents=True)
        stale.write_text("export const three = 3;\n")
        startup.collect_static_files()
        (script,) = (root / "bundled" / "js" / "matches").glob("main.*.js")
        assert script.read_text().strip() == "console.log(2);"

    def test_files_of_an_older_release_stay_for_open_pages(self, root: Path) -> None:
        startup.collect_static_files()
        before = served(root)
        (root.parent.parent / "sources" / "js" / "matches" / "two.js").write_text("export const two = 22;\n")
        (root / ".collected").unlink()
        startup.collect_static_files()
        assert before < served(root)

    def test_a_proxy_may_read_the_files(self, root: Path) -> None:
        before = os.umask(0o077)
        try:
            startup.collect_static_files()
        finally:
            os.umask(before)
        kinds = {(path.is_dir(), path.stat().st_mode & 0o777) for path in [root, *root.rglob("[!.]*")]}
        assert kinds == {(True, 0o755), (False, 0o644)}

    def test_an_interrupted_collection_is_repeated(self, root: Path) -> None:
        half = root.with_name("static.release") / "js" / "matches" / "main.0123456789ab.js"
        half.parent.mkdir(parents=True)
        half.write_text("half of")
        startup.collect_static_files()
        assert not (root / "js" / "matches" / half.name).exists()
        assert not half.exists()

    def test_a_process_serves_what_a_newer_release_added(self, root: Path, rf: RequestFactory) -> None:
        startup.collect_static_files()
        older = StaticFilesMiddleware(lambda request: HttpResponseNotFound())
        (root / "js" / "new.0123456789ab.js").write_text("new")
        answers = [older(rf.head(f"/static/{name}")) for name in ("js/new.0123456789ab.js", "js/none.js", "js", "../x")]
        assert [answer.status_code for answer in answers] == [200, 404, 404, 404]
        assert answers[0]["Content-Length"] == "3"


def served(root: Path) -> set[str]:
    """The files with a hash in their names."""
    return {str(path.relative_to(root)) for path in root.rglob("*.????????????.*")}


def install_bundler(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a bundler that runs this script first on the PATH."""
    (folder / "esbuild").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "esbuild").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.fixture
def no_packages(settings: Settings, tmp_path: Path) -> None:
    """No package of package-lock.json is installed."""
    settings.BASE_DIR = tmp_path / "nowhere"


@pytest.mark.usefixtures("no_packages")
def test_without_a_working_bundler_files_are_served_unbundled(
    collected: Callable[[], BundleStorage],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as without:
        without.setenv("PATH", "")
        assert collected().stored_name("js/matches/main.js").startswith("js/matches/main.")
    install_bundler(tmp_path_factory.mktemp("path"), monkeypatch, "echo 'Unexpected end of file' >&2; exit 1")
    assert collected().stored_name("js/matches/main.js").startswith("js/matches/main.")
    assert "Unexpected end of file" in caplog.text


@pytest.mark.usefixtures("no_packages")
def test_files_are_collected_anew_with_a_new_bundler(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("PATH", "")
    before = startup.get_static_fingerprint()
    install_bundler(tmp_path_factory.mktemp("path"), monkeypatch, "exit 0")
    assert startup.get_static_fingerprint() != before
