"""Tests that cannot run here are skipped loudly, and fail where nothing may be left out."""

from pathlib import Path

import pytest

from tests import gating
from tests.server import PROJECT

TESTS = """
import pytest
from playwright.sync_api import Page

@pytest.mark.browser
def test_page(): pass

@pytest.mark.redis
def test_many_processes(): pass

@pytest.mark.node
def test_scripts(): pass

@pytest.mark.nginx
def test_nginx(): pass

@pytest.mark.caddy
def test_caddy(): pass

def test_plain(): pass
"""


@pytest.fixture
def bare(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.Pytester:
    """Six tests on a machine with neither a browser nor Redis, Node or a proxy."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(gating, "nginx_program", lambda: None)
    for name in ("CI", "BROWSER_PATH", "CHROMIUM"):
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(TESTS)
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    caddy\n    nginx\n    node\n    redis\n")
    return pytester


def run(bare: pytest.Pytester) -> pytest.RunResult:
    without = ("django", "asyncio", "xdist", "cacheprovider", "playwright", "base_url")
    return bare.runpytest_inprocess("-p", "tests.gating", *(part for name in without for part in ("-p", f"no:{name}")))


def test_skipped_with_a_loud_line(bare: pytest.Pytester) -> None:
    outcome = run(bare)
    outcome.assert_outcomes(passed=1, skipped=5)
    outcome.stdout.fnmatch_lines(["SKIPPED *test_page: No browser was found: install Chromium*"])
    outcome.stdout.fnmatch_lines(["SKIPPED *test_many_processes: No Redis server was found*"])
    outcome.stdout.fnmatch_lines(["SKIPPED *test_nginx: No nginx was found: install nginx-light.*"])
    outcome.stdout.fnmatch_lines(["SKIPPED *test_caddy: No Caddy was found*"])
    outcome.stdout.fnmatch_lines(["SKIPPED *test_scripts: No Node 20.19 or newer was found*"])


def test_failed_in_ci(bare: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    run(bare).assert_outcomes(passed=1, errors=5)


def test_a_browser_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER_PATH", "/opt/browser")
    assert gating.find_browser() == "/opt/browser"


@pytest.mark.parametrize(("option", "looks"), [("-q", False), ("--headed", True), ("--screenshot=on", True)])
def test_pages_are_painted_for_whoever_looks(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, option: str, looks: bool
) -> None:
    monkeypatch.delenv("PWDEBUG", raising=False)
    assert gating.somebody_looks(pytester.parseconfig(option)) is looks


def test_browser_tests_come_last(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import pytest\n@pytest.mark.browser\ndef test_a(): pass\ndef test_b(): pass")
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    node\n    redis\n")
    outcome = pytester.runpytest_inprocess(
        "-p", "tests.gating", "-p", "no:playwright", "-p", "no:asyncio", "--collect-only", "-q"
    )
    outcome.stdout.fnmatch_lines(["*::test_b", "*::test_a"])


def test_the_longest_files_come_first(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gating, "LONGEST", ("test_z.py", "test_y.py"))
    for name in "xyz":
        pytester.makepyfile(**{f"test_{name}": "def test_a(): pass\ndef test_b(): pass"})
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    redis\n")
    outcome = pytester.runpytest_inprocess(
        "-p", "tests.gating", "-p", "no:playwright", "-p", "no:asyncio", "--collect-only", "-q"
    )
    outcome.stdout.fnmatch_lines([f"test_{file}.py::test_{name}" for file in "zyx" for name in "ab"], consecutive=True)


def test_the_longest_files_are_there() -> None:
    assert [file for file in gating.LONGEST if not (PROJECT / file).is_file()] == []
    assert len(set(gating.LONGEST)) == len(gating.LONGEST)
