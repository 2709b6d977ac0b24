"""bin/serve on a fresh machine: which Python it takes, what it installs, and what it says when it cannot."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import PROJECT, obeying_permissions

TOOLS = ("sh", "dirname", "cat", "cksum", "rm")
MANAGE = "import sys; print('ran', sys.argv[1:])"
REAL = f'exec "{sys.executable}" "$@"'
BROKEN = "exit 127"
WITHOUT_VENV = f'case "$*" in *" venv ensurepip") exit 1;; esac\n{REAL}'


class Machine:
    """A copy of the scripts in a folder with a space, a PATH of our choice, and no home to speak of."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "my games"
        self.bin = folder / "bin"
        self.log = folder / "pythons"
        self.bin.mkdir(parents=True)
        (self.project / "bin").mkdir(parents=True)
        for name in ("serve", "lib.sh"):
            shutil.copy(PROJECT / "bin" / name, self.project / "bin" / name)
        (self.project / "manage.py").write_text(MANAGE)
        (self.project / "requirements.txt").write_text("# nothing\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))

    def python(self, name: str, does: str) -> None:
        """Put a `name` on the PATH that writes itself down and then `does`."""
        script = self.bin / name
        script.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{does}\n')
        script.chmod(0o755)

    def serve(self, *arguments: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.bin), "HOME": str(self.bin), "PIP_NO_INDEX": "1"}
        command = [*before, str(self.project / "bin" / "serve"), *arguments]
        return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine on which the site has been served once."""
    machine = Machine(tmp_path_factory.mktemp("machine"))
    machine.python("python3.13", BROKEN)
    machine.python("python3.12", REAL)
    machine.python("python3.11", REAL)
    first = machine.serve("--port", "8123")
    assert first.stdout.strip() == "ran ['serve', '--port', '8123']", first.stderr
    return machine


def refused_with_one_sentence(outcome: subprocess.CompletedProcess[str]) -> str:
    assert outcome.returncode == 1
    assert outcome.stdout == ""
    (sentence,) = [line for line in outcome.stderr.splitlines() if not line.startswith("Installing")]
    assert sentence.endswith((".", ")."))
    return sentence


def test_takes_the_newest_python_that_really_runs(served: Machine) -> None:
    names = [line.split()[0] for line in served.log.read_text().splitlines() if " -m venv " in line]
    assert names == ["python3.12"]


def test_installs_once(served: Machine) -> None:
    again = served.serve()
    assert again.stdout.strip() == "ran ['serve']"
    assert "Installing" not in again.stderr


def test_installs_again_when_the_list_has_changed(served: Machine) -> None:
    (served.project / "requirements.txt").write_text("# still nothing\n")
    assert "Installing" in served.serve().stderr
    assert "Installing" not in served.serve().stderr


def test_an_installation_that_failed_is_done_again(served: Machine) -> None:
    requirements = served.project / "requirements.txt"
    before = requirements.read_text()
    requirements.write_text("a-package-that-no-index-has\n")
    assert "check the internet connection" in refused_with_one_sentence(served.serve())
    requirements.write_text(before)
    mended = served.serve()
    assert "Installing" in mended.stderr
    assert mended.stdout.strip() == "ran ['serve']"


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


@pytest.mark.skipif(
    any(Path("/usr/local/bin").glob("python3.1?")) or Path("/opt/homebrew").exists(),
    reason="a Python outside the PATH would be found",
)
def test_no_suitable_python(machine: Machine) -> None:
    machine.python("python3.13", BROKEN)
    machine.python("python3", BROKEN)
    assert "Python 3.11, 3.12 or 3.13 is needed" in refused_with_one_sentence(machine.serve())


@pytest.mark.skipif(any(Path("/usr/local/bin").glob("python3.1?")), reason="another Python would be found")
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
