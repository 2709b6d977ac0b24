"""What must be in place before the site runs: a folder for its state, the database, the static files."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection

# Raised by hand when the way files are stored changes although the files do not.
_STORING = "1"


class PrepareError(Exception):
    """Something cannot be put in place; its text says what to do."""


def state_folder(folder: Path) -> None:
    """Make the folder that holds database, key and collected files; refuses one that cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise PrepareError(
            f"The folder {folder} cannot be written to ({error.strerror}): allow writing there, "
            "or set VAR_DIR to a folder of your own."
        ) from error


def database() -> None:
    """Bring the tables up to date; refuses a database that cannot be reached or written to."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise PrepareError(
            f"The database {connection.settings_dict['NAME']} cannot be used ({_first_line(error)}): "
            "see that it is running and that this user may write to it, then start again."
        ) from error


def static_files() -> None:
    """Collect what the browser loads, unless nothing has changed since the last time.

    The stamp goes first and comes back last: after a run that was cut short, half-written files are cleared.
    """
    root = Path(settings.STATIC_ROOT)
    stamp, wanted = root / ".collected", _fingerprint()
    try:
        previous = stamp.read_text() if stamp.exists() else ""
        if previous == wanted:
            return
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0, clear=not previous)
        stamp.write_text(wanted)
    except OSError as error:
        raise PrepareError(
            f"The static files cannot be collected in {root} ({error.strerror}): free some disk space or "
            "allow writing there, then start again."
        ) from error


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{_STORING} {settings.STORAGES['staticfiles']}".encode())
    for line in _sources():
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            yield f"{name} {facts.st_size} {facts.st_mtime_ns}\n"


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
