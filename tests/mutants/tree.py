"""A mutant in a copy of the project: for tests that start a site, which runs the code as it stands in the files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.cuts import Mutant

PATIENCE = 900
"""Seconds after which tests that passed before are taken to have failed."""


PACKAGES = "node_modules"
"""Git does not know them, and pages come otherwise without them."""


class Tree:
    """The files that git knows, copied, with Node's packages; one of them changed at a time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self._copy()

    def notices(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether one of these tests fails once the mutant stands in its file."""
        place = self.folder / mutant.path
        before = place.read_text()
        place.write_text(mutant.source)
        try:
            return self.fails(tests)
        finally:
            place.write_text(before)

    def _copy(self) -> None:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=self.root, capture_output=True, text=True, check=True)
        for name in filter(None, listed.stdout.split("\0")):
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.root / name, place)
        if (self.root / PACKAGES).is_dir():
            (self.folder / PACKAGES).symlink_to((self.root / PACKAGES).resolve())

    def fails(self, tests: Sequence[str]) -> bool:
        """Whether one of these tests does, with the files as they stand."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        surroundings = {**os.environ, "PYTHONPATH": str(self.folder)}
        try:
            ended = subprocess.run(command, cwd=self.folder, env=surroundings, capture_output=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return True
        return ended.returncode != 0
