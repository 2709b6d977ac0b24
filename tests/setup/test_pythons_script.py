"""bin/pythons: what it runs on the Pythons that are here, and what it says of those that are not."""

import sys
from pathlib import Path

import pytest

from tests.setup.machine import REAL, Machine
from tests.setup.test_versions import supported

OWN = f"3.{sys.version_info.minor}"
OTHER, *_ = (version for version in supported() if version != OWN)
FOUND_ANYWAY = any(Path("/usr/local/bin").glob("python3.1?")) or Path("/opt/homebrew").exists()
PLAYS = "import os, sys; print('played on', os.environ['SITE_PYTHON'])"

pytestmark = pytest.mark.skipif(FOUND_ANYWAY, reason="a Python outside the PATH would be found")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, venv: Path) -> Machine:
    """A machine with one Python, on which the games are played in no time."""
    machine = Machine(tmp_path_factory.mktemp("machine"), venv)
    machine.python(f"python{OWN}", REAL)
    (machine.project / "pytest.py").write_text(PLAYS)
    (machine.project / "requirements-dev.lock").write_text("# nothing\n")
    return machine


def test_plays_on_what_is_here_and_looks_for_the_packages_of_the_rest(machine: Machine) -> None:
    outcome = machine.run("pythons")
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.strip() == f"played on {machine.project}/.venvs/{OWN}/bin/python"
    absent = [line for line in outcome.stderr.splitlines() if line.endswith("is not here: its packages")]
    assert len(absent) == len(supported()) - 1
    assert "Installing" not in machine.run("pythons").stderr


def test_one_python_is_too_few_where_nothing_may_be_left_out(machine: Machine) -> None:
    outcome = machine.run("pythons", CI="true")
    assert outcome.returncode == 1
    assert outcome.stderr.splitlines()[-1].startswith("Only 1 of the Pythons 3.11 to 3.14 was found:")


def test_games_that_fail_are_told_by_version(machine: Machine) -> None:
    (machine.project / "pytest.py").write_text("raise SystemExit(1)")
    outcome = machine.run("pythons")
    (machine.project / "pytest.py").write_text(PLAYS)
    assert outcome.returncode == 1
    assert outcome.stderr.splitlines()[-1] == f"Failed on Python {OWN}."


def test_a_package_that_another_python_cannot_have_is_named(machine: Machine) -> None:
    needs = f"nowhere-to-be-had==1.0; python_version == '{OTHER}' --hash=sha256:{'0' * 64}"
    (machine.project / "requirements-dev.lock").write_text(f"{needs}\n")
    outcome = machine.run("pythons")
    assert outcome.returncode == 1
    (sentence,) = [line for line in outcome.stderr.splitlines() if line.startswith("Not all packages")]
    assert sentence.startswith(f"Not all packages can be had for Python {OTHER}: ")
    assert "nowhere-to-be-had" in sentence
    assert outcome.stderr.splitlines()[-1] == f"Failed on Python {OTHER}."
