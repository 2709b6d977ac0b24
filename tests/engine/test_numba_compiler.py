"""Tests of the cache of compiled functions, which goes by all sources that they come from."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from games.engine.numba_compiler import compile_function, is_compiled
from tests.site_process import PROJECT

ADDED = "ADDED = {}\n\n\ndef added(number: int) -> int:\n    return number + ADDED\n"
TWICE = "from {}.one import added as more\n\n\ndef twice(number: int) -> int:\n    return 2 * more(number)\n"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of two modules, whose functions are kept beside them."""
    folder = tmp_path / f"toys_{tmp_path.name}"
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    # Python tells sources apart by second and size, and the two of a test may be of one second.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path / "kept"))
    (folder / "__init__.py").touch()
    (folder / "two.py").write_text(TWICE.format(folder.name))
    yield folder
    forget(folder)


def forget(folder: Path) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == folder.name]:
        del sys.modules[name]


def anew(folder: Path, added: int) -> ModuleType:
    """The module of the caller, as a process finds it that starts when the other says this."""
    (folder / "one.py").write_text(ADDED.format(added))
    forget(folder)
    importlib.invalidate_caches()
    return importlib.import_module(f"{folder.name}.two")


def test_a_change_in_a_module_beside_it_is_compiled(room: Path) -> None:
    signature = "int64(int64)"
    first, second = (compile_function(anew(room, added), "twice", signature) for added in (1, 7))
    assert (first(1), second(1)) == (4, 16)


def test_unchanged_functions_are_read_from_disk(room: Path) -> None:
    for _ in range(2):
        found = compile_function(anew(room, 1), "twice", "int64(int64)")
    hits: dict[object, int] = found.stats.cache_hits  # type: ignore[attr-defined]
    assert sum(hits.values()) == 1


def test_the_cache_says_whether_these_sources_were_compiled(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(room.parent / "kept"))
    module = anew(room, 1)
    assert not is_compiled(module, "twice")
    compile_function(module, "twice", "int64(int64)")
    assert is_compiled(module, "twice")
    assert not is_compiled(anew(room, 7), "twice")


def test_a_folder_called_numba_is_no_compiler(tmp_path: Path) -> None:
    """Where there is none, a folder of what it compiled may lie in the working directory."""
    (tmp_path / "numba").mkdir()
    script = "import numba\nfrom games.engine.numba_compiler import is_available\nprint(is_available())"
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    # Without the packages that are installed.
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
