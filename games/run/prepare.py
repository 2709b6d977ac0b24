"""What must be in place before the site runs: a folder for its state, the database, the static files."""

import hashlib
import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import DatabaseError, connection

from games.run import bundle, locks, one_at_a_time, pushkey
from games.run.secret import SecretError

logger = logging.getLogger(__name__)

# Raised by hand when the way files are stored changes although the files do not.
_STORING = "2"


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


def push_key() -> None:
    """Make the key by which push services know this site, at the first start; refuses one that is none."""
    try:
        pushkey.private_key()
    except SecretError as error:
        raise PrepareError(str(error)) from error


def alone() -> None:
    """Keep an SQLite file to this process until it ends; refuses one that another process serves."""
    try:
        if one_at_a_time.serve_alone():
            return
    except OSError as error:
        raise _locks_fail(error) from error
    raise PrepareError(
        f"Another process serves {connection.settings_dict['NAME']} already: stop that one first, or set DATABASE_URL "
        "and CHANNEL_URL, with which several processes are one site."
    )


def database() -> None:
    """Bring the tables up to date, or wait while another process does; refuses a database that cannot be reached or
    written to."""
    from games.run import unready  # These two need the models; this module is there before them.
    from games.store import pool

    try:
        with one_at_a_time.migrating(_say_waiting):
            call_command("migrate", interactive=False, verbosity=0)
        short = pool.shortage()
        if short:
            logger.warning(short)
    except OSError as error:
        raise _locks_fail(error) from error
    except DatabaseError as error:
        raise PrepareError(unready.unusable(error)) from error


def static_files() -> None:
    """Collect what the browser loads, unless nothing has changed since the last time; one process at a time."""
    root = Path(settings.STATIC_ROOT)
    try:
        with locks.held(root.with_name(f"{root.name}.collecting"), _say_waiting):
            _collect(root)
    except OSError as error:
        raise PrepareError(
            f"The static files cannot be collected in {root} ({error.strerror}): free some disk space or "
            "allow writing there, then start again."
        ) from error


def _collect(root: Path) -> None:
    """The stamp goes first and comes back last: after a run that was cut short, half-written files are cleared."""
    stamp, wanted = root / ".collected", fingerprint()
    previous = stamp.read_text() if stamp.exists() else ""
    if previous == wanted:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0, clear=not previous)
    stamp.write_text(wanted)


def _locks_fail(error: OSError) -> PrepareError:
    return PrepareError(
        f"No lock can be kept beside the database {connection.settings_dict['NAME']} ({error.strerror}): "
        "allow writing in its folder, then start again."
    )


def _say_waiting() -> None:
    logger.warning("Another process brings the site up to date; this one waits for it.")


def fingerprint() -> str:
    """Another text as soon as a file, or the way in which files are stored or bundled, is another one."""
    digest = hashlib.sha256(f"{_STORING} {settings.STORAGES['staticfiles']} {bundle.bundler_print()}".encode())
    for line in _sources():
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            yield f"{name} {facts.st_size} {facts.st_mtime_ns}\n"
