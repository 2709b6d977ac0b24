"""bin/serve on a fresh machine: which Python it takes, what it installs, and what it says when it cannot."""

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.server import obeying_permissions
from tests.setup.machine import BROKEN, REAL, WITHOUT_VENV, Machine, calling_itself

PYENV = ".pyenv/versions/3.14.0/bin/python3"
FOUND_ANYWAY = any(Path("/usr/local/bin").glob("python3.1?")) or Path("/opt/homebrew").exists()
nothing_else = pytest.mark.skipif(FOUND_ANYWAY, reason="a Python outside the PATH would be found")


@pytest.fixture
def machine(tmp_path: Path, venv: Path) -> Machine:
    return Machine(tmp_path, venv)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, venv: Path) -> Machine:
    """A machine on which the site has been served once, in an environment that Python made then."""
    machine = Machine(tmp_path_factory.mktemp("machine"))
    machine.python("python3.15", calling_itself(15))
    machine.python("python3.14", BROKEN)
    machine.python(PYENV, REAL)
    machine.python("python3.13", REAL)
    first = machine.serve("--port", "8123")
    assert first.stdout.strip() == "ran ['serve', '--port', '8123']", first.stderr
    assert "newer" not in first.stderr
    machine.venv = venv
    return machine


def refused_with_one_sentence(outcome: subprocess.CompletedProcess[str]) -> str:
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    (sentence,) = [line for line in outcome.stderr.splitlines() if not line.startswith("Installing")]
    assert sentence.endswith((".", ")."))
    return sentence


def chosen(machine: Machine) -> list[str]:
    """What made an environment."""
    return [line.split()[0] for line in machine.log.read_text().splitlines() if " -m venv " in line]


def test_takes_the_newest_known_python_that_really_runs(served: Machine) -> None:
    assert chosen(served) == [PYENV]


def test_installs_once(served: Machine) -> None:
    again = served.serve()
    assert again.stdout.strip() == "ran ['serve']"
    assert "Installing" not in again.stderr


def test_installs_again_when_the_list_has_changed(served: Machine) -> None:
    (served.project / "requirements.lock").write_text("# still nothing\n")
    assert "Installing" in served.serve().stderr
    assert "Installing" not in served.serve().stderr


def test_an_installation_that_failed_is_done_again(served: Machine) -> None:
    requirements = served.project / "requirements.lock"
    before = requirements.read_text()
    requirements.write_text(f"a-package-that-no-index-has==1.0 --hash=sha256:{'0' * 64}\n")
    assert "check the internet connection" in refused_with_one_sentence(served.serve())
    requirements.write_text(before)
    mended = served.serve()
    assert "Installing" in mended.stderr
    assert mended.stdout.strip() == "ran ['serve']"


def test_only_the_very_package_that_was_locked_is_installed(machine: Machine) -> None:
    machine.python("python3.13", REAL)
    wheel = package(machine.bin, "tiny")
    lock = machine.project / "requirements.lock"
    for given in ("", f" --hash=sha256:{'0' * 64}"):
        lock.write_text(f"tiny==1.0{given}\n")
        refused = machine.run("serve", PIP_FIND_LINKS=str(wheel.parent))
        assert "check the internet connection" in refused_with_one_sentence(refused)
    lock.write_text(f"tiny==1.0 --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n")
    assert machine.run("serve", PIP_FIND_LINKS=str(wheel.parent)).stdout.strip() == "ran ['serve']"


def package(folder: Path, name: str) -> Path:
    """A wheel with nothing in it."""
    wheel, about = folder / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
    with ZipFile(wheel, "w") as file:
        file.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{about}/RECORD", "")
    return wheel


def test_an_environment_whose_python_has_vanished_is_made_anew(served: Machine) -> None:
    for link in (served.project / ".venv" / "bin").glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python")
    assert served.serve().stdout.strip() == "ran ['serve']"


def test_an_environment_that_was_half_made_is_made_anew(served: Machine) -> None:
    (served.project / ".venv" / "requirements.stamp").unlink()
    for pip in (served.project / ".venv" / "lib").glob("python*/site-packages/pip"):
        shutil.rmtree(pip)
    assert served.serve().stdout.strip() == "ran ['serve']"


@nothing_else
def test_no_suitable_python(machine: Machine) -> None:
    machine.python("python3.13", BROKEN)
    machine.python("python3", BROKEN)
    machine.python("python", calling_itself(10))
    assert "Python 3.11 to 3.14 is needed" in refused_with_one_sentence(machine.serve())


@nothing_else
@pytest.mark.parametrize(("name", "minor"), [("python3", 15), ("python3.16", 16)])
def test_a_newer_python_alone_is_tried_with_a_warning(machine: Machine, name: str, minor: int) -> None:
    machine.python(name, calling_itself(minor))
    first = machine.serve()
    assert first.stdout.strip() == "ran ['serve']"
    (warning,) = [line for line in first.stderr.splitlines() if not line.startswith("Installing")]
    assert warning.startswith(f"Python 3.{minor} is newer than those this is known to run on (3.11 to 3.14):")
    assert machine.serve().stderr == ""


@nothing_else
def test_a_python_without_venv(machine: Machine) -> None:
    machine.python("python3.11", WITHOUT_VENV)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"sudo apt install python{version}-venv" in refused_with_one_sentence(machine.serve())


def test_a_folder_that_cannot_be_written_to(machine: Machine) -> None:
    machine.python("python3.12", REAL)
    machine.project.chmod(0o555)
    sentence = refused_with_one_sentence(machine.serve(before=obeying_permissions()))
    machine.project.chmod(0o755)
    assert f"The folder {machine.project} cannot be written to" in sentence
