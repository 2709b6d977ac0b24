"""Script `bin/serve` on a fresh machine: the Python that it chooses, what it installs, and its refusals."""

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.shared_resources import make_once
from tests.site_process import PROJECT, permission_command

SCRIPTS = ("serve", "lib.sh")
TOOLS = ("awk", "sh", "dirname", "cat", "cksum", "rm", "mkdir", "mktemp", "tail")
MANAGE = "import sys; print('ran', sys.argv[1:])"
COPY = f'[ "$1 $2" != "-m venv" ] || [ -z "$VENV" ] || exec "{shutil.which("cp")}" -a "$VENV" "$3"'
"""An environment is copied where there is one: to install pip into it takes seconds."""
REAL = f'{COPY}\nexec "{sys.executable}" "$@"'
BROKEN = "exit 127"
WITHOUT_VENV = f'case "$*" in *" venv ensurepip") exit 1;; esac\n{REAL}'


def python_of_version(minor: int) -> str:
    """Return a command for a working Python that reports the version 3.`minor`."""
    pretend = f'code="import sys; sys.version_info = (3, {minor}, 0)\n$2"'
    return f'if [ "$1" = -c ]; then {pretend}; shift 2; set -- -c "$code" "$@"; fi\n{REAL}'


class Machine:
    """A machine without an environment: the scripts in a folder with a space, and its own PATH and home.

    Its Pythons copy the environment `venv` instead of making one.
    """

    def __init__(self, folder: Path, venv: Path) -> None:
        self.venv = venv
        self.project = folder / "my games"
        self.bin = folder / "bin"
        self.log = folder / "pythons"
        self.bin.mkdir(parents=True)
        (self.project / "bin").mkdir(parents=True)
        for name in SCRIPTS:
            shutil.copy(PROJECT / "bin" / name, self.project / "bin" / name)
        (self.project / "manage.py").write_text(MANAGE)
        for name in ("requirements.lock", "requirements-numba.lock"):
            (self.project / name).write_text("# nothing\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))

    def python(self, name: str, does: str) -> None:
        """Put a command on the PATH, or below the home, that logs its call and then runs `does`."""
        script = self.bin / name
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{does}\n')
        script.chmod(0o755)

    def serve(self, *arguments: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        return self.run("serve", *arguments, before=before)

    def run(
        self, name: str, *arguments: str, before: tuple[str, ...] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script without an index of packages."""
        places = {"PATH": str(self.bin), "HOME": str(self.bin), "VENV": str(self.venv)}
        environment = {**places, "PIP_NO_INDEX": "1", **environment}
        command = [*before, str(self.project / "bin" / name), *arguments]
        return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True)


PYENV = ".pyenv/versions/3.14.0/bin/python3"
FOUND_ANYWAY = any(Path("/usr/local/bin").glob("python3.1?")) or Path("/opt/homebrew").exists()
nothing_else = pytest.mark.skipif(FOUND_ANYWAY, reason="a Python outside the PATH would be found")


@pytest.fixture(scope="session")
def venv(run_folder: Path, pytestconfig: pytest.Config) -> Path:
    """Environment with pip and nothing else, kept between runs of the same Python."""
    cache = getattr(pytestconfig, "cache", None)
    if cache is None:
        return make_once(run_folder / "venv", make_venv)
    python = f"{sys.executable} {Path(sys.executable).resolve().stat().st_mtime_ns} {sys.version}"
    return make_once(cache.mkdir("venv") / sha256(python.encode()).hexdigest(), make_venv)


def make_venv(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)


@pytest.fixture
def machine(tmp_path: Path, venv: Path) -> Machine:
    return Machine(tmp_path, venv)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, venv: Path) -> Machine:
    """A machine on which the site has been served once."""
    machine = Machine(tmp_path_factory.mktemp("machine"), venv)
    machine.python("python3.15", python_of_version(15))
    machine.python("python3.14", BROKEN)
    machine.python(PYENV, REAL)
    machine.python("python3.13", REAL)
    first = machine.serve("--port", "8123")
    assert first.stdout.strip() == "ran ['serve', '--port', '8123']", first.stderr
    assert "newer" not in first.stderr
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
    assert "check your internet connection" in refused_with_one_sentence(served.serve())
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
        assert "check your internet connection" in refused_with_one_sentence(refused)
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


@nothing_else
def test_no_suitable_python(machine: Machine) -> None:
    machine.python("python3.13", BROKEN)
    machine.python("python3", BROKEN)
    machine.python("python", python_of_version(10))
    assert "Python 3.11 to 3.14 was not found" in refused_with_one_sentence(machine.serve())


@nothing_else
def test_a_newer_python_alone_is_tried_with_a_warning(machine: Machine) -> None:
    machine.python("python3", python_of_version(15))
    first = machine.serve()
    assert first.stdout.strip() == "ran ['serve']"
    (warning,) = [line for line in first.stderr.splitlines() if not line.startswith("Installing")]
    assert warning.startswith("Python 3.15 is newer than the supported versions (3.11 to 3.14):")
    assert machine.serve().stderr == ""


@nothing_else
def test_a_python_without_venv(machine: Machine) -> None:
    machine.python("python3.11", WITHOUT_VENV)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"sudo apt install python{version}-venv" in refused_with_one_sentence(machine.serve())


def test_a_folder_that_cannot_be_written_to(machine: Machine) -> None:
    machine.python("python3.12", REAL)
    machine.project.chmod(0o555)
    sentence = refused_with_one_sentence(machine.serve(before=permission_command()))
    machine.project.chmod(0o755)
    assert f"The folder {machine.project} is not writable" in sentence
