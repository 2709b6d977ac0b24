"""Startup of ``manage.py serve``: state folder, database, static files, garbage collector, systemd, QR code."""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import qrcode
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.core.files.storage import storages
from django.core.management import call_command
from django.db import DatabaseError, connection

from games.server import locks, static_files, vapid_key
from games.server.secret_keys import SecretKeyError

GC_YOUNG, GC_MIDDLE, GC_OLD = 100_000, 20, 20
"""Thresholds of the garbage collector. With Python's defaults, full collections stop a process with thousands of open
sockets for a second, several times a minute."""


def freeze_garbage_collector() -> None:
    """Exclude all existing objects from garbage collection, and collect new ones rarely.

    Call it once, after everything is imported and before the first connection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_YOUNG, GC_MIDDLE, GC_OLD)


NOTIFY_VARIABLE = "NOTIFY_SOCKET"
"""Environment variable with the socket of the service manager, for units of Type=notify: see sd_notify(3)."""


def notify_ready() -> None:
    """Notify the service manager that this process serves, if the environment names its socket."""
    address = os.environ.pop(NOTIFY_VARIABLE, "")
    if not address:
        return
    if address.startswith("@"):
        # An abstract socket, which is not a file.
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto(b"READY=1", address)


# Fixed colours make the code dark on light in light and dark terminals alike.
_QR_COLORS, _RESET_COLORS = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
_HALF_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def render_qr_code(text: str) -> str:
    """Return `text` as a QR code for a terminal, two rows of modules to a line, with the margin that cameras need."""
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_L)
    code.add_data(text)
    rows = code.get_matrix()
    rows.append([False] * len(rows[0]))
    return "\n".join(_render_line(*rows[at : at + 2]) for at in range(0, len(rows) - 1, 2))


def _render_line(upper: list[bool], lower: list[bool]) -> str:
    return _QR_COLORS + "".join(_HALF_BLOCKS[pair] for pair in zip(upper, lower, strict=True)) + _RESET_COLORS


logger = logging.getLogger(__name__)

_STORAGE_VERSION = "2"
"""Version to increase by hand when the way of storing files changes, but the files do not."""


class PrepareError(Exception):
    """Error that keeps the site from starting. Its text says what to do."""


def make_state_folder(folder: Path) -> None:
    """Create the folder of database, keys and static files. Raises ``PrepareError`` if it cannot be written to."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise PrepareError(
            f"The folder {folder} is not writable ({error.strerror}): allow writing there, "
            "or set VAR_DIR to a folder you own."
        ) from error


def make_push_key() -> None:
    """Create the VAPID key at the first start. Raises ``PrepareError`` if it is malformed or cannot be kept."""
    try:
        vapid_key.get_private_key()
    except SecretKeyError as error:
        raise PrepareError(str(error)) from error


def lock_database() -> None:
    """Lock an SQLite file until this process ends. Raises ``PrepareError`` if another process serves it."""
    try:
        if locks.acquire_serving_lock():
            return
    except OSError as error:
        raise _build_lock_error(error) from error
    raise PrepareError(
        f"Another process already serves {connection.settings_dict['NAME']}: stop it first, or set DATABASE_URL "
        "and CHANNEL_URL to run the site in several processes."
    )


def migrate_database() -> None:
    """Apply migrations, or wait while another process does. Raises ``PrepareError`` for an unusable database."""
    # This imports the models, which are not loaded yet when this module is imported.
    from games.server import database_checks

    try:
        with locks.migration_lock(_log_waiting):
            _restrict_permissions()
            call_command("migrate", interactive=False, verbosity=0)
        warning = database_checks.find_connection_shortage()
        if warning:
            logger.warning(warning)
    except OSError as error:
        raise _build_lock_error(error) from error
    except DatabaseError as error:
        raise PrepareError(database_checks.explain_unusable(error)) from error


def _restrict_permissions() -> None:
    file = locks.get_sqlite_file()
    if file is None:
        return
    try:
        locks.restrict_permissions(file)
    except PermissionError:
        # The migration that follows finds out whether the file can be written to.
        logger.warning("Other accounts on this computer can read %s: check its owner and permissions.", file)


def collect_static_files() -> None:
    """Collect static files, one process at a time, unless nothing has changed since the last time."""
    root = Path(settings.STATIC_ROOT)
    try:
        with locks.file_lock(root.with_name(f"{root.name}.collecting"), _log_waiting):
            _collect(root)
    except OSError as error:
        raise PrepareError(
            f"The static files cannot be collected in {root} ({error.strerror}): free some disk space or "
            "allow writing there, then start again."
        ) from error


def _collect(root: Path) -> None:
    """Collect this release in an empty folder, and move its files into place.

    Files of older releases stay, since open pages and processes of those releases still need them.
    """
    stamp, fingerprint = root / ".collected", get_static_fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    folder = root.with_name(f"{root.name}.release")
    shutil.rmtree(folder, ignore_errors=True)
    command = collectstatic.Command()
    command.storage = storages.create_storage(
        {**settings.STORAGES["staticfiles"], "OPTIONS": {"location": folder, "base_url": settings.STATIC_URL}}
    )
    call_command(command, interactive=False, verbosity=0)
    _publish(folder, root, last=getattr(command.storage, "manifest_name", ""))
    stamp.write_text(fingerprint)


def _publish(folder: Path, root: Path, last: str) -> None:
    """Move each file to its place, the manifest last, with permissions that let a proxy read them."""
    for path in sorted([folder, *folder.rglob("*")], key=lambda path: path.name == last):
        target = root / path.relative_to(folder)
        if path.is_dir():
            target.mkdir(exist_ok=True)
            target.chmod(0o755)
        else:
            path.chmod(0o644)
            path.replace(target)
    shutil.rmtree(folder)


def _build_lock_error(error: OSError) -> PrepareError:
    return PrepareError(
        f"No lock can be created next to the database {connection.settings_dict['NAME']} ({error.strerror}): "
        "allow writing in its folder, then start again."
    )


def _log_waiting() -> None:
    logger.warning("Another process is updating the site; waiting for it.")


def get_static_fingerprint() -> str:
    """Return a hash that changes with every source file, the storage and esbuild."""
    digest = hashlib.sha256(
        f"{_STORAGE_VERSION} {settings.STORAGES['staticfiles']} {static_files.get_esbuild_fingerprint()}".encode()
    )
    for line in _iterate_sources():
        digest.update(line.encode())
    return digest.hexdigest()


def _iterate_sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            yield f"{name} {status.st_size} {status.st_mtime_ns}\n"
