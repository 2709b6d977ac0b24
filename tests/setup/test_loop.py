"""The loop that Daphne runs on: the quicker one where it is there, and a site in either case."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from games.run import loop
from tests.server import clean_environment, free_port
from tests.setup.test_stopping import interrupted_when_ready

WITHOUT = """
import runpy, sys
sys.modules["uvloop"] = None
sys.argv = ["manage.py", *sys.argv[1:]]
runpy.run_path("manage.py", run_name="__main__")
"""


def test_the_quicker_one_is_taken() -> None:
    uvloop = pytest.importorskip("uvloop", reason="there is none of it for this machine")
    made = loop.new()
    assert isinstance(made, uvloop.Loop)
    made.close()


def test_python_has_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    made = loop.new()
    assert type(made).__module__.startswith("asyncio.")
    assert isinstance(made, asyncio.AbstractEventLoop)
    made.close()


def test_a_site_without_it_starts_and_ends_as_ever(tmp_path: Path, prepared_var: Path) -> None:
    shutil.copytree(prepared_var, tmp_path / "var")
    serve = ("serve", "--host", "127.0.0.1", "--port", str(free_port()))
    environment = clean_environment(VAR_DIR=str(tmp_path / "var"))
    status, text = interrupted_when_ready(environment, sys.executable, "-c", WITHOUT, *serve)
    assert (status, "Traceback" in text) == (0, False)
