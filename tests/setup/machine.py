"""A machine on which nothing has been set up yet: the project's scripts, and the Pythons that a test puts there."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.server import PROJECT

SCRIPTS = ("serve", "pythons", "lib.sh")
TOOLS = ("sh", "dirname", "cat", "cksum", "rm", "mkdir", "mktemp", "tail")
MANAGE = "import sys; print('ran', sys.argv[1:])"
COPY = f'[ "$1 $2" != "-m venv" ] || [ -z "$VENV" ] || exec "{shutil.which("cp")}" -a "$VENV" "$3"'
"""An environment is made by copying one, where there is one to copy: to put pip into it takes seconds."""
REAL = f'{COPY}\nexec "{sys.executable}" "$@"'
BROKEN = "exit 127"
WITHOUT_VENV = f'case "$*" in *" venv ensurepip") exit 1;; esac\n{REAL}'


def calling_itself(minor: int) -> str:
    """A Python that works and says that it is 3.`minor`."""
    pretend = f'code="import sys; sys.version_info = (3, {minor}, 0)\n$2"'
    return f'if [ "$1" = -c ]; then {pretend}; shift 2; set -- -c "$code" "$@"; fi\n{REAL}'


def environment(folder: Path) -> None:
    """Make what is copied."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)


class Machine:
    """A copy of the scripts in a folder with a space, a PATH of our choice, and no home to speak of; its Pythons copy
    the environment `venv`."""

    def __init__(self, folder: Path, venv: Path | None = None) -> None:
        self.venv = venv
        self.project = folder / "my games"
        self.bin = folder / "bin"
        self.log = folder / "pythons"
        self.bin.mkdir(parents=True)
        (self.project / "bin").mkdir(parents=True)
        for name in SCRIPTS:
            shutil.copy(PROJECT / "bin" / name, self.project / "bin" / name)
        (self.project / "manage.py").write_text(MANAGE)
        for name in ("requirements.lock", "requirements-numba.lock", "requirements-uvloop.lock"):
            (self.project / name).write_text("# nothing\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(str(shutil.which(tool)))

    def python(self, name: str, does: str) -> None:
        """Put a `name` on the PATH, or below the home, that writes itself down and then `does`."""
        script = self.bin / name
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{does}\n')
        script.chmod(0o755)

    def serve(self, *arguments: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        return self.run("serve", *arguments, before=before)

    def run(
        self, name: str, *arguments: str, before: tuple[str, ...] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run one of the scripts; no package can be had."""
        places = {"PATH": str(self.bin), "HOME": str(self.bin), "VENV": str(self.venv or "")}
        environment = {**places, "PIP_NO_INDEX": "1", **environment}
        command = [*before, str(self.project / "bin" / name), *arguments]
        return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True)
