"""Supported versions of Python: `bin/pythons` runs these tests with each version that the README names."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site_process import PROJECT, PYTHON, Site, clean_environment

pytestmark = pytest.mark.pythons

IMPORT = "import django, importlib, sys; django.setup(); [importlib.import_module(name) for name in sys.argv[1:]]"
MIGRATED = """
import django
from django.core.management import call_command
django.setup()
call_command("makemigrations", check_changes=True, dry_run=True)
call_command("migrate", check_unapplied=True)
"""


def modules() -> Iterator[str]:
    """Every module of the site, a package by its own name."""
    for package in ("claimsite", "games"):
        for path in (PROJECT / package).rglob("*.py"):
            yield ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def run(var: Path, script: str, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and complaints of a script on the site's Python."""
    environment = clean_environment(VAR_DIR=str(var), DJANGO_SETTINGS_MODULE="claimsite.settings")
    command = [PYTHON, "-c", script, *arguments]
    outcome = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True)
    return outcome.returncode, outcome.stdout, outcome.stderr


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    found = set(modules())
    assert {"claimsite.asgi", "games", "games.inference.deduction"} <= found
    assert run(tmp_path, IMPORT, *sorted(found)) == (0, "", "")


def test_the_models_agree_with_the_migrations_and_a_fresh_database(tmp_path: Path, prepared_var: Path) -> None:
    shutil.copytree(prepared_var, tmp_path / "var")
    status, output, complaints = run(tmp_path / "var", MIGRATED)
    assert (status, complaints) == (0, ""), output


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc")
def test_the_site_runs_on_the_chosen_python(open_site: Site) -> None:
    command = Path(f"/proc/{open_site.pid}/cmdline").read_bytes().split(b"\0")
    assert command[0].decode() == PYTHON
