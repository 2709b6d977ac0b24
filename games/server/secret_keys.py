"""Secret keys of this installation, each generated once and kept in a file that only its owner may read."""

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path


class SecretKeyError(Exception):
    """Error for a key that can be neither read nor created. Its text says what to do."""


def get_secret_key(path: Path) -> str:
    """Return the key that signs sessions, kept in ``path``. Raises as ``get_or_create_key`` does."""
    return get_or_create_key(path, lambda: secrets.token_urlsafe(50), "secret key", "SECRET_KEY to a long random text")


def get_or_create_key(path: Path, generate: Callable[[], str], name: str, alternative: str) -> str:
    """Return the key in ``path``; create it with ``generate`` if there is none.

    ``name`` is the name of the key in error messages, ``alternative`` the setting that they suggest instead. Raises
    ``SecretKeyError`` if the file can be neither read nor written. The key is written to a file beside ``path`` and
    linked, which fails if another process was faster. So processes that start together use the same key.
    """
    try:
        return _read(path, name) or _create(path, generate, name)
    except OSError as error:
        raise SecretKeyError(
            f"The {name} cannot be stored in {path} ({error.strerror}): make it writable, "
            f"or set VAR_DIR to a folder you own or {alternative}."
        ) from error


def _read(path: Path, name: str) -> str:
    try:
        key = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    if not key:
        raise SecretKeyError(f"The {name} file {path} is empty: delete it to get a new key.")
    return key


def _create(path: Path, generate: Callable[[], str], name: str) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(generate())
            file.flush()
            os.fsync(file.fileno())
        _link(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return _read(path, name)


def _link(draft: str, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # Some file systems, as of memory cards, have no hard links.
        if not path.exists():
            Path(draft).replace(path)
